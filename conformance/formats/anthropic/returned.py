"""Reads one result of a call as Anthropic's API has it: a block, by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.anthropic.read_blocks import read_content
from conformance.formats.anthropic.words import FORMAT
from conformance.formats.cursor import Bare
from conformance.formats.model.conversation import Media, Result, Text, Utterance
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.reading import PARTED, AnswerText, ParsedSide, WrongType

_TYPE: Final = "tool_result"
_PLACES: Final[dict[str, Path]] = {
    "speaker": ("type",),
    "result/id": ("tool_use_id",),
    "result/content": ("content",),
    "result/failed": ("is_error",),
}


def read_returned(value: JSON) -> ParsedSide:
    """Read one block as the result of a call. Documents of texts are texts; without a content it is an empty one."""
    if not isinstance(value, dict):
        return ParsedSide(answer=None, form="one block", value=value, places=_PLACES)
    says = tuple(
        said
        for utterance in read_content(Bare(value, (), FORMAT), "content")[1]
        for said in _returned_utterances(utterance)
    )
    id_, failed, type_ = value.get("tool_use_id"), value.get("is_error"), value.get("type", ABSENT)
    text = PARTED.join(utterance.value for utterance in says if isinstance(utterance, Text))
    return ParsedSide(
        answer=None, form="one block", value=value, places=_PLACES,
        returned=Result(
            id=id_ if isinstance(id_, str) else None, failed=failed if isinstance(failed, bool) else None, content=says,
            at=((),),
        ),
        flow=AnswerText(value=value.get("content", ""), text=text),
        misfits={} if type_ == _TYPE else {"speaker": WrongType(f'"{_TYPE}"', type_)},
    )  # fmt: skip


def _returned_utterances(utterance: Utterance | Other) -> Iterator[Utterance | Other]:
    if not isinstance(utterance, Media) or (utterance.text is None and not utterance.parts):
        yield utterance
        return
    yield from (
        Text(value=each, at=utterance.at)
        for each in (utterance.name, utterance.about, utterance.url, utterance.text)
        if each
    )
    for part in utterance.parts:
        yield from _returned_utterances(part)
