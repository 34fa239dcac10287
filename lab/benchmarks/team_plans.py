"""How a search of a small and a large workspace is planned, beside a plain hybrid query of pgvector and tsvector.

One database has workspaces of 1,111, 5,000, 20,000 and 100,000 records. The peer is a table of its own with the same
texts and vectors: `to_tsvector('english')` under GIN, halfvec under HNSW, 30 of each leg by ts_rank_cd and by cosine,
fused by their ranks (RRF), whole rows of the first 30. Both are asked in turns. A search of ours is a whole
`Team.find()`.
"""

import argparse
import itertools
import pathlib
import statistics
import time

from psycopg.conninfo import make_conninfo
from team import Result, prompts, read_texts, say
from team_workspaces import CANDIDATES, NEAREST, embedder, fill, nearest

from memory_retrieval.retrieve.query import build_query
from memory_retrieval_team.db import connection, embedded
from memory_retrieval_team.db.values import halfvec
from memory_retrieval_team.search.filters import Filters
from memory_retrieval_team.search.statement import EF_SEARCH
from memory_retrieval_team.search.team import SETTINGS, Team

SIZES = {"small": 1_111, "medium": 5_000, "large": 20_000, "huge": 100_000}
PEER = """CREATE TABLE peer AS SELECT workspace, path, title, body, embedding,
    to_tsvector('english', title || ' ' || body) AS words FROM memories;
CREATE INDEX ON peer USING gin (words);
CREATE INDEX ON peer (workspace);
CREATE INDEX ON peer USING hnsw (embedding halfvec_cosine_ops) WITH (ef_construction = 128);
ANALYZE peer"""
HYBRID = """WITH near AS (
    SELECT path, row_number() OVER (ORDER BY distance) AS place FROM (
        SELECT path, embedding <=> %(vector)s::halfvec(256) AS distance FROM peer WHERE workspace = %(workspace)s
        ORDER BY embedding <=> %(vector)s::halfvec(256) LIMIT 30) n
), found AS (
    SELECT path, row_number() OVER (ORDER BY score DESC) AS place FROM (
        SELECT path, ts_rank_cd(words, query) AS score
        FROM peer, (SELECT replace(plainto_tsquery('english', %(text)s)::text, '&', '|')::tsquery AS query) q
        WHERE workspace = %(workspace)s AND words @@ query ORDER BY score DESC LIMIT 30) w
)
SELECT p.path, p.title, p.body, coalesce(1.0 / (60 + n.place), 0) + coalesce(1.0 / (60 + f.place), 0) AS score
FROM near n FULL JOIN found f USING (path) JOIN peer p USING (path) ORDER BY score DESC LIMIT 30"""


def measure(args: argparse.Namespace, folder: pathlib.Path) -> Result:
    server, texts = (
        embedded.address(f"embedded:{folder / 'pg'}"),
        read_texts(args.texts),
    )
    url = make_conninfo(server, dbname="plans")
    asked = prompts(list(itertools.islice(texts, 500)), 15, args.queries)
    fill(server, "plans", SIZES, texts)
    with connection.connect(url) as link:
        link.execute(PEER)
    result: Result = {}
    for workspace in SIZES:
        result[workspace] = of_workspace(url, workspace, asked)
        say(workspace, result[workspace])
    return result


def of_workspace(url: str, workspace: str, asked: "list[str]") -> Result:
    """Milliseconds of both, and the share of the exact nearest among ours; the first five prompts warm up."""
    times: dict[str, list[float]] = {"ours": [], "peer": []}
    recalls = []
    with Team(url, workspace, pool_size=1) as team, connection.connect(url) as link:
        for name, value in (*SETTINGS, ("hnsw.ef_search", EF_SEARCH)):
            link.execute(f"SET {name} = '{value}'")
        for text in [*asked[:5], *asked]:
            started = time.perf_counter()
            found = team.find(build_query(text), CANDIDATES, Filters(in_force=True))
            middle = time.perf_counter()
            (vector,) = embedder().embed([text])
            names = {"vector": halfvec(vector), "workspace": workspace, "text": text}
            link.execute(HYBRID, names).fetchall()
            times["ours"].append((middle - started) * 1e3)
            times["peer"].append((time.perf_counter() - middle) * 1e3)
            keys = {(c.store.root, c.memory.path) for c in found.candidates}
            exact = nearest(url, (workspace,), text)
            recalls.append(len(exact & keys) / max(1, len(exact)))
    p50 = {side: statistics.median(spent[5:]) for side, spent in times.items()}
    return {
        "ours_ms": round(p50["ours"], 1),
        "peer_ms": round(p50["peer"], 1),
        f"recall@{NEAREST}": round(statistics.mean(recalls), 4),
        f"worst recall@{NEAREST}": round(min(recalls), 4),
    }
