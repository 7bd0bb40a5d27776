"""One tool loop: what the model said, what was asked of it, and how far the loop had to go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from conformance.apis.emulator import CHAT, EMULATED, GEMINI, RESPONSES, addressed, asked_at
from conformance.base.values import ABSENT, JSON, equal, loose_numbers, pointer
from conformance.formats.chat.read import listed_calls, read_message
from conformance.formats.form import carries
from conformance.formats.kinds import NATIVE
from conformance.formats.model.answer import LENGTH, PAUSE
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import OPENAPI, Tool
from conformance.formats.model.talk import CALL, FlatConversation
from conformance.formats.requests import FORMS, ITEMS, PARTS, WORDS, read_conversation, read_tools
from conformance.rules.checks.by_laws.requests.schemas import changes_toward, narrowed_changes
from conformance.rules.checks.by_laws.tool_loop.claims import Claims, claims
from conformance.rules.checks.by_laws.tool_loop.script import (
    DOUBTFUL,
    JOINS,
    MALFORMED,
    PlannedCall,
    PlannedTurn,
    items_of,
    read_turn,
    with_items,
)
from conformance.rules.checks.exact import is_rewritten
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.tools.changed_schemas import schema_changes
from conformance.rules.checks.trial import answer_of
from conformance.rules.checks.view import View
from conformance.rules.laws.exchanges import CallExchange, exchanges
from conformance.rules.laws.history import LoopHistory

# How a loop has to end: with the final answer, with an error at max_rounds, or in either way.
FINISHES, STOPS, EITHER = "finishes", "stops", "either"
# What may be wrong with a call that is not the loop's fault.
UNKNOWN, FAILING, UNREADABLE = "unknown tool", "failing tool", "malformed arguments"

# More requests than any loop of ours needs; a loop that runs wild is convicted by the first ones.
MOST_JUDGED = 20

_TYPES: Final[dict[str, type]] = {
    "model": str, "max_rounds": int, "results": dict, "script": list, "tools": list, "messages": list,
}  # fmt: skip
_ROLES: Final = ("system", "developer", "user", "assistant", "tool")


class LoopRequest(NamedTuple):
    """One request. turn: which answer of the script it got; None for none. reading: of what it says.

    refusal: what the API refuses of it, as `emulator.Seen` has it; with a turn, it was answered all the same.
    """

    number: int
    path: str
    body: JSON
    turn: int | None
    refusal: dict[str, str] | None
    reading: ParsedSide

    @property
    def said(self) -> FlatConversation:
        """What it says."""
        return self.reading.talk or FlatConversation()


class ToolLoop(View):
    """One observation of tool-loop."""

    lost_of_large = "a loop with large turns does not reach its answer"

    # What was given.

    @cached_property
    def unfit(self) -> bool:
        """Whether the input is no loop: something it needs is missing or has another form."""
        return not _has_form(self.trial.input) or None in self._script

    @cached_property
    def api(self) -> str:
        """Which API is asked."""
        return str(self.given["api"])

    @cached_property
    def turns(self) -> tuple[PlannedTurn, ...]:
        """What the API says, in order."""
        turns = tuple(turn for turn in self._script if turn is not None)
        return turns if self.trial.exact_numbers else tuple(map(_loosely, turns))

    @cached_property
    def _script(self) -> tuple[PlannedTurn | None, ...]:
        return _read_script(self.given)

    @cached_property
    def talk(self) -> FlatConversation:
        """What the given messages say."""
        return read_conversation(CHAT, self.given).talk or FlatConversation()

    @cached_property
    def tools(self) -> list[Tool]:
        """The tools that are to be offered."""
        return read_tools(RESPONSES, {"tools": [{"type": FUNCTION, **tool} for tool in self.given["tools"]]})

    @cached_property
    def final(self) -> int | None:
        """The first answer without calls that is none of a pause."""
        ends = (n for n, turn in enumerate(self.turns) if not turn.calls and not turn.failed and turn.short != PAUSE)
        return next(ends, None)

    @cached_property
    def fate(self) -> str:
        """How the loop has to end. Where the API refused a request, or gave no whole answer, it may fail.

        Whether max_rounds counts the answers whose calls are run or all requests is free: at the one number where
        that matters, either end is.
        """
        most = self.given["max_rounds"]
        if any(request.refusal and request.turn is None for request in self.requests or ()):
            return EITHER
        for rounds, turn in enumerate(self.turns):  # so many answers with calls came before
            if turn.failed or turn.short or (turn.calls and all(call.state == DOUBTFUL for call in turn.calls)):
                return EITHER
            if not turn.calls:
                return FINISHES if rounds < most else EITHER
            if rounds >= most:
                return STOPS
        return EITHER

    def trouble(self, call: PlannedCall) -> str | None:
        """What is wrong with a call, if anything surely is."""
        if call.state == DOUBTFUL:
            return None
        results = self.given["results"]
        if call.name not in results:
            return None if call.name in self.offered else UNKNOWN
        if call.state == MALFORMED:
            return UNREADABLE
        return FAILING if failure_of(results[call.name]) is not None else None

    def is_doubtful(self, call: PlannedCall) -> bool:
        """Whether a loop may run the call or not: it is cut, or its tool is offered or there, and not both."""
        return call.state == DOUBTFUL or (call.name in self.given["results"]) != (call.name in self.offered)

    def is_run(self, call: PlannedCall) -> bool:
        """Whether a call is surely run, so that its result is that of its tool."""
        return not self.trouble(call) and not self.is_doubtful(call)

    @cached_property
    def offered(self) -> frozenset[str]:
        """The names of the tools that are offered."""
        return frozenset(definition["name"] for definition in self.given["tools"])

    # What came of it.

    @cached_property
    def requests(self) -> tuple[LoopRequest, ...] | None:
        """What the API saw, in order; None where nobody looked."""
        if self.trial.requests is None:
            return None
        seen = self.trial.requests if self.trial.exact_numbers else loose_numbers(list(self.trial.requests))
        asked, items, script = [], dict[str, JSON](), [] if self.unfit else self.given["script"]
        for number, element in enumerate(seen):
            turn, body = element["answer"], element["body"]
            reading = read_conversation(self.api, with_items(body, items) if items else body)
            asked.append(LoopRequest(number, element["path"], body, turn, element.get("refusal"), reading))
            if self.api == RESPONSES and turn is not None and turn < len(script):
                said = items_of(script[turn], turn)
                items |= said if self.trial.exact_numbers else loose_numbers(said)
        return tuple(asked)

    @cached_property
    def heard(self) -> tuple[int, ...]:
        """Which answers of the script were given; where nobody looked, all up to the final one."""
        if self.requests is None:
            return tuple(range(len(self.turns) if self.final is None else self.final + 1))
        return self.heard_before(len(self.requests))

    def heard_before(self, number: int) -> tuple[int, ...]:
        """Return which answers of the script were given to the first requests."""
        turns = (request.turn for request in (self.requests or ())[:number])
        return tuple(turn for turn in turns if turn is not None and turn < len(self.turns))

    @cached_property
    def last(self) -> PlannedTurn | None:
        """The last answer that was given."""
        return self.turns[self.heard[-1]] if self.heard else None

    @cached_property
    def ended_by_trouble(self) -> bool:
        """Whether the last answer that was given has a call that cannot be run as it is."""
        return self.last is not None and any(self.trouble(call) for call in self.last.calls)

    @cached_property
    def calls(self) -> tuple[tuple[int, PlannedCall], ...]:
        """Every call of the answers that were given, with its turn."""
        return tuple((turn, call) for turn in self.heard for call in self.turns[turn].calls)

    @cached_property
    def run(self) -> frozenset[int]:
        """Which of the calls had to be run: not those of a last answer that nothing followed, nor any after the end."""
        over = len(self.turns) if self.final is None else self.final
        last = self.heard[-1] if self.requests is not None and self.heard else len(self.turns)
        return frozenset(index for index, (turn, _call) in enumerate(self.calls) if turn < min(over, last))

    @cached_property
    def claims(self) -> Claims:
        """The calls that the output lists, paired with those that were made."""
        listed = self.output.get("calls") if self.answered and isinstance(self.output, dict) else None
        made = [call for _turn, call in self.calls]
        optional = [index for index, call in enumerate(made) if not self.must_list(call)]
        return claims(made, listed if isinstance(listed, list) else [], optional)

    @cached_property
    def route(self) -> str:
        """Where requests go, behind the token."""
        return f"/v1{addressed(self.api, {'model': self.given['model'] or 'MODEL'})[0]}"

    def is_routed(self, request: LoopRequest) -> bool:
        """Whether a request goes to a route of this API. Gemini's has several versions, and names the model."""
        asked = asked_at(request.path) if self.api == GEMINI else None
        return request.path == self.route if asked is None else asked.api == GEMINI

    def is_sent(self, request: LoopRequest) -> bool:
        """Whether a request is one of this API: an object that goes to its route."""
        return self.is_routed(request) and isinstance(request.body, dict)

    def model_of(self, request: LoopRequest) -> tuple[JSON, str]:
        """Return the model that a request names, and the pointer of what names it."""
        asked = asked_at(request.path) if self.api == GEMINI else None
        if asked is not None:
            is_same = asked.model == self.given["model"].removeprefix("models/")
            return self.given["model"] if is_same else asked.model, pointer("requests", request.number, "path")
        return request.body.get("model"), requests_at(request.number, "model")

    @cached_property
    def judged(self) -> tuple[tuple[LoopRequest, LoopHistory], ...]:
        """The first requests, each with what was said until then."""
        return tuple((request, self._history(request)) for request in (self.requests or ())[:MOST_JUDGED])

    @cached_property
    def follow_ups(self) -> tuple[tuple[LoopRequest, LoopHistory], ...]:
        """Those of them that came after calls. Those without answer too."""
        return tuple((request, history) for request, history in self.judged if history.exchanges)

    @property
    def carried(self) -> Iterator[tuple[LoopRequest, CallExchange[PlannedCall]]]:
        """The calls that follow-ups owe, each with the request."""
        return ((asked, exchange) for asked, history in self.follow_ups for exchange in history.exchanges)

    def _history(self, asked: LoopRequest) -> LoopHistory:
        before = self.heard_before(asked.number)
        owed = [(turn, call) for turn in before for call in self.turns[turn].calls] if self.is_sent(asked) else []
        return LoopHistory(
            given=self.talk,
            answers=[_spoken(self.turns[turn]) for turn in before],
            came=asked.said,
            exchanges=exchanges(
                asked.said,
                owed,
                self._held(asked.body, before) if owed else -1,
                Counter(item.value[1] for item in self.talk.of_kind(CALL)) if self.has("call/without-id") else None,
            ),
            is_run=self.is_run,
            owed_tools=self.tools,
            tools=read_tools(self.api, asked.body),
            is_rewritten=is_rewritten,
            schema_changes=self._schema_changes,
        )

    def _schema_changes(self, owed: JSON, got: JSON) -> Sequence[str]:
        if self.api != GEMINI:
            return schema_changes(owed, got)
        narrowed = any(got is schema for schema in self._narrowed)
        return narrowed_changes(owed, got) if narrowed else changes_toward(self.api, owed, got)

    @cached_property
    def _narrowed(self) -> list[JSON]:
        """The schemas of requests that are in the dialect of OpenAPI."""
        tools = [tool for asked in self.requests or () for tool in read_tools(self.api, asked.body)]
        return [tool.schema.value for tool in tools if tool.schema is not None and tool.schema.dialect == OPENAPI]

    def _held(self, body: JSON, before: tuple[int, ...]) -> int:
        """Return the turn that a request goes on from by the id of its response; -1 where it has all of them."""
        named = body.get("previous_response_id") if self.api == RESPONSES else None
        return next((turn for turn in reversed(before) if named and self.turns[turn].identity == named), -1)

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The forms that calls and results may take: that of the API, and in the Responses API what a choice says."""
        return answer_of(self.trial, "tool-turns", ITEMS, PARTS, WORDS) if self.api == RESPONSES else (FORMS[self.api],)

    def has(self, kind: str) -> bool:
        """Whether the API has a place for a kind of facts."""
        return carries(self.api, kind) == NATIVE

    def answers_at(self, number: int) -> tuple[str | None, ...] | None:
        """Return what may be returned of an answer: with what was said before pauses, or without. None for anything."""
        own, before = self.turns[number].answers, self.turns[number - 1] if number else None
        if own is None or before is None or before.short != PAUSE:
            return own
        earlier = self.answers_at(number - 1)
        if earlier is None:
            return None
        return (*own, *(f"{text or ''}{join}{last or ''}" for text in earlier for last in own for join in JOINS))

    # What the engine asks.

    @property
    def may_fail(self) -> bool:
        """Whether a sound loop may end with an error."""
        return self.unfit or self.fate != FINISHES

    @property
    def incomplete(self) -> bool:
        """Whether the loop did not reach its answer."""
        owed = self.expected()
        return self.answered and owed is not ABSENT and not equal(self.essence(), _essence(owed))

    @property
    def is_open(self) -> bool:
        """Whether an answer was cut or lacks its call: a loop may return it, go on or ask once more."""
        return not self.unfit and any(self.turns[turn].short for turn in self.heard)

    def made_up(self) -> str | None:
        """Say where an answer came although no API gave one."""
        answer = self.output.get("answer") if self.answered and isinstance(self.output, dict) else None
        if isinstance(answer, str) and answer and not self.trial.requests:
            return f"it answers {answer[:60]!r}, and no API was asked"
        return None

    def expected(self) -> JSON:
        """Return the answer and the calls, where the loop may reach them."""
        if self.unfit or self.final is None or self.fate == STOPS:
            return ABSENT
        if any(turn.failed or turn.short for turn in self.turns[: self.final + 1]):
            return ABSENT
        answers = self.turns[self.final].answers
        calls = [
            {"id": call.id or None, "name": call.name, "arguments": call.arguments}
            for turn in self.turns[: self.final]
            for call in turn.calls
        ]
        return {"answer": answers[0] if answers else "", "calls": calls}

    def essence(self) -> JSON:
        """Return the answer, and the calls that every loop lists."""
        if self.unfit:
            return self.output
        free = [(call.id, call.name) for _turn, call in self.calls if not self.must_list(call)]
        return _essence(self.output, free, {call.name for _turn, call in self.calls if not call.id})

    def must_list(self, call: PlannedCall) -> bool:
        """Whether `calls` has to list a call: it can be run as it is."""
        return not self.is_doubtful(call) and self.trouble(call) not in (UNKNOWN, UNREADABLE)


def requests_at(number: int, *path: str | int) -> str:
    """Return the pointer of a place in the body of a request."""
    return pointer("requests", number, "body", *path)


def first_of_each(found: Iterable[Failure]) -> tuple[Failure, ...]:
    """Return the first failure of each kind: a loop repeats the same one in every later request."""
    kinds: dict[str, Failure] = {}
    for failure in found:
        kinds.setdefault(failure.kind, failure)
    return tuple(kinds.values())


def _spoken(turn: PlannedTurn) -> tuple[str | None, ...] | None:
    """Return the texts of an answer, as a history has them: what was cut may be left out, or asked for once more."""
    return None if turn.short == LENGTH else turn.answers


def _loosely(turn: PlannedTurn) -> PlannedTurn:
    return turn._replace(calls=tuple(replace(call, arguments=loose_numbers(call.arguments)) for call in turn.calls))


def _essence(output: JSON, free: Collection[tuple[JSON, JSON]] = (), nameless: Collection[JSON] = ()) -> JSON:
    """Return the answer and the calls without what is free: other keys, and calls that need not be listed.

    nameless: tools whose calls have no id that the API gave.
    """
    if not isinstance(output, dict):
        return output
    free, nameless = tuple(free), tuple(nameless)  # what a subject returned may have no hash
    given = output.get("calls")
    calls: list[JSON] = []
    for call in given if isinstance(given, list) else ():
        if not isinstance(call, dict):
            calls.append(call)
            continue
        name = call.get("name")
        id_ = None if name in nameless else call.get("id")
        if (id_ or "", name) not in free:
            calls.append({"id": id_, "name": name, "arguments": call.get("arguments")})
    return {"answer": output.get("answer") or "", "calls": calls}


def failure_of(result: JSON) -> str | None:
    """Return the error of a tool that fails; None for a tool's value."""
    if isinstance(result, dict) and len(result) == 1 and isinstance(result.get("error"), str):
        return str(result["error"])
    return None


