"""conformance init: what it writes conforms as it stands, by the two commands it prints, and overwrites nothing."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SAMPLE = "mcp-tool-to-chat-tool"
TOOLS = {"python": "python3", "javascript": "node", "go": "go", "php": "php", "ruby": "ruby"}
FILES = {
    "python": "conformance_adapter.py",
    "javascript": "conformance_adapter.mjs",
    "go": "conformance_adapter/main.go",
    "php": "conformance_adapter.php",
    "ruby": "conformance_adapter.rb",
}
# What a language's own JSON cannot show or keep, as its adapter says.
NOT_OBSERVABLE = {
    "python": set(),
    "javascript": {"MCP-4", "ALL-3"},
    "go": {"MCP-4"},
    "php": {"MCP-4", "ALL-3"},
    "ruby": {"MCP-4"},
}
LOST = {"javascript": {"ALL-5"}, "go": {"ALL-5"}}
ALL_ARE_HERE = "CONFORMANCE_TEST_LANGUAGES"  # set where every language has to be installed


@pytest.fixture(params=TOOLS)
def language(request: pytest.FixtureRequest) -> str:
    """Each language that is installed here."""
    tool = TOOLS[request.param]
    if shutil.which(tool) is None and not os.environ.get(ALL_ARE_HERE):
        pytest.skip(f"{tool} is not here")
    return request.param


def commands(out: str) -> dict[str, str]:
    """What the command prints, by its label."""
    labelled = (line.strip().partition(":") for line in out.splitlines()[1:])
    return {label: text.strip() for label, _colon, text in labelled}


def words_of(command: str) -> list[str]:
    words = shlex.split(command)
    assert words[0] == "conformance"
    return words[1:]


def verdicts(report: dict[str, Any], verdict: str, level: str) -> set[str]:
    return {rule["id"] for rule in report["rules"] if (rule["verdict"], rule["level"]) == (verdict, level)}


def test_the_adapter_conforms_as_it_was_written(run, here, language):
    wrote = run("init", "--language", language)
    assert (wrote.status, wrote.err) == (0, "")
    assert wrote.out.splitlines()[0] == f"Wrote {FILES[language]}"
    ran = run(*words_of(commands(wrote.out)["certify it"]), "--seed", "1", "--start-timeout", "60")
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert (ran.status, ran.err) == (0, "")
    assert report["subject"]["language"].startswith(language)
    assert verdicts(report, "not-observable", "MUST") == NOT_OBSERVABLE[language]
    # Beside what the language loses only the advice that every converter gets which keeps schemas as they are.
    assert verdicts(report, "fail", "SHOULD") == {"API-5"} | LOST.get(language, set())
    assert len(verdicts(report, "pass", "MUST")) > 20


def test_the_adapter_can_be_asked_by_hand(run, here, language, environment):
    wrote = run("init", "--language", language)
    command = commands(wrote.out)["try it by hand"]
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=here, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    described = json.loads(done.stdout)
    assert described["id"] == 0
    assert described["result"]["operations"] == [SAMPLE]


def test_the_place_to_edit_is_named(run, here, language):
    wrote = run("init", "--language", language)
    path, _colon, number = commands(wrote.out)["edit it"].split()[0].partition(":")
    assert "Your converter goes here" in (here / path).read_text("utf-8").splitlines()[int(number) - 1]


def test_other_operations_are_left_to_write_and_fail_until_then(run, here, language):
    operations = ("--operation", "chat-tools-to-responses-tools", "--operation", SAMPLE)
    wrote = run("init", "--language", language, *operations, "--dir", "a folder")
    assert wrote.status == 0
    assert commands(wrote.out)["still to write"].startswith("chat-tools-to-responses-tools: ")
    certify = words_of(commands(wrote.out)["certify it"])
    ran = run(*certify, "--max-examples", "0", "--start-timeout", "60", "--case", "property-default-alone")
    assert ran.status == 0
    ran = run(*certify, "--max-examples", "0", "--contract", "chat-tools-to-responses-tools", "--rule", "TR-1")
    assert ran.status == 1
    assert "chat-tools-to-responses-tools: call your converter here" in ran.out


def test_nothing_is_written_over(run, here):
    (here / "conformance_adapter.py").write_text("mine\n", "utf-8")
    refused = run("init", "--language", "python")
    assert refused.status == 2
    assert refused.err == (
        "conformance: ./conformance_adapter.py is there already. Give another --dir, or --force to write over it.\n"
    )
    assert (here / "conformance_adapter.py").read_text("utf-8") == "mine\n"
    assert run("init", "--language", "python", "--force").status == 0
    assert "operations = {" in (here / "conformance_adapter.py").read_text("utf-8")


def test_a_link_to_nowhere_is_not_written_through(run, here):
    (here / "conformance_adapter.py").symlink_to(here / "elsewhere")
    assert run("init", "--language", "python").status == 2
    assert not (here / "elsewhere").exists()


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        ((), "--language"),
        (("--language", "cobol"), "invalid choice: 'cobol'"),
        (("--language", "go", "--operation", "mcp-tool"), "Unknown operation 'mcp-tool' in --operation."),
        (("--language", "go", "--dir", "file"), "is not a folder"),
    ],
)
def test_a_mistake_is_one_line_and_writes_nothing(run, here, arguments, reported):
    (here / "file").write_text("", "utf-8")
    done = run("init", *arguments)
    assert (done.status, done.out) == (2, "")
    assert reported in done.err
    assert done.err.count("\n") == 1
    assert [path.name for path in here.iterdir()] == ["file"]


def test_a_folders_name_is_no_code(run, here):
    for folder in ('"; import os #', "*/ ?> #{1} ${x}"):
        for language, file in FILES.items():
            wrote = run("init", "--language", language, "--dir", folder)
            text = (here / folder / file).read_text("utf-8")
            assert wrote.status == 0
            assert folder not in text
    assert "import-os-python" in (here / '"; import os #' / FILES["python"]).read_text("utf-8")


def test_the_python_adapter_prints_to_its_log(run, here):
    run("init", "--language", "python")
    path = here / "conformance_adapter.py"
    path.write_text(
        path.read_text("utf-8").replace("    description = ", "    print('noted')\n    description = ", 1), "utf-8"
    )
    ran = run("certify", "--command", f"{sys.executable} {path}", "--max-examples", "0")
    assert ran.status == 0
    assert "garbage" not in ran.out


def test_every_template_is_written_by_some_language():
    from conformance.cli.init import LANGUAGES

    folder = Path(sys.modules["conformance.cli.init"].__file__ or "").with_name("templates")
    assert {path.name for path in folder.iterdir()} == {language.template for language in LANGUAGES.values()}
    assert set(LANGUAGES) == set(TOOLS)


def asked(text: str, number: int) -> str:
    """Return a request to convert a tool whose schema has this constant."""
    schema = f'{{"type": "object", "const": {text}}}'
    params = f'{{"operation": "{SAMPLE}", "input": {{"name": "a", "inputSchema": {schema}}}}}'
    return f'{{"jsonrpc": "2.0", "id": {number}, "method": "convert", "params": {params}}}'


def test_the_adapter_survives_what_its_language_cannot_carry(run, here, language, environment):
    wrote = run("init", "--language", language)
    describe, _bar, command = commands(wrote.out)["try it by hand"].rpartition("|")
    texts = ('"\\ud800"', '{"\\u0000a": 1}', "1e400", "123456789012345678901234567890")
    lines = [asked(text, number) for number, text in enumerate(texts)]
    sent = "".join(f"{line}\n" for line in (*lines, describe.partition("echo ")[2].strip().strip("'")))
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=here,
        env=environment,
        input=sent,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    # Each is converted, or an error in the protocol's form; the adapter goes on.
    assert [answer["id"] for answer in answers] == [*range(len(texts)), 0]
    assert all("result" in answer or {"code", "message"} <= answer["error"].keys() for answer in answers)
    assert SAMPLE in answers[-1]["result"]["operations"]
