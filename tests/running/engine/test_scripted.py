"""What stands between a planned loop and a subject: the address, what its API saw, and how often it starts."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.base.observation import NOT_COVERED, ConversionRequest, Description, Outcome
from conformance.base.values import packed
from conformance.reference import tool_loop
from conformance.running.engine.ask import ask_all
from conformance.running.engine.judge import Judge
from conformance.running.engine.plan import plan_inputs
from conformance.running.engine.scripted import ScriptedSubject, scripted
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.process import ProcessSubject
from conformance.running.subjects.python import worker_command
from tests.running.engine.certifying import certified, specifications, verdicts

LOOP = "tool-loop"
CALL = {"type": "function_call", "call_id": "call_1", "name": "ping", "arguments": "{}"}
WORKER = Path(__file__).parent / "scripts"


def planned(*script: Any, **more: Any) -> dict[str, Any]:
    tools = [{"name": "ping", "description": "Pings.", "parameters": {"type": "object", "properties": {}}}]
    loop = {"api": "responses", "model": "m", "messages": [{"role": "user", "content": "Ping?"}], "tools": tools}
    return {**loop, "results": {"ping": "pong"}, "max_rounds": 3, "script": list(script) or [[CALL], "Pong."], **more}


Asked = Callable[..., list[Outcome]]


@pytest.fixture
def asked() -> Iterator[Asked]:
    """Asks a function, or a whole subject, planned inputs; gives the outcomes in their order."""
    made: list[ScriptedSubject] = []

    def ask(subject: Any, *inputs: Any) -> list[Outcome]:
        if not isinstance(subject, ProcessSubject):
            subject = InProcessSubject(
                {LOOP: subject},
                Description(
                    name="s",
                    version=None,
                    language=None,
                    adapter="in-process",
                    operations=(LOOP,),
                    choices={},
                    exact_numbers=True,
                ),
            )
        made.append(ScriptedSubject(subject, frozenset({LOOP})))
        requests = [
            ConversionRequest(key=number, operation=LOOP, input=input_, before=packed(input_))
            for number, input_ in enumerate(inputs)
        ]
        outcomes = {request.key: outcome for request, outcome in made[-1].ask(requests)}
        return [outcomes[number] for number in range(len(inputs))]

    yield ask
    for element in made:
        element.close()


def test_a_subject_gets_an_address_where_the_script_stood(asked: Asked) -> None:
    got: list[Any] = []
    one = planned()
    asked(got.append, one, one)
    assert [given.keys() for given in got] == [(one.keys() - {"script"}) | {"base_url"}] * 2
    assert got[0]["base_url"] != got[1]["base_url"]
    assert {key: got[0][key] for key in got[0] if key != "base_url"} == {k: one[k] for k in one if k != "script"}
    assert got[0]["messages"] is not one["messages"]


def test_the_outcome_says_what_the_api_saw(asked: Asked) -> None:
    one = planned()
    (outcome,) = asked(tool_loop, one)
    assert outcome.output == {"answer": "Pong.", "calls": [{"id": "call_1", "name": "ping", "arguments": {}}]}
    assert outcome.requests is not None
    assert [(seen["path"], seen["answer"]) for seen in outcome.requests] == [("/v1/responses", 0), ("/v1/responses", 1)]
    assert outcome.input_after is one


def test_a_changed_argument_is_reported_in_the_plans_words(asked: Asked) -> None:
    one = planned()
    (outcome,) = asked(lambda given: given["messages"].append("more"), one)
    assert outcome.input_after == {**one, "messages": [*one["messages"], "more"]}
    assert one == planned()
    (outcome,) = asked(lambda given: given.update(base_url="elsewhere"), one)
    assert outcome.input_after["base_url"] == "elsewhere"  # type: ignore[index]


def test_what_is_no_loop_is_asked_as_it_is_or_has_an_empty_script(asked: Asked) -> None:
    got: list[Any] = []
    asked(got.append, None, [1], {"api": ["chat"]}, {"api": "chat", "script": 7, "base_url": "mine"})
    assert got[:2] == [None, [1]]
    assert got[2].keys() == {"base_url", "api"}
    assert got[3]["base_url"].startswith("http://127.0.0.1:")


def test_a_subject_with_one_api_does_not_cover_the_other(asked: Asked) -> None:
    def chat_only(given: Any) -> Any:
        if given["api"] == "responses":
            raise NotImplementedError("only chat")
        return tool_loop(given)

    responses, chat = asked(chat_only, planned(), planned("Hi.", api="chat"))
    assert (responses.fault and responses.fault.kind, chat.fault) == (NOT_COVERED, None)


@pytest.mark.expensive("certifies a loop")
def test_rules_about_an_api_that_a_subject_does_not_use_do_not_apply() -> None:
    def of_openai(given: Any) -> Any:
        if isinstance(given, dict) and given.get("api") in ("anthropic", "gemini"):
            raise NotImplementedError("neither Anthropic nor Gemini")
        return tool_loop(given)

    result = certified({LOOP: of_openai}, LOOP, max_examples=10, seed=1)
    assert result.conforms
    found = {entry.rule.id: entry.verdict for entry in result.rules}
    assert {found[rule] for rule in ("LOOP-11", "LOOP-12", "LOOP-13", "LOOP-14", "LOOP-15")} == {"not-applicable"}

    def of_nothing(_given: Any) -> Any:
        raise NotImplementedError("no API")

    assert not certified({LOOP: of_nothing}, LOOP, max_examples=0, seed=1).conforms


def test_an_api_that_was_talked_to_cannot_be_refused_later(asked: Asked) -> None:
    def moody(given: Any) -> Any:
        if given["max_rounds"] == 1:
            raise NotImplementedError("not this one")
        return tool_loop(given)

    _first, second = asked(moody, planned(), planned(max_rounds=1))
    assert second.fault is None
    assert second.refusal is not None


def test_other_operations_are_passed_on(asked: Asked) -> None:
    subject = InProcessSubject(
        {"echo": lambda given: given},
        Description(
            name="s", version=None, language=None, adapter="x", operations=("echo",), choices={}, exact_numbers=True
        ),
    )
    assert scripted(subject, ["mcp-tool-to-chat-tool"]) is subject
    request = ConversionRequest(key="k", operation="echo", input={"script": []})
    assert [
        (element.key, outcome.output) for element, outcome in ScriptedSubject(subject, frozenset({LOOP})).ask([request])
    ] == [("k", {"script": []})]


def test_trials_and_their_repetitions_have_scripts_of_their_own() -> None:
    contract = specifications().contracts[LOOP]
    judge = Judge(contract, contract.rules, contract.defaults())
    subject = InProcessSubject(
        {LOOP: tool_loop},
        Description(
            name="s",
            version=None,
            language=None,
            adapter="in-process",
            operations=(LOOP,),
            choices={},
            exact_numbers=True,
        ),
    )
    staged = ScriptedSubject(subject, frozenset({LOOP}))
    try:
        (trial,) = (trial for _one, trial in ask_all(staged, plan_inputs(contract, [planned()]), {LOOP: judge}, [LOOP]))
    finally:
        staged.close()
    assert trial.input == planned()
    assert trial.requests is not None
    assert trial.again is not None
    assert trial.again.requests == trial.requests


@pytest.fixture
def child() -> Iterator[ProcessSubject]:
    """A process that runs the reference's loop, and dies of some inputs."""
    config = {"bind": {LOOP: f"{WORKER / 'mortal_loop.py'}:tool_loop"}, "path": str(Path(__file__).parents[3])}
    subject = ProcessSubject(worker_command(sys.executable, config), {"PATH": "/usr/bin:/bin"}, exact_numbers=True)
    subject.describe()
    yield subject
    subject.close()


