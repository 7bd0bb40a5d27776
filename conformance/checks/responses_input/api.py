"""What the Responses API takes as input, by hand-written rules (API-1, API-2)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import oracle
from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.checks.responses_input.conversation import well_paired
from conformance.checks.responses_input.items import Items
from conformance.checks.responses_input.view import ResponsesInput
from conformance.formats.facts import CALL, INLINE, RESULT, TEXT, USE, Fact, word
from conformance.formats.responses import is_message
from conformance.values import ABSENT, JSON

LONGEST_CALL_ID = 64
_ROLES = ("user", "assistant", "system", "developer")
# Keys that the API knows, by the type of an item or a part (openai 3.54's parameter types).
_ITEM_KEYS = {
    "message": {"type", "role", "content", "id", "status", "phase"},
    "function_call": {"type", "call_id", "name", "arguments", "id", "status", "namespace", "caller", "async"},
    "function_call_output": {"type", "call_id", "output", "id", "status", "caller"},
}
_PART_KEYS = {
    "input_text": {"type", "text", "prompt_cache_breakpoint"},
    "output_text": {"type", "text", "annotations", "logprobs"},
    "refusal": {"type", "refusal"},
    "input_image": {"type", "image_url", "detail", "file_id", "prompt_cache_breakpoint"},
    "input_file": {"type", "file_id", "file_data", "filename", "file_url", "detail", "prompt_cache_breakpoint"},
}
_BY_ROLE = {"assistant": ("output_text", "refusal")}
_OF_OTHERS = ("input_text", "input_image", "input_file")
# What the contract makes of a source that has no twin: no input of this API could have held it.
_EXEMPT = ("output_image", "input_audio")


def _judged(view: ResponsesInput) -> bool:
    """Whether the input is one that the API could have taken in its own form."""
    return view.items is not None and not view.is_broken and bool(view.items.items)


def _passed_on(view: ResponsesInput) -> set[tuple[str | int, ...]]:
    """Return the places of parts that the API does not know and the source has."""
    return {pair.found.at for pair in view.pairs if pair.found is not None and pair.owed.is_optional
            and pair.owed.kind != TEXT}  # fmt: skip


def api_schema(view: ResponsesInput) -> Findings:
    """API-1: items and parts are of types that the API knows, with keys that it knows, each of its type."""
    if not _judged(view) or view.items is None:
        return None
    return tuple(_forms(view, view.items)) or oracle.failures(view.refused, lambda: _rules(view), by_schema=True)


def _forms(view: ResponsesInput, items: Items) -> Iterator[Failure]:
    passed = _passed_on(view)
    for index, item in enumerate(items.items):
        path = (*items.base, index)
        if not isinstance(item, dict):
            yield Failure("no-item", output_at(*path), f"the API takes no {brief(item)} as an item")
            continue
        yield from _item_failures(item, path)
        if is_message(item):
            for number, part in enumerate(item["content"] if isinstance(item.get("content"), list) else ()):
                place = (*path, "content", number)
                if place not in passed:
                    yield from _part_failures(part, place)
        elif item.get("type") == "function_call_output":
            for number, part in enumerate(item["output"] if isinstance(item.get("output"), list) else ()):
                if not _came_like_this(view, part):
                    yield from _part_failures(part, (*path, "output", number))


def _came_like_this(view: ResponsesInput, part: JSON) -> bool:
    """Whether a part of a result's list is of a type that only the source knows."""
    type_ = word(part)
    return isinstance(type_, str) and type_ not in _PART_KEYS and type_ not in ("text", "image_url", "file")


def _item_failures(item: JSON, path: tuple[str | int, ...]) -> Iterator[Failure]:
    kind = "message" if is_message(item) else word(item)
    if kind not in _ITEM_KEYS:
        yield Failure("item-type", output_at(*path), f"the API takes no item of type {brief(kind)} here")
        return
    for key, value in item.items():
        if key not in _ITEM_KEYS[kind] and value is not None:
            yield Failure("item-key", output_at(*path, key), f"Unknown parameter: {key} of a {kind}")
    if kind == "message":
        if item.get("role") not in _ROLES:
            message = f"Invalid value: {brief(item.get('role'))}. Supported values are {', '.join(_ROLES)}"
            yield Failure("role", output_at(*path, "role"), message)
        if not isinstance(item.get("content"), str | list):
            yield Failure("content", output_at(*path), "Missing required parameter: 'content'")
        return
    wanted: dict[str, tuple[type, ...]] = {"call_id": (str,)}
    wanted |= {"name": (str,), "arguments": (str,)} if kind == "function_call" else {"output": (str, list)}
    for key, types in wanted.items():
        value = item.get(key, ABSENT)
        if not isinstance(value, types):
            got = "none" if value is ABSENT else brief(value)
            yield Failure(f"type-of-{key}", output_at(*path), f"{key} of a {kind}: the API does not take {got}")


