"""What SECURITY.md claims, claim by claim; what is tested beside its own code is only named here."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from conformance.apis.emulator import Emulator
from conformance.base.errors import ConformanceError
from conformance.base.listening import LOOPBACK
from conformance.commands.parser import parse
from conformance.formats.json_schema import is_valid_schema, same_meaning
from conformance.rules.checks.meaning import disagreement
from conformance.rules.contracts import load_specifications
from tests.command import run_here

ROOT = Path(__file__).parents[1]
SINGLE = "mcp-tool-to-chat-tool"
KEY = "sk-proj-abcDEF0123456789abcDEF0123456789"
# Where each claim is tested; `here` stands for this file.
TESTED = {
    "A subject gets no keys": "tests/running/subjects/test_environment.py",
    "Reports hold no keys": "tests/base/test_redact.py",
    "Servers are for this machine": "here",
    "Text of others is shown, not obeyed": "tests/commands/faults/test_faults.py",
    "YAML is data": "tests/rules/contracts/test_yaml_core.py",
    "Files stay where they are": "here",
    "Files you name are read within limits": "tests/commands/test_user_files.py",
    "A schema looks nothing up": "here",
    "A run ends, in bounded time and memory": "tests/running/subjects/test_limits.py",
    "Files are replaced, not written into": "tests/base/test_files.py",
    "Nothing stays behind": "tests/running/subjects/test_process_tree.py",
    "No shell": "here",
    "No telemetry": "here",
}


def test_each_claim_is_tested() -> None:
    claims = re.findall(r"^\| ([A-Z][^|]*?) \|", (ROOT / "SECURITY.md").read_text("utf-8"), re.MULTILINE)
    assert claims == list(TESTED)
    assert all(place == "here" or (ROOT / place).is_file() for place in TESTED.values())


# ---- keys ----

LEAKY = """
import os, sys, logging
from conformance.reference import mcp_tool_to_chat_tool as right

def convert(tool):
    key, known = "sk-proj-abcDEF0123456789abcDEF0123456789", os.environ["ACME_TOKEN"]
    print("log", key, known, file=sys.stderr, flush=True)
    logging.warning("left out %s %s", key, known)
    name = tool.get("name") if isinstance(tool, dict) else None
    if name == "search_notes":
        raise ValueError(f"refused {key} {known}")
    if name == "set_layout":
        os._exit(3)
    reported = right(tool)
    reported["function"]["description"] += f"{key} {known}"
    reported[key] = {known: [key]}
    return reported
"""


@pytest.fixture(scope="module")
def leaked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which a subject that tells its keys wherever it can was certified; all that was printed too."""
    here = tmp_path_factory.mktemp("leaked")
    (here / "subject").mkdir()
    (here / "subject" / "leaky.py").write_text(LEAKY, "utf-8")
    arguments = ["--bind", f"{SINGLE}=leaky:convert", "--env", "ACME_TOKEN=open-sesame", "--env", "PYTHONPATH=subject"]
    arguments += ["--max-examples", "5", "--seed", "1"]
    done = run_here(here, ("certify", *arguments), {**os.environ, "XDG_CACHE_HOME": str(here / "cache")})
    assert done.status == 1, done.err
    (here / "printed.txt").write_text(done.out + done.err, "utf-8")
    return here


@pytest.mark.expensive("certifies with keys in the environment")
def test_no_report_and_no_line_holds_a_key(leaked) -> None:
    written = [path for path in [*(leaked / "reports").rglob("*"), leaked / "printed.txt"] if path.is_file()]
    assert {"report.json", "report.html", "junit.xml", "printed.txt"} <= {path.name for path in written}
    for path in written:
        text = path.read_text("utf-8")
        assert KEY not in text
        assert "open-sesame" not in text
        assert KEY[:14] not in text
    report = json.loads((leaked / "reports" / "report.json").read_text("utf-8"))
    reported = json.dumps([[rule["evidence"] for rule in report["rules"]], report["losses"]])
    assert reported.count("[redacted OpenAI key]") > 20
    assert reported.count("[redacted value of --env]") > 20
    errors = [piece["error"] for rule in report["rules"] for piece in rule["evidence"] if piece["error"]]
    assert any("refused [redacted OpenAI key]" in error["message"] for error in errors)
    assert any("log [redacted OpenAI key] [redacted value of --env]" in error.get("log", ()) for error in errors)


def test_a_key_in_a_command_is_not_repeated(tmp_path) -> None:
    command = f"{sys.executable} -c 'import sys; sys.exit(sys.argv[1])' --api-key={KEY}"
    done = run_here(tmp_path, ("certify", "--command", command, "--env", "ACME_TOKEN=open-sesame"), os.environ)
    assert done.status == 2
    assert "[redacted " in done.err
    assert KEY not in done.out + done.err


# ---- servers ----


