"""What the build of the site generates into pages: each mark has its text, which shows all it is made from."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import yaml

from conformance.commands.parser import COMMANDS, command_parser
from conformance.formats.form import FORMS
from conformance.formats.kinds import KINDS
from conformance.rules.contracts import load_specifications
from conformance.rules.scope.features import FEATURES
from tests.docs.commands import ROOT

DOCS = ROOT / "docs"
MODULES = ("generated_text", "flags_text", "formats_text", "library_text", "table_text", "rule_reference")


@pytest.fixture(scope="module")
def site() -> Iterator[SimpleNamespace]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS / "_ext"))
        import generated_text
        import library_text

        yield SimpleNamespace(marked=generated_text, libraries=library_text)
    for name in MODULES:
        sys.modules.pop(name, None)


def test_each_text_has_one_place_and_each_mark_a_text(site: SimpleNamespace) -> None:
    marks = [name for page in sorted(DOCS.glob("*.md")) for name in site.marked.MARK.findall(page.read_text("utf-8"))]
    assert sorted(marks) == sorted(site.marked.TEXTS)


def test_a_mark_is_replaced_and_an_unknown_one_ends_the_build(site: SimpleNamespace) -> None:
    page = site.marked.filled("before\n\n<!-- generated: features -->\n\nafter <!-- generated: no -->\n")
    assert page.startswith("before\n\n| feature |")
    assert page.endswith("\n\nafter <!-- generated: no -->\n")  # a mark has a line of its own
    with pytest.raises(KeyError):
        site.marked.filled("<!-- generated: nobody -->\n")


def test_the_flags_are_those_of_the_parser(site: SimpleNamespace) -> None:
    sections = site.marked.TEXTS["flags"]().split("## conformance ")[1:]
    assert [section.partition("\n")[0] for section in sections] == list(COMMANDS)
    for name, section in zip(COMMANDS, sections, strict=True):
        actions = command_parser(name)._actions[1:]  # without --help
        options = [
            option_string
            for action in actions
            if action.help != argparse.SUPPRESS
            for option_string in action.option_strings
        ]
        assert [option for option in options if f"`{option}" not in section] == []


def test_the_formats_have_a_row_of_each_kind_and_every_note(site: SimpleNamespace) -> None:
    text = site.marked.TEXTS["formats"]()
    rows = [line for line in text.splitlines() if line.startswith("|") and line.count(" | ") == len(FORMS)]
    assert len(rows) == len(KINDS) + len({kind.partition("/")[0] for kind in KINDS})  # and a head for each table
    assert sum(row.count("\\*") for row in rows) == sum(len(form.notes) for form in FORMS.values())
    assert [note.link for form in FORMS.values() for note in form.notes.values() if f"<{note.link}>" not in text] == []


def test_every_choice_feature_and_input_of_the_action_is_shown(site: SimpleNamespace) -> None:
    choices = [choice for contract in load_specifications().contracts.values() for choice in contract.choices]
    text = site.marked.TEXTS["choices"]()
    missing = [choice.name for choice in choices if f"**`{choice.name}`**" not in text]
    missing += [answer for choice in choices for answer in choice.answers if f"- `{answer}`" not in text]
    assert choices and missing == []
    assert [name for name in FEATURES if f"| `{name}` |" not in site.marked.TEXTS["features"]()] == []
    inputs = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]
    assert [name for name in inputs if f"| `{name}` |" not in site.marked.TEXTS["action"]()] == []


def test_what_was_observed_names_operations_and_rules_and_says_of_what_version(site: SimpleNamespace) -> None:
    contracts = load_specifications().contracts
    rules = {rule.id for contract in contracts.values() for rule in contract.rules}
    text = site.libraries.text()
    for name, table in site.libraries.observed().items():
        assert table.keys() <= {"observed", "since"}, name
        for group in table["observed"]:
            assert any(character.isdigit() for character in group["versions"]), (name, group["versions"])
            assert set(group.get("operations", ())) <= contracts.keys(), name
            assert {rule for row in group["rows"] for rule in row["rules"]} <= rules, name
            assert [row["what"] for row in group["rows"] if f"| {row['what']} |" not in text] == []


def test_a_rule_that_was_broken_is_linked_to_its_page(site: SimpleNamespace) -> None:
    assert "[MCP-2](rules/mcp-tool-to-chat-tool.md#MCP-2)" in site.libraries.text()


def test_every_option_of_the_pytest_plugin_is_shown(site: SimpleNamespace) -> None:
    plugin = (ROOT / "conformance" / "commands" / "pytest_plugin" / "__init__.py").read_text("utf-8")
    options = set(re.findall(r'"(--conformance-[a-z-]+)"', plugin)) - {"--conformance-contract"}  # an earlier name
    assert set(re.findall(r"^\| `(--[a-z-]+) ", site.marked.TEXTS["pytest"](), re.MULTILINE)) == options
    assert len(options) > 5


def test_the_keys_of_a_rule_and_the_faults_are_those_of_their_files(site: SimpleNamespace) -> None:
    assert "| `yields_to` | Kinds of failures of this rule, " in site.marked.TEXTS["rulekeys"]()
    faults = yaml.safe_load((DOCS / "_ext" / "faults.yaml").read_text("utf-8"))["faults"]
    assert site.marked.TEXTS["faults"]().count("\n| ") == len(faults)
