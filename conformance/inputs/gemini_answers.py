"""Answers of Gemini's generateContent: values of the model are drawn, and their format writes them as the API does."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON, copy_of
from conformance.formats.exchanges import WRITERS
from conformance.formats.gemini.words import ENDS, FORMAT
from conformance.formats.model.answer import ASKS, DONE, FILTER, Answer, Candidate, End, Usage
from conformance.formats.model.conversation import (
    CALLED,
    IMAGE,
    MODEL,
    RETURNED,
    Arguments,
    Call,
    Citation,
    CitedSpan,
    Hosted,
    Media,
    Reasoning,
    Source,
    Text,
    Token,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.neighbours import ANSWER, CALL, STEP, TEXT
from conformance.inputs.answers import TOKENS
from conformance.inputs.arguments import Fault, Object, arguments_text, deep_arguments, deep_item
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.facts import THOUGHT, answers
from conformance.inputs.material import EDGES, TOOL_NAMES, edges, fresh, in_other_case, table, text
from conformance.inputs.media import PNG
from conformance.inputs.operations import Inputs
from conformance.inputs.shapes import WIDTHS

_WHOLE: Final = "gemini-response"
SEEN_THOUGHT, _PICTURE = f"{THOUGHT}text", "answer/image"
SEAL: Final = "EqQBCkYIBBgCKkDK"
# What is said behind each other: usual answers, and those with each step that the format has in each place.
_USUAL = weighted({
    (TEXT,): 6, (TEXT, TEXT): 2, (CALL,): 4, (TEXT, CALL): 4, (CALL, CALL): 3, (SEEN_THOUGHT, TEXT): 4,
    (SEEN_THOUGHT, TEXT, CALL, CALL, CALL): 2, (): 11, (CALL,) * 6: 1, (STEP, TEXT): 2, (_PICTURE,): 1,
    (TEXT, _PICTURE): 1,
})  # fmt: skip
_STORIES = DealtOptions((*_USUAL, *(tuple(kind for _place, kind in answer) for answer in answers(FORMAT, ANSWER))))
_TEXTS = edges(1)
_THOUGHTS = DealtOptions(
    (*(edge for edge in EDGES if edge.strip()), "The user asks for the weather.", "Hm.\nFirst the file.")
)
_NAMES = DealtOptions(TOOL_NAMES)
_IDS = DealtOptions((*[None] * 5, "{}b8ay0wn", "call_{}", "fc-{}-c7"))  # most answers have no ids of calls
# Where seals are: with the first of several calls, with each, or nowhere; with a text, which they make no thought.
_SEALED = weighted({"the first": 5, "each": 2, "none": 4})
_IS_SIGNED = weighted({False: 3, True: 1})
_TWINS = weighted({"nothing": 5, "its name": 2, "all but its id": 2, "all but case": 1})
_STEPS = DealtOptions((
    ("executableCode", {"language": "PYTHON", "code": "print(1)"}, "codeExecutionResult", {"outcome": "OUTCOME_OK"}),
    ("executableCode", {"id": "c1", "language": "PYTHON", "code": "1/0"}, "codeExecutionResult",
     {"id": "c1", "outcome": "OUTCOME_FAILED", "output": "ZeroDivisionError"}),
    ("toolCall", {"id": "s1", "toolType": "FILE_SEARCH"}, "toolResponse", {"id": "s1", "toolType": "FILE_SEARCH"}),
))  # fmt: skip

# How an answer ends: by its word. Each of the others is dealt.
_OTHER: Final = ""
_ENDS = weighted({"STOP": 10, "MAX_TOKENS": 2, _OTHER: 6})
_ENDS_OF_NOTHING = weighted({"STOP": 1, "MAX_TOKENS": 1, _OTHER: 8})
_ENDS_OF_CALLS = weighted({"STOP": 9, "MAX_TOKENS": 1, _OTHER: 4})
_ENDS_OF_THOUGHTS = DealtOptions(("MAX_TOKENS", "STOP"))
_OTHER_WORDS = DealtOptions(word for word in ENDS if isinstance(word, str) and word not in ("STOP", "MAX_TOKENS"))
_ABOUT = DealtOptions((None, None, "The response violated a policy."))
_CALLED: Final = "Model generated function call(s)."  # what is said of an answer that calls
_SAYS_THAT = weighted({False: 1, True: 1})

# What texts rest on: pages of the web, files, or recited works.
_GROUNDED = weighted({"nothing": 8, "a page": 3, "pages": 2, "a file": 1, "a recited page": 1, "an uncited page": 1})
_PAGES = table(
    {"url": "https://example.org/", "title": "A"}, {"url": "https://example.org/a%20b?b=1&c=2", "title": None},
    {"url": "https://example.com/b", "title": "B \u2014 \"b\""}, {"url": "https://example.org/c#d", "title": "C"},
    {"url": "https://b\u00fccher.example.org/gr\u00f6\u00dfe", "title": "G"},
)  # fmt: skip
_CITED_TEXTS = DealtOptions(
    ("It rains in Paris.", "In Z\u00fcrich \U0001f327 it rains.", "Es regnet \u2013 \u4eca\u65e5.")
)

_MODELS = DealtOptions(("gemini-3-flash-preview", "gemini-2.5-flash", "gemini-2.5-pro"))
_RESPONSE_IDS = DealtOptions((*["gfSNaNfzMbO3vdIPsKmF0Q"] * 6, None))
_TIMES = DealtOptions((None, None, "2026-01-05T09:30:00.000000Z", "2026-01-05T09:30:00Z"))
_TIERS = DealtOptions((None, None, "standard", "priority"))
_COUNTS = DealtOptions((*TOKENS, (2**53 + 1, 0), (20, 198)))
_THINKING = DealtOptions((None, None, 0, 405, 5))
_READ_BY_TOOLS = DealtOptions((None, None, None, 118))
_CACHES = DealtOptions((None, None, None, 4, 0))
_HAS_TOKENS = weighted({False: 1, True: 1})
_HALVES = DealtOptions((2, 2**20))  # how a text is divided into tokens: of a short one is one half nothing
_HAS_USAGE = weighted({True: 9, False: 1})
_BLOCKED = weighted({False: 14, True: 1})
_REASONS = DealtOptions(("PROHIBITED_CONTENT", "SAFETY", "BLOCKLIST", "OTHER"))
# How much of what it might say an answer does: the Gemini API counts candidates, Vertex AI does not.
MANNERS = DealtOptions(("the Gemini API's", "the Gemini API's", "Vertex AI's"))
_RATED: Final[JSON] = {"safetyRatings": [{"category": "HARM_CATEGORY_HARASSMENT", "probability": "LOW"}]}
_RARE = table(*[{}] * 5, {"avgLogprobs": -0.25}, _RATED, {"a_member_of_next_year": {"a": 1}})
CONTENTS_OF_NOTHING = table({}, None, None, {"role": "model"}, {"role": "model", "parts": [{"text": ""}]})
_NO_ANSWERS: tuple[JSON, ...] = (
    None, 7, "text", True, [], {}, {"candidates": None}, {"candidates": "text"}, {"candidates": {}}, {"candidates": []},
    {"candidates": [None]}, {"candidates": [{"content": {"parts": [{"functionCall": {}}]}}]}, {"error": None},
    {"promptFeedback": {}},
)  # fmt: skip


def make_response(choices: Choices) -> JSON:
    """A response as the API sends it."""
    return response_of(choices, make_answer(choices))


def response_of(choices: Choices, answer: Answer) -> JSON:
    """An answer as the API sends it."""
    written: Any = WRITERS[_WHOLE](answer)
    for candidate in written.get("candidates") or ():
        candidate |= fresh(choices, _RARE)
        if not candidate["content"]["parts"]:
            candidate |= {"content": fresh(choices, CONTENTS_OF_NOTHING)}
    return copy_of(with_manners(choices.pick(MANNERS), without_empty(written)))


def without_empty(written: Any) -> Any:
    """An answer without what says nothing: a list of candidates that are none, and a content that is none."""
    for candidate in written.get("candidates") or ():
        if candidate.get("content", "") is None:
            del candidate["content"]
    return written if written.get("candidates") else {name: value for name, value in written.items() if value != []}


def with_manners(manner: str, written: Any) -> Any:
    """What one of the hosts says beside an answer. manner: one of MANNERS."""
    for candidate in written.get("candidates") or ():
        if manner != "Vertex AI's":
            candidate.setdefault("index", 0)
        else:
            candidate.pop("index", None)
    usage = written.get("usageMetadata")
    if usage is not None and manner == "Vertex AI's":
        usage |= {"trafficType": "ON_DEMAND"}
    elif usage is not None and "promptTokenCount" in usage:
        usage |= {"promptTokensDetails": [{"modality": "TEXT", "tokenCount": usage["promptTokenCount"]}]}
    return written


def make_answer(choices: Choices) -> Answer:
    """A drawn answer with text, thoughts, calls, steps of the host's tools, or several; or a blocked request."""
    model, created = choices.pick(_MODELS), choices.pick(_TIMES)
    id_, tier = choices.pick(_RESPONSE_IDS), choices.pick(_TIERS)
    begun = Answer(id=id_, model=model, created=created)
    if choices.pick(_BLOCKED):
        return replace(begun, usage=Usage(input=9, total=9), blocked=End(kind=FILTER, word=choices.pick(_REASONS)))
    story = choices.pick(_STORIES)
    says = [fact for number, kind in enumerate(story) for fact in facts_of(choices, kind, number)]
    says = _sealed(choices, _with_twins(choices, says))
    candidate = Candidate(turns=(Turn(speaker=MODEL, says=tuple(says)),), end=_end(choices, story))
    usage = _usage(choices) if choices.pick(_HAS_USAGE) else None
    return replace(begun, candidates=(_grounded(choices, candidate),), usage=usage, tier=tier if usage else None)


