"""Asks another memory system for rankings: run by lab/benchmarks/proof.py with the Python of that system's environment.

    PYTHON lab/benchmarks/rivals.py mem0|basic-memory JOB

JOB is a JSON file {"memories": [[id, text]], "prompts": [text]}; the rankings, a list of ids for each prompt, replace
its content. Both embed with the ONNX model in the folder MEMORIES_EMBED_MODEL. No model writes or judges anything.
"""

import asyncio
import functools
import json
import os
import pathlib
import shutil
import sys
import tempfile

MODEL = "sentence-transformers/all-MiniLM-L6-v2"
DIMENSIONS = 384
TOKENIZER = {
    "tokenizer_config.json": {
        "model_max_length": 256,
        "tokenizer_class": "BertTokenizer",
        "pad_token": "[PAD]",
    },
    "special_tokens_map.json": {
        "unk_token": "[UNK]",
        "pad_token": "[PAD]",
        "cls_token": "[CLS]",
        "sep_token": "[SEP]",
    },
}
DEPTH = 20  # of a ranking; what is measured ends at 10


def main():
    system, job = sys.argv[1], pathlib.Path(sys.argv[2])
    given = json.loads(job.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, HF_HUB_OFFLINE="1")
        _local_model(folder + "/model")
        rankings = {"mem0": mem0, "basic-memory": basic_memory}[system](
            given["memories"], given["prompts"], folder
        )
    job.write_text(json.dumps(rankings))
    os._exit(0)  # basic-memory leaves a thread that never ends


def _local_model(folder):
    """Has fastembed load the model's folder instead of asking a hub; two files that it wants are made up."""
    from fastembed import TextEmbedding

    shutil.copytree(os.environ["MEMORIES_EMBED_MODEL"], folder)
    for name, value in TOKENIZER.items():
        pathlib.Path(folder, name).write_text(json.dumps(value))
    TextEmbedding.__init__ = functools.partialmethod(
        TextEmbedding.__init__, specific_model_path=folder
    )


def mem0(memories, prompts, folder):
    """mem0ai as a library: qdrant on disk, each memory stored as it is (`infer=False`)."""
    os.environ.update(MEM0_DIR=folder, MEM0_TELEMETRY="False", OPENAI_API_KEY="none")
    from mem0 import Memory

    store = {
        "path": folder + "/qdrant",
        "on_disk": True,
        "embedding_model_dims": DIMENSIONS,
        "collection_name": "all",
    }
    config = {
        "vector_store": {"provider": "qdrant", "config": store},
        "embedder": {
            "provider": "fastembed",
            "config": {"model": MODEL, "embedding_dims": DIMENSIONS},
        },
        "history_db_path": folder + "/history.db",
    }
    opened = Memory.from_config(config)
    for key, text in memories:
        if text.strip():
            opened.add(text, user_id="one", infer=False, metadata={"key": key})

    def search(prompt):
        hits = opened.search(prompt, filters={"user_id": "one"}, top_k=DEPTH)["results"]
        return [hit["metadata"]["key"] for hit in hits]

    return [search(prompt) if prompt.strip() else [] for prompt in prompts]


def basic_memory(memories, prompts, folder):
    """basic-memory: a note for each memory, indexed as its command `reindex` does, and the search of its MCP server."""
    import pysqlite3  # an SQLite that loads extensions

    sys.modules["sqlite3"] = pysqlite3
    os.environ["BASIC_MEMORY_SEMANTIC_EMBEDDING_MODEL"] = MODEL
    notes = pathlib.Path(folder, "basic-memory")
    notes.mkdir()
    for number, (_, text) in enumerate(memories):
        (notes / f"{number}.md").write_text(
            f"---\ntitle: m{number}\ntype: note\n---\n\n{text}\n", encoding="utf-8"
        )
    from basic_memory.cli.main import app
    from basic_memory.mcp.tools.search import search_notes

    app(["reindex"], standalone_mode=False)

    async def search():
        for prompt in prompts:
            hits = (
                (
                    await search_notes(
                        query=prompt, page_size=DEPTH, output_format="json"
                    )
                )["results"]
                if prompt
                else []
            )
            yield [
                memories[int(pathlib.Path(hit["file_path"]).stem)][0] for hit in hits
            ]

    async def everything():
        return [ranking async for ranking in search()]

    return asyncio.run(everything())


if __name__ == "__main__":
    main()
