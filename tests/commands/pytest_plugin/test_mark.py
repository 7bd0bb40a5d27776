"""@pytest.mark.conformance: rules in a user's own test."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("few_cases")

TEST = """
import pytest
import {module}

@pytest.mark.conformance("mcp-tool-to-chat-tool", max_examples=0{more})
def test_convert(conformance_rule{fixtures}):
    {before}
    conformance_rule.check({converter})
"""


@pytest.fixture
def marked(project):
    """Writes a test module."""

    def write(converter: str, more: str = "", before: str = "", fixtures: str = "", module: str = "sound") -> None:
        before = before or "assert conformance_rule.operation == 'mcp-tool-to-chat-tool'"
        text = TEST.format(converter=converter, more=more, before=before, fixtures=fixtures, module=module)
        project.makepyfile(test_rules=text)

    return write


def test_a_function_object_is_judged_in_this_process(run, marked):
    marked("sound.convert")
    done = run()
    assert (done.status, done.verdicts["test_convert[MCP-2]"]) == (0, "PASSED")
    assert done.counted()["PASSED"] > 15


def test_a_fixture_may_make_the_converter_and_it_runs_once(run, marked, project):
    project.makeconftest(
        "import pytest\nimport sound\n\n"
        "@pytest.fixture\ndef convert():\n    calls = []\n"
        "    def one(tool):\n        calls.append(tool)\n        return sound.convert(tool)\n"
        "    yield one\n    with open('calls', 'a') as file:\n        file.write(f'{bool(calls)}\\n')\n"
    )
    marked("convert", fixtures=", convert")
    assert run().status == 0
    assert (project.path / "calls").read_text("utf-8").split().count("True") == 1


def test_parameters_beside_the_rule_have_runs_of_their_own(run, project):
    project.makepyfile(
        test_rules="import pytest, sound, keeps_defaults\n\n"
        "@pytest.mark.parametrize('module', [sound, keeps_defaults], ids=['sound', 'defect'])\n"
        "@pytest.mark.conformance('mcp-tool-to-chat-tool', max_examples=0)\n"
        "def test_each(conformance_rule, module):\n    conformance_rule.check(module.convert)\n"
    )
    verdicts = run("-k", "MCP-2 and not MCP-2a").verdicts
    assert {name: word for name, word in verdicts.items() if "MCP-2-" in name or name.endswith("MCP-2]")} == {
        "test_each[MCP-2-sound]": "PASSED",
        "test_each[MCP-2-defect]": "FAILED",
    }


def test_an_object_offers_more_than_one_operation(run, project):
    project.makepyfile(
        test_rules="import pytest\nfrom conformance import reference\n\n"
        "@pytest.mark.conformance('mcp-tool-to-chat-tool', 'mcp-tools-to-chat-tools', max_examples=0)\n"
        "def test_both(conformance_rule):\n    conformance_rule.check(reference)\n"
    )
    done = run("-k", "MCP-5 or MCP-2a")
    assert done.verdicts == {
        "test_both[mcp-tool-to-chat-tool-MCP-2a]": "PASSED",
        "test_both[mcp-tools-to-chat-tools-MCP-2a]": "PASSED",
        "test_both[mcp-tools-to-chat-tools-MCP-5]": "PASSED",
        "test_both[mcp-tools-to-chat-tools-MCP-5a]": "PASSED",
    }


def test_the_mark_has_its_own_settings(run, marked, project):
    (project.path / "known.toml").write_text(
        "[[failure]]\noperation = 'mcp-tool-to-chat-tool'\nrule = 'MCP-2'\nreason = 'known'\n", "utf-8"
    )
    more = ", requirements='documents', expected_failures='known.toml', choices={'description-when-absent': 'empty'}"
    marked("keeps_defaults.convert", more, module="keeps_defaults")
    done = run()
    assert done.verdicts["test_convert[MCP-2]"] == "XFAIL"
    assert "test_convert[API-1]" not in done.verdicts


def test_a_warning_of_the_converter_is_no_error(run, marked, project):
    project.makeini("[pytest]\nfilterwarnings = error\n")
    project.makepyfile(
        warns="import warnings\nimport sound\n\ndef convert(tool):\n"
        "    warnings.warn('careful', UserWarning)\n    return sound.convert(tool)\n"
    )
    marked("warns.convert", module="warns")
    done = run()
    assert "FAILED" not in done.counted()
    assert done.counted()["PASSED"] > 15


def test_a_converter_that_does_not_offer_the_operation_is_reported(run, marked):
    marked("sound", before="sound.convert = None")
    done = run("-k", "[MCP-2]")
    assert "The converter offers no mcp-tool-to-chat-tool. Give a function" in done.out
