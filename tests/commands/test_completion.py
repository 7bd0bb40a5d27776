"""conformance --completion: what a shell offers, asked of the shell itself where there is one."""

from __future__ import annotations

import builtins
import shutil
import subprocess
from unittest.mock import patch

import pytest

from conformance.base.errors import UsageError
from conformance.commands.completion import script
from conformance.commands.parser import COMMANDS, SHELLS

ASK = """
source script.sh
COMP_WORDS=({words}) COMP_CWORD={last}
_shtab_conformance
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def bash(tmp_path_factory):
    """Asks bash what it offers for the last of some words."""
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    folder = tmp_path_factory.mktemp("bash")
    (folder / "script.sh").write_text(script("bash"), "utf-8")
    (folder / "report.json").touch()

    def offered(*words: str) -> set[str]:
        asked = ASK.format(words=" ".join(f"'{word}'" for word in words), last=len(words) - 1)
        done = subprocess.run(["bash", "-c", asked], cwd=folder, capture_output=True, text=True, check=True)
        return set(done.stdout.split())

    return offered


def test_the_script_is_printed(run):
    done = run("--completion", "bash")
    assert (done.status, done.err) == (0, "")
    assert "_shtab_conformance" in done.out


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_a_script_with_the_commands_and_the_names(shell):
    text = script(shell)
    assert all(name in text for name in COMMANDS)
    assert all(name in text for name in ("mcp-tool-to-chat-tool", "MCP-2a", "reference"))
    assert "--contract" not in text


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("conformance", "cert"), {"certify"}),
        (("conformance", "certify", "--operation", "mcp-tool-"), {"mcp-tool-to-chat-tool"}),
        (("conformance", "certify", "--rule", "MCP-2"), {"MCP-2", "MCP-2a", "MCP-2b"}),
        (("conformance", "certify", "--not-rule", "LOOP-8"), {"LOOP-8"}),
        (("conformance", "explain", "LOOP-7"), {"LOOP-7"}),
        (("conformance", "certify", "refer"), {"reference"}),
        (("conformance", "certify", "--update"), {"--update-expected"}),
        (("conformance", "certify", "--origin", "d"), {"document"}),
    ],
)
def test_what_bash_offers(bash, words, names):
    assert bash(*words) == names


def test_subjects_of_the_folder_are_offered(here, monkeypatch):
    (here / "conformance.toml").write_text('[subjects.mine]\npython = "mine"\n', "utf-8")
    monkeypatch.chdir(here)
    assert "mine" in script("fish")


def test_without_the_extra_the_message_names_it():
    def without(name, *arguments, **named):
        if name == "shtab":
            raise ImportError(name)
        return imported(name, *arguments, **named)

    imported = builtins.__import__
    with patch.object(builtins, "__import__", without), pytest.raises(UsageError, match=r"needs shtab.*\[completion\]"):
        script("bash")
