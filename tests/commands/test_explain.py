"""conformance explain: one rule on one page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.commands.explain import SharedRule, find, page, pretty, smallest_case
from conformance.rules.contracts import AllowedVariation, Case, Contract, Expectation, Rule, load_specifications
from conformance.rules.contracts.records import Caught, Report, ReportedKind, load_reported

ROOT = Path(__file__).parents[2]
SINGLE = "mcp-tool-to-chat-tool"
LIST = "mcp-tools-to-chat-tools"
FLAT = "chat-tools-to-responses-tools"


def make_rule(text: str = "What must hold.") -> Rule:
    return Rule(
        id="MCP-1",
        level="MUST",
        origin="document",
        title="A title",
        text=text,
        why="Why.",
        sources=(),
        check="chat-form",
    )


def make_contract(operation: str, rule: Rule, *cases: Case) -> Contract:
    return Contract(
        operation=operation,
        title="A title",
        documents=("S2",),
        input="In.",
        output="Out.",
        conversion_rule=rule.id,
        rules=(rule,),
        cases=cases,
    )


def make_case(name: str, value: object, *rules: str) -> Case:
    return Case(id=name, rules=rules, note="A note.", input=value, expectations=(Expectation({}, value),))


def test_a_page_shows_everything_of_a_rule(run):
    done = run("explain", "MCP-2", "-v")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "MCP-2  MUST  document  No property keeps a default, at any depth"
    titles = [line for line in lines[1:] if line and not line.startswith(" ")]
    assert titles == ["Why", titles[1], "From", "Settled", "Holds for", "Checked by", "Files"]
    assert titles[1].startswith("Example: ")
    assert f"  {SINGLE}" in lines
    assert f"  {LIST}" in lines
    assert "  no-default-in-properties" in lines
    assert "    Rule 2: Default Value Removal" in lines
    assert max(map(len, lines[: lines.index("Files")])) <= 80


def test_a_page_is_short_unless_all_is_asked_for(run):
    short, whole = (run("explain", "MCP-3", *flags).out.splitlines() for flags in ((), ("-v",)))
    assert len(short) <= 40 < len(whole)
    assert short[1] == f"  {SINGLE}, {LIST}"
    titles = [line for line in short[1:] if line and not line.startswith(" ")]
    assert [title.partition(":")[0] for title in titles] == [
        "Why", "Example", "Free", "Choices", "From", "Broken in 28 reported bugs. More"
    ]  # fmt: skip
    assert titles[-1].endswith("More: conformance explain MCP-3 -v")


def test_a_short_page_shows_what_is_right_and_what_a_converter_with_a_defect_gives(run):
    lines = [line.strip() for line in run("explain", "MCP-2").out.splitlines()]
    (right,), (wrong,) = (
        [place for place, line in enumerate(lines) if line.startswith(side)] for side in ("right ", "wrong ")
    )
    assert wrong == right + 1
    assert lines[right].endswith(".default: absent")
    assert lines[wrong].endswith('.default: "fast"')
    assert lines[wrong + 1].startswith('-> the property "mode" still has its default')


@pytest.mark.expensive("writes five hundred pages")
def test_no_page_is_longer_than_a_screen():
    specifications, reported = load_specifications(), load_reported()
    contracts = [*specifications.contracts.values(), *specifications.services.values()]
    ids = dict.fromkeys(rule.id for contract in contracts for rule in contract.rules)
    pages = {
        (name, number): page(shown, specifications, reported, whole=False)
        for name in ids
        for number, shown in enumerate(find(name, contracts))
    }
    assert {name: len(lines) for name, lines in pages.items() if len(lines) > 40} == {}
    # Titles of a rule and of its case may be longer.
    texts = (line for lines in pages.values() for line in lines if line.startswith(" ") and "://" not in line)
    longest = max(texts, key=len)
    assert len(longest) <= 80, longest


def test_an_operation_states_the_keys_of_its_input_and_shows_one(run):
    out = run("explain", "anthropic-stream-to-responses-stream").out
    assert "  Keys: {events, request?}\n" in out
    assert out.partition("Example of an input\n")[2].strip().startswith("{")


def test_a_page_ends_with_where_the_rule_its_check_its_cases_and_its_mutants_are(suite, run_in):
    files = run_in(ROOT, "explain", "MCP-8", "-v").out.partition("\nFiles\n")[2]
    places = [line.split()[0].partition(":") for line in files.splitlines() if line.startswith("    ")]
    paths = [path for path, _colon, line in places if line.isdigit()]
    for folder in (
        f"specs/{SINGLE}/contract",
        "conformance/rules/laws",
        f"specs/{SINGLE}/cases",
        "tests/suite/selftest",
    ):
        assert any(path.startswith(folder) for path in paths), folder
    assert all((ROOT / path).is_file() for path in paths)


def test_a_page_is_as_wide_as_the_terminal(run):
    widest = {
        columns: max(
            map(len, run("explain", "MCP-2", "-v", COLUMNS=columns).out.partition("\nFiles\n")[0].splitlines())
        )
        for columns in ("60", "100")
    }
    assert widest["60"] <= 76  # only a link is longer than a line
    assert 90 < widest["100"] <= 100


def test_a_choice_that_differs_between_operations_is_reported_for_each(run):
    section = run("explain", "MCP-10", "-v").out.partition("\nChoices\n")[2].partition("\nHolds for\n")[0]
    single, several = section.split(f"unusable-tool ({LIST}): ")
    assert "raise (default)" in single
    assert "drop (default)" in several


def test_a_report_is_reported_with_the_rule_that_catches_it_only():
    caught = Caught(SINGLE, "MCP-1", "small")
    reported = [ReportedKind("K1", "A kind", (Report("https://github.com/a/issues/1", "It broke.", caught),))]
    rule, other = make_rule(), replace(make_rule(), id="MCP-2")
    contract = replace(make_contract(SINGLE, rule, make_case("small", 1, "MCP-2", "MCP-1")), rules=(rule, other))
    specifications = load_specifications()
    (shown,), (untold,) = find("MCP-1", [contract]), find("MCP-2", [contract])
    lines = page(shown, specifications, reported)
    assert lines[lines.index("Reported where it was broken") :][:4] == [
        "Reported where it was broken",
        "  https://github.com/a/issues/1",
        "    It broke.",
        f"    case small ({SINGLE})",
    ]
    assert "Reported where it was broken" not in page(untold, specifications, reported)


def test_a_rule_of_several_operations_is_reported_once(run):
    done = run("explain", "ALL-1", "-v")
    assert done.out.count("ALL-1  MUST  document") == 1
    assert {FLAT, SINGLE, LIST} <= set(done.out.partition("\nHolds for\n")[2].partition("\n\n")[0].split())


def test_a_page_names_what_the_rule_no_longer_accepts():
    rule = replace(make_rule(), ends=("any-order",))
    free = (AllowedVariation(id="any-order", text="Fields in any order.", variants=()),)
    contract = replace(make_contract(SINGLE, rule), free=free)
    lines = page(SharedRule(rule, (contract,)), load_specifications())
    assert lines[lines.index("No longer accepted") + 1] == "  Fields in any order."


@pytest.mark.expensive("writes more than a thousand pages")
def test_every_rule_of_every_operation_has_a_page():
    specifications = load_specifications()
    for contract in specifications.contracts.values():
        for rule in contract.rules:
            (shown,) = find(rule.id, [contract])
            lines = page(shown, specifications)
            assert lines[0] == f"{rule.id}  {rule.level}  {rule.origin}  {rule.title}"
            assert f"  {rule.check}" in lines
            assert all(line.isprintable() for line in lines)


def test_the_example_is_the_smallest_case_that_the_rule_leads():
    rule = make_rule()
    small, large = make_case("small", [1], "MCP-1"), make_case("large", [1, 2, 3], "MCP-1")
    touching = make_case("touching", [], "MCP-2", "MCP-1")
    contract = make_contract(SINGLE, rule, large, touching, small)
    (shown,) = find("MCP-1", [contract])
    assert smallest_case(shown) == (contract, small)
    (shown,) = find("MCP-1", [make_contract(SINGLE, rule, touching)])
    assert smallest_case(shown)[1] == touching
    (shown,) = find("MCP-1", [make_contract(SINGLE, rule)])
    assert smallest_case(shown) is None


def test_an_id_with_two_wordings_has_two_pages():
    found = find("MCP-1", [make_contract(SINGLE, make_rule()), make_contract(LIST, make_rule("Other words."))])
    assert [shown.rule.text for shown in found] == ["What must hold.", "Other words."]


@pytest.mark.parametrize(
    "value",
    [1, "text", None, [], {}, [1, 2], {"a": {"b": [1, {"c": None}]}}, {"a" * 50: ["b" * 50, {"c": "d" * 70}]}],
    ids=str,
)
def test_what_is_drawn_prettily_is_the_value(value):
    assert json.loads("\n".join(pretty(value))) == value


def test_small_parts_stand_on_one_line():
    value = {"name": "search_notes_by_their_title_and_date", "inputSchema": {"type": "object", "properties": {}}}
    assert pretty(value) == [
        "{",
        '  "name": "search_notes_by_their_title_and_date",',
        '  "inputSchema": {"type": "object", "properties": {}}',
        "}",
    ]


def test_several_rules_are_explained_each_with_the_choices_it_names(run):
    done = run("explain", "ERR-1", "TR-5", "ERR-1", "-v")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines if line.startswith(("ERR-1  ", "TR-5  "))] == ["ERR-1", "TR-5"]
    assert lines.count("  on-invalid: What happens to an entry that cannot be converted?") == 2
