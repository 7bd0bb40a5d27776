"""What the file of a project says, and what a flag says instead: for every command by the same table."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.commands import settings
from conformance.commands.parser import command_parser, parse
from conformance.running.project.find import find_project
from conformance.running.project.keys import SETTINGS

SINGLE = "mcp-tool-to-chat-tool"
ACME = f'[subjects.acme]\nbind = {{{SINGLE} = "acme:convert"}}\n'
EVERY_KEY = f"""
operations = ["{SINGLE}"]
requirements = "safe"
host = "azure"
max-examples = 7
seed = 3
cassettes = "traffic"
expected-failures = "known.toml"
choices = {{on-invalid = "raise", strict-when-absent = "omit"}}
without = ["usage"]
timeout = 5
start-timeout = 6
time-limit = 7
memory-limit = "1G"
report-dir = "build"
jobs = 2
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with every key, seen from a folder in it."""
    (tmp_path / "traffic").mkdir()
    (tmp_path / "known.toml").touch()
    (tmp_path / "conformance.toml").write_text(f"{EVERY_KEY}{ACME}")
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    return tmp_path


def taken(*words: str) -> argparse.Namespace:
    """The arguments with what the file says."""
    _parser, parsed = parse(words)
    if parsed.command == "certify":
        project = find_project()
        assert project is not None
        settings.apply(parsed, project, is_own=settings.is_own(parsed))
    else:
        settings.take(parsed)
    return parsed


def test_every_key_becomes_what_its_flag_would_give() -> None:
    flags = f"""certify acme --operation {SINGLE} --requirements safe --host azure --max-examples 7 --seed 3
    --cassettes ../traffic --expected-failures ../known.toml --choice on-invalid=raise --choice strict-when-absent=omit
    --without usage --timeout 5 --start-timeout 6 --time-limit 7 --memory-limit 1G --report-dir ../build --jobs 2"""
    _parser, given = parse(flags.split())
    left_out = {"given", "command"}
    found = vars(taken("certify", "acme"))
    assert {name: found[name] for name in found.keys() - left_out} == {
        name: value for name, value in vars(given).items() if name not in left_out
    }


@pytest.mark.parametrize("key", [key for key in SETTINGS if key != settings.CERTIFY])
def test_every_key_has_a_flag_of_certify(key: str) -> None:
    attributes = {action.dest for action in command_parser("certify")._actions}
    assert settings.attribute("certify", key) in attributes


@pytest.mark.parametrize("command", settings.TAKEN)
def test_every_command_has_the_flags_of_the_keys_that_it_takes(command: str) -> None:
    attributes = {action.dest for action in command_parser(command)._actions}
    assert {settings.attribute(command, key) for key in settings.TAKEN[command]} <= attributes


def test_a_flag_overrides_the_file() -> None:
    parsed = taken("certify", "acme", "--seed", "9", "--report-dir", "here", "--operation", "tool-loop", "--timeout=1")
    assert (parsed.seed, parsed.report_dir, parsed.contract, parsed.timeout) == (9, "here", ["tool-loop"], 1)
    assert (parsed.requirements, parsed.max_examples) == ("safe", 7)


def test_a_flag_that_repeats_a_default_overrides_the_file_too() -> None:
    assert taken("certify", "acme", "--host", "openai").profile == "openai"


def test_answers_are_overridden_by_name_and_what_is_lacking_is_added() -> None:
    parsed = taken("certify", "acme", "--choice", "on-invalid=filter", "--without", "strict")
    assert parsed.choice == ["strict-when-absent=omit", "on-invalid=filter"]
    assert parsed.without == ["usage", "strict"]


def test_the_table_of_a_subject_overrides_the_settings_of_all(folder: Path) -> None:
    own = 'seed = 4\nexpected-failures = "own.toml"\nchoices = {on-invalid = "filter"}\nwithout = ["google"]\n'
    (folder / "conformance.toml").write_text(f"{EVERY_KEY}{ACME}{own}")
    (folder / "own.toml").touch()
    parsed = taken("certify", "acme")
    assert (parsed.seed, parsed.expected_failures) == (4, "../own.toml")
    # What the table says of these comes with the subject (subjects/tables.py).
    assert (parsed.choice, parsed.without) == (["strict-when-absent=omit"], ["usage"])
    assert taken("certify", "other:convert").seed == 3


@pytest.mark.parametrize("subject", ["reference", "litellm"])
def test_what_is_said_of_the_subjects_of_the_project_is_not_said_of_others(subject: str) -> None:
    parsed = taken("certify", subject)
    assert (parsed.contract, parsed.expected_failures, parsed.choice, parsed.without) == (None, None, [], [])
    assert (parsed.seed, parsed.requirements, parsed.report_dir) == (3, "safe", "../build")


@pytest.mark.parametrize("flag", [("--case", "x"), ("--input", "x.json"), ("--certificate", "c.json")])
def test_recorded_traffic_is_left_out_where_a_flag_excludes_it(flag: tuple[str, str]) -> None:
    assert taken("certify", "acme", *flag).cassettes is None


@pytest.mark.parametrize("key", ["cassettes", "expected-failures"])
def test_a_path_that_is_not_there_is_named_with_file_and_key(folder: Path, key: str) -> None:
    (folder / "conformance.toml").write_text(f'{key} = "gone"\n{ACME}')
    with pytest.raises(UsageError) as caught:
        taken("certify", "acme")
    assert str(caught.value).startswith(f"../conformance.toml: {key}: ../gone is not there. Correct the path")


def test_other_commands_take_theirs(folder: Path) -> None:
    assert taken("repeat", "D1").report == "../build/report.json"
    assert taken("issue", "D1", "--report", "x.json").report == "x.json"
    assert taken("scoreboard", "a.json").out == "../build"
    assert taken("check-tools", "a.json", "--target", "openai-chat").profile == "azure"
    replayed = taken("replay")
    assert (replayed.folder, replayed.requirements, replayed.timeout, replayed.without) == ("../traffic", "safe", 5, [])
    assert taken("replay", "other", "acme").without == ["usage"]
    compared = taken("diff-subjects", "acme", "reference")
    assert (compared.seed, compared.max_examples, compared.time_limit) == (3, 7, 7)


def test_replay_without_a_folder_anywhere_says_so(folder: Path) -> None:
    (folder / "conformance.toml").unlink()
    with pytest.raises(UsageError, match="No folder of recordings is named"):
        taken("replay")


def test_the_report_of_the_last_run_is_that_of_the_only_subject_that_has_one(folder: Path) -> None:
    other = '[subjects.other]\npython = "other:convert"\n'
    (folder / "conformance.toml").write_text(f'certify = ["acme", "other"]\n{ACME}{other}')
    assert taken("repeat", "D1").report == "../reports/report.json"
    for name in ("other", "acme"):
        report = folder / "reports" / name / "report.json"
        report.parent.mkdir(parents=True)
        report.touch()
        if name == "other":
            assert taken("repeat", "D1").report == "../reports/other/report.json"
    with pytest.raises(UsageError) as caught:
        taken("repeat", "D1")
    assert str(caught.value) == (
        "2 subjects of ../conformance.toml have a report. "
        "Name one: --report ../reports/acme/report.json or --report ../reports/other/report.json."
    )
    assert taken("repeat", "D1", "--report", "x.json").report == "x.json"