def _part_failures(part: JSON, path: tuple[str | int, ...]) -> Iterator[Failure]:
    type_ = word(part)
    if type_ in _EXEMPT:
        return
    if type_ not in _PART_KEYS:
        yields_to = {"tool_result": "MSG-5", "tool_use": "MSG-3"}.get(str(type_))
        yield Failure("part-type", output_at(*path), f"the API knows no part of type {brief(type_)}", yields_to)
        return
    for key, value in part.items():
        if key not in _PART_KEYS[type_] and value is not None:
            yield Failure("part-key", output_at(*path, key), f"Unknown parameter: {key} of an {type_} part")
    key = {"refusal": "refusal", "input_image": "image_url", "input_file": ""}.get(type_, "text")
    if key and not isinstance(part.get(key), str) and not (key == "image_url" and part.get("file_id")):
        yield Failure("part-value", output_at(*path), f"{key} of an {type_} part: the API takes a text")


def api_rules(view: ResponsesInput) -> Findings:
    """API-2: what no schema says: part types by role, a call for every output and an output for every call, ids."""
    if not _judged(view) or view.items is None:
        return None
    items = view.items
    return tuple(_rules(view)) or oracle.failures(view.refused, lambda: _forms(view, items), by_schema=False)


def _rules(view: ResponsesInput) -> Iterator[Failure]:
    yield from _parts_by_role(view)
    yield from _ids(view)
    if well_paired(view.conversation):
        yield from _call_for_output(view)


def _parts_by_role(view: ResponsesInput) -> Iterator[Failure]:
    passed = _passed_on(view)
    for index, item in enumerate(view.items.items if view.items is not None else ()):
        if not is_message(item) or not isinstance(item.get("content"), list):
            continue
        known = _BY_ROLE.get(word(item, "role") or "", _OF_OTHERS)
        for number, part in enumerate(item["content"]):
            type_ = word(part)
            path = (*(view.items.base if view.items is not None else ()), index, "content", number)
            if type_ in known or type_ not in _PART_KEYS or path in passed:
                continue  # what the API does not know at all is the schema's matter
            if type_ == "input_image" and item.get("role") == "assistant":
                continue  # Chat knows no image of the assistant either
            message = f"Invalid value: {type_!r}. Supported values are: {' and '.join(map(repr, known))}"
            yield Failure("part-by-role", output_at(*path), message)


def _ids(view: ResponsesInput) -> Iterator[Failure]:
    items = view.items.items if view.items is not None else []
    base = view.items.base if view.items is not None else ()
    for index, item in enumerate(items):
        identity = item.get("id") if isinstance(item, dict) and is_message(item) else None
        if identity is not None and not (isinstance(identity, str) and identity.startswith("msg")):
            message = f"Invalid id {brief(identity)}: a message's begins with 'msg'"
            yield Failure("message-id", output_at(*base, index, "id"), message)
    longest = {pair.found.at: pair.owed.value[0] for pair in view.of_kind(CALL, RESULT, USE, INLINE)
               if pair.found is not None and isinstance(pair.owed.value[0], str)}  # fmt: skip
    for one in view.items.found if view.items is not None else ():
        if one.kind in (CALL, RESULT) and isinstance(one.value[0], str) and len(one.value[0]) > LONGEST_CALL_ID:
            if len(longest.get(one.at, "")) <= LONGEST_CALL_ID:
                message = f"call_id is too long: {len(one.value[0])} characters, {LONGEST_CALL_ID} are taken"
                yield Failure("long-id", output_at(*one.at, "call_id"), message)


def _call_for_output(view: ResponsesInput) -> Iterator[Failure]:
    found: tuple[Fact, ...] = view.items.found if view.items is not None else ()
    calls: dict[object, int] = {}
    answered: dict[object, int] = {}
    as_parts = any(one.kind == INLINE for one in found)
    for one in found:
        if one.kind not in (CALL, RESULT) or not isinstance(one.value[0], str):
            continue
        table = calls if one.kind == CALL else answered
        table[one.value[0]] = table.get(one.value[0], 0) + 1
        if one.kind == RESULT and answered[one.value[0]] > calls.get(one.value[0], 0):
            message = f"No tool call found for function call output with call_id {one.value[0]}."
            yield Failure("no-call", output_at(*one.at), message, _for_parts(view, USE))
    for one in found:
        if one.kind == CALL and isinstance(one.value[0], str) and calls[one.value[0]] > answered.get(one.value[0], 0):
            message = f"No tool output found for function call {one.value[0]}."
            yields_to = ("MSG-5" if "parts" in view.turns else "MSG-3") if as_parts else None
            yield Failure("no-output", output_at(*one.at), message, yields_to)


def _for_parts(view: ResponsesInput, kind: str) -> str | None:
    return "MSG-3" if any(one.kind == kind for one in (view.items.found if view.items is not None else ())) else None
