"""One tool loop: what the model said, what was asked of it, and how far the loop had to go."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from conformance.checks.findings import Failure
from conformance.checks.tool_loop.claims import Claims, claims
from conformance.checks.tool_loop.exchanges import Exchange, exchanges
from conformance.checks.tool_loop.facts import Fact, read
from conformance.checks.tool_loop.script import DOUBTFUL, MALFORMED, Call, Turn, read_turn
from conformance.checks.trial import answer_of
from conformance.checks.view import View
from conformance.emulator import APIS, CHAT, ROUTES
from conformance.formats.chat.read import listed_calls, read_message
from conformance.values import ABSENT, JSON, equal, loose_numbers, pointer

# How a loop has to end: with the final answer, with an error at max_rounds, or in either way.
FINISHES, STOPS, EITHER = "finishes", "stops", "either"
# What may be wrong with a call that is not the loop's fault.
UNKNOWN, FAILING, UNREADABLE = "unknown tool", "failing tool", "malformed arguments"

# More requests than any loop of ours needs; a loop that runs wild is convicted by the first ones.
MOST_JUDGED = 20

TOOL_TURNS = ("items", "parts", "text")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request. turn: which answer of the script it got; None for none. facts: what it says.

    refusal: what the API refuses of it, as `emulator.Seen` has it; with a turn, it was answered all the same.
    """

    number: int
    path: str
    body: JSON
    turn: int | None
    facts: tuple[Fact, ...]
    refusal: dict[str, str] | None = None


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
    def turns(self) -> tuple[Turn, ...]:
        """What the API says, in order."""
        turns = tuple(turn for turn in self._script if turn is not None)
        return turns if self.trial.exact_numbers else tuple(map(_loosely, turns))

    @cached_property
    def _script(self) -> tuple[Turn | None, ...]:
        return _read_script(self.given)

    @cached_property
    def final(self) -> int | None:
        """The first answer without calls."""
        return next((n for n, turn in enumerate(self.turns) if not turn.calls and not turn.failed), None)

    @cached_property
    def fate(self) -> str:
        """How the loop has to end. Where the API refused a request, it may fail.

        Whether max_rounds counts the answers whose calls are run or all requests is free: at the one number where
        that matters, either end is.
        """
        most = self.given["max_rounds"]
        if any(one.refusal and one.turn is None for one in self.requests or ()):
            return EITHER
        for rounds, turn in enumerate(self.turns):  # so many answers with calls came before
            if turn.failed or (turn.calls and all(call.state == DOUBTFUL for call in turn.calls)):
                return EITHER
            if not turn.calls:
                return FINISHES if rounds < most else EITHER
            if rounds >= most:
                return STOPS
        return EITHER

    def trouble(self, call: Call) -> str | None:
        """What is wrong with a call, if anything surely is."""
        if call.state == DOUBTFUL:
            return None
        results = self.given["results"]
        if call.name not in results:
            return None if call.name in self.offered else UNKNOWN
        if call.state == MALFORMED:
            return UNREADABLE
        return FAILING if failure_of(results[call.name]) is not None else None

    def is_doubtful(self, call: Call) -> bool:
        """Whether a loop may run the call or not: it is cut, or its tool is offered or there, and not both."""
        return call.state == DOUBTFUL or (call.name in self.given["results"]) != (call.name in self.offered)

    @cached_property
    def offered(self) -> frozenset[str]:
        """The names of the tools that are offered."""
        return frozenset(definition["name"] for definition in self.given["tools"])

    # What came of it.

    @cached_property
    def requests(self) -> tuple[Asked, ...] | None:
        """What the API saw, in order; None where nobody looked."""
        if self.trial.requests is None:
            return None
        seen = self.trial.requests if self.trial.exact_numbers else loose_numbers(list(self.trial.requests))
        return tuple(
            Asked(
                number=number,
                path=one["path"],
                body=one["body"],
                turn=one["answer"],
                facts=read(self.api, one["body"]),
                refusal=one.get("refusal"),
            )
            for number, one in enumerate(seen)
        )

    @cached_property
    def heard(self) -> tuple[int, ...]:
        """Which answers of the script were given; where nobody looked, all up to the final one."""
        if self.requests is None:
            return tuple(range(len(self.turns) if self.final is None else self.final + 1))
        return tuple(one.turn for one in self.requests if one.turn is not None and one.turn < len(self.turns))

    @cached_property
    def last(self) -> Turn | None:
        """The last answer that was given."""
        return self.turns[self.heard[-1]] if self.heard else None

    @cached_property
    def asked_on(self) -> bool:
        """Whether requests came after the last one that was answered."""
        return bool(self.requests) and (self.requests or ())[-1].turn is None

    @cached_property
    def ended_by_trouble(self) -> bool:
        """Whether the last answer that was given has a call that cannot be run as it is."""
        return self.last is not None and any(self.trouble(call) for call in self.last.calls)

    @cached_property
    def calls(self) -> tuple[tuple[int, Call], ...]:
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
        return f"/v1{ROUTES[self.api]}"

    @cached_property
    def follow_ups(self) -> tuple[tuple[Asked, tuple[Exchange, ...]], ...]:
        """The first requests that came after calls, each with what it owes and carries. Those without answer too."""
        found: list[tuple[Asked, tuple[Exchange, ...]]] = []
        for one in (self.requests or ())[:MOST_JUDGED]:
            before = [turn for turn in self.heard if one.turn is None or turn < one.turn]
            if one.turn is None:
                before = [asked.turn for asked in (self.requests or ())[: one.number] if asked.turn is not None]
            owed = [(turn, call) for turn in before if turn < len(self.turns) for call in self.turns[turn].calls]
            if owed and one.path == self.route and isinstance(one.body, dict):
                known, answered = self._on_server(one.body, before)
                found.append((one, exchanges(one.facts, owed, known, answered)))
        return tuple(found)

    def _on_server(self, body: JSON, before: list[int]) -> tuple[frozenset[int], frozenset[int]]:
        """Return the turns whose calls, and those whose results, the API has by the response that is named."""
        named = body.get("previous_response_id")
        for turn in reversed(before):
            if named and self.api != CHAT and self.turns[turn].identity == named:
                return frozenset(t for t in before if t <= turn), frozenset(t for t in before if t < turn)
        return frozenset(), frozenset()

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The forms that tool turns may take in the Responses API."""
        return answer_of(self.trial, "tool-turns", *TOOL_TURNS)

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

    def made_up(self) -> str | None:
        """Say where an answer came although no API gave one."""
        answer = self.output.get("answer") if self.answered and isinstance(self.output, dict) else None
        if isinstance(answer, str) and answer and not self.trial.requests:
            return f"it answers {answer[:60]!r}, and no API was asked"
        return None

    def expected(self) -> JSON:
        """Return the answer and the calls, where the loop may reach them."""
        if self.unfit or self.final is None or self.fate == STOPS or any(t.failed for t in self.turns[: self.final]):
            return ABSENT
        answers = self.turns[self.final].answers
        calls = [
            {"id": call.id, "name": call.name, "arguments": call.arguments}
            for turn in self.turns[: self.final]
            for call in turn.calls
        ]
        return {"answer": answers[0] if answers else "", "calls": calls}

    def essence(self) -> JSON:
        """Return the answer, and the calls that every loop lists."""
        if self.unfit:
            return self.output
        return _essence(self.output, [(call.id, call.name) for _turn, call in self.calls if not self.must_list(call)])

    def must_list(self, call: Call) -> bool:
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


def _loosely(turn: Turn) -> Turn:
    return turn._replace(calls=tuple(replace(call, arguments=loose_numbers(call.arguments)) for call in turn.calls))


def _essence(output: JSON, free: Collection[tuple[JSON, JSON]] = ()) -> JSON:
    """Return the answer and the calls without what is free: other keys, and calls that need not be listed."""
    if not isinstance(output, dict):
        return output
    given = output.get("calls")
    calls = [
        {key: call.get(key) for key in ("id", "name", "arguments")} if isinstance(call, dict) else call
        for call in (given if isinstance(given, list) else ())
        if not isinstance(call, dict) or (call.get("id"), call.get("name")) not in free
    ]
    return {"answer": output.get("answer") or "", "calls": calls}


def failure_of(result: JSON) -> str | None:
    """Return the error of a tool that fails; None for a tool's value."""
    if isinstance(result, dict) and len(result) == 1 and isinstance(result.get("error"), str):
        return str(result["error"])
    return None


