"""A retriever of LangChain over a `MemoryRetriever`, of files or of a team database."""

from typing import Any

from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever


class Memories(BaseRetriever):
    retriever: Any
    k: int = 5

    def _get_relevant_documents(self, query, *, run_manager):
        found = self.retriever.query(query, top_k=self.k)
        return [
            Document(
                page_content=f"{r.title}\n{r.text}",
                metadata={"id": r.id, "path": r.path},
            )
            for r in found
        ]
