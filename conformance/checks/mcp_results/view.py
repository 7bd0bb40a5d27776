"""The result of an MCP tool call beside the message or item that was made of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from conformance.checks.exact import differences
from conformance.checks.mcp_results.reading import (
    AUDIO,
    BLOB,
    BROKEN,
    IMAGE,
    IMAGE_TYPES,
    LINK,
    RESOURCE,
    TEXT,
    UNKNOWN,
    Block,
    names_in,
    read_block,
    spans_of,
    texts_in,
    values_in,
)
from conformance.checks.trial import answer_of
from conformance.checks.view import View
from conformance.formats.facts import TEXT as SAID
from conformance.formats.facts import Fact, word
from conformance.matching.joining import BETWEEN, fits, holds_in_order
from conformance.model.reading import PARTED
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON

# The answers to `blocks` and to `structured`.
PARTS, AS_JSON = "parts", "json"
BLOCKS = (*BETWEEN, PARTS, AS_JSON)
LEFT_OUT, RAISED = "leave-out", "raise"
AS_TEXT, AS_STRUCTURED, BOTH = "text", "structured", "both"
_COMPLETE = (ABSENT, None, "complete")
_TEXT_PARTS = frozenset({"text", "input_text", "output_text"})
# What an error may call a block, and the types of errors that nobody raises on purpose.
_NAMES = {IMAGE: ("image",), AUDIO: ("audio", "sound"), BLOB: ("blob", "binary", "file")}
_CRASHES = ("AttributeError", "IndexError", "KeyError", "ReferenceError", "TypeError", "UnboundLocalError")
_LETTER = re.compile(r"[^\W_]")
# What FastMCP wraps a value in that is no object.
_WRAPPED = {"result"}


class McpResult(View):
    """One trial of mcp-result-to-tool-message. holder, id_key, frame: where the target has the content and the id."""

    lost_of_large = "of a large result not every text arrived"
    holder: ClassVar[str] = "content"
    id_key: ClassVar[str] = "tool_call_id"
    frame: ClassVar[tuple[str, str]] = ("role", "tool")
    takes_media: ClassVar[bool] = False
    text_type: ClassVar[str] = "text"

    # The input.

    @cached_property
    def result(self) -> dict[str, JSON]:
        """The result; an empty object where there is none."""
        result = self.given.get("result") if isinstance(self.given, dict) else None
        return result if isinstance(result, dict) else {}

    @cached_property
    def call(self) -> str | None:
        """The id of the call."""
        return word(self.given, "tool_call_id")

    @property
    def asks_for_more(self) -> bool:
        """Whether the result is none yet: its type is another one than complete."""
        return self.result.get("resultType", ABSENT) not in _COMPLETE

    @property
    def unfit(self) -> bool:
        """Whether the input has no complete result with a list of blocks, or no id."""
        return not self.call or self.asks_for_more or not isinstance(self.result.get("content"), list)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of content."""
        content = self.result.get("content")
        return tuple(read_block(block, at) for at, block in enumerate(content if isinstance(content, list) else ()))

    @cached_property
    def is_broken(self) -> bool:
        """Whether something of the result is malformed, or of a type that no version has."""
        flag = self.result.get("isError")
        return not isinstance(flag, bool | None) or any(block.kind in (BROKEN, UNKNOWN) for block in self.blocks)

    @property
    def is_unknown_alone(self) -> bool:
        """Whether nothing is wrong with the result but blocks of unknown types."""
        kinds = {block.kind for block in self.blocks}
        return UNKNOWN in kinds and BROKEN not in kinds and isinstance(self.result.get("isError"), bool | None)

    @property
    def may_fail(self) -> bool:
        """Whether a sound converter may refuse this input."""
        answers = answer_of(self.trial, "unknown-block", LEFT_OUT, RAISED)
        return (
            self.unfit
            or self.is_refused_by_right
            or (self.is_broken and not (self.is_unknown_alone and RAISED not in answers))
        )

    @cached_property
    def is_refused_by_right(self) -> bool:
        """Whether an error, which is no crash, names a block that the target cannot hold."""
        refusal = self.outcome.refusal
        if refusal is None or refusal.type in _CRASHES:
            return False
        held = (one for one in self.blocks if one.kind in _NAMES and not self.is_owed_as_image(one))
        said = refusal.message.lower()
        names = (name for one in held for name in (*_NAMES[one.kind], one.mime_type.lower()) if name)
        return len(said.split()) > 1 and any(name in said for name in names)

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input or a block is malformed."""
        return self.unfit or self.is_broken

    @property
    def is_error(self) -> bool:
        """Whether the tool failed."""
        return self.result.get("isError") is True

    @property
    def structured(self) -> JSON:
        """The structured content; ABSENT where there is none. Null says nothing."""
        value = self.result.get("structuredContent")
        return ABSENT if value is None else value

    @cached_property
    def texts(self) -> tuple[Block, ...]:
        """The blocks with text that must arrive."""
        return tuple(one for one in self.blocks if one.text.strip() and not one.is_optional)

    @cached_property
    def is_filled(self) -> bool:
        """Whether the content says anything that is for the model."""
        return any(one.is_filled and not one.is_optional for one in self.blocks)

    @property
    def is_plain(self) -> bool:
        """Whether the result is texts alone."""
        return not self.is_broken and not self.is_error and all(one.kind == TEXT for one in self.blocks)

    # The output.

    @cached_property
    def message(self) -> dict[str, JSON] | None:
        """The message or item; None where the output is no object, or the input none that must convert."""
        return self.output if not self.unfit and self.answered and isinstance(self.output, dict) else None

    @cached_property
    def content(self) -> JSON:
        """What the message holds; ABSENT where it has nothing."""
        return self.output.get(self.holder, ABSENT) if isinstance(self.output, dict) else ABSENT

    @cached_property
    def parts(self) -> list[JSON]:
        """The parts of a content that is a list."""
        return self.content if isinstance(self.content, list) else []

    @cached_property
    def said_parts(self) -> tuple[tuple[int, str], ...]:
        """The texts of the message, each with the position of its part; 0 where the content is a text."""
        if isinstance(self.content, str):
            return ((0, self.content),)
        return tuple(
            (at, part["text"])
            for at, part in enumerate(self.parts)
            if word(part) in _TEXT_PARTS and isinstance(part.get("text"), str)
        )

    @cached_property
    def said(self) -> str:
        """The text of the message, that of its parts kept apart."""
        return PARTED.join(text for _at, text in self.said_parts)

    @cached_property
    def media(self) -> tuple[tuple[int, JSON], ...]:
        """The parts that are no text, each with its position."""
        at_texts = {at for at, _text in self.said_parts} if self.parts else set()
        return tuple((at, part) for at, part in enumerate(self.parts) if at not in at_texts)

    @cached_property
    def says_something(self) -> bool:
        """Whether the message has a text that is not blank, or a part of another kind."""
        return bool(self.said.replace(PARTED, "").strip()) or bool(self.media)

    @cached_property
    def decoded(self) -> tuple[JSON, ...]:
        """The texts of the message that are JSON objects or lists."""
        values = (json_or_absent(text) for _at, text in self.said_parts)
        return tuple(value for value in values if isinstance(value, dict | list))

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """The texts of the message; in the place of JSON, the texts that it holds."""
        found: list[str] = []
        for _at, text in self.said_parts:
            value = json_or_absent(text)
            found += texts_in(value) if isinstance(value, dict | list) else [text]
        return tuple(found)

    @cached_property
    def readings(self) -> tuple[str, ...]:
        """The text of the message as it is, and with the texts that JSON in it holds behind each part."""
        if not self.values:
            return (self.said,)
        found: list[str] = []
        for _at, text in self.said_parts:
            found += [text, *(inner for span in spans_of(text) for inner in texts_in(span.value))]
        return self.said, PARTED.join(found), PARTED.join(self.inner)

    @cached_property
    def values(self) -> tuple[JSON, ...]:
        """The objects and lists in the message's text, and those in them, as far as the transport can tell numbers."""
        found = (value for span in spans_of(self.said) for value in values_in(span.value))
        return tuple(map(self.as_carried, found))

    # What became of what.

    def holds(self, value: JSON) -> bool:
        """Whether the text has a value as JSON. Numbers and texts in it may be written otherwise (ALL-3, ALL-4)."""
        if self._holds(value):
            return True
        return isinstance(value, dict) and value.keys() == _WRAPPED and self._holds(value["result"])

    def _holds(self, value: JSON) -> bool:
        if isinstance(value, dict | list):
            return any(_is_like(value, one) for one in self.values)
        if isinstance(value, str):
            return value in self.said or json.dumps(value)[1:-1] in self.said
        if json.dumps(value) in self.said or any(_is_like(value, one) for one in self.values):
            return True
        return any(_is_like(value, self.read_json(text)) for _at, text in self.said_parts)

    @cached_property
    def holds_structured(self) -> bool:
        """Whether the structured content arrived."""
        return self.structured is not ABSENT and self.holds(self.structured)

    @property
    def holds_anything_structured(self) -> bool:
        """Whether the result has structured content that says anything: an empty text does not."""
        return self.structured not in (ABSENT, "")

    @cached_property
    def is_structured_alone(self) -> bool:
        """Whether the structured content replaces the content, as a subject may do it."""
        return self.holds_structured and AS_STRUCTURED in self.structured_answers

    @property
    def structured_answers(self) -> tuple[str, ...]:
        """What the subject may do with structured content beside content."""
        return answer_of(self.trial, "structured", AS_TEXT, AS_STRUCTURED, BOTH)

    @cached_property
    def lost(self) -> tuple[Block, ...]:
        """The blocks whose text is nowhere in the message."""
        return tuple(one for one in self.texts if not self.has_text(one.text))

    @cached_property
    def rewritten(self) -> tuple[Block, ...]:
        """The blocks whose text is JSON that arrived as another text of the same value."""
        return tuple(one for one in self.texts if self._has_value(one.text) and not self._has_words(one.text.strip()))

    @cached_property
    def trimmed(self) -> tuple[Block, ...]:
        """The blocks whose text arrived without the spaces at its ends."""
        return tuple(one for one in self.texts if not self._has_words(one.text) and self._has_words(one.text.strip()))

    def has_text(self, text: str) -> bool:
        """Whether the message has a text, but for spaces at its ends, or another text of the same JSON value."""
        return self._has_words(text.strip()) or self._has_value(text)

    def _has_words(self, text: str) -> bool:
        return any(text in reading for reading in self.readings)

    def _has_value(self, text: str) -> bool:
        value = self.read_json(text) if text.strip()[:1] in ("{", "[") else ABSENT
        return isinstance(value, dict | list) and any(not any(differences(value, one)) for one in self.values)

    @cached_property
    def in_order(self) -> bool:
        """Whether the texts that arrived are there as often as the blocks, and in their order."""
        arrived = [text for one in self.texts if self._has_words(text := one.text.strip())]
        return any(holds_in_order(reading, arrived) for reading in self.readings)

    @cached_property
    def rest(self) -> str:
        """The text of the message without what the result says."""
        rest = self.without_structured(PARTED.join(self.inner))
        for one in sorted(self.blocks, key=lambda block: -len(block.text)):
            rest = rest.replace(one.text, "", 1) if one.text else rest
            rest = rest.replace(one.uri, "") if one.uri and one.kind != BLOB else rest
        return rest

    def without_structured(self, text: str) -> str:
        """Return a text without the structured content in it, and the line ends around that."""
        for span in reversed(list(spans_of(text)) if self.structured is not ABSENT else []):
            if _is_like(self.structured, span.value):
                before, after = text[: span.start], text[span.end :]
                text = before.rstrip("\n" + PARTED) + after if before else after.lstrip("\n" + PARTED)
        return text

    @property
    def is_named(self) -> bool:
        """Whether the message says anything beside the result's texts, so that what is left out can be named in it."""
        return bool(_LETTER.search(self.rest.replace(PARTED, ""))) or any(
            name in ("data", "blob", "mimeType", "mime_type") for value in self.decoded for name in names_in(value)
        )

    @cached_property
    def delivered(self) -> tuple[Block, ...]:
        """The blocks with data that are parts of the message."""
        urls = [url_of(part) for _at, part in self.media]
        return tuple(one for one in self.blocks if one.data and any(is_data_of(one, url) for url in urls))

    @cached_property
    def unheld(self) -> tuple[Block, ...]:
        """The blocks for the model that are no part, and that a text can but name."""
        kinds = (IMAGE, AUDIO, BLOB, UNKNOWN)
        return tuple(
            one for one in self.blocks if one.kind in kinds and not one.is_optional and one not in self.delivered
        )

    def is_owed_as_image(self, block: Block) -> bool:
        """Whether the target takes a block as an image."""
        return self.takes_media and block.kind == IMAGE and block.mime_type in IMAGE_TYPES

    def facts(self) -> tuple[Fact, ...]:
        """The texts as facts. One that is blank, or not for the model, may be left out."""
        return tuple(
            Fact(
                kind=SAID,
                entry=0,
                at=("result", "content", one.at),
                source=one.text,
                value=one.text,
                is_optional=one.is_optional or not one.text.strip(),
            )
            for one in self.blocks
            if one.kind in (TEXT, RESOURCE)
        )

    def reads_by(self, answers: Sequence[str]) -> bool:
        """Whether the message is the texts and nothing else, written by one of the answers to `blocks`.

        Structured content may be beside them or replace them.
        """
        if self.media:
            return False
        facts = self.facts()
        texts = {self.said, self.without_structured(self.said)}
        if any(text == "" and AS_STRUCTURED in self.structured_answers for text in texts) and self.holds_structured:
            return True
        if any(fits(text, facts, tuple(answers)) for text in texts):
            return True
        return AS_JSON in answers and any(_reads_as_json(value, facts) for value in self.decoded)

    @property
    def incomplete(self) -> bool:
        """Whether texts that must arrive did not."""
        return self.message is None or (bool(self.lost) and not self.is_structured_alone)

    def expected(self) -> JSON:
        """Return a message that satisfies every rule; ABSENT where the input holds no result."""
        if self.unfit:
            return ABSENT
        key, value = self.frame
        texts = [one.text or f"{one.name}: {one.uri}" for one in self.blocks if one.text or one.kind == LINK]
        return {key: value, self.id_key: self.call, self.holder: "\n".join(texts)}


