"""certify --watch: judged again with each change; changes come from a list here, not from a disk."""

from __future__ import annotations

import builtins
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from conformance.base.errors import UsageError
from conformance.commands import file_changes
from conformance.commands.parser import parse
from conformance.commands.subject import subject_config
from conformance.commands.watch import watched
from tests.commands.conftest import KEEPS_DEFAULTS

SINGLE = "mcp-tool-to-chat-tool"
SOUND = "from conformance.reference import mcp_tool_to_chat_tool as convert\n"


@pytest.fixture
def watch(run, here, keeps_defaults, monkeypatch):
    """Watches a subject; each text is what its file says then. Gives what was watched, too."""
    seen = []
    # A run that a shell started in the background ignores the signal, and so would the command.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def watch_changes(*texts: str | None, arguments: tuple[str, ...] = ()):
        def changes(paths, left_out):
            seen.append((list(paths), list(left_out)))
            yield []
            for text in texts:
                if text is None:
                    signal.raise_signal(signal.SIGINT)
                (here / "acme.py").write_text(text, "utf-8")
                yield [str(here / "acme.py")]

        monkeypatch.setattr("conformance.commands.watch.changes", changes)
        done = run("certify", *keeps_defaults, "--max-examples", "0", "--quiet", "--watch", *arguments)
        return done, seen

    yield watch_changes
    signal.signal(signal.SIGINT, before)


@pytest.mark.expensive("certifies with each change")
def test_the_subject_is_judged_again_with_each_change_and_the_last_status_stays(watch):
    done, seen = watch(SOUND, None)
    verdicts = [line.partition(":convert ")[2].partition(":")[0] for line in done.out.splitlines()]
    assert verdicts == ["does not conform", "conforms in part"]
    assert done.status == 0
    assert done.err.splitlines() == [
        "Watching acme.py. Ctrl-C ends.",
        "Changed: acme.py",
        "Watching acme.py. Ctrl-C ends.",
    ]
    assert seen == [(["acme.py"], ["reports"])]


@pytest.mark.expensive("certifies with each change")
def test_code_that_is_broken_for_a_while_is_waited_out(watch):
    done, _seen = watch("def convert(", KEEPS_DEFAULTS, None)
    assert done.status == 1
    assert "conformance: The subject cannot be served: importing acme failed: SyntaxError" in done.err
    assert len(done.out.splitlines()) == 2


def test_the_files_that_a_run_writes_are_not_watched(watch):
    _done, seen = watch(arguments=("--report-dir", "out", "--junit", "j.xml"))
    assert seen == [(["acme.py"], ["out", "j.xml"])]


def test_the_paths_that_are_named_are_watched_instead(watch, here):
    (here / "data").mkdir()
    _done, seen = watch(arguments=("--watch-path", "data"))
    assert seen[0][0] == ["data"]


def paths_of(*arguments: str) -> list[str]:
    _parser, parsed = parse(["certify", *arguments, "--watch"])
    return watched(parsed, subject_config(parsed, (SINGLE,)))


def test_what_is_watched_of_a_subject(here, monkeypatch):
    monkeypatch.chdir(here)
    (here / "acme").mkdir()
    (here / "acme" / "__init__.py").touch()
    (here / "src" / "inner").mkdir(parents=True)
    (here / "alone.py").touch()
    assert paths_of("acme.tools:convert") == ["acme"]
    assert paths_of("acme/tools.py") == ["acme"]
    assert paths_of("alone.py") == ["alone.py"]
    assert paths_of("inner:convert") == ["src/inner"]
    assert paths_of("--bind", f"{SINGLE}=alone:convert") == ["alone.py"]
    assert paths_of("--command", "node x.mjs") == ["."]


def test_a_subject_of_the_project_is_watched_from_a_folder_below(here, monkeypatch):
    (here / "conformance.toml").write_text(
        '[subjects.mine]\npython = "acme.tools:convert"\n[subjects.other]\ncommand = "node x.mjs"\n', "utf-8"
    )
    (here / "acme").mkdir()
    (here / "below").mkdir()
    monkeypatch.chdir(here / "below")
    assert [Path(path).resolve() for path in paths_of("mine")] == [here / "acme"]
    assert [Path(path).resolve() for path in paths_of("other")] == [here]


def test_a_first_run_that_cannot_be_made_ends_it(watch):
    done, _seen = watch(None, arguments=("--rule", "MPC-1"))
    assert (done.status, len(done.err.splitlines())) == (2, 1)


def test_without_the_extra_the_message_names_it():
    def without(name, *arguments, **named):
        if name == "watchfiles":
            raise ImportError(name)
        return imported(name, *arguments, **named)

    imported = builtins.__import__
    with patch.object(builtins, "__import__", without), pytest.raises(UsageError, match=r"needs watchfiles.*\[watch\]"):
        next(file_changes.changes(["."], []))


def test_a_written_file_is_a_change_and_one_that_is_left_out_is_none(tmp_path: Path):
    (tmp_path / "reports").mkdir()
    found = file_changes.changes([str(tmp_path)], [str(tmp_path / "reports")])
    assert next(found) == []
    (tmp_path / "reports" / "report.json").touch()
    (tmp_path / "a.py").touch()
    assert next(found) == [str(tmp_path / "a.py")]


def test_a_file_that_is_deleted_and_made_again_is_still_watched(tmp_path: Path):
    file, other = tmp_path / "a.py", tmp_path / "b.py"
    file.touch()
    found = file_changes.changes([str(file)], [])
    assert next(found) == []
    other.touch()
    file.unlink()
    assert next(found) == [str(file)]
    file.touch()
    assert next(found) == [str(file)]
    file.write_text("x = 1\n", "utf-8")
    assert next(found) == [str(file)]


def test_what_a_link_leads_to_is_watched(tmp_path: Path):
    (tmp_path / "real").mkdir()
    file, link = tmp_path / "real" / "a.py", tmp_path / "a.py"
    file.touch()
    link.symlink_to(file)
    found = file_changes.changes([str(link)], [])
    assert next(found) == []
    file.write_text("x = 1\n", "utf-8")
    assert next(found) == [str(file)]


@pytest.mark.skipif(sys.platform != "linux", reason="file systems elsewhere take only names in UTF-8")
@pytest.mark.parametrize("watched", ["", os.fsdecode(b"w\xe4")])
def test_a_name_that_is_not_utf_8_cannot_be_watched(tmp_path: Path, watched: str):
    (tmp_path / os.fsdecode(b"w\xe4")).mkdir()
    with pytest.raises(UsageError, match=r"The files cannot be watched: .* Rename it"):
        next(file_changes.changes([str(tmp_path / watched)], []))


def test_what_git_ignores_is_no_change(tmp_path: Path):
    assert file_changes.without_ignored(["a", "b.log"], str(tmp_path)) == ["a", "b.log"]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("*.log\n", "utf-8")
    assert file_changes.without_ignored(["a", "b.log"], str(tmp_path)) == ["a"]
    odd = os.fsdecode(b"w\xe4.py")
    assert file_changes.without_ignored([odd, "b.log"], str(tmp_path)) == [odd]
