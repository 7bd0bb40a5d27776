"""The keys of causes: what is in them, and that they are the same whichever inputs are drawn."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from conformance.apis.input_validity import REAL
from conformance.running.engine import RunResult
from conformance.running.engine.cause_keys import generalised, is_one_of, key_of, leave
from conformance.running.engine.failure_identity import MANY, Cause
from conformance.running.engine.result import FAIL, Objection
from tests.running.engine.certifying import specifications
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.running import options_for, result_of


def objection(kind: str, place: str = "", error: str = "", said: str = "these words", at: str = "") -> Objection:
    return Objection(None, REAL, 1, at, kind, Cause(kind, place, said, error))


@pytest.mark.parametrize(
    ("objection", "key"),
    [
        (objection("keyword-added", "properties"), "keyword-added at properties"),
        (objection("refused", error="KeyError: the words of the error"), "refused with KeyError"),
        (objection("fault-exit", error="exit"), "fault-exit with exit"),
        # Where in a conversation it is, is a matter of the input.
        (objection("text-lost", "content"), "text-lost"),
        (objection("text-lost", "content_block"), "text-lost"),
        # A rule of an API says what it is about; its schema does not.
        (objection("refused: items-missing", "properties"), "refused: items-missing"),
        (objection("refused: schema", "name"), "refused: schema at name"),
        (Objection(None, REAL, None, ""), "answer"),
    ],
)
def test_a_key_has_kind_place_and_type_of_error(objection: Objection, key: str) -> None:
    assert key_of(objection) == key


def test_no_word_of_a_message_is_in_a_key() -> None:
    first, other = (objection("text-lost", "title", said=said) for said in ("the text is lost", "nothing came"))
    assert first != other
    assert key_of(first) == key_of(other)


def test_a_kind_at_many_places_is_at_every_place() -> None:
    few = {f"keyword-lost at {number}" for number in range(MANY - 1)}
    assert generalised(few) == tuple(sorted(few))
    many = {*few, "keyword-lost at last", "keyword-added at x", "text-lost"}
    assert generalised(many) == ("keyword-added at x", "keyword-lost at *", "text-lost")
    assert is_one_of("keyword-lost at title", generalised(many))
    assert not is_one_of("keyword-changed at title", generalised(many))
    assert not is_one_of("keyword-lost", generalised(many))


# By operation, planted defects of different kinds: of schemas, texts, calls, ids, settings and streams; some lose what
# they do not know, wherever it is, or fail.
PLANTED = {
    "mcp-tool-to-chat-tool": ("stays_everywhere", "property_enum_gone", "edits_its_input"),
    "chat-tools-to-responses-tools": ("drops_descriptions", "stays_nested", "strict_true_when_absent"),
    "responses-request-to-anthropic-request": ("empties_arguments", "loses_top_p"),
    "chat-messages-to-responses-input": ("calls_twice", "drops_function_calls"),
    "chat-response-to-tool-calls": ("always_stop", "ids_changed"),
    "anthropic-stream-to-chat-stream": ("keeps_the_first_call", "doubles_arguments"),
    "tool-definition-to-provider-tool": ("anthropic_root_without_type", "default_replaced"),
}
SEEDS = (1, 2, 3)


def planted() -> Iterable[Mutant]:
    found = {(mutant.operation, mutant.name): mutant for mutant in load_banks(tuple(PLANTED)).mutants}
    return [found[operation, name] for operation, names in PLANTED.items() for name in names]


def causes(mutant: Mutant, seed: int, examples: int) -> dict[str, tuple[str, ...]]:
    """The causes of each rule that must convict a mutant."""
    options = options_for(mutant, seed=seed, max_examples=examples, shapes=False)
    result: RunResult = result_of(specifications(), mutant, options)
    return {entry.rule.id: entry.causes for entry in result.rules if entry.rule.id in mutant.rules}


@pytest.mark.expensive("certifies converters of the banks with three seeds")
@pytest.mark.parametrize("mutant", planted(), ids=lambda mutant: f"{mutant.operation}-{mutant.name}")
def test_a_planted_defect_has_the_same_keys_with_each_seed(mutant: Mutant) -> None:
    """What is written with one seed excuses what another one finds, also with other numbers of examples."""
    found = [causes(mutant, seed, examples) for seed, examples in zip(SEEDS, (40, 40, 20), strict=True)]
    assert all(own for run in found for own in run.values())
    for written in found:
        for run in found:
            for rule, own in run.items():
                unknown = [cause for cause in own if not is_one_of(cause, generalised(written[rule]))]
                assert unknown == [], (rule, written[rule])


def test_what_is_known_is_left_out_of_what_a_rule_objects_to() -> None:
    mutant = next(iter(planted()))
    result = result_of(specifications(), mutant, options_for(mutant, seed=1, max_examples=0, shapes=False))
    entry = next(rule for rule in result.rules if rule.verdict == FAIL and rule.causes)
    kept, before = entry.causes[:1], entry.objections
    leave(entry, kept)
    assert entry.evidence
    assert {key_of(objection) for objection in entry.objections} == set(kept)
    leave(entry, ["nothing has it"])  # evidence stays where none is left
    assert entry.evidence
    assert entry.objections <= before