class McpOutput(McpResult):
    """One trial of mcp-result-to-function-call-output."""

    holder = "output"
    id_key = "call_id"
    frame = ("type", "function_call_output")
    takes_media = True
    text_type = "input_text"


def url_of(part: JSON) -> str:
    """Return the URL of a part, of data or of a file, in whichever API's form; "" where it has none."""
    holder = part if isinstance(part, dict) else {}
    found = holder.get("image_url", holder.get("file_data", holder.get("file_url")))
    if found is None and isinstance(holder.get("file"), dict):
        found = holder["file"].get("file_data")
    if isinstance(found, dict):
        found = found.get("url")
    return found if isinstance(found, str) else ""


def is_data_of(block: Block, url: str) -> bool:
    """Whether a data URL has a block's data and its type, if it has one."""
    head, _comma, data = url.partition(",")
    is_typed = head == f"data:{block.mime_type};base64" or (not block.mime_type and head.endswith(";base64"))
    return bool(block.data) and data == block.data and is_typed


def _is_like(value: JSON, other: JSON) -> bool:
    """Whether two values are the same, but for numbers and texts that are written otherwise."""
    return type(value) is type(other) and all(one.kind is not None for one in differences(value, other))


def _reads_as_json(value: JSON, facts: Sequence[Fact]) -> bool:
    """Whether a JSON value is the list of the texts, or of blocks that hold them, or the whole result."""
    if isinstance(value, dict) and isinstance(value.get("content"), list):
        return _reads_as_json(value["content"], facts)
    entries = value if isinstance(value, list) else [value]
    left = list(entries)
    for fact in facts:
        if left and _is_entry(left[0], fact.value):
            left.pop(0)
        elif not fact.is_optional:
            return False
    return not left


