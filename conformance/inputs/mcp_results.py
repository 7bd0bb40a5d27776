"""Results of MCP tool calls, each with the id of its call: texts, media, resources, structured content, errors."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import FEW_EDGES, FEW_SAID, edges, fresh, table, text
from conformance.inputs.media import BMP, GIF, JPEG, MP3, PDF, PNG, SVG, WAV, WEBP
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import LEVELS, WIDTHS
from conformance.inputs.walks import contents

Object: TypeAlias = dict[str, JSON]

# Four bytes each, the first ones of such a file.
_IDS = DealtOptions((
    "call_1", "call_abc123XYZ", "fc_0", "toolu_01A", "1", "chatcmpl-tool-9f8e", "functions.search:0",
    "call-with-hyphens", "0c1d2e3f-4a5b-4c6d-8e7f-0a1b2c3d4e5f", "c" * 40,
))  # fmt: skip
_OWN_TEXTS = edges(0, own=(*FEW_SAID, "1e3"))
_OWN_RESOURCES = edges(0, own=FEW_EDGES)
_OWN_DESCRIPTIONS = edges(0, own=FEW_EDGES)
_IS_DESCRIBED = weighted({True: 8, False: 1})
_LENGTHS = weighted({1: 8, 2: 6, 3: 4, 0: 2})
_KINDS = weighted({"text": 14, "image": 4, "audio": 2, "resource_link": 6, "resource": 6, "blob": 2})
# Each kind alone, first, last and before each kind; and no block at all.
_CONTENTS: DealtOptions[tuple[str, ...]] = DealtOptions(((), *contents(tuple(dict.fromkeys(_KINDS)), 4)))
_IMAGES = table(
    *({"data": data, "mimeType": f"image/{kind}"} for data, kind in
      ((PNG, "png"), (JPEG, "jpeg"), (GIF, "gif"), (WEBP, "webp"), (SVG, "svg+xml"), (BMP, "bmp")))
)  # fmt: skip
_AUDIO = table({"data": WAV, "mimeType": "audio/wav"}, {"data": MP3, "mimeType": "audio/mpeg"})
_RESOURCES = table(
    {"uri": "file:///notes/today.md"},
    {"uri": "file:///notes/today.md", "mimeType": "text/markdown"},
    {"uri": "https://example.org/a%20b?x=1&y=2#z", "mimeType": "application/json"},
    {"uri": "notes://größe/1", "_meta": {"example.org/owner": "somebody-of-the-server"}},
)
_BLOBS = table(
    {"uri": "file:///reports/q3.pdf", "mimeType": "application/pdf", "blob": PDF},
    {"uri": "file:///reports/raw", "blob": "AAECAw=="},
    {"uri": "file:///pictures/map.png", "mimeType": "image/png", "blob": PNG},
    {"uri": "db://rows/7", "mimeType": "application/zip", "blob": "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "_meta": {}},
)
_LINKS = table(
    {"uri": "file:///src/main.rs", "name": "main.rs"},
    {"uri": "file:///src/main.rs", "name": "main.rs", "title": "Entry", "mimeType": "text/x-rust", "size": 1024},
    {"uri": "https://example.org/größe%20log?day=1&run=2#end", "name": "the log", "size": 0, "icons": []},
    {"uri": "notes://2", "name": "Größe", "icons": [{"src": "https://example.org/i.png"}], "title": ""},
)  # fmt: skip
_BESIDE: tuple[JSON, ...] = (
    *[{}] * 8,
    {"annotations": {}},
    {"annotations": {"audience": ["assistant"]}},
    {"annotations": {"audience": ["user", "assistant"], "priority": 0.5}},
    {"annotations": {"audience": ["user"], "priority": 1.0}},
    {"annotations": {"priority": 0}},
    {"annotations": {"audience": [], "lastModified": "2025-01-12T15:00:58Z", "priority": 0}},
    {"_meta": {"example.org/trace": "trace-of-the-server-4711"}},
    {"_meta": {}, "annotations": {"audience": ["assistant"], "priority": 1}},
)
_OF_RESULT = table(
    *[{}] * 6, {"isError": False}, {"isError": False}, {"isError": True}, {"isError": True},
    {"_meta": {"example.org/cost": "cost-of-the-server-0815"}}, {"_meta": {}},
    {"resultType": "complete"}, {"resultType": "complete", "isError": True, "_meta": {}},
)  # fmt: skip
_STRUCTURED = table(
    {"temperature": 22.5, "conditions": "Partly cloudy"}, {"result": [1, 2, 3]}, {"result": "done"}, {},
    {"id": 2**53 + 1, "owner": "Größe", "名前": "値"}, {"id": 9223372036854775807}, {"rows": []}, {"n": 1.0, "m": 1},
    {"text": 'line\nend "quoted" \\ back', "emoji": "🙂"}, {"ok": False, "none": None, "zero": 0, "empty": ""},
    {"nested": {"list": [{"a": [[]]}, {"b": {}}]}}, {"result": {"items": [{"id": 1}, {"id": 2}]}},
)  # fmt: skip
# How structured content is beside content: as its JSON text, beside other content, or alone.
_BESIDE_CONTENT = weighted({"none": 9, "as text": 3, "beside": 3, "alone": 2, "spaced text": 1})
_IS_LIST = DealtOptions((True, False))


def _media(entries: DealtOptions[bytes], kind: str) -> Callable[[Choices], Object]:
    return lambda choices: {"type": kind, **fresh(choices, entries)}


def _text(choices: Choices) -> Object:
    return {"type": "text", "text": text(choices, _OWN_TEXTS)}


def _link(choices: Choices) -> Object:
    link: Object = {"type": "resource_link", **fresh(choices, _LINKS)}
    return {**link, "description": text(choices, _OWN_DESCRIPTIONS)} if choices.pick(_IS_DESCRIBED) else link


def _resource(choices: Choices) -> Object:
    return {"type": "resource", "resource": {**fresh(choices, _RESOURCES), "text": text(choices, _OWN_RESOURCES)}}


def _blob(choices: Choices) -> Object:
    return {"type": "resource", "resource": fresh(choices, _BLOBS)}


_MAKE: dict[str, Callable[[Choices], Object]] = {
    "text": _text, "image": _media(_IMAGES, "image"), "audio": _media(_AUDIO, "audio"), "resource": _resource,
    "resource_link": _link, "blob": _blob,
}  # fmt: skip


# Kinds that are rarer have less often nothing beside them.
_BESIDE_KIND = {kind: table(*_BESIDE[4 if kind in ("image", "audio", "blob") else 0 :]) for kind in _MAKE}


def _block(choices: Choices, kind: str) -> Object:
    return {**_MAKE[kind](choices), **fresh(choices, _BESIDE_KIND[kind])}


def make_result(choices: Choices) -> Object:
    """A result of any version, with the id of its call."""
    beside = choices.pick(_BESIDE_CONTENT)
    if beside in ("none", "beside"):
        made, kinds = choices, choices.pick(_CONTENTS)
    else:  # what others take the place of
        made = choices.apart()
        kinds = tuple(made.pick(_KINDS) for _ in range(made.pick(_LENGTHS)))
    content: list[JSON] = [_block(made, kind) for kind in kinds]
    if content and choices.one_in(12):
        content.append(copy.deepcopy(content[-1]))
    result: Object = {"content": content, **fresh(choices, _OF_RESULT)}
    if beside != "none":
        value = fresh(choices, _STRUCTURED)
        result["structuredContent"] = value
        if beside == "alone":
            result["content"] = []
        elif beside != "beside":
            written = json.dumps(value, ensure_ascii=False, indent=2 if beside == "spaced text" else None)
            result["content"] = [{"type": "text", "text": written}, *content[1:]]
    return {"result": result, "tool_call_id": choices.pick(_IDS)}


_NO_BLOCKS = table(None, "text", 7, True, [], {}, ["text"])
_BROKEN_BLOCKS = table(
    {"type": "text"}, {"type": "text", "text": None}, {"type": "text", "text": 7}, {"text": "without a type"},
    {"type": "image", "mimeType": "image/png"}, {"type": "image", "data": PNG}, {"type": "audio"},
    {"type": "resource"}, {"type": "resource", "resource": {"uri": "file:///a"}},
    {"type": "resource", "resource": None},
    {"type": "resource_link", "name": "no address"}, {"type": "resource_link", "uri": 5, "name": "a"},
)  # fmt: skip
_UNKNOWN_BLOCKS = table(
    {"type": "video", "data": "AAAAIA==", "mimeType": "video/mp4"},
    {"type": "a_block_of_next_year", "payload": {"value": 1}},
    {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}},
)
_NO_CONTENT = table(None, "text", {}, 5, {"type": "text", "text": "no list"})
_NEWEST = table(*[None] * 3, [], 0, None, False, "plain", [1, "two"], "", None, [{"id": 1}], 2**53 + 1, True)
_OTHER_TYPES = table("input_required", "task", "", "partial")
_NO_FLAGS = table(None, "true", 0, "false", 1)
_NO_IDS = table(7, ["call_1"], {"id": "call_1"})


def _with_block(entries: DealtOptions[bytes]) -> Callable[[Choices, Object], None]:
    def change(choices: Choices, given: Object) -> None:
        content = given["result"]["content"]
        content.insert(choices.pick(range(len(content) + 1)), fresh(choices, entries))

    return change


def _with_member(name: str, entries: DealtOptions[bytes]) -> Callable[[Choices, Object], None]:
    def change(choices: Choices, given: Object) -> None:
        given["result"][name] = fresh(choices, entries)

    return change


def _asks_for_input(_choices: Choices, given: Object) -> None:
    request = {"method": "elicitation/create", "params": {"message": "Which city?", "requestedSchema": {
        "type": "object", "properties": {"city": {"type": "string"}}}}}  # fmt: skip
    given["result"] = {"resultType": "input_required", "inputRequests": {"city": request}, "requestState": "s1"}


def _without_content(_choices: Choices, given: Object) -> None:
    del given["result"]["content"]


def _without_id(choices: Choices, given: Object) -> None:
    given["tool_call_id"] = fresh(choices, _NO_IDS)
    if choices.pick(_IS_LIST):
        del given["tool_call_id"]


FAULTS: dict[str, Callable[[Choices, Object], None]] = {
    "no block at all": _with_block(_NO_BLOCKS),
    "a broken block": _with_block(_BROKEN_BLOCKS),
    "a block of an unknown type": _with_block(_UNKNOWN_BLOCKS),
    "content that is no list": _with_member("content", _NO_CONTENT),
    "no content": _without_content,
    "structured content of the newest version": _with_member("structuredContent", _NEWEST),
    "another type of result": _with_member("resultType", _OTHER_TYPES),
    "a result that asks for input": _asks_for_input,
    "isError that is no boolean": _with_member("isError", _NO_FLAGS),
    "no id of the call": _without_id,
}
_FAULT_NAMES = weighted(dict.fromkeys(FAULTS, 2) | {"a broken block": 6, "structured content of the newest version": 7})


def make_malformed_result(choices: Choices) -> tuple[str, JSON]:
    """A result with one fault, and the fault's name."""
    given, fault = make_result(choices), choices.pick(_FAULT_NAMES)
    FAULTS[fault](choices, given)
    return fault, given


_WRONG_SHAPES: tuple[JSON, ...] = (
    None, "text", 7, True, [], {}, {"result": None, "tool_call_id": "call_1"}, {"tool_call_id": "call_1"},
    {"result": {"content": []}}, {"result": "text", "tool_call_id": "call_1"}, {"content": []},
    {"result": [], "tool_call_id": "call_1"}, {"result": {"content": None}, "tool_call_id": "call_1"},
    [{"type": "text", "text": "blocks alone"}],
)  # fmt: skip


def _deep_and_wide() -> list[tuple[str, JSON]]:
    inner: JSON = "deep " * 200
    for level in range(LEVELS):
        inner = {"value": inner} if level % 2 else [inner]
    deep = {"result": {"content": [], "structuredContent": {"value": inner}}, "tool_call_id": "call_1"}
    return [("deep-structured", deep), *((f"wide-{width}", _wide(width)) for width in WIDTHS)]


def _wide(width: int) -> Object:
    content = [{"type": "text", "text": f"Row number {index}."} for index in range(width)]
    return {"result": {"content": content}, "tool_call_id": "call_1"}


INPUTS = {"mcp-result": Inputs(make_result, lambda: _WRONG_SHAPES, _deep_and_wide, make_malformed_result)}
