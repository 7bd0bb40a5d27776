"""Contrasts of Chat messages and Responses items. A text replaces a part, so that its message keeps content."""

from __future__ import annotations

from collections.abc import Callable, Collection

from conformance.base.values import JSON
from conformance.formats.chat.calls import written_calls
from conformance.formats.facts import word
from conformance.formats.model.conversation import CUSTOM
from conformance.formats.parts import texts_of
from conformance.formats.responses.calls import call_item, is_function_call, is_function_result
from conformance.formats.responses.read import called
from conformance.inputs.contrasts.model import Contrast, rewritten

TEXT = "Hi"
Member = dict[str, JSON]
_CHAT_PARTS = ("text", "image_url", "file", "input_audio", "refusal")


def _text_part(part: Member, role: JSON) -> Member:
    """Return a text in the place of a part. role: of the message; a part of a response has none of Chat's types."""
    kept = {"annotations": part.get("annotations", [])} if role == "response" else {}
    types = {"chat": "text", "assistant": "output_text", "response": "output_text"}
    return {"type": types.get(str(role), "input_text"), "text": TEXT, **kept}


def _is_message(member: Member) -> bool:
    return "role" in member and isinstance(member.get("content"), list)


def _chat_parts_as_text(replaced: Callable[[Member], bool]) -> Callable[[JSON], JSON]:
    """Return what replaces some parts of Chat messages by a text."""

    def change(member: Member) -> JSON:
        if not _is_message(member):
            return member
        content = [_text_part(part, "chat") if _is(part, replaced) else part for part in member["content"]]
        return member | {"content": content}

    return lambda value: rewritten(value, change)


def _item_parts_as_text(*types: str) -> Callable[[JSON], JSON]:
    """Return what replaces parts of some types in Responses messages by a text."""

    def change(member: Member) -> JSON:
        if not _is_message(member):
            return member
        role = "response" if "status" in member and member["role"] == "assistant" else member["role"]
        content = [_text_part(part, role) if word(part) in types else part for part in member["content"]]
        return member | {"content": content}

    return lambda value: rewritten(value, change)


def _is(part: JSON, replaced: Callable[[Member], bool]) -> bool:
    return isinstance(part, dict) and replaced(part)


def _of_types(types: Collection[str]) -> Callable[[Member], bool]:
    return lambda part: word(part) in types


def _no_refusals_or_developers(value: JSON) -> JSON:
    """Replace refusals by texts, and developer messages by system messages."""

    def change(member: Member) -> JSON:
        if member.get("role") == "developer":
            member = member | {"role": "system"}
        if member.get("role") == "assistant" and isinstance(member.get("refusal"), str):
            content = member.get("content") or TEXT
            member = {key: given for key, given in member.items() if key != "refusal"} | {"content": content}
        return member

    return rewritten(_chat_parts_as_text(_of_types(("refusal",)))(value), change)


def _no_cache_control(value: JSON) -> JSON:
    def change(member: Member) -> JSON:
        return {key: given for key, given in member.items() if key != "cache_control"}

    return rewritten(value, change)


def _results_as_text(value: JSON) -> JSON:
    """Replace each list that is the result of a call by its text."""

    def change(member: Member) -> JSON:
        for key, is_result in (
            ("content", member.get("role") == "tool"),
            ("output", is_function_result(member)),
        ):
            if is_result and isinstance(member.get(key), list):
                types = {"text": "text", "input_text": "text", "output_text": "text"}
                return member | {key: "".join(texts_of(member[key], types)) or TEXT}
        return member

    return rewritten(value, change)


def _unique_ids(value: JSON) -> JSON:
    """Give each call an id of its own, and its result the same one."""
    if not isinstance(value, list):
        return value
    renamed: dict[JSON, str] = {}
    count = 0
    for message in value:
        if not isinstance(message, dict):
            continue
        for call in written_calls(message):
            if isinstance(call, dict) and isinstance(call.get("id"), str):
                count += 1
                renamed[call["id"]] = call["id"] = f"call_{count}"
        if message.get("role") == "tool" and isinstance(message.get("tool_call_id"), str):
            message["tool_call_id"] = renamed.get(message["tool_call_id"], message["tool_call_id"])
    return value


def _turns_with_text(value: JSON) -> JSON:
    def change(member: Member) -> JSON:
        if member.get("role") == "assistant" and not member.get("content"):
            return member | {"content": TEXT}
        return member

    return rewritten(value, change)


