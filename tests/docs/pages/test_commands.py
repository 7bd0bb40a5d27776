"""Every command that a page shows is run in a folder like its reader's, or has its reason here why it is not.

Its exit status is compared, and where the page shows below it what it prints, so are these lines. The pages of the
first path are run by tests/docs/journey.py, one after the other in one folder.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.commands.parser import parse
from conformance.running.subjects.javascript import SERVE_ADAPTER
from tests.command import run_here
from tests.docs import small_service
from tests.docs.commands import (
    PAGES,
    ROOT,
    Command,
    File,
    block,
    code_of,
    commands_of,
    parts_of,
    run_command,
    shim,
    unclaimed,
)
from tests.docs.journey import PATH, write_as_read
from tests.docs.printed import difference

DOCS = ROOT / "docs"
SAMPLES = DOCS / "samples"
FUNCTION, SERVICE = DOCS / "certify-a-function.md", DOCS / "certify-a-service.md"
CASSETTES = ROOT / "tests" / "commands" / "roundtrips" / "cassettes"

INSTALLS = "installs from a package index"
LIBRARIES = "needs libraries in an environment of their own: tox -e libraries"
SURVEY = "installs libraries: tests/commands/test_survey.py runs it with one of its own"
SELFTEST = "takes up to a minute: tests/commands/test_selftest.py"
DRIFT = "reads whole SDKs: tests/commands/test_drift.py"
PYTEST = "tests/docs/pages/test_pytest_page.py runs it"
CERTIFICATES = "tests/docs/pages/test_certificates_page.py runs it"
# Why a command is not run here. A file that a reason names exists.
NOT_RUN = {
    "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/conformance demo": INSTALLS,
    "python3 -m venv .venv && .venv/bin/pip install -q tox && .venv/bin/tox": f"{INSTALLS}: .ci/run",
    "python3 -m venv .venv": INSTALLS,
    ". .venv/bin/activate": INSTALLS,
    "pip install '.[emulate]'": INSTALLS,
    "python3 -m venv /tmp/litellm": INSTALLS,
    "/tmp/litellm/bin/pip install litellm mcp": INSTALLS,
    "conformance certify litellm --python /tmp/litellm/bin/python": LIBRARIES,
    'conformance certify --wire "python -m conformance.running.wire_drivers.openai_package"': LIBRARIES,
    'conformance certify --wire "python -m conformance.running.wire_drivers.openai_agents"': LIBRARIES,
    'conformance certify --wire "python -m conformance.running.wire_drivers.anthropic_package"': LIBRARIES,
    'conformance certify --wire "python -m conformance.running.wire_drivers.google_genai_package"': LIBRARIES,
    "conformance survey": SURVEY,
    "conformance survey litellm langchain --versions 5": SURVEY,
    "conformance survey --dask tcp://127.0.0.1:8786": SURVEY,
    "conformance survey bisect litellm D3": SURVEY,
    "conformance survey NAME --versions 5": SURVEY,
    "npm install @musistudio/llms@1.0.53": INSTALLS,
    "node llms-gateway.cjs &": "needs a package of npm",
    "conformance certify openai-js": LIBRARIES,
    "conformance certify ai-sdk-openai": LIBRARIES,
    'conformance certify --wire "python driver.py"': "docs/certify-an-sdk.md runs one",
    "conformance certify --gateway http://127.0.0.1:4000/v1 --start-timeout 60": "is the last line of a job",
    'conformance certify --wire "python acme/driver.py" --expected-failures expected-failures.toml': (
        "is the last line of a job"
    ),
    "python -m tests.suite selftest": "takes a minute: tox -e seeds",
    "python -m tests.suite selftest --operation mcp-tool-to-chat-tool": SELFTEST,
    "python -m tests.suite selftest --operation chat-response-to-tool-calls": SELFTEST,
    "python -m tests.suite selftest --operation OPERATION": SELFTEST,
    "python -m tests.suite selftest --operation OPERATION --witness": (
        "writes what the tests use: tests/commands/test_selftest_witness.py"
    ),
    "python -m tests.suite selftest --leaves --max-examples 0 --operation OPERATION": (
        "tests/commands/test_selftest.py runs one"
    ),
    "python -m tests.suite selftest --changes --operation OPERATION": "tests/selftest/test_campaign.py draws some",
    "conformance explain OPERATION": "tests/commands/test_explain.py has one",
    "conformance certify reference --operation OPERATION --case ID": "docs/add-a-case.md has a case, and runs it",
    "conformance certify reference --operation OPERATION --rule ID": "docs/add-an-operation.md runs all rules",
    "conformance certify reference --operation OPERATION --max-examples 0": "docs/add-an-operation.md runs it",
    "conformance certify litellm": LIBRARIES,
    "python3 -m venv ENVIRONMENT": INSTALLS,
    "ENVIRONMENT/bin/pip install some-library": INSTALLS,
    "conformance certify NAME --python ENVIRONMENT/bin/python": LIBRARIES,
    "conformance certify ant2oai --python ENVIRONMENT/bin/python": LIBRARIES,
    "pytest -q tests/running/subjects/test_named.py": "is a test of this project: tests/running/subjects/test_named.py",
    ".venv/bin/pip install -qU pip": INSTALLS,
    ".venv/bin/pip install -q -e . --group test": INSTALLS,
    "conformance rules --traceability": "makes a whole run: tests/commands/test_traceability.py",
    "conformance drift": DRIFT,
    "conformance drift --python other/bin/python": DRIFT,
    "conformance drift --from old/bin/python": DRIFT,
    "conformance drift --openapi openapi.yaml": f"needs the official document: {DRIFT}",
    "conformance drift --update": f"changes what is pinned: {DRIFT}",
    "pytest tests/test_conformance.py": PYTEST,
    "pytest --conformance-subject acme/adapter.py": PYTEST,
    "pytest --conformance-by rule --conformance-subject acme/adapter.py": PYTEST,
    "pytest --conformance-bind mcp-tool-to-chat-tool=acme.tools:to_chat_tool": PYTEST,
    "conformance certify acme/adapter.py --requirements documents-2026-11 --certificate certificate.json": CERTIFICATES,
    "openssl genpkey -algorithm ed25519 -out key.pem": CERTIFICATES,
    "openssl pkey -in key.pem -pubout -out key.pub.pem": CERTIFICATES,
    "conformance certify acme/adapter.py --certificate certificate.json --sign-key key.pem": CERTIFICATES,
    "conformance certify acme/adapter.py --requirements documents-2026-11 --without strict": CERTIFICATES,
    "conformance verify certificate.json acme/adapter.py --key key.pub.pem --report reports/report.json --rerun": (
        CERTIFICATES
    ),
    "conformance scan http://127.0.0.1:8000/v1": "needs a server: tests/commands/test_scan.py scans one",
    "conformance certify --bind OPERATION=./file.mjs:function": "docs/certify-javascript.md binds one",
    "conformance issue D1": "needs a report with a defect: tests/commands/approved/issue.txt",
    "conformance repeat D1": "needs a report with a defect: tests/commands/test_repeat.py",
    "python service.py &": "served by a fixture, on a free port",
}
# Guides that print all files of a project: their commands run in a folder that has nothing else.
WHOLE = {f"certify-{name}.md" for name in ("a-gateway", "an-mcp-server", "an-sdk", "javascript")}
THEIRS = "http://127.0.0.1:4000/v1"  # a gateway of the reader's
# Of the gateway that a command is given, by what the command says: the API that it offers, and the one that it asks.
WAYS = {"--from anthropic": "anthropic:chat", "--from chat": "chat:anthropic"}
GATEWAY = ROOT / "tests" / "running" / "subjects" / "scripts" / "gateway.py"
FAILING = re.compile(r"does not conform|\d of \d+ tools refused")
# The function of the page breaks a rule, as it says; or two subjects differ.
ENDS_WITH_1 = {
    "conformance certify --bind mcp-tool-to-chat-tool=acme.tools:to_chat_tool",
    "conformance certify --bind mcp-tool-to-chat-tool=acme.tools:to_chat_tool --case default-in-a-nullable-list",
    "conformance certify --bind OPERATION=package.module:function",
    "conformance certify acme/adapter.py",
    "conformance certify acme",
    "conformance diff-subjects reference --b-bind mcp-tool-to-chat-tool=acme.tools:to_chat_tool",
    "conformance diff-subjects reference acme-service",
}
# What the commands name of the reader's, and what is taken for it.
OURS = {
    "OPERATION=package.module:function": "mcp-tool-to-chat-tool=acme.tools:to_chat_tool",
    "DIR SUBJECT": "DIR reference",
    "SUBJECT --cassettes": "reference --cassettes",
    " [SUBJECT]": "",
    "explain RULE": "explain MCP-2",
    "OLD.json NEW.json": "reports/report.json reports/report.json",
    "ENVIRONMENT/bin/python": sys.executable,
}
# A library such as docs/real-libraries.md takes for its example.
SOME_LIBRARY = {
    "some_library/tools.py": """
