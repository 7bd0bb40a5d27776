"""The result of a call and what came of it: which of its texts and data are there, also in JSON that a text holds."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Final

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.model.conversation import AUDIO, IMAGE, TEXT, Media, Result, Text, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import PARTED
from conformance.rules.alignment.embedded import EmbeddedJson, spans_of, texts_in, values_in
from conformance.rules.alignment.joining import holds_in_order
from conformance.rules.laws.law import Place
from conformance.rules.laws.sides import Comparison
from conformance.rules.laws.talk_pairing import known_by

# Kinds of blocks beside TEXT, IMAGE and AUDIO: a resource with its text, with its data, and where one is.
RESOURCE, BLOB, LINK, UNKNOWN = "resource", "blob", "link", "unknown"
# What becomes of a text: it arrives as it is, without the spaces at its ends, as another text of the same JSON, or not.
KEPT, TRIMMED, REWRITTEN, LOST = "kept", "trimmed", "rewritten", "lost"
# The choice of what arrives of a result that has content and a structured value, and the answer that says the latter.
STRUCTURED: Final = "structured"
# What a value is wrapped in that is no object, where results must be objects.
_WRAPPED: Final = {"result"}


def kind_of(utterance: Utterance | Other) -> str:
    """Return the kind of a block."""
    if isinstance(utterance, Media):
        return utterance.kind or (
            RESOURCE if utterance.text is not None else BLOB if utterance.data is not None else LINK
        )
    return TEXT if isinstance(utterance, Text) else UNKNOWN


def text_of(utterance: Utterance | Other) -> str:
    """Return the text of a block; "" where it has none."""
    return (
        utterance.value
        if isinstance(utterance, Text)
        else (utterance.text or "")
        if isinstance(utterance, Media)
        else ""
    )


class ResultComparison(Comparison):
    """One conversion of a result. A thing that is said may be in JSON that is a text of the target, or in a text."""

    # The result.

    @cached_property
    def owed(self) -> Result:
        """The result that was given."""
        return self.given.returned or Result()

    @cached_property
    def blocks(self) -> tuple[Utterance | Other, ...]:
        """What the result holds that must arrive."""
        return tuple(part for part in self.owed.content if not self.is_optional(part))

    @cached_property
    def worded(self) -> tuple[Utterance | Other, ...]:
        """The blocks with text that must arrive."""
        return tuple(block for block in self.blocks if text_of(block).strip())

    @cached_property
    def is_filled(self) -> bool:
        """Whether the content says anything that must arrive."""
        return any(map(self.says_anything, self.blocks))

    @property
    def is_odd(self) -> bool:
        """Whether something of the result is malformed, or of a kind that its format does not have."""
        return self.given.freedom.is_broken or bool(self.given.freedom.unknown)

    def says_anything(self, utterance: Utterance | Other) -> bool:
        """Whether a block says anything: a blank text does not, nor what is malformed."""
        if isinstance(utterance, Other):
            return any(utterance is each for each in self.given.freedom.unknown)
        return kind_of(utterance) not in (TEXT, RESOURCE) or bool(text_of(utterance).strip())

    # What came.

    @cached_property
    def came(self) -> Result | None:
        """The result that came; None where what came has not the form of one."""
        return self.arrived.returned if self.arrived is not None else None

    @property
    def at_content(self) -> Place:
        """The place of the content of what came."""
        return self.place_of("result/content")

    @cached_property
    def said(self) -> tuple[Text, ...]:
        """The texts that came."""
        return tuple(part for part in self.came.content if isinstance(part, Text)) if self.came is not None else ()

    @cached_property
    def parts(self) -> tuple[Utterance | Other, ...]:
        """The parts that are no text."""
        return tuple(part for part in self.came.content if not isinstance(part, Text)) if self.came is not None else ()

    @cached_property
    def is_empty(self) -> bool:
        """Whether what came has neither a text that is not blank nor a part of another kind."""
        return not self.parts and not self.flow.text.replace(PARTED, "").strip()

    @cached_property
    def _spans(self) -> list[list[EmbeddedJson]]:
        """The objects and lists that each text holds."""
        return [list(spans_of(text.value)) for text in self.said]

    @cached_property
    def _whole(self) -> list[JSON | Absent]:
        """What each text is that is a JSON object or list; ABSENT for another one."""
        values = (
            json_or_absent(text.value) if spans else ABSENT for text, spans in zip(self.said, self._spans, strict=True)
        )
        return [value if isinstance(value, dict | list) else ABSENT for value in values]

    @cached_property
    def decoded(self) -> tuple[JSON, ...]:
        """The texts that came that are JSON objects or lists."""
        return tuple(value for value in self._whole if value is not ABSENT)

    @cached_property
    def inner(self) -> str:
        """The texts that came; in the place of JSON, the texts that it holds."""
        texts = zip(self.said, self._whole, strict=True)
        return PARTED.join(
            text
            for other_text, value in texts
            for text in ((other_text.value,) if value is ABSENT else texts_in(value))
        )

    @cached_property
    def readings(self) -> tuple[str, ...]:
        """What came as one text: as it is, and with the texts that JSON in it holds behind each part."""
        if not self.values:
            return (self.flow.text,)
        found: list[str] = []
        for text, spans in zip(self.said, self._spans, strict=True):
            found += [text.value, *(inner for span in spans for inner in texts_in(span.value))]
        return self.flow.text, PARTED.join(found), self.inner

    @cached_property
    def values(self) -> tuple[JSON, ...]:
        """The objects and lists in the texts that came, and those in them."""
        found = (value for spans in self._spans for span in spans for value in values_in(span.value))
        return tuple(map(self.carried, found))

    def decode(self, text: str) -> JSON | Absent:
        """Return the value of a JSON text, with its numbers as the transport leaves them; ABSENT for what is none."""
        return self.carried(json_or_absent(text))

    # What became of what.

    def has_words(self, text: str) -> bool:
        """Whether a text is in what came."""
        return any(text in reading for reading in self.readings)

    def names(self, text: str) -> bool:
        """Whether a text is in what came, or a part is known by it."""
        return self.has_words(text) or any(text in known_by(part) for part in self.parts)

    def has_text(self, text: str) -> bool:
        """Whether a text arrived, but for spaces at its ends, or another text of the same JSON value."""
        return self._fate_of(text) != LOST

    def _fate_of(self, text: str) -> str:
        if self.has_words(text):
            return KEPT
        if self.has_words(text.strip()):
            return TRIMMED
        value = self.decode(text) if text.strip()[:1] in ("{", "[") else ABSENT
        is_there = isinstance(value, dict | list) and any(same(value, other_value) for other_value in self.values)
        return REWRITTEN if is_there else LOST

    @cached_property
    def fates(self) -> tuple[str, ...]:
        """What became of the text of each block that must arrive."""
        return tuple(self._fate_of(text_of(utterance)) for utterance in self.worded)

    def with_fate(self, fate: str) -> list[Utterance | Other]:
        """Return the blocks of which that became."""
        return [utterance for utterance, own in zip(self.worded, self.fates, strict=True) if own == fate]

    @cached_property
    def lost(self) -> list[Utterance | Other]:
        """The blocks whose text did not arrive."""
        return self.with_fate(LOST)

    @cached_property
    def in_order(self) -> bool:
        """Whether the texts that arrived are there as often as the blocks, and in their order."""
        arrived = [text for utterance in self.worded if self.has_words(text := text_of(utterance).strip())]
        return any(holds_in_order(reading, arrived) for reading in self.readings)

    @cached_property
    def delivered(self) -> tuple[Media, ...]:
        """The blocks with data that are parts of what came."""
        blocks = (part for part in self.owed.content if isinstance(part, Media) and part.data)
        return tuple(block for block in blocks if any(is_data_of(block, part) for part in self.parts))

    @cached_property
    def unheld(self) -> tuple[Utterance | Other, ...]:
        """The blocks that must arrive, are no part, and which a text can but name."""
        kinds = (IMAGE, AUDIO, BLOB, UNKNOWN)
        blocks = (block for block in self.blocks if kind_of(block) in kinds and self.says_anything(block))
        return tuple(block for block in blocks if block not in self.delivered)

    def is_owed_as_image(self, utterance: Utterance | Other) -> bool:
        """Whether the target takes a block as an image."""
        return isinstance(utterance, Media) and utterance.kind == IMAGE and utterance.media_type in self.terms.images

    # The structured value.

    @cached_property
    def structured(self) -> tuple[JSON, ...]:
        """The structured value, and what is wrapped in it; nothing where there is none."""
        value = self.owed.structured
        inner = (value["result"],) if isinstance(value, dict) and value.keys() == _WRAPPED else ()
        return () if value is ABSENT else (value, *inner)

    @cached_property
    def has_structured(self) -> bool:
        """Whether the structured value arrived."""
        return any(map(self._has, self.structured))

    def _has(self, value: JSON) -> bool:
        text, likely = self.flow.text, list(self.values)
        if isinstance(value, str):
            return value in text or json.dumps(value)[1:-1] in text
        if not isinstance(value, dict | list):
            if json.dumps(value) in text:
                return True
            likely += (self.decode(text.value) for text in self.said)
        return any(self.terms.is_like(value, element) for element in likely)

    @cached_property
    def repeated(self) -> int:
        """How many texts of the result say the structured value."""
        texts = [text for part in self.owed.content if (text := text_of(part))] if self.structured else []
        return sum(
            text in self.structured[1:] or any(same(element, self.decode(text)) for element in self.structured)
            for text in texts
        )

    @cached_property
    def is_replaced(self) -> bool:
        """Whether the structured value stands for the content, as the terms allow."""
        return self.has_structured and self.terms.allows(STRUCTURED, STRUCTURED)

    def without_structured(self, text: str) -> str:
        """Return a text without the structured value in it, and the line ends around that."""
        for span in reversed(list(spans_of(text)) if self.structured else []):
            if self.terms.is_like(self.owed.structured, span.value):
                before, after = text[: span.start], text[span.end :]
                text = before.rstrip("\n" + PARTED) + after if before else after.lstrip("\n" + PARTED)
        return text

    @cached_property
    def rest(self) -> str:
        """What came without what the result says."""
        rest = self.without_structured(self.inner)
        for part in sorted(self.owed.content, key=lambda utterance: -len(text_of(utterance))):
            rest = rest.replace(text_of(part), "", 1) if text_of(part) else rest
            rest = (
                rest.replace(part.url, "") if isinstance(part, Media) and part.url and kind_of(part) != BLOB else rest
            )
        return rest


def is_data_of(medium: Media, part: Utterance | Other) -> bool:
    """Whether a part is the data of a block, and of its type if it has one."""
    known, end = known_by(part), f";base64,{medium.data}"
    return medium.address in known or (
        not medium.media_type and any(isinstance(each, str) and each.endswith(end) for each in known)
    )
