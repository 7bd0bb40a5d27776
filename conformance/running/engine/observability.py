"""Fits a run to a subject that shows a part of what it does: an SDK over the wire, a gateway."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import jsonschema_rs

from conformance.apis.emulator import CHAT, RESPONSES, completed
from conformance.apis.input_validity import REAL, standing_in, standing_of
from conformance.apis.oracles import accepts
from conformance.base.observation import REACHED_THROUGH, WIRE
from conformance.base.values import ABSENT, JSON
from conformance.formats.chat.calls import written_calls
from conformance.formats.members import ELSEWHERE
from conformance.formats.operations import between, of_source
from conformance.formats.responses.calls import payload_member
from conformance.rules.checks.by_laws.tool_loop.script import READABLE, read_turn
from conformance.rules.checks.by_laws.tool_loop.view import is_loop
from conformance.rules.contracts import Contract, Rule
from conformance.rules.contracts.observable import ObservableRules, load_reached
from conformance.running.engine.collect import Collector
from conformance.running.engine.options import Options
from conformance.running.engine.plan import CANNOT_REACH, Planned
from conformance.running.engine.result import NOT_OBSERVABLE

# Over the wire a conversation takes up to seconds: of the cases that show a rule a few are led.
CASES_SHOWN = 3
NAME = re.compile("[a-zA-Z0-9_-]{1,64}")
MOST_TOOLS = 128  # of a request
_ROLES = ("system", "user", "assistant")
_UNLISTED = "not decided yet whether this kind of adapter shows it"


class Reached(NamedTuple):
    """How a run is fitted. adapter: one of REACHED_THROUGH."""

    adapter: str
    operations: Mapping[str, ObservableRules]

    def contract(self, contract: Contract, options: Options) -> Contract:
        """Return what of a contract is judged: its rules, the cases and the probes that fit."""
        judged = self._seen(contract.operation).judged
        rules = tuple(rule for rule in contract.rules if rule.id in judged)
        choices = tuple(
            replace(
                choice,
                probes=tuple(probe for probe in choice.probes if fits(contract.operation, probe)),
                contrast=choice.contrast
                if choice.contrast is not ABSENT and fits(contract.operation, choice.contrast)
                else ABSENT,
            )
            for choice in contract.choices
            if choice.rule in judged
        )
        unfit = self.unfit_cases(contract, options)
        cases = tuple(
            replace(case, rules=tuple(rule for rule in case.rules if rule in judged))
            for case in contract.cases
            if case.id not in unfit
        )
        return replace(contract, rules=rules, choices=choices, cases=cases)

    def narrowed(
        self, contract: Contract, rules: Sequence[Rule], collector: Collector, options: Options
    ) -> tuple[Contract, tuple[Rule, ...]]:
        """Return what of a contract, and of the chosen rules, is judged; note why the others are not."""
        fitted = self.contract(contract, options)
        judged = tuple(rule for rule in rules if rule in fitted.rules)
        for rule in rules:
            if rule not in judged:
                collector.decide(contract.operation, rule.id, NOT_OBSERVABLE, self.reason(contract.operation, rule.id))
        return fitted, judged

    def reason(self, operation: str, rule: str) -> str:
        """Return why a rule is left out. A rule that the specification of the adapter does not list is left out too."""
        return self._seen(operation).left_out.get(rule, _UNLISTED)

    def _seen(self, operation: str) -> ObservableRules:
        return self.operations.get(operation, ObservableRules(frozenset(), {}))

    def options(self, options: Options) -> Options:
        """Return the options of the run: nothing deep and wide, and over the wire nothing twice."""
        return replace(options, shapes=False, fits=fits, repeat=options.repeat and self.adapter != WIRE)

    def plan(self, planned: Iterable[Planned]) -> Iterator[Planned]:
        """Leave out what is asked besides: entries alone, and over the wire the same again."""
        for case in planned:
            case.entries = ()
            case.repeated = case.repeated and self.adapter != WIRE
            yield case

    def unfit_cases(self, contract: Contract, options: Options) -> dict[str, str]:
        """Return why each case that is left out is, by its id."""
        judged = self._seen(contract.operation).judged
        thinned = self.adapter == WIRE and options.cases is None
        shown: dict[tuple[str, JSON], int] = {}
        unfit = {}
        for case in contract.cases:
            own = tuple(rule for rule in case.rules if rule in judged)
            # A subject may know one API only: each is shown as often.
            api = case.input.get("api") if isinstance(case.input, dict) else None
            if not own:
                unfit[case.id] = "none of its rules is observable this way"
            elif not fits(contract.operation, case.input):
                unfit[case.id] = CANNOT_REACH
            elif thinned and all(shown.get((rule, api), 0) >= CASES_SHOWN for rule in own):
                unfit[case.id] = f"each of its rules is shown by {CASES_SHOWN} other cases"
            else:
                for rule in own:
                    shown[rule, api] = shown.get((rule, api), 0) + 1
        return unfit


def reached(adapter: str) -> Reached | None:
    """Return how a run of such a subject is fitted; None for one that shows everything."""
    return Reached(adapter, load_reached(adapter)) if adapter in REACHED_THROUGH else None


def fits(operation: str, value: JSON) -> bool:
    """Whether an input can reach such a subject: an MCP server could serve it, or an API would take it."""
    judge = of_source(_FITS, operation)
    return judge is None or judge(value)


# Items that every API knows, beside calls: malformed ones it does not send. Of others nothing is known.
_LISTS: Mapping[str, str] = {"message": "content", "reasoning": "summary"}
_HELLO: JSON = [{"role": "user", "content": "Hello."}]


def _is_taken(kind: str, request: JSON) -> bool:

    return request is not None and accepts(kind, request)


def _is_whole_stream(events: JSON) -> bool:
    """Whether an API sends such a stream, to its end: how a gateway breaks one off is its own matter."""
    last = events[-1] if isinstance(events, list) and events and isinstance(events[-1], dict) else {}
    ends = last.get("type") in ("response.completed", "response.incomplete")
    return ends and standing_of(between("responses-stream", "chat-stream"), events).kind == REAL


def _is_exchange(value: JSON) -> bool:
    """Whether a client asks so, and an API answers so."""
    is_real = standing_of(between("chat-exchange", "responses-response"), value).kind == REAL
    return is_real and _is_understood_alone(value.get("request") or {})


def _is_stream_exchange(value: JSON) -> bool:
    """The same of an answer in chunks, which may break off."""
    is_real = standing_of(between("chat-stream-exchange", "responses-stream"), value).kind == REAL
    return is_real and _is_understood_alone(value.get("request") or {})


def _is_addressable(value: JSON) -> bool:
    """Whether the address of a Gemini request says its model as it is: there `models/` is before every name."""
    model = value.get("model") if isinstance(value, dict) else None
    return isinstance(model, str) and model != "" and not model.startswith("models/")


def _is_real(source: str, value: JSON) -> bool:
    return standing_in(source, value).kind == REAL


def _has_one_choice(answers: JSON) -> bool:
    """Whether an answer, or its chunks, has what a client got who cannot ask for several choices."""
    choices = [choice for answer in answers for choice in answer.get("choices", ())]
    return len({choice.get("index", 0) for choice in choices if isinstance(choice, dict)}) <= 1


def _is_understood_alone(request: JSON) -> bool:
    return all(request.get(name) is None for name in ELSEWHERE)


def _is_said(item: JSON) -> bool:
    """Whether the Responses API says such an item. Ids and statuses may be missing: they are completed."""
    if not isinstance(item, dict) or not isinstance(item.get("type"), str):
        return False
    listed, written = _LISTS.get(item["type"]), payload_member(item["type"])
    if listed is None and written is None:
        return True
    is_whole = isinstance(item.get(listed), list) if listed else isinstance(item.get(written), str)
    return is_whole and _is_taken("responses-response", completed(RESPONSES, [item], 0, "m"))


def _served_together(tools: list[JSON]) -> bool:
    names = [tool.get("name") if isinstance(tool, dict) else None for tool in tools]
    fit = all(isinstance(name, str) and NAME.fullmatch(name) for name in names)
    return fit and len(names) <= MOST_TOOLS and len(set(names)) == len(names)


def _is_served(tool: JSON) -> bool:
    schema = tool.get("inputSchema")
    is_object = isinstance(schema, dict) and schema.get("type") == "object"
    return is_object and _is_taken("mcp-tool", tool)


def _is_conversation(value: JSON) -> bool:
    """Whether a loop is one that an SDK can lead with the tools of an MCP server, which know no strict."""
    if not is_loop(value) or any("strict" in tool for tool in value["tools"]):
        return False
    if any("default" in str(tool["parameters"]) for tool in value["tools"]):
        return False  # what becomes of a default is another operation's
    served = [{**tool, "inputSchema": tool["parameters"]} for tool in value["tools"]]
    said = all(
        message["role"] in _ROLES and isinstance(message.get("content"), str) and not written_calls(message)
        for message in value["messages"]
    )
    names = {tool["name"] for tool in value["tools"]}
    return said and _served_together(served) and value["results"].keys() == names and _is_callable(value)


def _is_callable(loop: JSON) -> bool:
    """Whether the arguments of every call of a tool that is there are valid for it: a client may hold them to that."""
    schemas = {tool["name"]: tool["parameters"] for tool in loop["tools"]}
    turns = (read_turn(loop["api"], entry, number) for number, entry in enumerate(loop["script"]))
    return all(
        jsonschema_rs.is_valid(schemas[call.name], call.arguments)
        for turn in turns
        for call in (turn.calls if turn else ())
        if call.name in schemas and call.state == READABLE
    )


def _is_said_output(value: JSON) -> bool:
    output = value.get("output") if isinstance(value, dict) else value
    return isinstance(output, list) and all(map(_is_said, output))


def _is_input(value: JSON) -> bool:
    request = value if isinstance(value, dict) else {"input": value}
    return request.keys() <= {"input", "instructions"} and _is_taken("responses-request", {"model": "m", **request})


_ANSWERED = ("anthropic-response", "anthropic-stream", "gemini-response", "gemini-stream")
# By source format.
_FITS: Mapping[str, Callable[[JSON], bool]] = {
    "mcp-tools": lambda value: isinstance(value, list) and _served_together(value) and all(map(_is_served, value)),
    "mcp-result": lambda value: standing_of(between("mcp-result", "tool-message"), value).kind == REAL,
    "mcp-named-result": lambda value: _is_real("mcp-named-result", value) and NAME.fullmatch(value["name"]) is not None,
    "tool-loop": _is_conversation,
    "chat-tools": lambda value: _is_taken(
        "chat-request", {"model": "m", "messages": _HELLO, "tools": value} if value else None
    ),
    "responses-tools": lambda value: _is_taken(
        "responses-request", {"model": "m", "input": _HELLO, "tools": value} if value else None
    ),
    "chat-request": lambda value: _is_taken("chat-request", value),
    "responses-request": lambda value: _is_taken("responses-request", value),
    "anthropic-request": lambda value: _is_taken("anthropic-request", value),
    "gemini-request": lambda value: _is_addressable(value) and _is_taken("gemini-request", value),
    "chat-messages": lambda value: _is_taken("chat-request", {"model": "m", "messages": value}),
    "responses-input": _is_input,
    "responses-output": _is_said_output,
    "responses-response": lambda value: isinstance(value, dict) and _is_taken("responses-response", value),
    "responses-stream": _is_whole_stream,
    "chat-exchange": _is_exchange,
    "chat-stream-exchange": _is_stream_exchange,
    "chat-response": lambda value: (
        isinstance(value, dict)
        and "error" not in value
        and _has_one_choice([value])
        and _is_taken("chat-response", completed(CHAT, value, 0, "m"))
    ),
    "chat-stream": lambda value: _is_real("chat-stream", value) and _has_one_choice(value),
    **{source: partial(_is_real, source) for source in _ANSWERED},
}
