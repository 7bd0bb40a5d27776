"""conformance init: what it writes conforms as it stands, by the two commands it prints, and overwrites nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from conformance.commands import languages
from conformance.commands.arguments.converter import LANGUAGES
from conformance.commands.parser import parse
from conformance.running.subjects.javascript import SERVE_ADAPTER
from tests.command import Ran
from tests.commands.toolchains import TOOLS, Toolchain, toolchain

SAMPLE = "mcp-tool-to-chat-tool"
DESCRIBE = '{"jsonrpc": "2.0", "id": 0, "method": "describe"}'
FILES = {
    "python": "conformance_adapter.py",
    "javascript": "conformance_adapter/main.mjs",
    "typescript": "conformance_adapter/main.mts",
    "java": "conformance_adapter/ConformanceAdapter.java",
    "csharp": "conformance_adapter/Program.cs",
    "go": "conformance_adapter/main.go",
    "rust": "conformance_adapter/src/main.rs",
    "php": "conformance_adapter.php",
    "ruby": "conformance_adapter.rb",
}
# What a language's own JSON cannot show or keep, as its adapter says.
NOT_OBSERVABLE = {
    "python": set(),
    "javascript": {"MCP-4", "ALL-3"},
    "typescript": {"MCP-4", "ALL-3"},
    "java": {"MCP-4"},
    "csharp": {"MCP-4"},
    "go": {"MCP-4"},
    "rust": {"MCP-4"},
    "php": {"MCP-4", "ALL-3"},
    "ruby": {"MCP-4"},
}
LOST = {"javascript": {"ALL-5"}, "typescript": {"ALL-5"}, "go": {"ALL-5"}}
# The first words of a stub's body, and a body that prints and returns the argument, later where the language has that.
_NODE = "throw new Error", "process.stdout.write('noise'); console.warn('lost'); return Promise.resolve(input);"
FILLED = {
    "python": ("raise NotImplementedError", "print('noise'); return __import__('asyncio').sleep(0, given)"),
    "javascript": _NODE,
    "typescript": _NODE,
    "java": ("throw new UnsupportedOperationException", 'System.out.println("noise"); return input;'),
    "csharp": ("throw new NotImplementedException", 'Console.WriteLine("noise"); return input;'),
    "go": ("return nil, errors.New", 'fmt.Println("noise"); return input, nil'),
    "rust": ('Err("', 'println!("noise"); Ok(input.clone())'),
    "php": ("throw new LogicException", "echo 'noise'; return $input;"),
    "ruby": ("raise NotImplementedError", "puts 'noise'; input"),
}
# Bodies that return what has yet to be awaited or iterated, in the languages whose JSON would write something for it.
UNFINISHED = {
    "python": "return (one for one in [given])",
    "javascript": "return { tools: [Promise.resolve(input)] };",
    "typescript": "return { tools: [Promise.resolve(input)] };",
    "php": "return ['tools' => (fn () => yield $input)()];",
    "ruby": "{ tools: [[input].each] }",
}


# Where a driver begins to lead a conversation, and what prints there.
LEADS = {
    "python": ('    with McpClient(given["mcp_server"])', '    print("noise")\n'),
    "javascript": ("  const server = await McpClient.start", '  console.log("noise");\n'),
}


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where toolchains keep what one test can use of another."""
    return tmp_path_factory.mktemp("toolchains")


@pytest.fixture(scope="session", params=TOOLS)
def tools(request: pytest.FixtureRequest, cache: Path) -> Toolchain:
    """Each language that is installed here."""
    return toolchain(request.param, cache)


@pytest.fixture(scope="session")
def language(tools: Toolchain) -> str:
    return tools.language


class Written(NamedTuple):
    """An adapter as it was written and built, for all tests that leave it so. ran: the command that wrote it."""

    folder: Path
    ran: Ran

    @property
    def printed(self) -> dict[str, str]:
        return commands(self.ran.out)


@pytest.fixture(scope="session")
def written(
    tools: Toolchain, tmp_path_factory: pytest.TempPathFactory, run_in: Callable[..., Ran], environment: dict[str, str]
) -> Written:
    folder = tmp_path_factory.mktemp(tools.language)
    tools.provide(folder, folder)
    adapter = Written(folder, run_in(folder, "init", "--language", tools.language))
    tools.build(adapter.printed.get("build it"), folder, environment)
    return adapter


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


def every_set_conforms(report: dict[str, Any]) -> bool:
    verdicts = {requirement_set["name"]: requirement_set["verdict"] for requirement_set in report["sets"]}
    return verdicts == dict.fromkeys(("safe", "documents", "robust", "all"), "conforms")


