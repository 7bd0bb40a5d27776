"""Reads what a Responses request has as its input: what it says, and what it holds beside that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import JSON
from conformance.formats.content import read_content, read_returned
from conformance.formats.facts import word
from conformance.formats.model import conversation as model
from conformance.formats.model.conversation import FUNCTION, Arguments, Call, Result, Text, Turn
from conformance.formats.model.fact import Path
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.talk import BROKEN, CUSTOM, HOSTED, REASONING, UNKNOWN, SourceEntry
from conformance.formats.parts import RESPONSES_PARTS
from conformance.formats.responses.facts import items_of
from conformance.formats.responses.read import CALLS, FORMAT, RESULTS, SPEAKERS

_HOSTED: Final = frozenset({
    "additional_tools", "apply_patch_call", "apply_patch_call_output", "code_interpreter_call", "compaction",
    "computer_call", "computer_call_output", "file_search_call", "image_generation_call", "item_reference",
    "local_shell_call", "local_shell_call_output", "mcp_approval_request", "mcp_approval_response", "mcp_call",
    "mcp_list_tools", "shell_call", "shell_call_output", "tool_search_call", "tool_search_output",
    "web_search_call",
})  # fmt: skip

_FORMS: Final[dict[type, str]] = {str: model.TEXT, list: model.PARTS}


def input_items(given: JSON) -> tuple[list[JSON] | None, Path]:
    """Return the items of an input and their path; None where it is no list, no text, and no object with one."""
    items, path = items_of(given, "input")
    if isinstance(given, dict) and isinstance(items, str):
        items = [{"role": "user", "content": items}]
    return (items, path) if isinstance(items, list) else (None, ())


def read_input(given: JSON) -> Iterator[SourceEntry]:
    """Yield the instructions and the items of an input; nothing of one that has no items."""
    items, path = input_items(given)
    if items is None:
        return
    said, at = given.get("instructions") if isinstance(given, dict) else None, ("instructions",)
    if said is not None:
        text = Text(value=said if isinstance(said, str) else "", at=(at,))
        turn = Turn(speaker=model.SYSTEM, is_apart=True, form=model.TEXT, says=(text,), at=(at,))
        yield SourceEntry(turn, None if isinstance(said, str) else BROKEN)
    for place, item in enumerate(items):
        yield _entry(item, (*path, place))


def read_output(item: JSON) -> ParsedSide:
    """Read one item as the result of a call."""
    return read_returned(item, FORMAT, ("type", "function_call_output"), "call_id", "output")


def _entry(item: JSON, at: Path) -> SourceEntry:
    type_ = word(item)
    id_ = word(item, "call_id")
    if isinstance(item, dict) and item.get("type") in (None, "message"):
        if word(item, "role") in SPEAKERS and isinstance(item.get("content"), str | list):
            says = tuple(read_content(item["content"], (*at, "content"), FORMAT, RESPONSES_PARTS))
            form = _FORMS[type(item["content"])]
            return SourceEntry(Turn(speaker=SPEAKERS[item["role"]], says=says, form=form, at=(at,)))
        return _marked_entry(item, at, BROKEN, id_)
    if type_ in CALLS:
        kind, held = CALLS[type_]
        name, group, given = (word(item, key) for key in ("name", "namespace", held))
        call = Call(kind=kind, id=id_, name=name, group=group, arguments=Arguments(text=given), at=(at,))
        if kind == FUNCTION and not (id_ and name and given is not None):
            return _marked_entry(item, at, BROKEN, id_)
        turn = Turn(speaker=model.MODEL, says=(call,), form="", at=(at,))
        return SourceEntry(turn) if kind == FUNCTION else SourceEntry(turn, CUSTOM, id_, type_)
    if type_ in RESULTS:
        form = _FORMS.get(type(item.get("output")), "")
        says = tuple(read_content(item.get("output"), (*at, "output"), FORMAT, RESPONSES_PARTS))
        result = Result(kind=RESULTS[type_], id=id_, form=form, content=says, at=(at,))
        if result.kind == FUNCTION and not (id_ and form):
            return _marked_entry(item, at, BROKEN, id_)
        turn = Turn(speaker=model.TOOL, says=(result,), form="", at=(at,))
        return SourceEntry(turn) if result.kind == FUNCTION else SourceEntry(turn, CUSTOM, id_, type_)
    mark = BROKEN if not type_ else REASONING if type_ == "reasoning" else HOSTED if type_ in _HOSTED else UNKNOWN
    return _marked_entry(item, at, mark, id_)


def _marked_entry(item: JSON, at: Path, mark: str, id_: str | None) -> SourceEntry:
    """Return what nothing more is read of."""
    type_ = word(item) or ""
    speaker = model.TOOL if type_.endswith("_output") else SPEAKERS.get(word(item, "role") or "")
    return SourceEntry(Turn(speaker=speaker, form="", at=(at,)), mark, id_, type_)
