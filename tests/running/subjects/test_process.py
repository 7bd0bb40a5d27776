"""A process as a subject: whatever it does costs its own case, never another's, and never the run."""

from __future__ import annotations

import sys
import tracemalloc

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import ConversionRequest
from conformance.base.values import ABSENT
from conformance.running.subjects.process import WINDOW_LINES, ProcessSubject
from tests.running.subjects.conftest import echoed, plain, with_deed

SHORT = 0.4  # seconds, for subjects that hang on purpose


# ---- a well-behaved one ----


def test_description(moody) -> None:
    description = moody().describe()
    assert (description.name, description.version, description.language) == ("moody", "1", None)
    assert description.operations == ("echo",)
    assert description.adapter == "process"
    assert description.exact_numbers is None


@pytest.mark.parametrize("count", [0, 1, 2, WINDOW_LINES, 5 * WINDOW_LINES + 1])
def test_every_request_gets_its_own_answer(moody, ask, count) -> None:
    subject = moody()
    subject.describe()
    inputs = plain(count)
    assert echoed(ask(subject, inputs), inputs)
    assert subject.faults == 0


def test_it_is_started_where_nobody_asked_it_to_describe_itself(moody, ask) -> None:
    assert echoed(ask(moody(), plain(3)), plain(3))


def test_one_child_serves_one_question_after_another(moody, ask) -> None:
    subject = moody()
    (first,) = ask(subject, [{"do": "start-others"}])
    (second,) = ask(subject, [{"do": "start-others"}])
    assert first.output[0] == second.output[0]


def test_values_arrive_exactly(moody, ask) -> None:
    inputs = [
        9007199254740993, 10**40, 1.0, 1, -0.0, 1e-300, True, None, "", "é\u2028\ud800\x00\"\\", [], {},
        {"b": 1, "a": 2}, [[[]]], {"": {"": ""}},
    ]  # fmt: skip
    outcomes = ask(moody(), inputs)
    assert [repr(outcome.output) for outcome in outcomes] == [repr(given) for given in inputs]


def test_inputs_larger_than_a_pipe_come_back(moody, ask) -> None:
    inputs = [{"n": number, "text": "x" * 300_000} for number in range(12)]
    assert echoed(ask(moody(), inputs), inputs)


def test_what_an_answer_leaves_out_is_not_observed(moody, ask) -> None:
    (outcome,) = ask(moody(), [{}])
    assert outcome.input_after is ABSENT
    assert (outcome.shares, outcome.kept, outcome.diagnostics) == (None, None, None)
    assert 0 < outcome.seconds < 20


def test_what_an_answer_shows_is_observed(moody, ask) -> None:
    more = {"input_after": [1], "shares": True, "kept": False, "diagnostics": [{"level": "warning", "message": "m"}]}
    (outcome,) = ask(moody(), [{"do": "tell", "more": more}])
    assert outcome.input_after == [1]
    assert (outcome.shares, outcome.kept) == (True, False)
    assert outcome.diagnostics == ({"level": "warning", "message": "m"},)


def test_what_an_answer_shows_in_another_form_is_not_observed(moody, ask) -> None:
    more = {"shares": "no", "kept": 0, "diagnostics": "none"}
    (outcome,) = ask(moody(), [{"do": "tell", "more": more}])
    assert outcome.output == 1
    assert (outcome.shares, outcome.kept, outcome.diagnostics) == (None, None, None)


def test_answers_may_come_in_any_order(moody, ask) -> None:
    inputs = [{"do": "later"}, {"do": "later"}, {"n": 2}, {"n": 3}]
    subject = moody()
    outcomes = ask(subject, inputs)
    assert [outcome.output for outcome in outcomes] == ["late", "late", {"n": 2}, {"n": 3}]
    assert subject.faults == 0


def test_a_refusal_shows_its_message_type_argument_and_diagnostics(moody, ask) -> None:
    (outcome,) = ask(moody(), [{"do": "refuse"}])
    assert outcome.output is ABSENT
    assert outcome.fault is None
    assert outcome.refusal == ("no name", "ToolError")
    assert outcome.input_after == {"do": "refused"}
    assert outcome.diagnostics == ({"message": "odd"}, {"level": "error"})


def test_method_not_found_is_the_converters_own_error(moody, ask) -> None:
    subject = moody()
    (outcome,) = ask(subject, [{"do": "not-offered"}])
    assert outcome.refusal == ("no such operation", "method not found")
    assert subject.faults == 0


