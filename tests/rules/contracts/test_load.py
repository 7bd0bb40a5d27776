from __future__ import annotations

import json
from dataclasses import replace

import pytest

from conformance.base.errors import SpecificationError, UsageError
from conformance.rules.contracts import AllowedVariation, Expectation, load_specifications
from conformance.rules.contracts.files import COMPILED, compile_documents

SINGLE, LIST = "one-to-one", "many-to-many"
CASES = f"{SINGLE}/cases/some.yaml"


def test_an_operation_has_its_own_rules_and_those_of_every_operation(specs):
    contract = load_specifications().contracts[SINGLE]
    assert [rule.id for rule in contract.rules] == ["A-1", "A-2", "ALL-1", "ALL-2"]
    assert (contract.title, contract.documents, contract.lifts) == ("One thing becomes another", ("S9",), None)
    rule = contract.rules[0]
    assert (rule.level, rule.origin, rule.check, rule.settled, rule.threads) == (
        "MUST",
        "document",
        "a-check",
        None,
        (),
    )
    assert [str(source) for source in rule.sources] == ["S9, One"]


def test_a_rule_of_its_own_replaces_the_shared_one_and_an_exclusion_takes_it_out(specs):
    contract = load_specifications().contracts[LIST]
    assert [rule.id for rule in contract.rules] == ["A-1", "L-1", "ALL-2"]
    assert [entry.what for entry in contract.excluded] == ["A-2", "ALL-1"]


def test_a_case_has_one_expectation_for_each_choice_it_depends_on(specs):
    first, second = load_specifications().contracts[SINGLE].cases
    assert first.expectations == (Expectation({}, {"b": 1}),)
    assert second.expectations == (
        Expectation({"absent": "keep"}, 3),
        Expectation({"absent": "drop"}, error=("two", "deux")),
    )
    assert json.dumps(first.input) == '{"a": [1, 1.0]}'


def test_the_list_form_lifts_choices_and_cases(specs, spoil):
    contracts = load_specifications().contracts
    contract = contracts[LIST]
    assert [choice.name for choice in contract.choices] == ["absent", "unusable-tool"]
    assert contract.choices[0].probes == ([{}],)
    assert contract.defaults() == {"absent": "keep", "unusable-tool": "drop"}
    first, second = contract.cases
    assert first.input == [{"a": [1, 1.0]}]
    assert first.expectations == (Expectation({}, [{"b": 1}]),)
    # What is refused alone is not an error of the list.
    assert second.expectations == (Expectation({"absent": "keep"}, [3]),)
    # A rule that the list form leaves out is no tag there.
    assert second.rules == ("A-1",)


def test_a_choice_has_the_question_of_another_operation_and_probes_of_its_own(specs, spoil):
    spoil(f"{LIST}/contract.yaml", "choices:\n", f"choices:\n  - {{name: absent, same_as: {SINGLE}, probes: [[2]]}}\n")
    single, both = (load_specifications().contracts[name].choices for name in (SINGLE, LIST))
    same = replace(single[0], probes=([2],))
    assert [choice for choice in both if choice.name == "absent"] == [same]


def test_a_question_is_not_asked_otherwise_where_it_is_that_of_another_operation(specs, spoil):
    spoil(f"{LIST}/contract.yaml", "    rule: A-1\n", "    rule: A-1\n    same_as: one-to-one\n")
    with pytest.raises(UsageError, match=r"many-to-many/contract\.yaml, /choices/0"):
        load_specifications()


def test_what_shows_only_a_rule_that_the_list_form_leaves_out_is_not_lifted(specs, spoil):
    spoil(CASES, "rules: [A-1, ALL-1]", "rules: [ALL-1, A-2]")
    assert [case.id for case in load_specifications().contracts[LIST].cases] == ["first"]


def test_an_error_is_lifted_where_the_list_raises_too(specs, spoil):
    spoil(CASES, "{absent: drop}", "{unusable-tool: raise}")
    choice = "name: unusable-tool, rule: A-1, question: Q., answers: {raise: R., keep: K.}, default: raise, probes: [1]"
    spoil(f"{SINGLE}/contract.yaml", "rules:\n", f"  - {{{choice}}}\nrules:\n")
    second = load_specifications().contracts[LIST].cases[1]
    assert second.expectations[1] == Expectation({"unusable-tool": "raise"}, error=("two", "deux"))


def test_a_rule_says_what_is_asked_because_of_it(specs, spoil):
    asks = "asks: [again], chain: [many-to-many, one-to-one]"
    spoil(f"{SINGLE}/contract.yaml", "check: a-check", f"check: a-check, {asks}")
    contracts = load_specifications().contracts
    assert [contract.asking("again") for contract in contracts.values()] == [{"A-1"}, {"A-1"}]
    assert contracts[SINGLE].asking("alone") == frozenset()
    assert contracts[SINGLE].chain == ("many-to-many", "one-to-one")


