"""Whether a text is several texts, joined in a legal way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from conformance.formats.model.reading import PARTED

BETWEEN = {"nothing": "", "newline": "\n", "blank-line": "\n\n"}


class JoinableText(Protocol):
    """A text that is joined to others. entry: of the message that says it. is_optional: it may be left out."""

    @property
    def value(self) -> str:
        """The text."""

    @property
    def entry(self) -> int:
        """The position of the message."""

    @property
    def is_optional(self) -> bool:
        """Whether it may be left out."""


def fits(content: str, texts: Sequence[JoinableText], answers: Sequence[str]) -> bool:
    """Whether content is the texts in order, by one of the answers of text-join.

    Texts that are optional, or empty, may be there or not. Between texts of two messages any answer will do.
    """
    # An answer that the choice does not have joins like nothing else.
    return any(_fits(content, texts, BETWEEN.get(answer, PARTED)) for answer in answers)


def _fits(content: str, texts: Sequence[JoinableText], within: str) -> bool:
    # Where the texts so far may end, and the item that the last of them came from; -1 before the first.
    states = {(0, -1)}
    for text in texts:
        following = set() if not text.is_optional and text.value else set(states)
        for end, item in states:
            if item < 0:
                between: tuple[str, ...] = ("",)
            else:
                between = (within, PARTED) if item == text.entry else (*BETWEEN.values(), PARTED)
            for join in between:
                if content.startswith(join, end) and content.startswith(text.value, end + len(join)):
                    following.add((end + len(join) + len(text.value), text.entry))
        states = following
        if not states:
            return False
    return any(end == len(content) for end, _item in states)


def holds_in_order(content: str, texts: Sequence[str]) -> bool:
    """Whether content holds the texts one after the other, whatever else it holds."""
    end = 0
    for text in texts:
        start = content.find(text, end)
        if start < 0:
            return False
        end = start + len(text)
    return True


def remainder(content: str, texts: Sequence[str]) -> str:
    """Return content without the first occurrence of each text, the longest first."""
    for text in sorted(texts, key=len, reverse=True):
        content = content.replace(text, "", 1)
    return content
