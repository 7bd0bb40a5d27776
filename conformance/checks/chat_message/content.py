"""Whether a message's content is the texts that it owes, joined in a legal way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.formats.facts import Fact, word
from conformance.values import JSON

BETWEEN = {"nothing": "", "newline": "\n", "blank-line": "\n\n"}

# Separates the parts of a content that is a list; no text holds it.
PARTED = "\ue000part\ue001"


def parts_of(content: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield (type, text) of the parts of a content that is a list."""
    for part in content if isinstance(content, list) else ():
        kind = word(part)
        yield str(kind), part.get("refusal" if kind == "refusal" else "text") if isinstance(part, dict) else None


def text_of(content: JSON) -> str | None:
    """Return a content as one string, the text parts of a list kept apart by PARTED; None where it has none."""
    if isinstance(content, str):
        return content
    texts = [text for kind, text in parts_of(content) if kind in ("text", "output_text") and isinstance(text, str)]
    return PARTED.join(texts) if texts else None


def fits(content: str, texts: Sequence[Fact], answers: Sequence[str]) -> bool:
    """Whether content is the texts in order, by one of the answers of text-join.

    Texts that are optional, or empty, may be there or not. Between texts of two messages any answer will do.
    """
    # An answer that the choice does not have joins like nothing else.
    return any(_fits(content, texts, BETWEEN.get(answer, PARTED)) for answer in answers)


def _fits(content: str, texts: Sequence[Fact], within: str) -> bool:
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
