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
        (SELECT string_agg(CASE WHEN running <= {small} THEN quote_literal(term)
                ELSE '(' || quote_literal(term) || ' & (' || others || '))' END, ' | ')::tsquery
         FROM (SELECT *, (SELECT string_agg(quote_literal(o.term), ' | ') FROM counted o WHERE o.nth <> c.nth) AS others
               FROM counted c WHERE running <= {budget} OR nth = 1) f) AS fetching
    FROM (SELECT dim, sum(weight * idf)::real AS value FROM counted GROUP BY dim) v
), singles AS (  -- the terms that fetch records with another term of the query first, and their highest score alone
    SELECT quote_literal(term) AS term, weight * idf * {highest} AS score FROM counted
    WHERE running > {small} AND (running <= {budget} OR nth = 1)
)"""
"""The head of a statement: the query's stems with their document frequencies, and the query's vector."""

KEYS = (
    "(r.workspace, r.project, r.path) IN ("
    "SELECT * FROM unnest(%(workspaces)s::text[], %(projects)s::text[], %(paths)s::text[]))"
)
"""A condition on the table `r`."""

BY_INDEX = """measured AS MATERIALIZED (
{measured}
), together AS MATERIALIZED (
{words}
), rest AS MATERIALIZED (
    SELECT vector, CASE WHEN fetching IS NULL THEN terms ELSE terms && !! fetching END AS fetching
    FROM q, (SELECT string_agg(term, ' | ')::tsquery AS terms FROM singles WHERE score > coalesce(
        (SELECT score FROM together ORDER BY score DESC NULLS LAST OFFSET %(exact)s::int - 1 LIMIT 1), 0)) s
    WHERE terms IS NOT NULL
), words AS (
    SELECT t, workspace, project, path FROM (
    SELECT * FROM together
    UNION ALL
{rest}
    ) w ORDER BY score DESC, workspace, project, path LIMIT %(words)s
), near AS (
    SELECT t, workspace, project, path FROM (
{near}
    ) n ORDER BY distance, workspace, project, path LIMIT %(near)s
)"""
"""The candidates of many records, by the indexes of words and vectors."""

BY_SCAN = """measured AS MATERIALIZED (
{measured}
), words AS (
    SELECT t, workspace, project, path FROM measured WHERE passes AND score > 0
    ORDER BY score DESC, workspace, project, path LIMIT %(words)s
), near AS (
    SELECT t, workspace, project, path FROM measured WHERE passes AND distance IS NOT NULL
    ORDER BY distance, workspace, project, path LIMIT %(near)s
)"""
"""The candidates of few records: all of these are scored, which is exact, and faster than an index of all
workspaces."""

QUERY = """{counted}, {candidates}, found AS (
    {legs}
)
SELECT * FROM (
{whole}
) found_records
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL,
    {spread}, NULL, NULL, (SELECT array_agg(idf ORDER BY place) FROM known)"""

SPREAD = "avg(bits), stddev_pop(bits)"
"""Of the signs in which vectors differ from the query's: what the average cosine and its deviation follow from."""

SCORED = """    SELECT '{table}' AS t, workspace, project, path, true{where} AS passes, {bits} AS bits,
        {distance} AS distance,
        (SELECT max(-(passage <#> (SELECT vector FROM q))) FROM unnest(lexical) AS passage) AS score
    FROM {table} WHERE {scope}"""

SAMPLED = "    (SELECT {bits} AS bits FROM {table} WHERE {scope} AND {vector} IS NOT NULL{order} LIMIT %(sample)s)"

WORDS = """    (SELECT '{table}' AS t, workspace, project, path,
            (SELECT max(-(passage <#> {vector})) FROM unnest(lexical) AS passage) AS score
     FROM (SELECT workspace, project, path, lexical FROM {table}, {asked}
           WHERE {scope} AND terms @@ {fetching}{where}
           LIMIT {fetched}) fetched, {asked}
     ORDER BY score DESC, workspace, project, path LIMIT %(words)s)"""

FETCH_WORDS = """fetch_words(
        '{table}', {fetching}, {vector}, {workspace}, %(in_force)s, %(only_category)s::text, %(only_kinds)s::text[],
        %(only_severities)s::text[], %(least_confidence)s::float8, to_timestamp(%(only_since)s::float8), {fetched},
        %(words)s) f"""

WORDS_BY_FUNCTION = f"""    (SELECT '{{table}}' AS t, f.* FROM {{asked}}, {FETCH_WORDS}
     WHERE {{fetching}} IS NOT NULL)""".replace("{workspace}", "%(workspace)s::text")

NEAR = """    (SELECT '{table}' AS t, workspace, project, path, {distance} AS distance
     FROM {table}
     WHERE {scope} AND {vector} IS NOT NULL{where}
     ORDER BY ({distance}){exact} LIMIT %(near)s)"""

NOTHING = "    SELECT '' AS t, '' AS workspace, '' AS project, '' AS path, 0.0 AS distance WHERE false"

WHOLE = """    (SELECT {columns}, {cosine} AS cosine, -(r.best <#> {vector}) AS lexical, {composite} AS composite,
            cardinality(r.lexical) AS passages,
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
    (SELECT array_agg(idf ORDER BY place) FROM known), (SELECT array_agg(records ORDER BY place) FROM known),
    (SELECT json_agg(json_build_array(term, score)) FROM singles)"""
"""Of all workspaces: number of records, the query's vector and the terms that fetch, of each of the query's terms
inverse document frequency and number of records, and `singles`."""

WORDS_EVERYWHERE = """    SELECT '{table}' AS t, workspace, project, path,
        (SELECT max(-(passage <#> {vector})) FROM unnest(lexical) AS passage) AS score
    FROM {table} WHERE {scope} AND terms @@ {fetching}{where}"""

WORDS_EVERYWHERE_BY_FUNCTION = (
    f"    SELECT '{{table}}' AS t, f.* FROM {FETCH_WORDS}".replace(
        "{workspace}", "NULL"
    )
)

BEST_WORDS = """SELECT t, workspace, project, path, score FROM (
{words}
) w ORDER BY score DESC, workspace, project, path LIMIT %(words)s"""

KNOWN = """unnest(%(dims)s::int[], %(weights)s::float8[], %(idfs)s::float8[], %(counts)s::float8[])
                WITH ORDINALITY AS k (dim, weight, idf, records, place)"""
FOUND = """unnest(%(tables)s::text[], %(workspaces)s::text[], %(projects)s::text[], %(paths)s::text[])
         AS f (t, workspace, project, path)"""
