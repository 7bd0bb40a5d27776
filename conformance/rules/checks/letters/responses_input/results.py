"""What a tool's result may have become, and what of it is wrong."""

from __future__ import annotations

from conformance.base.values import JSON, same
from conformance.formats.facts import TEXT, word
from conformance.formats.parts import ALL_PARTS, texts_of, without_cache_control
from conformance.rules.alignment.matcher import ordered
from conformance.rules.checks.findings import brief, but_got

CHAT_TYPES = frozenset({"text", "image_url", "file"})
_SIGNS = ("'type'", '"type"', "[object ", "<object", "type:")


def is_joined(text: str, texts: list[str]) -> bool:
    """Whether a text is the given ones, joined by nothing or by newlines."""
    return text == "".join(texts) or text == "\n".join(texts)


def output_problem(content: JSON, output: JSON, text_types: frozenset[str] = frozenset({"input_text"})) -> str | None:
    """Say what is wrong with what a result's content became; None where it is what the source says.

    text_types: what a text may be called in a list.
    """
    if isinstance(content, str):
        is_same = output in (content, [{"type": "input_text", "text": content}])
        return None if is_same else f"wanted the text {brief(content)}, {but_got(output)}"
    if not isinstance(content, list) or not content:
        return None
    texts = texts_of(content)
    if isinstance(output, str):
        if not texts or is_joined(output, texts):
            return None
        return f"wanted the texts {brief(texts)}, joined by nothing or a newline, {but_got(output)}"
    if not isinstance(output, list):
        return f"wanted a text or a list of parts, {but_got(output)}"
    got = []
    for part in output:
        if ALL_PARTS.get(word(part) or "") == TEXT and isinstance(part.get("text"), str):
            if part["type"] not in text_types:
                return f"a text in a result's list is {' or '.join(sorted(text_types))}, got {brief(part['type'])}"
            got.append(part["text"])
    if got == texts or is_joined("".join(got), texts):
        return None
    return f"wanted the texts {brief(texts)}, {but_got(got)}"


def part_problem(content: JSON, got: JSON) -> str | None:
    """Say what is wrong with the content of a tool_result part: as given, or as an item's output may be."""
    if same(ordered(without_cache_control(content)), ordered(without_cache_control(got))):
        return None
    if isinstance(content, str):
        return f"wanted the text {brief(content)}, {but_got(got)}"
    return output_problem(content, got, frozenset(ALL_PARTS))


def chat_parts(output: JSON) -> list[JSON]:
    """Return the parts in a result's list that still are Chat's own."""
    return [part for part in output if word(part) in CHAT_TYPES] if isinstance(output, list) else []


def is_notation(content: JSON, text: str) -> bool:
    """Whether a text is a list of parts written down in some language's notation."""
    if not isinstance(content, list):
        return False
    texts = texts_of(content)
    if any(text.endswith(joined) for joined in ("".join(texts), "\n".join(texts)) if texts):
        return False
    own = "".join(texts)
    return text.endswith("Array") or any(sign in text and sign not in own for sign in _SIGNS)
