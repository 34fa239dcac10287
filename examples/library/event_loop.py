"""Asks a team database several questions at once, from an event loop.

    python event_loop.py postgresql://db.example/memories
"""

import asyncio
import sys

from memory_retrieval import AsyncMemoryRetriever

QUESTIONS = ("offline download database is locked", "TopologyException on publishing")


async def main():
    async with AsyncMemoryRetriever(db_url=sys.argv[1]) as retriever:
        calls = [retriever.query(question, top_k=1) for question in QUESTIONS]
        for (result,) in await asyncio.gather(*calls):
            print(result.id)


asyncio.run(main())
