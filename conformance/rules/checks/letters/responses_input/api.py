"""What Responses refuses of the items that came of messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from conformance.apis.oracles.table import rule
from conformance.base.values import JSON, equal
from conformance.formats.facts import INLINE, USE, word
from conformance.formats.responses.items import Items, read_output
from conformance.rules.checks.api import SCHEMA, Refused, not_owed, refused_items
from conformance.rules.checks.letters.responses_input.view import ResponsesInput

# What becomes of parts that have no twin: no input of this API could have held them.
_WITHOUT_TWIN = ("output_image", "input_audio")
_CUSTOM = ("custom_tool_call", "custom_tool_call_output")
_TEXTS = ("input_text", "output_text", "refusal")
# Parts that a document requires and no API knows.
_OF_DOCUMENTS = ("tool_result", "tool_use")


def input_refusals(view: ResponsesInput) -> list[Refused] | None:
    """Return what the API refuses; where the source has a malformed message, of items for custom tools alone."""
    if view.items is None or not view.items.items:
        return None
    if view.is_broken:
        return list(_refused_of_custom_tools(view, view.items)) if view.conversation.custom else None
    found = list(_item_refusals(view, view.items))

    def owed() -> Iterable[Refused]:
        items = read_output(view.expected())
        # What most converters return is what is owed: it need not be asked about again.
        same = items is not None and view.items is not None and equal(items.items, view.items.items)
        return found if same else _item_refusals(view, items)

    return [replace(refusal, path=(*view.items.base, *refusal.path)) for refusal in not_owed(found, owed)]


def _refused_of_custom_tools(view: ResponsesInput, items: Items) -> Iterator[Refused]:
    for refused_item in refused_items(with_texts(items.items), view.trial.profile):
        item = (
            items.items[refused_item.path[0]] if refused_item.path and isinstance(refused_item.path[0], int) else None
        )
        is_custom = word(item) in _CUSTOM and word(item, "call_id") in view.conversation.custom
        # Of the messages beside them, other rules judge the content, but for what is no text in the part of one.
        is_judged = len(refused_item.path) <= 2 or _is_in_text(items.items, refused_item.path)
        if refused_item.rule == SCHEMA and (
            is_custom or (view.is_broken_by_customs and is_judged and isinstance(item, dict))
        ):
            yield replace(refused_item, path=(*items.base, *refused_item.path))


def _is_in_text(items: JSON, path: tuple[str | int, ...]) -> bool:
    """Whether a path leads into a part of a message that is a text, or has no type."""
    return path[1] == "content" and isinstance(path[2], int) and word(_at(items, path[:3])) in (None, *_TEXTS)


def _item_refusals(view: ResponsesInput, items: Items | None) -> Iterator[Refused]:
    """Yield what is refused of some items, with paths from their list."""
    if items is None:
        return
    kinds = {fact.kind for fact in items.found}
    for refused_item in refused_items(with_texts(items.items), view.trial.profile):
        found = _charged(view, refused_item, items.items, kinds)
        if found is not None:
            yield found


def with_texts(items: list[JSON]) -> list[JSON]:
    """Return items with a text in the place of each part of a message that has no twin.

    Nothing is charged of such a part, and saying what is wrong with one takes longer than all else.
    """
    return list(map(_with_texts, items))


def _with_texts(item: JSON) -> JSON:
    content = item.get("content") if isinstance(item, dict) else None
    if not isinstance(item, dict) or not isinstance(content, list):
        return item
    text = {"type": "output_text" if item.get("role") == "assistant" else "input_text", "text": "-"}
    parts: list[JSON] = [text if _is_without_twin(part, item.get("role")) else part for part in content]
    return item | {"content": parts}


def _is_without_twin(part: JSON, role: JSON) -> bool:
    kind = word(part)
    return kind in _WITHOUT_TWIN or (kind == "input_image" and role == "assistant")


def _charged(view: ResponsesInput, refusal: Refused, items: JSON, kinds: set[str]) -> Refused | None:
    """Return a refusal with the form that a document requires, where it does; None for another rule's matter."""
    if refusal.rule == "part-type-for-role":
        type_ = _at(items, refusal.path)
        if not any(type_ in known for known in rule(refusal.rule).limit("*").values()):
            return replace(refusal, rule=SCHEMA, form=type_ if type_ in _OF_DOCUMENTS else "")
    elif refusal.rule == "call-unanswered" and INLINE in kinds:
        return replace(refusal, form="turns as parts" if "parts" in view.turns else "inline parts")
    elif refusal.rule == "output-without-call" and USE in kinds:
        return replace(refusal, form="inline parts")
    return refusal


def _at(value: JSON, path: tuple[str | int, ...]) -> JSON:
    for step in path:
        value = value[step]
    return value