def facts_of(choices: Choices, kind: str, number: int) -> list[Utterance | Other]:
    """The facts of one step of a story. number: one that no other step has."""
    if kind == CALL:
        return [make_call(choices, number)]
    if kind == SEEN_THOUGHT:
        return [Reasoning(content=(Text(value=choices.pick(_THOUGHTS)),))]
    if kind == _PICTURE:
        return [Media(kind=IMAGE, media_type="image/png", data=PNG, is_inline=True)]
    if kind == STEP:
        word, value, other, returned = choices.pick(_STEPS)
        return [_hosted(word, value, CALLED), _hosted(other, returned, RETURNED)]
    return [Text(value=text(choices, _TEXTS), seal=SEAL if choices.pick(_IS_SIGNED) else None)]


def _hosted(word: str, value: Object, stage: str) -> Hosted:
    return Hosted(format=FORMAT, word=word, value={word: dict(value)}, stage=stage, id=value.get("id"))


def make_call(choices: Choices, number: int) -> Call:
    """A drawn call. number: one that no other call has."""
    value, id_ = json_or_absent(arguments_text(choices)), choices.pick(_IDS)
    own = None if id_ is None else id_.format(number)
    return Call(id=own, name=choices.pick(_NAMES), arguments=Arguments(value=value))


