"""Changes that are drawn, of values and of what they state."""

from __future__ import annotations

from random import Random

from conformance.base.values import ABSENT, JSON, same
from conformance.formats.model.answer import DONE, LENGTH, Answer, Candidate, End
from conformance.formats.model.conversation import MODEL, USER, Arguments, Call, Text, Turn, Utterance
from conformance.formats.model.fact import Other
from tests.suite.selftest.random_changes import LONGEST, drawn_change, drawn_fact_change

ANSWER = Answer(
    candidates=(
        Candidate(
            turns=(
                Turn(
                    speaker=MODEL,
                    says=(Text(value="one"), Call(id="call_1", name="look", arguments=Arguments(text="{}", value={}))),
                ),
            ),
            end=End(kind=DONE, word="stop"),
        ),
    )
)


def values(of: JSON, draws: int = 300) -> list[JSON]:
    random = Random(1)
    return [element.value for element in (drawn_change(of, random) for _draw in range(draws)) if element is not None]


def facts(draws: int = 600) -> dict[str, list[Answer]]:
    random = Random(1)
    found: dict[str, list[Answer]] = {}
    for _draw in range(draws):
        one = drawn_fact_change(ANSWER, random)
        if one is not None:
            found.setdefault(one.kind, []).append(one.fact)
    return found


def says(answer: Answer) -> tuple[Utterance | Other, ...]:
    return answer.candidates[0].turns[0].says


def test_a_seed_gives_the_same_changes_and_each_is_one() -> None:
    value = {"a": ["x", "y"], "b": {"c": 1}}
    assert values(value) == values(value)
    assert not any(same(other_value, value) for other_value in values(value))


def test_a_value_without_parts_has_no_change() -> None:
    assert drawn_change([], Random(1)) is None
    assert drawn_fact_change(Answer(), Random(1)) is None


def test_a_text_is_cut_after_its_last_character_at_its_half_and_where_converters_cut() -> None:
    text = "a" * (LONGEST * 2 + 2)
    lengths = {len(value["a"]) for value in values({"a": text}) if isinstance(value.get("a"), str)}
    assert {LONGEST, LONGEST + 1, LONGEST * 2 + 1} <= lengths


def test_a_letter_a_number_and_a_flag_become_others() -> None:
    found = values({"a": "abc", "b": 5, "c": True})
    assert {"axc"} <= {finding.get("a") for finding in found if isinstance(finding.get("a"), str)}
    assert {4, 6} <= {finding.get("b") for finding in found if type(finding.get("b")) is int}
    assert any(finding.get("c") is False for finding in found)


def test_one_of_many_entries_is_no_likelier_than_a_single_member() -> None:
    value = {"many": [str(number) for number in range(200)], "one": "text"}
    changed = [value for value in values(value) if not same(value.get("one"), "text")]
    assert len(changed) > 60


def test_facts_are_dropped_said_twice_and_swapped() -> None:
    found = facts()
    text, call = says(ANSWER)
    where = "candidates.turns.says"
    for kind, expected in (
        ("removed", [(text,), (call,)]),
        ("duplicated", [(text, text, call), (text, call, call)]),
        ("swapped", [(call, text)]),
    ):
        made = [says(element) for element in found[f"{kind} {where}"]]
        assert all(element in made for element in expected)


def test_a_fact_has_another_speaker_and_another_end_by_its_kind_alone() -> None:
    found = facts()
    assert USER in {element.candidates[0].turns[0].speaker for element in found["other candidates.turns.speaker"]}
    ends = [element.candidates[0].end for element in found["other candidates.end.kind"]]
    assert End(kind=LENGTH) in ends
    assert all(end.word is None for end in ends)


def test_what_arguments_mean_follows_from_their_text() -> None:
    found = facts()["truncated candidates.turns.says.arguments.text"]
    calls = [utterance for answer in found for utterance in says(answer) if isinstance(utterance, Call)]
    assert calls
    assert all(call.arguments == Arguments(text="{", value=ABSENT) for call in calls)
