"""A `WritableStore` without a disk: a dictionary of files. The rules that are tested over it are the real ones."""

import contextlib

from memory_retrieval.core import config
from memory_retrieval.core.model import FOLDERS
from memory_retrieval.save.batch import serialize
from memory_retrieval.save.draft import PATTERN_KINDS
from memory_retrieval.store import catalog
from memory_retrieval.store.reader import parse_record


class MemoryStore:
    base, graph = "memory:", None

    def __init__(self, kind="project", related=(), settings=None):
        self.kind, self.prefix = kind, ".memories/" if kind == "patterns" else ".claude/memory/"
        self.files, self.made = {}, False
        self.related, self.copies = set(related), {}
        self.readings = self.commits = 0
        self.config = config.Config(settings)

    def exists(self):
        return self.made

    def create(self):
        self.made = True

    def locked(self):
        return contextlib.nullcontext()

    def entries(self):
        self.readings += 1
        memories = [self._parse(path)[0] for path in sorted(self.files)]
        return [catalog.from_memory(memory) for memory in memories if memory is not None]

    def read(self, entry):
        memory, raw, problems = self._parse(entry.path)
        return (None if memory is None else raw), problems

    def content(self, path):
        return self.files.get(path)

    def holds(self, path):
        return path in self.files

    def ids(self, folders=()):
        parts = [path.rsplit("/", 2) for path in self.files]
        return {name[:-5] for _, folder, name in parts if not folders or folder in folders}

    def has_related(self, path):
        return path in self.related

    def owner_of_copy(self, id):
        return self.copies.get(id, "")

    def path(self, folder, id):
        return self.prefix + folder + "/" + id + ".json"

    def absolute(self, path):
        return "/memory/" + path

    def shown(self, path):
        return path

    def similar(self, text, gist, own):
        return []

    def commit(self, batch, entries=None):
        self.commits += 1
        for verb, path, value in batch.steps:
            if verb == "put":
                self.files[path] = serialize(value)
            else:
                self.files.pop(path)

    def refresh_index(self, entries):
        return []

    # --- for tests ---

    def record(self, path):
        return self._parse(path)[1]

    def _parse(self, path):
        folder = path.rsplit("/", 2)[1]
        kinds = {name: kind for kind, name in FOLDERS.items()}
        if self.kind == "patterns":
            kinds = {policy.folder: kind for kind, policy in PATTERN_KINDS.items()}
        return parse_record(self.files[path].decode(), path, kinds[folder])


def record(id="old", **fields):
    """A valid decision; fields given here replace its own."""
    content = {"status": "accepted", "context": "c", "decision": "d", "rationale": ["r"]}
    base = {"schema_version": "1.0", "category": "decision", "id": id, "title": id.title(), "record_status": "active"}
    times = {"created_at": "2026-05-01T08:00:00Z", "updated_at": "2026-05-01T08:00:00Z"}
    return {**base, **times, "tags": ["a"], "content": content, **fields}