def _with_twins(choices: Choices, says: list[Utterance | Other]) -> list[Utterance | Other]:
    """Sometimes the last call resembles the first one."""
    places = [place for place, said in enumerate(says) if isinstance(said, Call)]
    twin = choices.pick(_TWINS) if len(places) > 1 else "nothing"
    if twin == "nothing":
        return says
    first, last = says[places[0]], says[places[-1]]
    if isinstance(first, Call) and isinstance(last, Call):
        if twin == "all but case":
            last = replace(last, name=in_other_case(str(first.name)))
        else:
            last = replace(last, name=first.name, arguments=last.arguments if twin == "its name" else first.arguments)
        says[places[-1]] = last
    return says


def _sealed(choices: Choices, says: list[Utterance | Other]) -> list[Utterance | Other]:
    """Calls as Gemini 3 signs them."""
    places = [place for place, said in enumerate(says) if isinstance(said, Call)]
    how = choices.pick(_SEALED) if places else "none"
    signed = {"the first": places[:1], "each": places, "none": []}[how]
    for number, place in enumerate(signed):
        said = says[place]
        if isinstance(said, Call):
            says[place] = replace(said, seal=f"{SEAL}{number:04d}")
    return says


def _end(choices: Choices, story: tuple[str, ...]) -> End:
    if CALL in story:
        word = choices.pick(_ENDS_OF_CALLS)
    elif not story:
        word = choices.pick(_ENDS_OF_NOTHING)
    else:
        word = choices.pick(_ENDS_OF_THOUGHTS if story[-1].startswith(THOUGHT) else _ENDS)
    if word == "STOP":
        about = _CALLED if CALL in story and choices.pick(_SAYS_THAT) else None
        return End(kind=ASKS if CALL in story else DONE, word=word, about=about)
    word = word or choices.pick(_OTHER_WORDS)
    return End(kind=ENDS[word], word=word, about=choices.pick(_ABOUT) if word != "MAX_TOKENS" else None)


def _grounded(choices: Choices, candidate: Candidate) -> Candidate:
    """A candidate whose last text rests on sources, or has log probabilities, or as it is."""
    (turn,) = candidate.turns
    texts = [place for place, said in enumerate(turn.says) if isinstance(said, Text)]
    how = choices.pick(_GROUNDED) if len(texts) == 1 else "nothing"
    before = turn.says[texts[0]] if texts else None
    if how == "nothing" or not isinstance(before, Text) or not before.value.strip():
        return _with_tokens(choices, candidate) if len(texts) == len(turn.says) == 1 else candidate
    begin, value = len(before.value), before.value + choices.pick(_CITED_TEXTS)
    says = tuple(replace(said, value=value) if isinstance(said, Text) else said for said in turn.says)
    candidate = replace(candidate, turns=(replace(turn, says=says),))
    pages: list[Any] = [fresh(choices, _PAGES) for _ in range(2 if how == "pages" else 1)]
    sources = tuple(Source(kind="web", **page) for page in pages)
    if how == "an uncited page":
        return replace(candidate, sources=sources)
    if how == "a file":
        sources = (Source(kind="file", url="fileSearchStores/s", title="notes.txt", quoted="Rain."),)
    if how == "a recited page":
        note = Citation(
            sources=(Source(kind="recited", url="https://example.org/poem"),), span=_span(value, begin, begin + 3)
        )
        return replace(candidate, citations=(note,))
    notes = [Citation(sources=sources, span=_span(value, choices.pick((0, begin)), len(value)))]
    if how == "pages":
        notes += [Citation(sources=sources[:1], span=_span(value, begin + 3, len(value) - 1))]
    return replace(candidate, sources=sources, citations=tuple(notes))


