"""Chat answers drawn by Hypothesis, cut into chunks in many ways."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.reference.exchanges import CITATION, HEAD, SPACE, USAGE, Object, chunk

REQUEST: Object = {"tools": [*SPACE["tools"], {"type": "custom", "name": "apply_patch"}]}
TEXTS = st.text(st.sampled_from("ab \n\"\\{é😀"), max_size=8)  # fmt: skip
NAMES = st.sampled_from(("f", "apply_patch", "mcp__x__f"))
ARGUMENTS = st.sampled_from(("{}", '{"a": 1}', '{"input":"*** Begin"}', '{"a":', ""))


def as_units(text: str) -> list[str]:
    """The units of a text: a character outside the basic plane is two of them."""
    coded = text.encode("utf-16-le")
    return [coded[at : at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(coded), 2)]


@st.composite
def pieces(draw: st.DrawFn, text: str, inside: bool = True) -> list[str]:
    """The pieces of a text, some of them empty. inside: whether a piece may end inside a character."""
    units = as_units(text) if inside else list(text)
    cuts = sorted(draw(st.lists(st.integers(0, len(units)), max_size=3)))
    ends = zip([0, *cuts], [*cuts, len(units)], strict=True)
    return [_paired("".join(units[begin:end])) for begin, end in ends]


def _paired(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


@st.composite
def calls(draw: st.DrawFn) -> list[Object]:
    """The pieces of tool calls: one after the other, or mixed, each call's own in their order."""
    stories: list[list[Object]] = []
    for number in range(draw(st.integers(0, 3))):
        kind, member = draw(st.sampled_from((("function", "arguments"), ("custom", "input"))))
        texts = draw(pieces(draw(ARGUMENTS)))
        first = {"id": f"call_{number}", "type": kind, kind: {"name": draw(NAMES), member: texts[0]}}
        later = [{kind: {member: text}} for text in texts[1:]]
        stories.append([{"index": number} | piece for piece in (first, *later)])
    return draw(mixed(stories))


@st.composite
def mixed(draw: st.DrawFn, stories: list[list[Object]]) -> list[Object]:
    """The entries of several lists in one, each list's own in their order."""
    left, made = [list(story) for story in stories if story], []
    while left:
        story = draw(st.sampled_from(left))
        made.append(story.pop(0))
        left = [rest for rest in left if rest]
    return made


@st.composite
def exchanges(draw: st.DrawFn, *, in_order: bool) -> Object:
    """An exchange with a whole stream. in_order: thoughts, text, refusal and calls come one after the other."""
    thought = draw(st.sampled_from(("reasoning_content", "reasoning")))
    thoughts: list[Object] = [{thought: text} for text in draw(pieces(draw(TEXTS), in_order))]
    texts: list[Object] = [{"content": text} for text in draw(pieces(draw(TEXTS), in_order))]
    refusals: list[Object] = [{"refusal": text} for text in draw(pieces(draw(st.sampled_from(("", "No", "I can't")))))]
    acts: list[Object] = [{"tool_calls": [piece]} for piece in draw(calls())]
    if draw(st.booleans()):
        texts.append({"annotations": [{"type": "url_citation", "url_citation": CITATION}]})
    stories = [thoughts, texts, refusals, acts]
    deltas = [piece for story in stories for piece in story] if in_order else draw(mixed(stories))
    chunks = [chunk(**delta) for delta in draw(merged(deltas))]
    for number, other_chunk in enumerate(chunks):
        delta = other_chunk["choices"][0]["delta"]
        if delta.get("content") and draw(st.booleans()):
            token = {"token": delta["content"], "logprob": -number, "bytes": [number], "top_logprobs": []}
            other_chunk["choices"][0]["logprobs"] = {"content": [token], "refusal": None}
    finish = draw(st.sampled_from(("stop", "tool_calls", "length", "content_filter")))
    with_usage = draw(st.sampled_from(([], [HEAD | {"choices": [], "usage": USAGE}])))
    request = {"request": REQUEST} if draw(st.booleans()) else {}
    return {**request, "chunks": [chunk(role="assistant", content=""), *chunks, chunk(finish), *with_usage]}


@st.composite
def merged(draw: st.DrawFn, deltas: list[Object]) -> list[Object]:
    """The deltas, where neighbours that say different things may be one."""
    made: list[Any] = []
    for delta in deltas:
        last = made[-1] if made else {}
        if "tool_calls" in delta and "tool_calls" in last and draw(st.booleans()):
            last["tool_calls"] = [*last["tool_calls"], *delta["tool_calls"]]
        elif made and not last.keys() & delta.keys() and _order(last) <= _order(delta) and draw(st.booleans()):
            made[-1] = last | delta
        else:
            made.append(dict(delta))
    return made


def _order(delta: Object) -> int:
    names = ("reasoning_content", "reasoning", "content", "refusal", "annotations", "tool_calls")
    return max(names.index(name) for name in delta)
