"""A retriever of LlamaIndex over a `MemoryRetriever`, of files or of a team database."""

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, TextNode


class Memories(BaseRetriever):
    def __init__(self, retriever, k=5):
        super().__init__()
        self.retriever, self.k = retriever, k

    def _retrieve(self, query_bundle):
        found = self.retriever.query(query_bundle.query_str, top_k=self.k)
        return [
            NodeWithScore(
                node=TextNode(id_=r.id, text=f"{r.title}\n{r.text}"), score=r.similarity
            )
            for r in found
        ]
