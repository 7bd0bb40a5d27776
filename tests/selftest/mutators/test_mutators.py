"""Mutators: each changes what it names, in whichever format it is written, and nothing where there is nothing."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import pytest

from conformance.formats.exchanges import ANSWERS as READERS
from conformance.formats.exchanges import WRITERS
from conformance.formats.model.answer import Answer
from conformance.reference import chat_response_to_responses_response, chat_stream_to_responses_stream
from conformance.rules.contracts import load_specifications
from conformance.rules.laws.same_answer import differences
from tests.rules.checks.by_laws.answers.samples import CALL, ERROR, REQUEST, SECOND, exchange, streamed
from tests.suite.selftest.mutators import ANSWERS, OWN
from tests.suite.selftest.mutators.model import Formats, Mutator
from tests.suite.selftest.mutators.sound import OF_STREAMS, VARIANTS

WHOLE = Formats(source="chat-exchange", target="responses-response")
STREAM = Formats(source="chat-stream-exchange", target="responses-stream")
ALL = [(WHOLE, answer) for answer in ANSWERS if not answer.needs] + [
    (STREAM, answer) for answer in (*ANSWERS, *OWN["responses-stream"])
]

_SPACE = {"type": "namespace", "name": "crm", "description": "Of one server.", "tools": REQUEST["tools"]}
_PATCH = {"id": "call_p", "type": "custom", "custom": {"name": "apply_patch", "input": " *** Begin "}}
_OF_SPACE = {"id": "call_s", "type": "function", "function": {"name": "crm__look", "arguments": '{"b": 1, "a": null}'}}
_PART = {"id": "call_c", "type": "function", "function": {"name": "Look-up-here", "arguments": ' {"a":"\u00e9'}}
_ASKED = REQUEST | {
    "model": "alias", "instructions": "Be brief.", "temperature": 0.2, "tool_choice": "required",
    "metadata": {"a": "b"}, "tools": [*REQUEST["tools"], _SPACE, {"type": "custom", "name": "apply_patch"}],
}  # fmt: skip
_NOTE = {"type": "url_citation",
         "url_citation": {"url": "https://a.example/b", "title": "A", "start_index": 0, "end_index": 2}}  # fmt: skip
_TOKENS = [
    {"token": "Hi", "logprob": -0.5, "bytes": [72], "top_logprobs": [{"token": "Ho", "logprob": -1.5, "bytes": [72]}]},
    {"token": ".", "logprob": -0.25, "bytes": [46], "top_logprobs": []},
]
_TEXT = ' "Zu\u0308rich" <b>\nis \ufb01ne.\U0001f642 '
_USAGE = {
    "prompt_tokens": 2**53 + 1, "completion_tokens": 7, "total_tokens": 2**53 + 8,
    "prompt_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 1},
    "completion_tokens_details": {"reasoning_tokens": 3},
}  # fmt: skip


def _wholes() -> list[dict[str, Any]]:
    found = [
        exchange(
            content=_TEXT, annotations=[_NOTE, _NOTE], reasoning_content="Hm, and so on.", tool_calls=[CALL, SECOND]
        ),
        exchange(content="Hi.", refusal="No more.", finish="length"),
        exchange(content=None, refusal="No.", finish="content_filter"),
        exchange(tool_calls=[_PATCH, _OF_SPACE, _PART, CALL], finish="tool_calls"),
        exchange(content=""),
        {"response": ERROR},
    ]
    for finding in found[:-1]:
        finding["request"] = _ASKED
        finding["response"] |= {"usage": _USAGE, "service_tier": "default", "model": "gpt-4o"}
    found[0]["response"]["choices"][0]["logprobs"] = {"content": _TOKENS}
    del found[4]["response"]["usage"]
    return found


def _streams() -> list[dict[str, Any]]:
    """The same in chunks, with a text behind a call, and pieces."""
    found = []
    for whole in _wholes()[:-1]:
        choice = whole["response"]["choices"][0]
        message = choice["message"]
        calls = [{"index": number, **call} for number, call in enumerate(message.pop("tool_calls", ()))]
        pieces = [{"tool_calls": calls}, {"content": "And "}, {"content": "more."}] if calls else []
        made = streamed(message, *pieces, finish=choice["finish_reason"])
        made["request"] = whole["request"]
        for chunk in made["chunks"]:
            chunk["model"] = whole["response"]["model"]
        made["chunks"][0]["choices"][0] |= {"logprobs": choice.get("logprobs")}
        made["chunks"][-1] |= {name: whole["response"].get(name) for name in ("usage", "service_tier")}
        found.append(made)
    broken = streamed({"role": "assistant", "content": "Hi"}, finish=None)
    return [*found, {**broken, "chunks": [*broken["chunks"], ERROR]}]


def _made(formats: Formats, mutator: Mutator) -> list[tuple[Any, Any]]:
    """Return samples with what the reference makes of them, under the answers that a mutator needs."""
    answers: dict[str, Any] = {name.replace("-", "_"): answer for name, answer in mutator.answers.items()}
    answers.pop("failed_response", None)  # of converters to Chat
    answers.pop("reasoning", None)  # it is kept by default
    answers.setdefault("failed_answer", "failed")
    if formats is WHOLE:
        answers["failed_answer"] = "failed"
        return [(given, chat_response_to_responses_response(given, **answers)) for given in _wholes()]
    return [(given, chat_stream_to_responses_stream(given, **answers)) for given in _streams()]


@pytest.mark.parametrize(
    ("formats", "mutator"), ALL, ids=lambda value: getattr(value, "name", getattr(value, "target", ""))
)
def test_a_mutator_changes_some_answers_and_leaves_its_argument_alone(formats: Formats, mutator: Mutator) -> None:
    changed = 0
    for given, output in _made(formats, mutator):
        before = copy.deepcopy(output)
        changed += mutator.change(formats)(given, copy.deepcopy(output)) != before
        assert output == before
    assert changed


def test_names_are_no_two_times_there_and_each_check_is_one_of_the_contracts() -> None:
    every = list({id(answer): answer for answer in (*ANSWERS, *itertools.chain.from_iterable(OWN.values()))}.values())
    names = [element.name for element in every]
    assert sorted(set(names)) == sorted(names)
    checks = {rule.check for contract in load_specifications().contracts.values() for rule in contract.rules}
    assert {element.check for element in every} <= checks


@pytest.mark.parametrize("formats", [WHOLE, STREAM], ids=lambda formats: formats.target)
def test_what_holds_no_answer_stays_as_it_is(formats: Formats) -> None:
    drops = next(answer for answer in ANSWERS if answer.name == "drops_every_text")
    assert drops.change(formats)({}, {"what": "ever"}) == {"what": "ever"}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("formats", [WHOLE, STREAM], ids=lambda formats: formats.target)
def test_a_sound_variant_says_the_same(formats: Formats, name: str) -> None:
    if name in OF_STREAMS and formats is WHOLE:
        return
    change, answers = VARIANTS[name]
    for given, output in _made(formats, ANSWERS[0]):
        read = READERS[formats.target]
        after = read(change(formats)(given, copy.deepcopy(output)))
        assert after.disorder == ()
        found = differences(read(output).answer or Answer(), after.answer or Answer(), with_thoughts=not answers)
        assert list(found) == []


@pytest.mark.parametrize("format", WRITERS)
def test_an_answer_that_is_written_in_a_format_is_read_again(format: str) -> None:
    answer = READERS["responses-response"](chat_response_to_responses_response(_wholes()[0])).answer
    assert answer is not None
    again = READERS[format](WRITERS[format](answer)).answer
    assert again is not None
    assert list(differences(answer, again, with_thoughts=False)) == []