def test_the_adapter_conforms_as_it_was_written(run_in, written, language):
    assert (written.ran.status, written.ran.err) == (0, "")
    assert written.ran.out.splitlines()[0].split(",")[0] == f"Wrote {FILES[language]}"
    certify = words_of(written.printed["certify it"])
    ran = run_in(written.folder, *certify, "--seed", "1", "--max-examples", "30", "--start-timeout", "60")
    report = json.loads((written.folder / "reports" / "report.json").read_text("utf-8"))
    assert (ran.status, ran.err) == (0, "")
    assert re.match(rf"{language} .*\d+\.\d+", report["subject"]["language"])
    assert every_set_conforms(report)
    assert verdicts(report, "not-observable", "MUST") == NOT_OBSERVABLE[language]
    assert verdicts(report, "fail", "SHOULD") <= LOST.get(language, set())
    assert len(verdicts(report, "pass", "MUST")) > 20


def test_the_adapter_can_be_asked_by_hand(written, environment):
    done = subprocess.run(
        ["/bin/sh", "-c", written.printed["try it by hand"]],
        cwd=written.folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    described = json.loads(done.stdout)
    assert described["id"] == 0
    assert described["result"]["operations"] == [SAMPLE]


@pytest.mark.parametrize("language", TOOLS)
def test_the_place_to_edit_is_named(run, here, language):
    wrote = run("init", "--language", language)
    path, _colon, number = commands(wrote.out)["edit it"].split()[0].partition(":")
    assert "Your converter goes here" in (here / path).read_text("utf-8").splitlines()[int(number) - 1]


def test_other_operations_are_left_to_write_and_fail_until_then(run, here, tools, language, environment):
    tools.provide(here, here / "a folder")
    operations = ("--operation", "chat-tools-to-responses-tools", "--operation", SAMPLE)
    wrote = run("init", "--language", language, *operations, "--dir", "a folder")
    assert wrote.status == 0
    assert commands(wrote.out)["still to write"].startswith("chat-tools-to-responses-tools: ")
    tools.build(commands(wrote.out).get("build it"), here, environment)
    certify = (*words_of(commands(wrote.out)["certify it"]), "--max-examples", "0", "--start-timeout", "60")
    ran = run(*certify, "--case", "property-default-alone")
    assert ran.status == 0
    ran = run(*certify, "--operation", "chat-tools-to-responses-tools", "--rule", "TR-1")
    assert ran.status == 1
    assert "chat-tools-to-responses-tools: call your converter here" in ran.out


@pytest.mark.expensive("a driver of an SDK answers all cases of its operations")
@pytest.mark.parametrize("tools", languages.DRIVERS, indirect=True)
def test_the_driver_conforms_as_it_was_written(run, here, language, environment):
    wrote = run("init", "--language", language, "--wire")
    printed = commands(wrote.out)
    path, _colon, number = printed["edit it"].split()[0].partition(":")
    assert (wrote.status, wrote.err) == (0, "")
    assert wrote.out.splitlines()[0] == f"Wrote {path}"
    assert "Your SDK goes here" in (here / path).read_text("utf-8").splitlines()[int(number) - 1]
    # The package `openai` is in the environment of these tests.
    found = os.pathsep.join([os.path.dirname(sys.executable), environment["PATH"]])
    ran = run(*words_of(printed["certify it"]), "--max-examples", "0", "--start-timeout", "60", PATH=found)
    report = json.loads((here / "reports" / "report.json").read_text("utf-8"))
    assert (ran.status, ran.err) == (0, "")
    assert re.match(rf"{language} .*\d+\.\d+", report["subject"]["language"])
    assert every_set_conforms(report)
    assert len(verdicts(report, "pass", "MUST")) > 20


@pytest.mark.parametrize("tools", languages.DRIVERS, indirect=True)
def test_the_driver_goes_on_after_a_conversation_that_it_cannot_lead(run, here, language, environment):
    command = words_of(commands(run("init", "--language", language, "--wire").out)["certify it"])[-1]
    program = here / shlex.split(command)[-1]
    begins, prints = LEADS[language]
    text = program.read_text("utf-8")
    assert text.count(begins) == 1
    program.write_text(text.replace(begins, f"{prints}{begins}"), "utf-8")  # what it prints is no answer
    about = {"api": "chat", "model": "gpt-test", "messages": [], "max_rounds": 1}
    unled = [json.dumps({**about, "mcp_server": server}) for server in (["false"], ["nobody-has-this"])]
    done = subprocess.run(
        shlex.split(command),
        cwd=here,
        env={
            **environment,
            "PATH": os.pathsep.join([os.path.dirname(sys.executable), environment["PATH"]]),
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
        },
        input="\n".join([*unled, "not JSON"]),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert len(answers) == 3
    assert all(answer["error"] and answer["sdk"]["name"] for answer in answers)
    assert "the MCP server has ended" in answers[0]["error"]


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


@pytest.mark.parametrize(
    ("called", "language"), [("node", "javascript"), ("js", "javascript"), ("TS", "typescript"), ("py", "python")]
)
def test_a_language_may_be_called_by_another_name(called, language):
    _parser, parsed = parse(["init", "--language", called])
    assert parsed.language == language


def test_a_folders_name_is_no_code(run, here):
    for folder in ('"; import os #', "*/ ?> #{1} ${x}"):
        for language, file in FILES.items():
            wrote = run("init", "--language", language, "--dir", folder, "--force")
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
    folder = Path(languages.__file__).with_name("templates")
    written = [program.files.values() for program in (*languages.ADAPTERS.values(), *languages.DRIVERS.values())]
    assert {path.name for path in folder.iterdir()} == set(chain.from_iterable(written)) - {
        SERVE_ADAPTER,
        languages.SERVER_TYPES,
    }
    assert list(languages.ADAPTERS) == list(LANGUAGES) == list(TOOLS)


def asked(text: str, number: int, operation: str = SAMPLE) -> str:
    """Return a request to convert a tool whose schema has this constant."""
    schema = f'{{"type": "object", "const": {text}}}'
    params = f'{{"operation": "{operation}", "input": {{"name": "a", "inputSchema": {schema}}}}}'
    return f'{{"jsonrpc": "2.0", "id": {number}, "method": "convert", "params": {params}}}'


def answers_to(lines: list[str], command: str, here: Path, environment: dict[str, str]) -> list[Any]:
    """Send lines to an adapter and return what it answers. command: how it is asked by hand."""
    done = subprocess.run(
        ["/bin/sh", "-c", command.rpartition("|")[2]],
        cwd=here,
        env=environment,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


UNREADABLE = (
    '{"jsonrpc": "2.0", "id": 7, "method": "conv',
    "not JSON",
    "[]",
    "null",
    '{"jsonrpc": "2.0", "id": 8}',
    '{"jsonrpc": "2.0", "id": 9, "method": "convert"}',
    '{"jsonrpc": "2.0", "id": 10, "method": "convert", "params": {"operation": "toString", "input": 1}}',
)


def test_the_adapter_answers_every_line(written, environment):
    deep = "[" * 100_000 + "]" * 100_000
    texts = ('"\\ud800"', '{"\\u0000a": 1}', "1e400", "123456789012345678901234567890", "1" * 4_000, deep)
    lines = [*(asked(text, number) for number, text in enumerate(texts)), *UNREADABLE]
    answers = answers_to([*lines, DESCRIBE], written.printed["try it by hand"], written.folder, environment)
    # Each is converted, or an error in the protocol's form; the adapter goes on.
    assert [answer["id"] for answer in answers] == [*range(len(texts)), 7, None, None, None, 8, 9, 10, 0]
    assert all("result" in answer or {"code", "message"} <= answer["error"].keys() for answer in answers)
    assert [answer["error"]["code"] for answer in answers[len(texts) : len(texts) + 2]] == [-32700, -32700]
    assert all("error" in answer for answer in answers[len(texts) : -1])
    assert SAMPLE in answers[-1]["result"]["operations"]


def test_a_stub_that_is_filled_in_as_told_compiles_and_converts(run, here, tools, language, environment):
    tools.provide(here, here)
    operations = ("chat-tools-to-responses-tools", "chat-messages-to-responses-input")
    flags = [word for operation in operations for word in ("--operation", operation)]
    printed = commands(run("init", "--language", language, *flags).out)
    path = here / FILES[language]
    text = path.read_text("utf-8")
    begins, body = FILLED[language]
    for filled_in in filter(None, (body, UNFINISHED.get(language))):
        text, count = re.subn(rf"^(\s+){re.escape(begins)}.*$", rf"\1{filled_in}", text, count=1, flags=re.MULTILINE)
        assert count == 1
    path.write_text(text, "utf-8")
    tools.build(printed.get("build it"), here, environment)
    lines = [asked('{"b": 1.0, "a": []}', number, operation) for number, operation in enumerate(operations)]
    answer, unfinished = answers_to(lines, printed["try it by hand"], here, environment)
    assert answer["result"]["output"] == {"name": "a", "inputSchema": {"type": "object", "const": {"b": 1.0, "a": []}}}
    assert answer["result"]["input_after"] == answer["result"]["output"]
    if "diagnostics" in answer["result"]:
        assert answer["result"]["diagnostics"] == [{"level": "warning", "message": "lost"}]
    assert unfinished["error"]["code"] == (-32001 if language in UNFINISHED else -32000)


@pytest.mark.expensive("certifies a converter")
def test_a_configuration_has_a_place_for_each_converter(run, here):
    wrote = run("init", "--config", "--operation", SAMPLE, "--operation", "tool-loop")
    assert (wrote.status, wrote.err) == (0, "")
    assert wrote.out.splitlines()[1:] == [
        "  edit it:         conformance.toml:6 is where your converter is named",
        "  certify it:      conformance certify",
    ]
    path = here / "conformance.toml"
    text = path.read_text("utf-8")
    assert text.splitlines()[5] == f'{SAMPLE} = "package.module:function"'
    undone = run("certify", no_seed=True)
    assert (undone.status, undone.err.count("\n")) == (2, 1)
    edited = text.replace("package.module:function", "conformance.reference:mcp_tool_to_chat_tool", 1)
    path.write_text("".join(line for line in edited.splitlines(True) if "package.module" not in line), "utf-8")
    done = run("certify", "--max-examples", "0", no_seed=True)
    assert (done.status, done.err) == (0, "")
    again = run("init", "--config")
    assert (again.status, "conformance.toml is there already." in again.err) == (2, True)