def test_a_kind_of_failure_yields_to_a_rule(specs, spoil):
    spoil(f"{SINGLE}/contract.yaml", "check: a-check", 'check: a-check, yields_to: {"wrong (in a way)": A-2}')
    rule, *_others = load_specifications().contracts[SINGLE].rules
    assert rule.yields_to == {"wrong (in a way)": "A-2"}


def test_a_kind_of_failure_counts_as_if_its_input_had_another_standing(specs, spoil):
    assert load_specifications().contracts[SINGLE].counts_as == {}
    spoil("every-operation.yaml", "rules:", "kinds: [{counts_as: real, why: a, kinds: [lost]}]\nrules:")
    assert load_specifications().contracts[SINGLE].counts_as == {"lost": "real"}


def test_rules_of_every_operation_yield_to_rules_that_exist():
    """Checked here alone: a folder of one's own may hold some of the operations."""
    contracts = load_specifications().contracts.values()
    rules = [rule for contract in contracts for rule in contract.rules]
    assert {stronger for rule in rules for stronger in rule.yields_to.values()} <= {rule.id for rule in rules}


def test_a_rule_of_every_operation_yields_to_a_rule_of_one_of_them(specs, spoil):
    spoil("every-operation.yaml", "check: a-check", "check: a-check, yields_to: {wrong: A-2}")
    assert load_specifications().contracts[SINGLE].rules[-2].yields_to == {"wrong": "A-2"}


def test_no_rule_is_charged_with_a_wrong_shape_where_an_operation_excludes_it(specs):
    contracts = load_specifications().contracts
    assert (contracts[SINGLE].wrong_shape_rule, contracts[LIST].wrong_shape_rule) == ("ALL-1", None)


def test_one_operation_can_be_loaded_alone(specs):
    assert list(load_specifications([SINGLE]).contracts) == [SINGLE]
    assert load_specifications([SINGLE]).digest == load_specifications().digest
    with pytest.raises(UsageError, match=r"Unknown operation 'one-to-two'\. Did you mean one-to-one\?"):
        load_specifications(["one-to-two"])


@pytest.mark.parametrize(
    ("name", "old", "new", "reported"),
    [
        (
            f"{SINGLE}/contract.yaml",
            "operation: one-to-one",
            "operation: one-to-two",
            "In this folder it is 'one-to-one'",
        ),
        (
            f"{LIST}/contract.yaml",
            "choices:\n",
            "choices:\n  - {name: present, same_as: one-to-one, probes: [1]}\n",
            "the choice present is said to be that of one-to-one, which asks no such question",
        ),
        (f"{SINGLE}/contract.yaml", "conversion_rule: A-1", "conversion_rule: A-3", "A-3 is not a rule"),
        ("every-operation.yaml", "_rule: ALL-1", "_rule: ALL-9", "wrong_shape_rule ALL-9 is not a rule of this file"),
        (
            "every-operation.yaml",
            "rules:",
            "kinds: [{counts_as: real, why: a, kinds: [lost]}, {counts_as: documented, why: b, kinds: [lost]}]\nrules:",
            "every-operation.yaml: the kind lost is in two groups. Keep one.",
        ),
        (
            f"{SINGLE}/contract.yaml",
            "check: a-check",
            "check: a-check, chain: [one-to-two]",
            "a chain names one-to-two, which has no contract. Did you mean one-to-one?",
        ),
        (f"{SINGLE}/contract.yaml", "check: a-check", "check: a-check, asks: [twice]", "/rules/0/asks/0 (A-1)"),
        (f"{SINGLE}/contract.yaml", "id: A-2", "id: A-1", "the rule A-1 is listed twice. Keep one, or rename one."),
        (
            f"{SINGLE}/contract.yaml",
            "    rule: A-1",
            "    rule: A-7",
            "the choice absent belongs to A-7, which is not a rule of this contract.",
        ),
        (
            f"{SINGLE}/contract.yaml",
            "default: keep",
            "default: kept",
            "has no answer 'kept', its default. Did you mean keep?",
        ),
        (
            f"{SINGLE}/contract.yaml",
            "check: a-check",
            "check: a-check, yields_to: {wrong: A-7}",
            "A-1 yields to A-7, which is not a rule of this contract. Did you mean A-",
        ),
        (
            f"{SINGLE}/contract.yaml",
            "check: a-check",
            "check: a-check, extends: [A-7]",
            "A-1 extends A-7, which is not a rule of this contract. Did you mean A-",
        ),
        (f"{SINGLE}/contract.yaml", "documents: [S9]", "documents: [S8]", "sources.yaml has no document S8"),
        (
            f"{SINGLE}/contract.yaml",
            "document: S9, section",
            "document: S7, section",
            "rule A-1: sources.yaml has no document S7",
        ),
        (
            f"{LIST}/contract.yaml",
            "lifts: one-to-one",
            "lifts: one-to-two",
            "lifts 'one-to-two', which has no contract.",
        ),
        (
            CASES,
            "rules: [A-1]",
            "rules: [A-9]",
            "one-to-one/cases/some.yaml:3, case first: A-9 is not a rule of this contract. Did you mean A-",
        ),
        (
            CASES,
            "id: second",
            "id: first",
            "one-to-one/cases/some.yaml:3, case first: the id is used twice. Rename one.",
        ),
        (CASES, "{absent: keep}", "{absend: keep}", "case second: given names 'absend', which is not a choice"),
        (
            CASES,
            "{absent: keep}",
            "{absent: kep}",
            "given says absent: kep, which is not an answer of that choice. Did you mean keep?",
        ),
        (CASES, "output: {b: 1}", "outputs: {b: 1}", f"{CASES}, /cases/0 (first): "),
        (CASES, "note: A note., input: {", "note: '', input: {", f"{CASES}, /cases/0/note (first): "),
    ],
)
def test_data_that_does_not_hold_together_is_refused(specs, spoil, name, old, new, reported):
    spoil(name, old, new)
    with pytest.raises(UsageError) as refused:
        load_specifications()
    assert reported in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.fixture