def _is_entry(entry: JSON, text: str) -> bool:
    if isinstance(entry, dict) and isinstance(entry.get("text"), str):
        return bool(entry["text"] == text)
    if isinstance(entry, str):
        return entry == text
    value = json_or_absent(text)
    return value is not ABSENT and not any(differences(value, entry))


def _shows_order(view: McpResult) -> bool:
    """Whether a text is JSON of the content that shows the place of each block, also of one that is a part."""
    content = view.result.get("content")
    kinds = [word(one) for one in content] if isinstance(content, list) else []
    asked = [kinds[block.at] for block in view.blocks if not block.is_optional]
    held = [value.get("content") for value in view.decoded if isinstance(value, dict)]
    return any([word(entry) for entry in one] in (kinds, asked) for one in held if isinstance(one, list))


def in_block_order(view: McpResult) -> bool:
    """Whether the blocks of which the message has one place are there in their order.

    A block that may be left out is not asked: where it was, its text may be found in another one. Nor is a text beside
    JSON that shows where the images were.
    """
    shown = _shows_order(view)
    own = Counter(block.data_url if block.data else block.text for block in view.blocks)
    places = []
    for block in view.blocks:
        if block.is_optional or (shown and not block.data):
            continue
        if block.data:
            found = [at for at, part in view.media if is_data_of(block, url_of(part))]
        else:
            found = [at for at, text in view.said_parts if block.text.strip() and block.text in text]
        if len(found) == 1 and own[block.data_url if block.data else block.text] == 1:
            places += found
    return places == sorted(places)
