"""What is dropped without a report: each loss needs one that is about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from conformance.formats.model.fact import Path

# A name that is a word of the language too is in a report as a name: in quotes or brackets, as a step of a path, in a
# list, or first, before a colon.
_AS_NAME = (
    r"""(^|[\]'"`´‘“«(\[{{<./]){name}(:|[\]'"`´’”»)}}>./\[])"""
    r"|[:,]\s*{name}\s*([,;.]|$)"
)  # fmt: skip

# What a report says that names nothing: without it a log of something else, such as the one of an HTTP client or a
# warning that a function is deprecated, would be about each loss.
_SAYS_LOSS = re.compile(
    r"drop|discard|ignor|omit|skip|remov|strip|filter|los[est]|lack|miss|unsupported|unknown|unable|without|cannot"
    r"|\b(no|not|nothing|only|left|leav(e|es|ing))\b|n['’]t\b",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Loss(NamedTuple):
    """Something of the input that did not arrive. words: by which a report names it: its type, its id, its address.

    above: those of its words that name the object which holds it; other losses of that object have them too. own: what
    the author of the input named it, further words: they are in a report as whole words. about: as in Failure. came:
    the value that is there instead, in words; none where nothing is. key: what was lost, as a law's key ends.
    """

    at: Path
    what: str
    words: tuple[str, ...]
    above: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    about: str = ""
    came: str = ""
    key: str = ""

    @property
    def silently(self) -> str:
        """What happened to it without a report, in words."""
        return f"{self.what} {f'became {self.came}' if self.came else 'is dropped'} without a report"


def silent(losses: Sequence[Loss], reports: Sequence[str], *, by_name: bool = False) -> Iterator[Loss]:
    """Yield the losses that no report is about: one that names other losses alone is about these.

    by_name: whether a report must name a loss by a whole word. One without words names each.
    """
    for loss in losses:
        about = (_names(report, loss) if by_name else _is_about(report, loss, losses) for report in reports)
        if not any(about):
            yield loss


def _names(report: str, loss: Loss) -> bool:
    """Whether a report has one of the words of a loss as a word, also of several, or in camel case."""
    text = _CAMEL.sub("_", report).lower()
    words = (word.lower() for word in (*loss.words, *loss.own) if word)
    return not report or any(re.search(rf"(?<!\w){re.escape(word)}s?(?!\w)", text) for word in words)


def _is_about(report: str, loss: Loss, losses: Sequence[Loss]) -> bool:
    named = set(words_in(report, loss))
    if not named:
        return _says_loss(report) and not any(any(words_in(report, other)) for other in losses)
    # What says "reasoning" is about all of it; what says "reasoning.summary" is about that alone.
    return not named.issubset(loss.above) or not any(_is_nearer(report, other, named) for other in losses)


def _says_loss(report: str) -> bool:
    """Whether a report that names nothing is about a loss. One without words is: a case does not state its words."""
    return not report or _SAYS_LOSS.search(report) is not None


def _is_nearer(report: str, other: Loss, above: Set[str]) -> bool:
    """Whether a report names another loss in the same thing by a word of its own."""
    return not above.isdisjoint(other.above) and not set(words_in(report, other)).issubset(other.above)


def words_in(report: str, loss: Loss) -> Iterator[str]:
    """Yield the words by which a report names a loss, those of names with underscores also in camel case."""
    text = report.lower()
    found = ((word, word.lower()) for word in loss.words if word)
    yield from (word for word, name in found if name in text or name.replace("_", "") in text)
    yield from (word for word in loss.own if word and _has_name(text, word.lower()))


def _has_name(text: str, name: str) -> bool:
    escaped = re.escape(name)
    if name.isalpha():
        return re.search(_AS_NAME.format(name=escaped), text) is not None
    return re.search(rf"(?<!\w){escaped}(?!\w)", text) is not None