@pytest.mark.parametrize(("deed", "named"), [("nan", "NaN"), ("huge-number", "-1e999")])
def test_a_number_that_json_does_not_have_makes_the_answer_no_json(moody, ask, deed, named) -> None:
    inputs = with_deed(deed)
    subject = moody()
    outcomes = ask(subject, inputs)
    assert named in outcomes[4].not_json
    assert outcomes[4].output is ABSENT
    assert echoed(outcomes, inputs, but=4)
    assert subject.faults == 0


# ---- faults ----

ENDINGS = {
    "exit": ("exit", "the subject exited with status 3 while it was asked"),
    "kill": ("exit", "the subject was killed by signal SIGKILL while it was asked"),
    "half": ("exit", "the subject exited with status 3 in the middle of an answer"),
}


@pytest.mark.parametrize("deed", ENDINGS)
def test_a_death_costs_its_own_case(moody, ask, deed) -> None:
    inputs = with_deed(deed)
    subject = moody()
    outcomes = ask(subject, inputs)
    assert outcomes[4].fault[:2] == ENDINGS[deed]
    assert echoed(outcomes, inputs, but=4)
    assert subject.faults == 2  # in the pipeline, and alone


def test_a_death_shows_the_end_of_the_log(moody, ask) -> None:
    (outcome,) = ask(moody(), [{"do": "exit"}])
    assert outcome.fault.log == ("about to leave",)


def test_the_first_and_the_last_may_be_guilty(moody, ask) -> None:
    inputs = [{"do": "exit"}, *plain(5), {"do": "exit"}]
    outcomes = ask(moody(), inputs)
    assert [outcome.fault is not None for outcome in outcomes] == [True, *[False] * 5, True]


def test_many_deaths_in_many_windows(moody, ask) -> None:
    inputs = [{"do": "exit"} if number % 40 == 7 else {"n": number} for number in range(4 * WINDOW_LINES)]
    outcomes = ask(moody(), inputs)
    guilty = [index for index, outcome in enumerate(outcomes) if outcome.fault]
    assert guilty == [index for index, given in enumerate(inputs) if "do" in given]
    assert all(outcome.output == given for outcome, given in zip(outcomes, inputs, strict=True) if "n" in given)


def test_a_hang_costs_its_own_case(moody, ask) -> None:
    inputs = with_deed("hang")
    outcomes = ask(moody(timeout=SHORT), inputs)
    assert outcomes[4].fault.kind == "hang"
    assert outcomes[4].fault.message == f"the subject was silent for {SHORT:g} s"
    assert echoed(outcomes, inputs, but=4)


# What is written in place of an answer, and how its fault begins.
GARBAGE = {
    "not-utf8": 'the subject wrote \'{"jsonrpc": "2.0", "id"',
    "neither": 'the subject wrote \'{"jsonrpc": "2.0", "id": ',
    "no-output": 'the subject wrote \'{"jsonrpc": "2.0", "id": ',
    "result-is-list": 'the subject wrote \'{"jsonrpc": "2.0", "id": ',
    "error-is-text": 'the subject wrote \'{"jsonrpc": "2.0", "id": ',
    "code-is-text": 'the subject wrote \'{"jsonrpc": "2.0", "id": ',
}
GARBAGE_WITHOUT_AN_ID = {
    "null": "the subject wrote 'null', which is not an answer: it has no id",
    "batch": 'the subject wrote \'[{"jsonrpc"',
    "only-noise": "the subject wrote 'converting...', which is not JSON",
    "noise": "the subject wrote 'converting...', which is not JSON",
    "unknown-id": "the subject answered the id 1000",
    "string-id": 'the subject answered the id "',
    "deep": "the subject's answer is nested too deeply to be read",
}


@pytest.mark.parametrize("deed", GARBAGE)
def test_garbage_that_carries_its_id_costs_its_own_case_and_no_restart(moody, ask, deed) -> None:
    inputs = with_deed(deed)
    subject = moody()
    outcomes = ask(subject, inputs)
    assert outcomes[4].fault.kind == "garbage"
    assert outcomes[4].fault.message.startswith(GARBAGE[deed])
    assert echoed(outcomes, inputs, but=4)
    assert subject.faults == 1


@pytest.mark.parametrize("deed", GARBAGE_WITHOUT_AN_ID)
def test_garbage_without_an_id_costs_its_own_case(moody, ask, deed) -> None:
    inputs = with_deed(deed)
    outcomes = ask(moody(timeout=SHORT), inputs)
    assert outcomes[4].fault.kind == "garbage"
    assert outcomes[4].fault.message.startswith(GARBAGE_WITHOUT_AN_ID[deed])
    assert echoed(outcomes, inputs, but=4)