def _span(value: str, start: int, end: int) -> CitedSpan:
    """A place in a text, in bytes. The API does not say a beginning of 0."""
    first, last = (len(value[:at].encode("utf-8", "surrogatepass")) for at in (start, end))
    return CitedSpan(unit="bytes", start=first or None, end=last)


def _with_tokens(choices: Choices, candidate: Candidate) -> Candidate:
    said = candidate.turns[0].says[0]
    if not choices.pick(_HAS_TOKENS) or not isinstance(said, Text) or not said.value:
        return candidate
    half = len(said.value) // choices.pick(_HALVES)
    pieces = [piece for piece in (said.value[:half], said.value[half:]) if piece]
    tokens = [Token(text=piece, logprob=-0.5, number=7) for piece in pieces]
    return replace(candidate, tokens=tuple(replace(token, likeliest=(token,)) for token in tokens))


def _usage(choices: Choices) -> Usage:
    (given, made), thought = choices.pick(_COUNTS), choices.pick(_THINKING)
    tools, cached = choices.pick(_READ_BY_TOOLS), choices.pick(_CACHES)
    whole, all_ = given + (tools or 0), made + (thought or 0)
    return Usage(
        input=whole, output=all_, total=whole + all_, tool_input=tools, cached=cached, reasoning=thought
    )  # fmt: skip


_FAULTS: dict[str, Fault] = {
    "no name": lambda _choices, part: part["functionCall"].pop("name"),
    "an empty id": lambda _choices, part: part["functionCall"].update(id=""),
    "args as a text": lambda choices, part: part["functionCall"].update(args=arguments_text(choices)),
    "args that are no object": lambda _choices, part: part["functionCall"].update(args=["a"]),
}
_OTHER_FAULTS = (
    "a null part", "no finishReason", "another finishReason", "parts that are no list", "a text that is none",
    "one id twice",
)  # fmt: skip
_NAMES_OF_FAULTS = DealtOptions((*_FAULTS, *_OTHER_FAULTS))


def make_malformed_response(choices: Choices) -> tuple[str, JSON]:
    """A response with one fault, and the fault's name."""
    response: Any = response_of(
        choices, replace(make_answer(choices), candidates=(plain_candidate(choices),), blocked=None)
    )
    name = choices.pick(_NAMES_OF_FAULTS)
    (candidate,) = response["candidates"]
    parts = candidate["content"]["parts"]
    part: Object = {"functionCall": {"id": "f30", "name": choices.pick(TOOL_NAMES), "args": {"a": 1}}}
    if name in _FAULTS:
        _FAULTS[name](choices, part)
        parts.insert(0, part)
    elif name == "one id twice":
        parts += [part, copy_of(part)]
    elif name == "a null part":
        parts.append(None)
    elif name == "a text that is none":
        parts.append({"text": 7})
    elif name == "parts that are no list":
        candidate["content"]["parts"] = "text"
    elif name == "no finishReason":
        candidate.pop("finishReason", None)
    else:
        candidate["finishReason"] = "A_REASON_OF_NEXT_YEAR"
    return name, response


def plain_candidate(choices: Choices) -> Candidate:
    """A candidate that says a text and calls."""
    says = (Text(value="Let me see."), make_call(choices, 31))
    return Candidate(turns=(Turn(speaker=MODEL, says=says),), end=End(kind=ASKS, word="STOP"))


def _large() -> list[tuple[str, JSON]]:
    wide = [(f"wide-{width}", [plain_call(number, {"number": number}) for number in range(width)]) for width in WIDTHS]
    return [
        ("deep-args", answer_of([plain_call(0, json.loads(deep_arguments()))])),
        ("deep-extra", {**answer_of([plain_call(0, {})]), "extra": deep_item()}),
        *((name, answer_of(parts)) for name, parts in wide),
    ]


def plain_call(number: int, args: JSON) -> Object:
    """A part with a call. number: one that no other call has."""
    return {"functionCall": {"id": f"f{number}", "name": "search", "args": args}}


def answer_of(parts: list[Object]) -> Object:
    """A response with some parts that ends with them."""
    usage: JSON = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    candidate: Object = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-2.5-pro", "responseId": "r1"}


INPUTS = {_WHOLE: Inputs(make_response, lambda: _NO_ANSWERS, _large, make_malformed_response)}