from conformance.reference import mcp_tool_to_chat_tool

class tool_from_mcp:
    def __init__(self, tool):
        self.tool = tool

    def to_dict(self):
        return mcp_tool_to_chat_tool(self.tool)
""",
    "some_library-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: some-library\nVersion: 1.0\n",
}
TOOL = '{"type": "function", "name": "add", "description": "Adds.", "parameters": {"type": "object", "properties": {}}}'


def plain(command: Command) -> str:
    """The command without its comment."""
    return command.text.partition(" #")[0]


def names_only(command: Command) -> bool:
    """Whether a sentence calls the subcommand by its name: `conformance record`."""
    return not command.shown and len(command.text.split()) == 2


def to_run(page: Path) -> list[Command]:
    """The commands of a page that are run, in their order: each once, on the first page that shows it.

    One with what it prints is run on every page that shows it.
    """
    chosen: dict[tuple[str, tuple[str, ...]], Command] = {}
    before = {plain(command) for page in PAGES[: PAGES.index(page)] for command in commands_of(page)}
    for command in commands_of(page) if page not in PATH else ():
        text = plain(command)
        without_node = ("node " in text or ".mjs" in text) and shutil.which("node") is None
        is_known = not command.claimed and text in {*before, *(known for known, _claimed in chosen)}
        if text not in NOT_RUN and not is_known and not names_only(command) and not without_node:
            chosen.setdefault((text, command.claimed), command)
    return list(chosen.values())


def as_here(command: Command) -> Command:
    """The command as it is given to the shell: with ours where it names something of the reader's."""
    text = plain(command)
    for theirs, ours in OURS.items():
        text = text.replace(theirs, ours)
    return replace(command, text=text)