def test_a_subject_that_prints_at_every_call_is_not_started_again_each_time(moody, ask) -> None:
    subject = moody()
    assert all(outcome.fault.kind == "garbage" for outcome in ask(subject, [{"do": "noise"}] * 12))
    before, after = (ask(subject, [{"do": "start-others"}])[0].output[0] for _ in range(2))
    assert before == after


def test_the_first_of_two_answers_counts(moody, ask) -> None:
    inputs = with_deed("twice")
    subject = moody()
    outcomes = ask(subject, inputs)
    assert echoed(outcomes, inputs)
    assert subject.faults == 1


def test_noise_behind_an_answer_does_not_stop_the_run(moody, ask) -> None:
    inputs = with_deed("noise-after")
    outcomes = ask(moody(), inputs)
    assert len(outcomes) == 9
    assert sum(outcome.fault is not None for outcome in outcomes) <= 1


def test_a_subject_that_closes_its_input_is_not_waited_for(moody, ask) -> None:
    inputs = [{"do": "close-input"}, *plain(4)]
    outcomes = ask(moody(timeout=60), inputs)
    assert echoed(outcomes[1:], inputs[1:])


def test_a_subject_that_closes_its_output_has_ended(moody, ask) -> None:
    inputs = with_deed("close-output")
    outcomes = ask(moody(timeout=60), inputs)
    assert outcomes[4].fault.kind == "exit"
    assert "closed its standard output" in outcomes[4].fault.message
    assert echoed(outcomes, inputs, but=4)


# ---- floods ----


def peak_of(work) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_flood_on_standard_error_is_cut(moody, ask) -> None:
    subject = moody()
    outcomes = []
    peak = peak_of(lambda: outcomes.extend(ask(subject, [{"do": "flood-log"}, {"do": "exit"}])))
    assert outcomes[0].output == {"do": "flood-log"}
    assert sum(map(len, outcomes[1].fault.log)) <= 8192
    assert peak < 5_000_000


def test_a_line_without_end_is_not_kept(moody, ask, monkeypatch) -> None:
    monkeypatch.setattr("conformance.running.subjects.child.LINE_BYTES", 1_000_000)
    subject = moody(timeout=SHORT)
    outcomes = []
    peak = peak_of(lambda: outcomes.extend(ask(subject, [{"do": "flood-output"}])))
    assert outcomes[0].fault.kind == "garbage"
    assert outcomes[0].fault.message.startswith("the subject wrote '(a line of over 1000000 bytes)'")
    assert peak < 5_000_000


def test_blank_lines_without_end_are_silence(moody, ask) -> None:
    outcomes = ask(moody(timeout=SHORT), [{"do": "flood-blank-lines"}, {"n": 1}])
    assert outcomes[0].fault.kind == "hang"
    assert outcomes[1].output == {"n": 1}


# ---- the run ends ----


def test_patience_with_hangs_ends(moody, ask) -> None:
    subject = moody(timeout=0.3, patience=0.7)
    outcomes = [*ask(subject, plain(1)), *ask(subject, [{"do": "hang"}] * 300)][1:]
    kinds = [outcome.fault.kind for outcome in outcomes]
    assert kinds.count("hang") <= 3
    assert set(kinds) == {"hang", "given-up"}
    assert "too much time was lost" in outcomes[-1].fault.message


def test_an_operation_that_never_answers_is_not_waited_for_at_each_input(moody, ask) -> None:
    outcomes = ask(moody(timeout=0.3), [{"do": "hang"}] * 300)
    kinds = [outcome.fault.kind for outcome in outcomes]
    assert kinds == ["hang"] * 2 + ["given-up"] * 298
    assert outcomes[-1].fault.message == "not asked: echo was silent for 0.3 s whenever it was asked"


def test_patience_with_restarts_ends(moody, ask) -> None:
    outcomes = ask(moody(patience=1.0), [{"do": "exit"}] * 300)
    kinds = [outcome.fault.kind for outcome in outcomes]
    assert kinds[0] == "exit"
    assert kinds[-1] == "given-up"


def test_a_subject_that_does_not_start_again_is_given_up(moody, ask, tmp_path) -> None:
    subject = moody("once", str(tmp_path / "started"))
    subject.describe()
    outcomes = ask(subject, [{"n": 0}, {"do": "exit"}, *plain(100)])
    kinds = [outcome.fault.kind if outcome.fault else None for outcome in outcomes]
    assert kinds[0] is None
    assert set(kinds[1:]) == {"given-up"}
    assert "did not start again. The subject exited with status 5" in outcomes[-1].fault.message


