from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.base.observation import ConversionRequest, Outcome, Refusal
from conformance.base.values import ABSENT
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import load_specifications
from conformance.running.engine.chains import ask_chains, offered_chains
from conformance.running.engine.plan import Planned

TWO_STEPS = {"whole": ("first", "second")}
AND_BACK = {"there": ("there", "back")}


class Adding:
    """Adds the operation's name to its input; `second` refuses a list with "bad" in it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        for request in requests:
            self.asked.append(request.operation)
            if request.operation == "second" and "bad" in request.input:
                yield request, Outcome(refusal=Refusal("bad"))
                continue
            request.input.append(request.operation)
            yield request, Outcome(output=list(request.input))


def asked(operation: str, given: list[str], output: object) -> tuple[Planned, Trial]:
    return Planned(operation, given), Trial(operation=operation, input=given, outcome=Outcome(output=output))


def test_a_chain_goes_from_the_input_to_its_end():
    given = ["a"]
    (chained,) = ask_chains(Adding(), [asked("whole", given, ["other"])], TWO_STEPS)
    assert chained.outcome is not None
    assert chained.outcome.output == ["a", "first", "second"]
    assert given == ["a"]


def test_a_chain_that_begins_with_the_operation_takes_its_outcome():
    subject, output = Adding(), ["out"]
    (chained,) = ask_chains(subject, [asked("there", ["in"], output)], AND_BACK)
    assert chained.outcome is not None
    assert chained.outcome.output == ["out", "back"]
    assert (subject.asked, output) == (["back"], ["out"])


def test_a_chain_that_breaks_shows_its_steps():
    trials = [asked("whole", ["bad"], []), asked("whole", ["good"], []), asked("there", ["x"], ABSENT)]
    chained = {ask_chain.trial.input[0]: ask_chain for ask_chain in ask_chains(Adding(), trials, TWO_STEPS | AND_BACK)}
    assert chained["good"].outcome is not None
    assert chained["bad"].outcome is None and chained["x"].outcome is None
    assert [(step.operation, step.input) for step in chained["bad"].steps] == [
        ("first", ["bad"]),
        ("second", ["bad", "first"]),
    ]
    assert chained["bad"].steps[-1].outcome.refusal == ("bad", None)
    assert [step.operation for step in chained["x"].steps] == ["there"]


def test_only_whole_chains_are_run():
    law = "mcp-tools-to-responses-tools"
    steps = ("mcp-tools-to-chat-tools", "chat-tools-to-responses-tools")
    contracts = load_specifications().contracts.values()
    assert offered_chains(contracts, (law, *steps)) == {law: steps}
    assert offered_chains(contracts, (law, steps[0])) == {}
    assert offered_chains(contracts, steps) == {}


class Noting:
    """Returns what it is given, in a list."""

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        return ((request, Outcome(output=[request.input])) for request in requests)


def test_an_operation_that_takes_exchanges_is_given_an_answer_in_one():
    name = "responses-response-to-anthropic-response"
    chain = load_specifications().contracts[name].chain
    trial = Trial(operation=name, input={"output": []}, outcome=Outcome(output={"content": []}))
    (chained,) = ask_chains(Noting(), [(Planned(name, {"output": []}), trial)], {name: chain})
    assert chained.outcome is not None and chained.outcome.output == [{"response": {"content": []}}]
