"""The form of a new or an edited record. A refusal or a conflict with another writer never loses what was typed."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from memory_retrieval.core.categories import BY_KEY
from memory_retrieval.core.errors import RecordError
from memory_retrieval.core.model import CATEGORIES

from .. import forms
from ..forms import Field
from ..present import address
from ..security import one
from ..values import Change, Document
from ..view import Note, NotFound, View
from .memory import noted

OFFERED = 8  # records that the words of a picker find


def new(view: View) -> Response:
    category = view.query.get("category", "")
    if category not in CATEGORIES:
        return view.page("new.html", here="memories", categories=[BY_KEY[name] for name in CATEGORIES])
    fields = forms.filled(category, {"title": view.query.get("title", "")})
    return _form(view, fields, category, action="/memories/new", title="New " + category.replace("_", " "))


def create(view: View) -> Response:
    category = one(view.form, "category")
    if category not in CATEGORIES:
        raise NotFound("There is no category %s" % category[:40])
    fields = forms.posted(category, view.form)
    page: dict[str, Any] = {"action": "/memories/new", "title": "New " + category.replace("_", " ")}
    if "more" in view.form:
        return _form(view, fields, category, more=one(view.form, "more"), **page)
    record = forms.record_of(fields)
    data = {**forms.without_blanks(record), "content": forms.without_blanks(record["content"])}
    try:
        outcome = view.writer.save(Change("", category, data))
    except RecordError as error:
        rest = forms.assign_problems(fields, error.problems)
        return _form(view, fields, category, status=422, rest=rest, **page)
    row = view.source.at(outcome.path)
    return view.to(
        "/memories/" + address(row.key) if row else "/memories", noted(view.writer, "Saved.", outcome, "project")
    )


def show(view: View) -> Response:
    document = _document(view)
    if _step(document):
        return view.to("/memories/" + address(document.row.key), Note(_step(document), good=False))
    fields = forms.filled(document.row.memory.kind, document.raw)
    return _edit_form(view, document, fields, document.digest)


def save(view: View) -> Response:
    document = _document(view)
    kind, digest = document.row.memory.kind, one(view.form, "digest")
    fields = forms.posted(kind, view.form)
    if "more" in view.form:
        return _edit_form(view, document, fields, digest, more=one(view.form, "more"))
    if _step(document):
        return _edit_form(
            view, document, fields, digest, status=409, rest=[_step(document)], summary=one(view.form, "change_summary")
        )
    data = forms.flat(fields, document.raw) if document.store == "patterns" else forms.whole(fields, document.raw)
    summary = one(view.form, "change_summary").strip()
    if summary and document.store != "patterns":
        data["change_summary"] = summary
    try:
        outcome = view.writer.save(Change(document.row.key, kind, data, digest or "0" * 64))
    except RecordError as error:
        if any(problem.code == "stale" for problem in error.problems):
            return _conflict(view, document, fields, summary)
        rest = forms.assign_problems(fields, error.problems)
        return _edit_form(view, document, fields, digest, status=422, rest=rest, summary=summary)
    text = "Saved." if outcome.changed else "Nothing changed."
    row = view.source.at(outcome.path) or view.source.row(document.row.key)
    return view.to(
        "/memories/" + address(row.key if row else document.row.key), noted(view.writer, text, outcome, document.store)
    )


def add_item(fields: list[Field], more: str) -> list[Field]:
    """Appends an empty item to empty lists and to the field named by `more`."""
    for f in fields:
        if f.kind in ("lines", "pairs"):
            blank: Any = [""] * len(f.parts) if f.kind == "pairs" else ""
            f.value = [*f.value, blank] if not f.value or f.name == more else f.value
    return fields


def offer(view: View, fields: list[Field], own: str = "") -> list[Field]:
    """Gives each field of picks the records that are chosen, and those that the words beside it find.

    own  the id of the record itself, which is not offered
    """
    titles = {row.memory.id: row.memory.title for row in view.source.rows() if row.memory.kind in CATEGORIES}
    sought = one(view.form, "sought").strip()
    for f in fields:
        if f.kind == "picks":
            hits = view.source.retrieve(sought, "search", limit=OFFERED).chosen if sought else ()
            found = [hit.memory.id for hit in hits if hit.memory.kind in CATEGORIES]
            ids = [id for id in dict.fromkeys([*f.value, *found]) if id and id != own]
            f.offered = [(id, titles.get(id, id)) for id in ids]
    return fields


def _document(view: View) -> Document:
    document = view.source.document(view.path["key"])
    name = view.path["key"].partition("/")[2]
    if document is None and view.form and view.source.broken_text(view.path["key"]):
        raise RecordError("The file of %s is no longer a valid memory; fix it in your editor" % name)
    if document is None:
        raise NotFound("There is no memory %s to edit" % name)
    if not document.editable:
        raise NotFound("%s is not edited here" % document.row.memory.path)
    return document


def _step(document: Document) -> str:
    """What must be done before the record can be edited; "" for nothing. Patterns are edited in any state."""
    status = document.row.memory.status if document.store != "patterns" else "active"
    return {
        "retired": "This record is retired: restore it, then edit it.",
        "archived": "This record is archived: restore it, then edit it.",
    }.get(status, "")


def _conflict(view: View, document: Document, fields: list[Field], summary: str) -> Response:
    """The posted form beside the present record. The form now has the present digest, so saving again overwrites it."""
    theirs = {f.name: f.value for f in forms.filled(document.row.memory.kind, document.raw)}
    differing = [(f, theirs[f.name]) for f in fields if _normalized(f.value) != _normalized(theirs[f.name])]
    return _edit_form(
        view, document, fields, document.digest, status=409, differing=differing, conflict=True, summary=summary
    )


def _normalized(value: Any) -> Any:
    """The value without empty items and surrounding white space, for comparison."""
    if isinstance(value, list):
        return [item for item in map(_normalized, value) if item and any(item)]
    return value.strip() if isinstance(value, str) else value


def _edit_form(view: View, document: Document, fields: list[Field], digest: str, **more: Any) -> Response:
    key = document.row.key
    return _form(
        view,
        fields,
        document.row.memory.kind,
        own=document.row.memory.id,
        action="/edit/" + address(key),
        title="Edit “%s”" % document.row.memory.title,
        digest=digest,
        back="/memories/" + address(key),
        history=document.store != "patterns",
        **more,
    )


def _form(
    view: View, fields: list[Field], category: str, *, status: int = 200, more: str = "", own: str = "", **values: Any
) -> Response:
    """`more` names the field that gets another empty item; `own` is the id of the record, "" for a new one."""
    shown = {
        "rest": [],
        "differing": [],
        "conflict": False,
        "digest": "",
        "back": "/memories",
        "history": False,
        "summary": "",
        **values,
    }
    return view.page(
        "edit.html",
        status,
        here="memories",
        fields=add_item(offer(view, fields), more),
        category=category,
        more=more,
        **shown,
    )
