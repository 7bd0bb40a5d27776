"""The result of an MCP tool call beside the message or item that was made of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import groupby
from typing import ClassVar, NamedTuple

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, loose_numbers, pointer
from conformance.formats.anthropic.returned import read_returned as read_block
from conformance.formats.anthropic.write_blocks import write_blocks
from conformance.formats.chat.messages import read_tool_message
from conformance.formats.chat.write import write_messages
from conformance.formats.cursor import Pen
from conformance.formats.facts import word
from conformance.formats.gemini.returned import read_returned as read_part
from conformance.formats.gemini.returned import write_turn
from conformance.formats.mcp.read import read_returned
from conformance.formats.model import conversation as model
from conformance.formats.model.conversation import (
    AUDIO,
    IMAGE,
    PARTS,
    Arguments,
    Call,
    Media,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import ParsedSide
from conformance.formats.responses.input import read_output
from conformance.formats.responses.write import write_items
from conformance.rules.checks.api import Refused, refused_blocks, refused_items, refused_of_messages, refused_parts
from conformance.rules.checks.exact import differences
from conformance.rules.checks.findings import Failure, Findings, brief
from conformance.rules.checks.trial import answer_of, reporting
from conformance.rules.checks.view import View
from conformance.rules.laws.contents import BLOB, LINK, ResultComparison, kind_of, text_of
from conformance.rules.laws.terms import Terms

# Answers to unknown-block.
LEFT_OUT, RAISED = "leave-out", "raise"
# What an error may call a block.
_NAMES = {IMAGE: ("image",), AUDIO: ("audio", "sound"), BLOB: ("blob", "binary", "file")}


_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})


class ResultTarget(NamedTuple):
    """What a result becomes. refused: what its API refuses of a call and what comes behind it, with the host's profile.

    images: the types that it takes as parts. has_failures: whether a member says that a tool failed. in_words: whether
    words may say so too.
    """

    read: Callable[[JSON], ParsedSide]
    write: Callable[[Turn, Pen], list[JSON]]
    refused: Callable[[list[JSON], str], list[Refused]]
    images: frozenset[str] = frozenset()
    has_failures: bool = False
    in_words: bool = False


class McpResult(View):
    """One trial of mcp-result-to-tool-message."""

    lost_of_large = "of a large result not every text arrived"
    target: ClassVar[ResultTarget] = ResultTarget(read_tool_message, write_messages, refused_of_messages)

    @cached_property
    def both(self) -> ResultComparison:
        """The result and what came of it, compared."""
        return ResultComparison(
            given=self._given,
            got=self._arrived,
            terms=_terms(self._images, *sorted(self.trial.choices.items())),
            reported=reporting(self.outcome),
            # A method of this view would make a cycle, which only the garbage collector frees.
            carried=(lambda value: value) if self.trial.exact_numbers else loose_numbers,
        )

    @cached_property
    def _arrived(self) -> ParsedSide | None:
        return self.target.read(self.output) if self.answered else None

    @property
    def _given(self) -> ParsedSide:
        """What was read from the input. In place of an id that the API refuses the call may have the one that came."""
        given, came = read_returned(self.given), self._arrived
        owed, got = given.returned, came.returned if came is not None else None
        if owed is None or got is None or not (owed.id and got.id) or owed.id == got.id:
            return given
        if self._takes_id(owed.id) or not self._takes_id(got.id):
            return given
        return replace(given, returned=replace(owed, id=got.id))

    def _takes_id(self, id: str) -> bool:
        """Whether the API takes a call with an id, and its result."""
        call = Call(id=id, name="f", arguments=Arguments(text="{}"))
        result = Result(id=id, form=model.TEXT, content=(Text(value="r"),))
        said = (Turn(speaker=model.MODEL, says=(call,), form=""), Turn(speaker=model.TOOL, says=(result,), form=""))
        turns = [element for turn in said for element in self.target.write(turn, Pen(""))]
        return not self.target.refused(turns, self.trial.profile)

    @property
    def _images(self) -> frozenset[str]:
        """The types of images that the target takes: none beside its own word that the tool failed."""
        result = self.given.get("result") if isinstance(self.given, dict) else None
        is_failed = isinstance(result, dict) and result.get("isError") is True
        return frozenset() if is_failed and self.target.has_failures else self.target.images

    @cached_property
    def judged(self) -> ResultComparison | None:
        """Both, where a message or item came of a result that must convert."""
        return self.both if not self.unfit and self.both.came is not None else None

    def failed(self, kind: str, message: str) -> Findings:
        """Return a failure of the content, which is shown behind the message."""
        at = pointer(*self.both.at_content)
        return (Failure(kind, at, f"{message} {brief(self.both.flow.value)}"),)

    @property
    def asks_for_more(self) -> bool:
        """Whether the result is none yet: its type is another one than complete."""
        result = self.given.get("result") if isinstance(self.given, dict) else None
        return isinstance(result, dict) and result.get("resultType") not in (None, "complete")

    @cached_property
    def unfit(self) -> bool:
        """Whether the input has no complete result with a list of blocks, or no id."""
        return not self.both.owed.id or self.asks_for_more or self.both.owed.form != PARTS

    @property
    def is_broken(self) -> bool:
        """Whether something of the result is malformed, or of a type that no version has."""
        return self.both.is_odd

    @property
    def is_unknown_alone(self) -> bool:
        """Whether nothing is wrong with the result but blocks of unknown types."""
        return self.is_broken and not self.both.given.freedom.is_broken

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
        if refusal is None or self.is_crash:
            return False
        media = (part for part in self.both.owed.content if isinstance(part, Media))
        held = [medium for medium in media if kind_of(medium) in _NAMES and not self.both.is_owed_as_image(medium)]
        said = refusal.message.lower()
        names = (
            name for medium in held for name in (*_NAMES[kind_of(medium)], (medium.media_type or "").lower()) if name
        )
        return len(said.split()) > 1 and any(name in said for name in names)

    @property
    def has_wrong_part(self) -> bool:
        """Whether the input or a block is malformed."""
        return self.unfit or self.is_broken

    @property
    def is_error(self) -> bool:
        """Whether the tool failed."""
        return self.both.owed.failed is True

    @property
    def is_plain(self) -> bool:
        """Whether the result is texts alone."""
        return (
            not self.is_broken and not self.is_error and all(isinstance(part, Text) for part in self.both.owed.content)
        )

    @property
    def incomplete(self) -> bool:
        """Whether texts that must arrive did not."""
        return self.judged is None or (bool(self.judged.lost) and not self.judged.is_replaced)

    def expected(self) -> JSON:
        """Return a message that satisfies every rule; ABSENT where the input holds no result."""
        if self.unfit:
            return ABSENT
        texts = (text_of(part) or _linked(part) for part in self.both.owed.content)
        failed = True if self.is_error and self.target.has_failures else None
        text = Text(value="\n".join(filter(None, texts)) or ("The tool failed." if failed else ""))
        result = Result(id=self.both.owed.id, failed=failed, form=model.TEXT, content=(text,))
        return self.target.write(Turn(speaker=model.TOOL, says=(result,), form=""), Pen(""))[0]

    def essence(self) -> JSON:
        """Return what two sound results for the same input have in common: what is said in order, in whatever parts."""
        came = self.both.came
        if came is None or self.unfit:
            return self.output
        said: list[JSON] = []
        for is_text, parts in groupby(came.content, lambda utterance: isinstance(utterance, Text)):
            if is_text:
                text = "\n".join(map(text_of, parts))
                value = json_or_absent(text)
                said.append(text.split() if value is ABSENT else [value])
            else:
                said += map(_in_essence, parts)
        return [came.failed is True, said]


class McpOutput(McpResult):
    """One trial of mcp-result-to-function-call-output."""

    target = ResultTarget(read_output, write_items, refused_items, _IMAGES)


class McpBlock(McpResult):
    """One trial of mcp-result-to-anthropic-tool-result."""

    target = ResultTarget(
        read_block, lambda turn, pen: write_blocks(turn.says, pen), refused_blocks, _IMAGES, has_failures=True
    )


class McpFunctionResponse(McpResult):
    """One trial of mcp-result-to-gemini-function-response. A result is known by the name of its tool."""

    target = ResultTarget(
        read_part, write_turn, refused_parts, _IMAGES - {"image/gif"}, has_failures=True, in_words=True
    )

    @property
    def _given(self) -> ParsedSide:
        given = read_returned(self.given)
        return replace(given, returned=replace(given.returned or Result(), id=word(self.given, "name")))

    @cached_property
    def _arrived(self) -> ParsedSide | None:
        """What came. An object that is the structured content may say of itself that something failed."""
        came = super()._arrived
        said = came.returned if came is not None else None
        result = self.given.get("result") if isinstance(self.given, dict) else None
        if came is None or said is None or not said.failed or not isinstance(result, dict):
            return came
        own = result.get("structuredContent")
        is_own = isinstance(own, dict) and is_like(own, came.held(came.places["result/content"]))
        return replace(came, returned=replace(said, failed=None)) if is_own else came


def _in_essence(part: Utterance | Other) -> JSON:
    """Return what a part holds, without how closely an image is looked at, which is free."""
    if isinstance(part, Media):
        return [part.kind, part.media_type, part.data, part.url, part.file_id, part.text]
    return part.value if isinstance(part, Other) else type(part).__name__


@lru_cache(maxsize=64)
def _terms(images: frozenset[str], *choices: tuple[str, str]) -> Terms:
    return Terms(choices=dict(choices), images=images, is_like=is_like)


def _linked(value: object) -> str:
    return f"{value.name}: {value.url}" if isinstance(value, Media) and kind_of(value) == LINK else ""


def is_like(value: JSON, other: JSON) -> bool:
    """Whether two values are the same, but for numbers and texts that are written otherwise (ALL-3, ALL-4)."""
    return type(value) is type(other) and all(difference.kind is not None for difference in differences(value, other))