def is_loop(value: JSON) -> bool:
    """Whether a value is a whole planned input of the operation."""
    return _has_form(value) and None not in _read_script(value)


def _read_script(loop: JSON) -> tuple[PlannedTurn | None, ...]:
    return tuple(read_turn(loop["api"], entry, number) for number, entry in enumerate(loop["script"]))


def _has_form(value: JSON) -> bool:
    """Whether a value is a planned input, whatever the answers of its script are."""
    if not isinstance(value, dict) or not isinstance(value.get("api"), str) or value["api"] not in EMULATED:
        return False
    if not all(type(value.get(name)) is kind for name, kind in _TYPES.items()):
        return False
    is_filled = value["max_rounds"] >= 1 and value["script"] and value["messages"]
    return bool(is_filled) and all(map(_is_message, value["messages"])) and all(map(_is_definition, value["tools"]))


def _is_message(value: JSON) -> bool:
    if not isinstance(value, dict) or value.get("role") not in _ROLES:
        return False
    return bool(value.get("content")) or (value["role"] == "assistant" and bool(listed_calls(read_message(value))))


def _is_definition(value: JSON) -> bool:
    types = {"name": str, "description": str | None, "parameters": dict}
    return isinstance(value, dict) and all(isinstance(value.get(name), kind) for name, kind in types.items())
