-- Distributes the tables over a Citus cluster by workspace: `memories db migrate --distributed`, once, after the
-- numbered files. All rows of a workspace are on one node, so that its queries and transactions touch no other.

-- Small and read by every query: a copy on every node.
SELECT create_reference_table('schema_version');
SELECT create_reference_table('embedding_model');
SELECT create_reference_table('members');

SELECT create_distributed_table('workspaces', 'workspace');
SELECT create_distributed_table('projects',  'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('terms',     'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('memories',  'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('patterns',  'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('sources',   'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('backlog',   'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('events',    'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('reviews',   'workspace', colocate_with => 'workspaces');
SELECT create_distributed_table('llm_cache', 'workspace', colocate_with => 'workspaces');
