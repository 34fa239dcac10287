"""The SQL of a search as templates: statement.py and rounds.py fill in names and conditions of their own; values are
parameters.

No ORDER BY has a scalar subquery, and every table is filtered by its workspace, so that Citus can route a statement of
one workspace to one node.
"""

COUNTED = """WITH asked AS (  -- the stems of the query, with weight and dimension
    SELECT * FROM unnest(%(terms)s::text[], %(weights)s::float8[], %(dims)s::int[]) WITH ORDINALITY AS a (term,
        weight, dim, place)
), sums AS MATERIALIZED (  -- by term, '' for all records; materialised, because Citus cannot plan it within the rest
    SELECT term, sum(records)::float8 AS records FROM (
        SELECT workspace, '' AS term, records FROM workspaces WHERE {scope}
        UNION ALL
        -- greatest(): the logarithm of a negative number is an error
        SELECT workspace, term, greatest(records, 0) FROM terms WHERE {scope} AND term = ANY (%(terms)s::text[])
    ) c GROUP BY term
), size AS (
    SELECT coalesce(sum(records), 0)::bigint AS total, greatest(coalesce(sum(records), 0), 1) AS n
    FROM sums WHERE term = ''
), known AS (  -- document frequency and inverse document frequency
    SELECT term, weight, dim, place, records, ln(1 + (n - least(records, n) + 0.5) / (records + 0.5)) AS idf
    FROM size CROSS JOIN (
        SELECT a.*, coalesce(d.records, 0) AS records
        FROM asked a LEFT JOIN sums d USING (term)
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
)"""
"""The head of a statement: the query's stems with their document frequencies, and the query's vector."""

QUERY = """{counted}, words AS (
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
     ORDER BY score DESC, workspace, project, path LIMIT %(words)s)"""

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

WHOLE = """    (SELECT {columns}, {cosine} AS cosine, -(r.best <#> {vector}) AS lexical, {composite} AS composite,
            (SELECT array_agg(CASE WHEN k.records > 0  -- the share of each term in the best passage's score
                        THEN -(b.passage <#> ('{{' || k.dim || ':' || (k.weight * k.idf)::real ||
                            '}}/{dimensions}')::sparsevec)
                        ELSE 0 END ORDER BY k.place)
             FROM (SELECT r.best AS passage OFFSET 0) b, {known}) AS shares  -- OFFSET: evaluated once, not per term
     FROM {found} JOIN (
         SELECT *, (SELECT passage FROM unnest(lexical) AS passage ORDER BY passage <#> {vector} LIMIT 1) AS best
         FROM {table} WHERE {scope}
     ) r ON r.workspace = f.workspace AND r.project = f.project AND r.path = f.path
     WHERE f.t = '{table}')"""
"""A candidate may have no passage: its scores are null."""

COUNTS = """{counted}
SELECT (SELECT total FROM size), (SELECT vector::text FROM q), (SELECT fetching::text FROM q),
    (SELECT array_agg(idf ORDER BY place) FROM known), (SELECT array_agg(records ORDER BY place) FROM known)"""
"""Of all workspaces: number of records, the query's vector and the terms that fetch, and of each of the query's terms
inverse document frequency and number of records."""

WORDS_EVERYWHERE = """    SELECT '{table}' AS t, workspace, project, path,
        (SELECT max(-(passage <#> %(terms_vector)s::sparsevec)) FROM unnest(lexical) AS passage) AS score
    FROM {table} WHERE {scope} AND terms @@ %(fetching)s::tsquery{where}"""

WORDS_EVERYWHERE_BY_FUNCTION = """    SELECT '{table}' AS t, f.* FROM fetch_words(
        '{table}', %(fetching)s::tsquery, %(terms_vector)s::sparsevec, NULL, %(in_force)s, %(only_category)s::text,
        %(only_kinds)s::text[], %(only_severities)s::text[], %(least_confidence)s::float8,
        to_timestamp(%(only_since)s::float8), NULL, %(words)s) f"""

BEST_WORDS = """SELECT t, workspace, project, path FROM (
{words}
) w ORDER BY score DESC, workspace, project, path LIMIT %(words)s"""

NEAR_EVERYWHERE = """SELECT '{table}', workspace, project, path,
    {vector} <=> %(vector)s::halfvec({dims}) AS distance
FROM {table} WHERE {scope} AND {vector} IS NOT NULL{where}
ORDER BY {vector} <=> %(vector)s::halfvec({dims}) LIMIT %(near)s"""

KNOWN = """unnest(%(dims)s::int[], %(weights)s::float8[], %(idfs)s::float8[], %(counts)s::float8[])
                WITH ORDINALITY AS k (dim, weight, idf, records, place)"""
FOUND = """unnest(%(tables)s::text[], %(workspaces)s::text[], %(projects)s::text[], %(paths)s::text[])
         AS f (t, workspace, project, path)"""