@pytest.fixture(scope="session")
def service() -> Iterator[str]:
    """The service that docs/certify-a-service.md links to."""
    with small_service.served(small_service.code()) as url:
        yield url


@pytest.fixture(scope="session")
def environment(service: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of every page: one cache for all of them, and none of the caller's settings."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("CONFORMANCE_", "PYTEST_"))}
    cache = str(tmp_path_factory.mktemp("cache"))
    return {**own, "XDG_CACHE_HOME": cache, "PYTHONPATH": str(ROOT), "SERVICE": service}


@pytest.fixture
def place(tmp_path: Path, service: str) -> Path:
    """A reader's folder: what the guides print, under the names they give it; and `conformance` in the path."""
    here = tmp_path / "project"
    tables = block(FUNCTION, "toml") + block(SERVICE, "toml")
    write(tmp_path / "bin", {"conformance": shim()})
    (tmp_path / "bin" / "conformance").chmod(0o755)
    write(here, code_of(FUNCTION))
    write(
        here,
        {
            "acme/loop.py": (SAMPLES / "loop.py").read_text("utf-8"),
            "pyproject.toml": tables.replace("http://127.0.0.1:8000", service),
            "expected-failures.toml": block(FUNCTION, "toml", 1),
            "tools.json": f"[{TOOL}]",
            "adapter.js": (SAMPLES / "adapter.js").read_text("utf-8"),
            "adapter.mjs": adapter("javascript", tmp_path, "conformance_adapter/main.mjs"),
            "serve_adapter.mjs": Path(SERVE_ADAPTER).read_text("utf-8"),
        },
    )
    for name in ("responses-json-one-call-items.yaml", "responses-stream-one-call-items.yaml"):
        write(here / "DIR", {name: (CASSETTES / name).read_text("utf-8")})
    return here


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files by their names."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def adapter(language: str, folder: Path, file: str) -> str:
    """What `conformance init` writes."""
    run_here(folder, ("init", "--language", language, "--dir", language), os.environ)
    return (folder / language / file).read_text("utf-8")


def add_what_the_page_has(page: Path, here: Path) -> None:
    """What one page takes for its own."""
    if page.name == "gate-a-release.md":
        shutil.copytree(DOCS / "samples", here, dirs_exist_ok=True)
    elif page.name == "certify-an-sdk.md":
        write(here, {"acme/driver.py": (SAMPLES / "driver.py").read_text("utf-8")})
    elif page.name == "start.md":
        (here / "pyproject.toml").unlink()  # its reader has no project yet
    elif page.name == "add-a-case.md":
        shutil.copytree(ROOT / "specs", here / "specs")
        write(here, code_of(page))
    elif page.name == "other-languages.md":
        write(here, {"conformance_adapter.py": adapter("python", here.parent, "conformance_adapter.py")})
    elif page.name == "real-libraries.md":
        write(here, {**code_of(page), **SOME_LIBRARY})


@pytest.fixture
def gateway() -> Iterator[Callable[[Command], Command]]:
    """Gives a command with the address of a gateway that is running, and with the port that this one calls."""
    with socket.socket() as free, ExitStack() as stack:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

        def given(command: Command) -> Command:
            free.close()
            way = next((way for said, way in WAYS.items() if said in command.text), "responses:chat")
            words = [sys.executable, str(GATEWAY), way, f"http://127.0.0.1:{port}/v1"]
            server = stack.enter_context(subprocess.Popen(
                words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            ))  # fmt: skip
            stack.callback(server.kill)
            assert server.stdout is not None
            address = f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
            return replace(command, text=f"{command.text.replace(THEIRS, address)} --gateway-port {port}")

        yield given


def statused(command: Command) -> int:
    """The exit status that the page claims: where it shows the verdict, by that."""
    return int(plain(command) in ENDS_WITH_1 or any(map(FAILING.search, command.claimed)))


@pytest.mark.expensive("runs all commands of a page")
@pytest.mark.parametrize("page", [page for page in PAGES if to_run(page)], ids=lambda page: page.stem)
def test_the_commands_of_the_page_run(
    page: Path, place: Path, environment: dict[str, str], gateway: Callable[[Command], Command]
) -> None:
    if page.name in WHOLE:
        place = place.parent / "acme"
        place.mkdir()
    add_what_the_page_has(page, place)
    programs = f"{place.parent / 'bin'}:{Path(sys.executable).parent}:{environment['PATH']}"
    variables = {**environment, "PATH": programs}
    if (place / "specs").is_dir():  # in a checkout
        variables["CONFORMANCE_SPECS"] = str(place / "specs")
    chosen = to_run(page)
    for part in parts_of(page):
        if isinstance(part, File) and page.name in WHOLE:
            write_as_read(part, place)
        elif isinstance(part, Command) and any(part is element for element in chosen):
            command = as_here(part)
            reported = run_command(gateway(command) if THEIRS in command.text else command, place, variables)
            assert (part.text, reported.status) == (part.text, statused(part)), reported.out
            if part.claimed:
                assert difference(part.claimed, reported.out) is None, reported.out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_of_a_command_stands_below_it(page: Path) -> None:
    """In the block of the command, where it is compared. A block that is none of a command names a language."""
    assert unclaimed(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_option_of_a_command_exists(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of those that are not run as well."""
    for command in commands_of(page):
        if command.of_the_suite:
            words = command.words()
            try:
                parse([*words, "--help"] if names_only(command) else words)
            except SystemExit as error:
                assert error.code == 0, (command.text, capsys.readouterr().err)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_environment_of_tox_exists(page: Path) -> None:
    named = set(re.findall(r"`tox -e ([a-z0-9]+)`", page.read_text("utf-8")))
    assert named <= set(re.findall(r"^\[testenv:(\w+)\]$", (ROOT / "tox.ini").read_text("utf-8"), re.MULTILINE))


def test_nothing_is_listed_here_that_no_page_shows() -> None:
    shown = {plain(command) for page in PAGES for command in commands_of(page)}
    assert sorted({*NOT_RUN, *ENDS_WITH_1} - shown) == []
    run = " ".join(plain(command) for page in PAGES for command in to_run(page))
    assert [theirs for theirs in OURS if theirs not in run] == []
    files = {word.strip(":,") for reason in NOT_RUN.values() for word in reason.split() if "/" in word}
    assert [file for file in files if not (ROOT / file).is_file()] == []