def is_loop(value: JSON) -> bool:
    """Whether a value is a whole planned input of the operation."""
    return _has_form(value) and None not in _read_script(value)


def _read_script(loop: JSON) -> tuple[Turn | None, ...]:
    return tuple(read_turn(loop["api"], entry, number) for number, entry in enumerate(loop["script"]))


def _has_form(value: JSON) -> bool:
    """Whether a value is a planned input, whatever the answers of its script are."""
    if not isinstance(value, dict) or not isinstance(value.get("api"), str) or value["api"] not in APIS:
        return False
    rounds, results = value.get("max_rounds"), value.get("results")
    script, messages, tools = value.get("script"), value.get("messages"), value.get("tools")
    if (
        type(rounds) is not int
        or rounds < 1
        or not isinstance(results, dict)
        or not isinstance(value.get("model"), str)
    ):
        return False
    if not isinstance(script, list) or not script or not isinstance(tools, list) or not isinstance(messages, list):
        return False
    return bool(messages) and all(map(_is_message, messages)) and all(map(_is_definition, tools))


def _is_message(value: JSON) -> bool:
    if not isinstance(value, dict) or value.get("role") not in ("system", "developer", "user", "assistant", "tool"):
        return False
    return bool(value.get("content")) or (value["role"] == "assistant" and bool(listed_calls(read_message(value))))


def _is_definition(value: JSON) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("name"), str)
        and isinstance(value.get("description"), str | None)
        and isinstance(value.get("parameters"), dict)
    )