@pytest.mark.parametrize("command", ["serve", "emulate"])
def test_servers_listen_at_this_machine_by_default(command) -> None:
    _parser, parsed = parse([command])
    assert (parsed.host or LOOPBACK) == "127.0.0.1"
    _parser, parsed = parse([command, "--host", "0.0.0.0"])
    assert parsed.host == "0.0.0.0"


def test_the_scripted_api_listens_at_this_machine() -> None:
    with Emulator() as api:
        assert api.open("chat", []).startswith("http://127.0.0.1:")


# ---- files ----


def test_specifications_are_not_read_from_elsewhere(tmp_path, monkeypatch) -> None:
    specs, elsewhere = tmp_path / "specs", tmp_path / "elsewhere.yaml"
    subprocess.run(["cp", "-r", str(ROOT / "specs"), str(specs)], check=True)
    elsewhere.write_text("secret: hunter2\n", "utf-8")
    (specs / SINGLE / "cases" / "zzz.yaml").symlink_to(elsewhere)
    monkeypatch.setenv("CONFORMANCE_SPECS", str(specs))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(ConformanceError, match=r"zzz\.yaml in .* is a link that leads out of the folder") as caught:
        load_specifications()
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        ("--requirements", "../sources"),
        ("--requirements", "/etc/passwd"),
        ("--operation", f"../specs/{SINGLE}"),
        ("--case", "../../sources"),
    ],
)
def test_a_name_is_no_path(tmp_path, words) -> None:
    done = run_here(tmp_path, ("certify", "reference", "--max-examples", "0", *words), os.environ)
    assert done.status == 2
    assert done.err.startswith("conformance: Unknown ")
    assert list(tmp_path.iterdir()) == []


# ---- schemas ----


@pytest.fixture
def host() -> Iterator[tuple[str, list[str]]]:
    """A host on this machine, and what it was asked."""
    asked: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_words: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join(20)
    server.server_close()


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef", "$recursiveRef", "$schema", "$id"])
def test_a_schema_makes_nobody_ask_a_host(host, keyword) -> None:
    base, asked = host
    schema = {"type": "object", "properties": {"a": {keyword: f"{base}/a.json"}, "b": {"$ref": "#/properties/a"}}}
    outermost = {"type": "object", keyword: f"{base}/b.json", "properties": {"a": {"$ref": "c.json"}}}
    for element in (schema, outermost):
        is_valid_schema(element)
        same_meaning(element, {"type": "object"})
        disagreement(element, {"type": "object", "required": ["a"]})
    assert asked == []


def test_a_reference_that_nobody_foresaw_is_not_looked_up_either(host, monkeypatch) -> None:
    base, asked = host
    monkeypatch.setattr("conformance.rules.checks.meaning.reaches_out", lambda schema: False)
    disagreement({"$ref": f"{base}/a.json"}, {"type": "object"})
    assert asked == []


# ---- the network ----

DEAF = """
import socket, sys

def refuse(*words, **named):
    print("ASKED", words, file=sys.stderr)
    raise OSError("no network")

socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = socket.create_connection = refuse
from conformance.commands.main import main

sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "words",
    [
        ("certify", "reference", "--max-examples", "3", "--seed", "1", "--operation", SINGLE),
        ("rules",),
        ("explain", "MCP-2"),
    ],
)
@pytest.mark.expensive("starts commands without a network")
def test_a_command_asks_nobody(tmp_path, words) -> None:
    done = subprocess.run(
        [sys.executable, "-c", DEAF, *words], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


# ---- the code ----

WORDS = re.compile(r"shell=|os\.system|os\.popen|eval\(|exec\(|pickle\.|yaml\.")
SOURCES = sorted((ROOT / "conformance").rglob("*.py"))


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    for path in SOURCES:
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if WORDS.search(text) else ():
            if isinstance(node, ast.Call):
                yield path.relative_to(ROOT).as_posix(), ast.unparse(node.func), node


def test_the_package_imports_no_tests() -> None:
    naming = (path for path in SOURCES if re.search(r"\b(from|import)\s+tests\b", path.read_text("utf-8")))
    assert [str(path) for path in naming if "tests" in _names_of_imports(path)] == []


def _names_of_imports(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    plain = {name.name.partition(".")[0] for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return plain | {node.module.partition(".")[0] for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def test_nothing_runs_a_shell_or_reads_what_could_be_code() -> None:
    bad = []
    for place, name, call in calls():
        words = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        loader = words.get("Loader", "")
        if words.get("shell", "False") != "False" or name in (
            "os.system",
            "os.popen",
            "eval",
            "exec",
            "pickle.loads",
            "pickle.load",
        ):
            bad.append(f"{place}: {name}")
        if (
            name in ("yaml.load", "yaml.unsafe_load", "yaml.full_load", "yaml.load_all")
            and "Safe" not in loader
            and loader != "_Loader"
        ):
            bad.append(f"{place}: {name} with {loader}")
    assert bad == []