def _items(keep: Callable[[JSON], bool]) -> Callable[[JSON], JSON]:
    """Return what leaves items out: of a list of items, or of the `input` or the `output` of an object."""

    def remove(value: JSON) -> JSON:
        if isinstance(value, list):
            return [item for item in value if keep(item)]
        if isinstance(value, dict):
            return value | {key: remove(value[key]) for key in ("input", "output") if key in value}
        return value

    return remove


def _no_instructing(value: JSON) -> JSON:
    """Let the user say what system and developer items say, and leave the instructions out."""

    def change(member: Member) -> JSON:
        return member | {"role": "user"} if member.get("role") in ("system", "developer") else member

    changed = rewritten(value, change)
    if isinstance(changed, dict):
        changed.pop("instructions", None)
    return changed


def _output_alone(value: JSON) -> JSON:
    return value["output"] if isinstance(value, dict) and isinstance(value.get("output"), list) else value


def _has_equivalent(item: JSON) -> bool:
    """Whether an item is of a type that Chat messages have an equivalent of, or has no type."""
    return word(item) in (None, "message") or is_function_call(item) or is_function_result(item)


def _with_text(value: JSON) -> JSON:
    """Add a message to a response without any text or call."""
    if isinstance(value, dict) and isinstance(value.get("output"), list):
        return value | {"output": _with_text(value["output"])}
    if not isinstance(value, list) or any(word(item) == "message" or is_function_call(item) for item in value):
        return value
    part = {"type": "output_text", "text": TEXT, "annotations": []}
    return [*value, {"type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": [part]}]


def _functions_for_custom(value: JSON) -> JSON:
    """Replace calls of custom tools by calls of functions."""

    def change(member: Member) -> JSON:
        if called(member) != CUSTOM:
            return member
        kept = {key: member[key] for key in ("id", "call_id", "name", "status") if key in member}
        return call_item(**{"status": "completed"} | kept, arguments="{}")

    return rewritten(value, change)


CONVERSATIONS = {
    "inline-parts-as-text": Contrast(
        when="without inline tool_use and tool_result parts",
        remove=_chat_parts_as_text(_of_types(("tool_use", "tool_result"))),
    ),
    "known-parts": Contrast(
        when="without parts of a type that Chat does not have",
        remove=_chat_parts_as_text(lambda part: word(part) not in (*_CHAT_PARTS, "tool_use", "tool_result")),
    ),
    "no-cache-control": Contrast(when="without cache_control", remove=_no_cache_control),
    "no-refusals-or-developers": Contrast(
        when="without refusals and developer messages", remove=_no_refusals_or_developers
    ),
    "files-as-text": Contrast(when="without file parts", remove=_chat_parts_as_text(_of_types(("file",)))),
    "audio-as-text": Contrast(when="without audio parts", remove=_chat_parts_as_text(_of_types(("input_audio",)))),
    "unique-ids": Contrast(when="if every call has an id of its own", remove=_unique_ids),
    "results-as-text": Contrast(when="with texts as results", remove=_results_as_text),
    "turns-with-text": Contrast(when="if every turn has text", remove=_turns_with_text),
    "item-images-as-text": Contrast(when="without images", remove=_item_parts_as_text("input_image")),
    "item-refusals-as-text": Contrast(when="without refusals", remove=_item_parts_as_text("refusal")),
    "item-files-as-text": Contrast(when="without file parts", remove=_item_parts_as_text("input_file")),
    "known-items": Contrast(
        when="without items of an unknown type",
        # Calls of custom tools stay: other rules are about them, and have a contrast of their own.
        remove=_items(lambda item: _has_equivalent(item) or word(item) in ("reasoning", "custom_tool_call")),
    ),
    "items-with-equivalent": Contrast(
        when="without items that have no equivalent in Chat",
        remove=_items(_has_equivalent),
    ),
    "no-instructions": Contrast(when="without instructions, system and developer messages", remove=_no_instructing),
    "output-alone": Contrast(when="with the list of the output alone", remove=_output_alone),
    "no-inline-calls": Contrast(when="without tool_use parts", remove=_item_parts_as_text("tool_use")),
    "no-reasoning": Contrast(when="without reasoning", remove=_items(lambda item: word(item) != "reasoning")),
    "with-text": Contrast(when="if the response has text", remove=_with_text),
    "functions-for-custom-tools": Contrast(when="without calls of custom tools", remove=_functions_for_custom),
}