def test_after_a_death_scripts_start_again(asked: Asked, child: ProcessSubject) -> None:
    inputs = [planned(model="dies" if number == 5 else "m") for number in range(12)]
    outcomes = asked(child, *inputs)
    assert [number for number, outcome in enumerate(outcomes) if outcome.fault] == [5]
    whole = [outcome for number, outcome in enumerate(outcomes) if number != 5]
    assert all(outcome.output["answer"] == "Pong." for outcome in whole)
    assert all([seen["answer"] for seen in outcome.requests or ()] == [0, 1] for outcome in whole)
    assert all(outcome.input_after is inputs[number] for number, outcome in enumerate(outcomes) if number != 5)
    assert [seen["answer"] for seen in outcomes[5].requests or ()] == [0]


def test_a_run_ends_the_api_that_it_started() -> None:
    before = threading.active_count()
    result = certified({LOOP: tool_loop}, LOOP, max_examples=0, rules=("LOOP-1",), cases=("no-call-chat",))
    assert verdicts(result) == {"LOOP-1": "pass"}
    assert threading.active_count() <= before + 1


def test_choices_are_read_off_the_requests() -> None:
    result = certified({LOOP: lambda given: tool_loop(given, tool_turns="text")}, LOOP, max_examples=0)
    assert result.choices[LOOP] == {"tool-turns": ("text", "probed")}


@pytest.mark.expensive("makes evidence of conversations small")
def test_evidence_is_made_small_through_the_api() -> None:
    def never_twice(given: Any) -> Any:
        output = tool_loop(given)
        return output | {"calls": output["calls"][:1]}

    result = certified({LOOP: never_twice}, LOOP, max_examples=40, seed=5)
    (entry,) = (entry for entry in result.rules if entry.rule.id == "LOOP-2")
    examples = [shown for shown in entry.evidence if shown.case is None]
    assert examples
    assert all(
        set(example.input) >= {"script", "max_rounds"} and "base_url" not in example.input for example in examples
    )
    assert min(len(packed(example.input) or b"") for example in examples) < 500