def own(specs, monkeypatch):
    """The folder, as if it were the suite's own."""
    monkeypatch.delenv("CONFORMANCE_SPECS")
    for module in ("load", "files", "locate"):
        monkeypatch.setattr(f"conformance.rules.contracts.{module}.specs_folder", lambda: str(specs))
    return specs


def test_a_mistake_in_an_installed_suite_is_the_suites_fault(own, spoil):
    spoil(CASES, "rules: [A-1]", "rules: [A-9]")
    (own / COMPILED).write_bytes(compile_documents(str(own)))
    with pytest.raises(SpecificationError, match="A-9 is not a rule of this contract"):
        load_specifications()


def test_a_mistake_in_a_checkout_is_its_authors(own, spoil):
    spoil(CASES, "rules: [A-1]", "rules: [A-9]")
    with pytest.raises(UsageError, match="A-9 is not a rule of this contract"):
        load_specifications()


def test_freedoms_are_loaded_and_those_of_the_single_form_hold_for_the_list(specs, spoil):
    spoil(
        f"{SINGLE}/contract.yaml", "\nrules:", "\nfree:\n  - {id: any-order, text: Any order., variants: [v]}\nrules:"
    )
    contracts = load_specifications().contracts
    assert contracts[SINGLE].free == (AllowedVariation(id="any-order", text="Any order.", variants=("v",)),)
    assert contracts[LIST].free == contracts[SINGLE].free


def test_a_rule_ends_only_freedoms_that_are_listed(specs, spoil):
    spoil(f"{SINGLE}/contract.yaml", "\nrules:", "\nfree:\n  - {id: any-order, text: Any order., variants: []}\nrules:")
    spoil(f"{SINGLE}/contract.yaml", "check: a-check", "check: a-check, ends: [any-oder]")
    with pytest.raises(UsageError, match=r"A-1 ends the freedom 'any-oder', .* Did you mean any-order\?"):
        load_specifications()


def test_a_leaf_is_free_only_under_an_answer_that_a_choice_has(specs, spoil):
    leaf = "{at: /output, choices: {any-choice: other}}"
    spoil(
        f"{SINGLE}/contract.yaml",
        "\nrules:",
        f"\nfree:\n  - {{id: any-order, text: Any order., leaves: [{leaf}]}}\nrules:",
    )
    with pytest.raises(UsageError, match="any-order is for any-choice other, which is no answer of a choice"):
        load_specifications()


def test_no_contract_at_all_is_refused(specs):
    for operation in (SINGLE, LIST):
        (specs / operation / "contract.yaml").unlink()
    with pytest.raises(UsageError, match="hold no contract"):
        load_specifications()


def test_the_suites_own_specifications_hold_together(monkeypatch, tmp_path):
    monkeypatch.delenv("CONFORMANCE_SPECS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiled, cached = load_specifications(), load_specifications()
    assert compiled == cached
    assert {
        "chat-tools-to-responses-tools",
        "mcp-tool-to-chat-tool",
        "mcp-tools-to-chat-tools",
    } <= compiled.contracts.keys()


def test_an_operation_has_the_inputs_of_each_seed_as_they_are_written(specs):
    text = r"""
inputs:
  one-to-one:
    - {covers: [a row], input: "{\"a\": 1.0, \"b\": \"\\u0001\"}"}
"""
    (specs / "inputs.yaml").write_text(text, encoding="utf-8")
    contracts = load_specifications().contracts
    assert contracts[SINGLE].inputs == (r'{"a": 1.0, "b": "\u0001"}',)
    assert contracts[LIST].inputs == ()


def test_an_input_of_each_seed_that_is_no_json_is_named(specs):
    (specs / "inputs.yaml").write_text("inputs: {one-to-one: [{covers: [a row], input: '{'}]}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"inputs\.yaml, /inputs/one-to-one/0/input: it is not JSON"):
        load_specifications()
