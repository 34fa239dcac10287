"""The SQL of a search as templates: statement.py fills in names and conditions of its own; values are parameters.

No ORDER BY has a scalar subquery, and every table is filtered by its workspace, so that Citus can route the statement
to one node.
"""

QUERY = """WITH asked AS (  -- the stems of the query, with weight and dimension
    SELECT * FROM unnest(%(terms)s::text[], %(weights)s::float8[], %(dims)s::int[]) WITH ORDINALITY AS a (term,
        weight, dim, place)
), size AS (
    SELECT greatest(coalesce(sum(records), 0), 1)::float8 AS n FROM workspaces WHERE {scope}
), known AS (  -- document frequency and inverse document frequency
    SELECT term, weight, dim, place, records, ln(1 + (n - least(records, n) + 0.5) / (records + 0.5)) AS idf
    FROM size CROSS JOIN (
        SELECT a.*, coalesce(d.records, 0) AS records
        FROM asked a LEFT JOIN (
            -- greatest(): the logarithm of a negative number is an error
            SELECT term, sum(greatest(records, 0))::float8 AS records FROM terms
            WHERE {scope} AND term = ANY (%(terms)s::text[]) GROUP BY term
        ) d USING (term)
    ) c
), counted AS (  -- rarest first, with the running total of the records that they fetch
    SELECT *, sum(records) OVER (ORDER BY records, place) AS running, row_number() OVER (ORDER BY records, place) AS nth
    FROM known WHERE records > 0
), q AS MATERIALIZED (
    SELECT
        ('{{' || string_agg(dim || ':' || value, ',' ORDER BY dim) || '}}/{dimensions}')::sparsevec AS vector,
        (SELECT string_agg(quote_literal(term), ' | ')::tsquery FROM counted WHERE running <= {budget} OR nth = 1)
            AS fetching
    FROM (SELECT dim, sum(weight * idf)::real AS value FROM counted GROUP BY dim) v
), words AS (
    SELECT t, workspace, project, path FROM (
{words}
    ) w ORDER BY score DESC, workspace, project, path LIMIT %(words)s
), near AS (
    SELECT t, workspace, project, path FROM (
{near}
    ) n ORDER BY distance, workspace, project, path LIMIT %(near)s
), found AS (
    {legs}
)
SELECT * FROM (
{whole}
) found_records
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL,
    NULL, NULL, NULL, (SELECT array_agg(idf ORDER BY place) FROM known)"""

WORDS = """    (SELECT '{table}' AS t, workspace, project, path,
            (SELECT max(-(passage <#> q.vector)) FROM unnest(lexical) AS passage) AS score
     FROM (SELECT workspace, project, path, lexical FROM {table}, q
           WHERE {scope} AND terms @@ q.fetching{where}
           LIMIT {fetched}) fetched, q
     ORDER BY score DESC LIMIT %(words)s)"""

WORDS_BY_FUNCTION = """    (SELECT '{table}' AS t, f.* FROM q, fetch_words(
        '{table}', q.fetching, q.vector, %(workspace)s::text, %(in_force)s, %(only_category)s::text,
            %(only_kinds)s::text[],
        %(only_severities)s::text[], %(least_confidence)s::float8, to_timestamp(%(only_since)s::float8), {fetched},
            %(words)s) f)"""

NEAR = """    (SELECT '{table}' AS t, workspace, project, path, {vector} <=> %(vector)s::halfvec({dims}) AS distance
     FROM {table}
     WHERE {scope} AND {vector} IS NOT NULL{where}
     ORDER BY {vector} <=> %(vector)s::halfvec({dims}) LIMIT %(near)s)"""

NOTHING = "    SELECT '' AS t, '' AS workspace, '' AS project, '' AS path, 0.0 AS distance WHERE false"

WHOLE = """    (SELECT {columns}, {cosine} AS cosine, b.score AS lexical, {composite} AS composite,
            (SELECT array_agg(CASE WHEN k.records > 0  -- the share of each term in the best passage's score
                        THEN -(b.passage <#> ('{{' || k.dim || ':' || (k.weight * k.idf)::real ||
                            '}}/{dimensions}')::sparsevec)
                        ELSE 0 END ORDER BY k.place)
             FROM known k) AS shares
     FROM found f JOIN {table} r ON r.workspace = f.workspace AND r.project = f.project AND r.path = f.path
     LEFT JOIN LATERAL (
         SELECT passage, -(passage <#> q.vector) AS score FROM unnest(r.lexical) AS passage, q ORDER BY 2 DESC LIMIT 1
     ) b ON true
     WHERE f.t = '{table}' AND {scope})"""
