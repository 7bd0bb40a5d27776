"""Facts of the model, to be written in a format: what is said beside what, with each text of each place dealt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from conformance.formats.model.conversation import (
    AUDIO,
    BOTH,
    CUSTOM,
    DEVELOPER,
    FUNCTION,
    IMAGE,
    MODEL,
    NULL,
    PARTS,
    SYSTEM,
    TOOL,
    USER,
    Arguments,
    Call,
    Hosted,
    Media,
    ModelRefusal,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.conversation import TEXT as AS_TEXT
from conformance.formats.model.fact import Other
from conformance.formats.neighbours import (
    ANSWER,
    CALL,
    CUSTOM_CALL,
    REFUSAL,
    RESULT,
    STEP,
    TEXT,
    SpokenKind,
    follows,
    held,
    is_beside,
    own_steps,
    pairs,
    steps,
)
from conformance.formats.shared import arguments_of, located
from conformance.inputs.arguments import ARGUMENTS
from conformance.inputs.choices import Choices, DealtOptions
from conformance.inputs.material import EDGES, FEW_EDGES, TOOL_NAMES, edges, fresh, table, text
from conformance.inputs.media import GIF, JPEG, PDF, PNG, WAV
from conformance.inputs.walks import around, contents, walks

# Of a walk, and of an answer: so that the inputs of a default run take all of them.
_LENGTHS, _LENGTH_OF_AN_ANSWER = {"chat": 5, "responses": 8}, 6
_ADDRESSES = DealtOptions(
    ("https://example.org/f.png?x=1&y=2", "https://example.org/g%20h.png#i", "http://example.org/j")
)
_PICTURES = DealtOptions((f"data:image/png;base64,{PNG}", f"data:image/jpeg;base64,{JPEG}"))
_TOOLS = {kind: DealtOptions(TOOL_NAMES) for kind in (FUNCTION, CUSTOM)}
_DETAILS = DealtOptions((None, None, "low", "high", "auto"))
_NAMES = DealtOptions(("report.pdf", "größe 1, 100%.pdf"))
_MEDIA: Mapping[str, Callable[[Choices], Media]] = {
    "image-url": lambda choices: Media(kind=IMAGE, url=choices.pick(_ADDRESSES), detail=choices.pick(_DETAILS)),
    "image-data": lambda choices: Media(kind=IMAGE, **located(choices.pick(_PICTURES)), detail=choices.pick(_DETAILS)),
    "image-id": lambda choices: Media(kind=IMAGE, file_id="file-picture", detail=choices.pick(_DETAILS)),
    "document-url": lambda choices: Media(kind="", url=choices.pick(_ADDRESSES)),
    "document-data": lambda choices: Media(
        kind="", media_type="application/pdf", data=PDF, is_inline=True, name=choices.pick(_NAMES)
    ),
    "document-id": lambda _choices: Media(kind="", file_id="file-abc123"),
    "sound": lambda _choices: Media(kind=AUDIO, media_type="audio/wav", data=WAV, is_inline=True),
}  # fmt: skip
_IS_SAME = DealtOptions((False, True))
_IS_TEXT = DealtOptions((True, False, False))  # whether a single text is a plain one, and no part
_IS_APART = DealtOptions((True, False))
THOUGHT = "reasoning/"
_HAS_ID = DealtOptions((True, False))  # whether an item has what the API gave it
_STEPS = table(
    {"type": "web_search_call", "id": "ws_", "status": "completed", "action": {"type": "search", "query": "a"}},
    {"type": "file_search_call", "id": "fs_", "status": "completed", "queries": ["a"], "results": None},
    {"type": "image_generation_call", "id": "ig_", "status": "completed", "result": PNG},
    {"type": "code_interpreter_call", "id": "ci_", "status": "completed", "code": "1", "container_id": "c_1",
     "outputs": None},
    {"type": "mcp_call", "id": "mcp_", "server_label": "docs", "name": "ask", "arguments": "{}", "output": "42"},
)  # fmt: skip


@cache
def journeys(format: str) -> DealtOptions[tuple[SpokenKind, ...]]:
    """Return sequences of steps in which each step comes directly before each other that can follow."""
    return DealtOptions(walks(steps(format), pairs(format), partial(follows, format), _LENGTHS[format]))


@cache
def answers(format: str, place: str) -> DealtOptions[tuple[SpokenKind, ...]]:
    """Return answers with each step alone, first, last, and before each that can follow. place: ANSWER, or MODEL."""
    return DealtOptions(contents(own_steps(format, place), _LENGTH_OF_AN_ANSWER, partial(follows, format)))


@cache
def _contents(format: str, place: str, kind: str) -> DealtOptions[tuple[str, ...]]:
    return DealtOptions(around(held(format, place), partial(is_beside, format, place), kind))


# By format: how many usual texts come with one round of edges, where a run has many texts.
_USUAL = {
    "chat": {
        **dict.fromkeys((f"{TOOL} function {TEXT}", f"{TOOL} custom {TEXT}"), 20), f"{USER} {TEXT}": 16,
        **dict.fromkeys((f"{SYSTEM} {TEXT}", f"{DEVELOPER} {TEXT}"), 4), CUSTOM_CALL: 12,
    },
    "responses": {f"{USER} {TEXT}": 8, f"{ANSWER} {TEXT}": 8},
}  # fmt: skip


@cache
def _texts(format: str, place: str) -> DealtOptions[str | None]:
    usual = _USUAL[format].get(place)
    return edges(usual or 0, own=FEW_EDGES if usual is None else EDGES)


class Facts:
    """Makes what somebody says in one conversation. name: what the ids of its calls begin with."""

    def __init__(self, choices: Choices, format: str, name: str) -> None:
        self._choices = choices
        self._format = format
        self._name = name
        self._made = 0
        self._open: list[Call] = []

    def turns(self, journey: tuple[SpokenKind, ...]) -> Iterator[Turn]:
        """Yield the turns of some steps; at the end the results of calls that are open."""
        for number, step in enumerate(journey):
            if step.kind == RESULT:
                yield from self._results()
            elif _is_alone(step.kind):
                yield self._item(step.kind, always=step.kind not in (CALL, CUSTOM_CALL))
            else:
                turn = self.content(step.speaker, step.kind)
                is_last = number == len(journey) - 1 and self._format == "chat" and step.speaker == MODEL
                yield (
                    replace(turn, says=(*turn.says, *self._calls(self._choices.pick(_after(step)))))
                    if is_last
                    else turn
                )
        if journey[-1].kind.startswith(THOUGHT):  # the API wants the item that thoughts are of
            yield self.content(MODEL, TEXT)
        yield from self._results()

    def answer(self, journey: tuple[SpokenKind, ...]) -> Iterator[Turn]:
        """Yield the items of an answer, as the API returns them."""
        for place, kind in journey:
            if _is_alone(kind):
                yield self._called_by_itself(self._item(kind, always=True))
            else:
                parts = self._parts(self._choices.pick(_contents(self._format, place, kind)), ANSWER)
                yield self._own(Turn(speaker=MODEL, says=parts, form=PARTS), "msg", always=True)

    def _called_by_itself(self, turn: Turn) -> Turn:
        """Return the item of a call with a name and arguments of its own."""
        utterance = turn.says[0]
        if not isinstance(utterance, Call):
            return turn
        if utterance.kind != CUSTOM:
            utterance = replace(utterance, arguments=arguments_of(self._choices.pick(ARGUMENTS), ()))
        return replace(turn, says=(replace(utterance, name=self._choices.pick(_TOOLS[utterance.kind])),))

    def _item(self, kind: str, *, always: bool) -> Turn:
        """Return what is no content. always: whether it has what the API gave it."""
        if kind in (CALL, CUSTOM_CALL):
            return self._own(Turn(speaker=MODEL, says=self._calls(kind), form=NULL), "fc", always=always)
        return self._own(Turn(speaker=MODEL, says=(self._alone(kind),), form=""), "rs", always=always)

    def _calls(self, kind: str) -> tuple[Call, ...]:
        kinds = self._choices.pick(_contents(self._format, MODEL, kind)) if self._format == "chat" else (kind,)
        calls = tuple(map(self._call, kinds))
        self._open += calls
        return calls

    def content(self, place: str, kind: str) -> Turn:
        """Return what begins and ends with a kind."""
        turn = self._said_as(place, self._choices.pick(_contents(self._format, place, kind)))
        return self._own(turn, "msg") if place == MODEL else turn

    def _said_as(self, place: str, kinds: tuple[str, ...]) -> Turn:
        """Return a content. place: what has texts of its own: who speaks, or whose result it is."""
        if kinds == (TEXT,) and self._choices.pick(_IS_TEXT):
            return Turn(speaker=place, says=(self._said(TEXT, f"{place} {AS_TEXT}"),), form=AS_TEXT)
        if kinds == (REFUSAL,) and self._format == "chat" and self._choices.pick(_IS_APART):
            return Turn(speaker=place, says=(self._said(REFUSAL, f"{place} apart"),), form=NULL)
        return Turn(speaker=place, says=self._parts(kinds, place), form=PARTS)

    def _own(self, turn: Turn, prefix: str, *, always: bool = False) -> Turn:
        """Return an item of the model as the API returned it, or as clients write it."""
        if self._format == "chat" or isinstance(turn.says[0], Other) or turn.form == AS_TEXT:
            return turn
        if not always and not self._choices.pick(_HAS_ID):
            return turn
        self._made += 1
        return replace(turn, id=f"{prefix}_{self._name}{self._made}", state=None if prefix == "rs" else "completed")

    def _alone(self, kind: str) -> Utterance | Other:
        """Return what is an item of its own."""
        if kind == STEP:
            self._made += 1
            value = fresh(self._choices, _STEPS)
            value["id"] += f"{self._name}{self._made}"
            return Hosted(format=self._format, word=value["type"], value=value, stage=BOTH)
        if kind == "reasoning/encrypted":
            return Reasoning(encrypted="gAAAAABo")
        thought = (Text(value=text(self._choices, _texts(self._format, kind))),)
        return Reasoning(content=thought) if kind == "reasoning/text" else Reasoning(summary=thought)

    def _parts(self, kinds: tuple[str, ...], place: str) -> tuple[Utterance, ...]:
        if len(kinds) == 2 and self._choices.pick(_IS_SAME):
            return (self._said(kinds[0], place),) * 2
        return tuple(self._said(kind, place) for kind in kinds)

    def _said(self, kind: str, place: str) -> Utterance:
        if kind in (TEXT, REFUSAL):
            words = text(self._choices, _texts(self._format, f"{place} {kind}"))
            return Text(value=words) if kind == TEXT else ModelRefusal(value=words)
        made = _MEDIA[kind.partition("/")[2]](self._choices)
        return _of_result(made) if place.startswith(TOOL) else made

    def _call(self, kind: str) -> Call:
        self._made += 1
        id_ = f"{self._name}{self._made}"
        if kind == CUSTOM_CALL:
            words = text(self._choices, _texts(self._format, kind))
            return Call(kind=CUSTOM, id=id_, name="run_code", arguments=Arguments(text=words))
        return Call(id=id_, name="search", arguments=arguments_of(f'{{"q":"{self._made}"}}', ()))

    def _results(self) -> Iterator[Turn]:
        for call in self._open:
            made = self._said_as(f"{TOOL} {call.kind}", self._choices.pick(_of_results(self._format)))
            result = Result(kind=call.kind, id=call.id, form=made.form, content=made.says)
            yield Turn(speaker=TOOL, says=(result,), form="")
        self._open = []


def _is_alone(kind: str) -> bool:
    return kind in (CALL, CUSTOM_CALL, STEP) or kind.startswith(THOUGHT)


def _of_result(made: Media) -> Media:
    """Return media whose address is in no user's message: which of two equal ones is moved cannot be seen."""
    made = replace(made, detail=None)
    if made.url is not None:
        return replace(made, url=made.url.replace("example", "tools.example"))
    if made.file_id is not None:
        return replace(made, file_id=f"{made.file_id}-of-a-tool")
    return replace(
        made, **located(f"data:image/gif;base64,{GIF}" if made.kind == IMAGE else "data:text/csv;base64,YSxi")
    )


@cache
def _after(step: SpokenKind) -> DealtOptions[str]:
    """Return the calls that can be in the same message, behind what it says."""
    return DealtOptions((CALL, CUSTOM_CALL))


@cache
def _of_results(format: str) -> DealtOptions[tuple[str, ...]]:
    return DealtOptions((*contents(held(format, TOOL), 4), *[(TEXT,)] * 8))