def test_time_that_the_asker_takes_is_not_silence(moody) -> None:
    subject = moody(timeout=SHORT)
    subject.describe()
    outcomes = []
    for _request, outcome in subject.ask(
        ConversionRequest(key=number, operation="echo", input={"n": number}) for number in range(100)
    ):
        outcomes.append(outcome)
        if len(outcomes) == 1:
            sum(range(30_000_000))  # over half a second's work on any machine
    assert len(outcomes) == 100
    assert not any(outcome.fault for outcome in outcomes)


# ---- what does not start ----

START_FAILURES = {
    "exit": ("The subject exited with status 4 before it answered describe.", "by hand"),
    "hang": ("The subject did not answer describe within 0.4 s.", "--start-timeout"),
    "noise": ("The subject wrote 'Listening on standard input!' before it answered describe.", "standard error"),
    "protocol": ("The subject speaks protocol 2.", "version 1"),
    "nameless": ("The subject's answer to describe is not of the form", '"name"'),
    "operations": ("The subject's answer to describe is not of the form", '"operations"'),
    "choices": ("The subject's answer to describe is not of the form", '"name"'),
    "error": ("The subject cannot be served: no converter\nhere", ""),
    "list": ("The subject's answer to describe is not of the form: [1]", '"name"'),
    "string-id": ('The subject wrote \'{"jsonrpc"', ""),
}


@pytest.mark.parametrize("how", START_FAILURES)
def test_a_start_that_fails_says_why_and_how_to_correct_it(moody, how) -> None:
    what, hint = START_FAILURES[how]
    subject = moody(how, start_timeout=SHORT if how == "hang" else 20)
    with pytest.raises(SubjectError) as caught:
        subject.describe()
    assert caught.value.message.startswith(what)
    assert hint in caught.value.hint
    if how == "exit":
        assert caught.value.log == ("cannot find my licence",)


def test_blank_lines_before_the_description_are_passed_over(moody) -> None:
    assert moody("blank").describe().name == "moody"


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (["no-such-command-anywhere"], "The command 'no-such-command-anywhere' is not there."),
        (["/"], "The command '/' may not be run."),
        (["bad\0word"], "The command 'bad\\x00word' cannot be started: embedded null byte."),
    ],
)
def test_a_command_that_cannot_be_run(command, what) -> None:
    subject = ProcessSubject(command, {})
    with pytest.raises(SubjectError) as caught:
        subject.describe()
    assert caught.value.message == what
    assert caught.value.hint
    subject.close()


# ---- the end ----


def test_close_ends_everything_that_was_started(moody, ask, ended) -> None:
    subject = moody()
    (outcome,) = ask(subject, [{"do": "start-others"}])
    child, same_group, other_group = outcome.output
    subject.close()
    assert ended(child)
    assert ended(same_group)
    assert ended(other_group)


def test_close_twice_and_before_any_start(moody) -> None:
    subject = moody()
    subject.close()
    subject.describe()
    subject.close()
    subject.close()


def test_an_interrupt_while_asked_leaves_no_child(moody, ask, ended) -> None:
    subject = moody()
    (outcome,) = ask(subject, [{"do": "start-others"}])

    def interrupted():
        yield from (ConversionRequest(key=number, operation="echo", input={"n": number}) for number in range(200))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        for _answered in subject.ask(interrupted()):
            pass
    assert ended(outcome.output[0])
    subject.close()
    assert all(ended(pid) for pid in outcome.output)


def test_a_caller_that_stops_listening_gets_right_answers_later(moody, ask) -> None:
    subject = moody()
    for _request, _outcome in subject.ask(
        ConversionRequest(key=number, operation="echo", input={"old": number}) for number in range(200)
    ):
        break
    assert echoed(ask(subject, plain(100)), plain(100))


def test_the_child_sees_its_environment_and_nothing_else() -> None:
    code = (
        "import json,os,sys\nfor line in sys.stdin:\n r=json.loads(line)\n print(json.dumps({'id':r['id'],'result':"
        "{'protocol':1,'name':' '.join(sorted(os.environ)),'operations':[]}}),flush=True)"
    )
    subject = ProcessSubject([sys.executable, "-I", "-S", "-c", code], {"PATH": "/usr/bin", "ONLY": "this"})
    names = subject.describe().name.split()
    subject.close()
    assert {"ONLY", "PATH"} <= set(names) <= {"ONLY", "PATH", "CONFORMANCE_SUBJECT", "LC_CTYPE"}
