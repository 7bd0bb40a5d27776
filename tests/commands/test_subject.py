"""The arguments that name a subject: which kind they mean, and which of them contradict each other."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.commands.parser import parse
from conformance.commands.subject import chosen_operations, command_line, examples_of, subject_config
from conformance.running.subjects.base import Limits
from conformance.running.subjects.gateway import GatewayConfig
from conformance.running.subjects.http_subject import HttpConfig
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.reference import ReferenceConfig
from conformance.running.subjects.wire import WireConfig

OPERATIONS = ("mcp-tool-to-chat-tool", "tool-loop")


def parsed(text: str) -> argparse.Namespace:
    return parse(["certify", *shlex.split(text)])[1]


@pytest.mark.parametrize(
    ("arguments", "config"),
    [
        ("", ReferenceConfig(operations=OPERATIONS)),
        ("reference", ReferenceConfig(operations=OPERATIONS)),
        ("a:b --python py --env A", PythonConfig(operations=OPERATIONS, path="a:b", interpreter="py", env=("A",))),
        (
            "--bind tool-loop=a:b --in-process",
            PythonConfig(operations=OPERATIONS, bind={"tool-loop": "a:b"}, in_process=True),
        ),
        (
            "--bind tool-loop=a:b --name 'our tools'",
            PythonConfig(operations=OPERATIONS, bind={"tool-loop": "a:b"}, name="our tools"),
        ),
        ("a:b --name ours", PythonConfig(operations=OPERATIONS, path="a:b", name="ours")),
        ("--command 'a b' --choice c=d", ProcessConfig(command="a b", choices={"c": "d"})),
        ("--url http://127.0.0.1:1 --timeout 3", HttpConfig(url="http://127.0.0.1:1", limits=Limits(timeout=3))),
        ("--wire driver --memory-limit 1K", WireConfig(command="driver", limits=Limits(memory=1024))),
        (
            "--gateway http://127.0.0.1:1 --gateway-api chat --time-limit 20 --allow-host a.example",
            GatewayConfig(
                url="http://127.0.0.1:1", port=8329, hosts=("a.example",), api="chat", limits=Limits(start_timeout=20)
            ),
        ),
    ],
)
def test_each_kind_of_subject_has_its_configuration(arguments: str, config: object) -> None:
    assert subject_config(parsed(arguments), OPERATIONS) == config


@pytest.fixture
def wired(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of one library, wired, that a driver reaches."""
    (tmp_path / "wired").mkdir()
    (tmp_path / "wired" / "driver.py").touch()
    table = 'requirements = ["a==1"]\npython = ">=3.10"\ntried = ["a 1"]\noperations = { tool-loop = "a.run" }\n'
    (tmp_path / "wired" / "library.toml").write_text(table)
    monkeypatch.setattr("conformance.running.subjects.named.FOLDER", str(tmp_path))


@pytest.mark.usefixtures("wired")
@pytest.mark.parametrize(
    ("arguments", "examples"),
    [("wired", 10), ("--wire x", 10), ("a:b", 100), ("wired --max-examples 3", 3)],
)
def test_over_the_wire_an_operation_gets_fewer_examples(arguments: str, examples: int) -> None:
    given = parsed(arguments)
    assert examples_of(given, subject_config(given, OPERATIONS)) == examples


@pytest.mark.usefixtures("wired")
def test_a_named_driver_talks_to_the_host_that_is_asked_for() -> None:
    config = subject_config(parsed("wired --host azure"), OPERATIONS)
    assert isinstance(config, WireConfig) and config.profile == "azure"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("a:b --url u", "--url cannot be combined with the SUBJECT argument a:b."),
        ("a:b --bind tool-loop=a:b", "--bind cannot be combined with the SUBJECT argument a:b."),
        ("--url u --command c", "--command and --url cannot be combined: each names a subject."),
        ("--command c --python p", "--command cannot be combined with --python, which is for Python subjects."),
        ("--command c --name p", "--command cannot be combined with --name, which is for Python subjects."),
        ("reference --name p", "--name cannot be combined with the reference."),
        ("--name p", "--name cannot be combined with the reference."),
        ("a:b --name ''", "--name is empty."),
        ("--wire c --in-process", "--wire cannot be combined with --in-process, which is for Python subjects."),
        ("--url u --bind tool-loop=a:b", "--url cannot be combined with --bind, which is for Python subjects."),
        ("a:b --in-process --python p", "--in-process cannot be combined with --python: it uses this interpreter."),
        ("--bind tool-loop=a", "--bind tool-loop=a names no function."),
        ("--bind tool-lop=a:b", "Unknown operation 'tool-lop' in --bind."),
        ("--bind tool-loop", "--bind 'tool-loop' is not of the form OPERATION=package.module:function."),
        ("reference --choice a=b --choice a=c", "--choice a is given twice."),
    ],
)
def test_arguments_that_contradict_each_other_are_refused(arguments: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        subject_config(parsed(arguments), OPERATIONS)
    assert caught.value.message == message
    assert caught.value.hint


@pytest.mark.parametrize(("command", "message"), [("", "is empty."), ("say 'half", "cannot be read: ")])
@pytest.mark.parametrize("flag", ["--command", "--wire"])
def test_a_command_that_is_no_command_is_refused(flag: str, command: str, message: str) -> None:
    config = subject_config(parsed(shlex.join([flag, command])), OPERATIONS)
    with pytest.raises(UsageError) as caught:
        config.open()
    assert caught.value.message.startswith(f"{flag} {message}")


def test_the_repeating_command_names_the_same_subject_without_values_of_variables() -> None:
    arguments = "--command 'a b' --choice c=d --env KEY=secret --timeout 3 --memory-limit 0"
    repeated = command_line(parsed(arguments))
    assert repeated == ("conformance certify --choice c=d --env KEY --command 'a b' --timeout 3 --memory-limit 0")


def test_the_repeating_command_keeps_the_name() -> None:
    repeated = command_line(parsed("--bind tool-loop=a:b --name 'our tools'"))
    assert repeated == "conformance certify --bind tool-loop=a:b --name 'our tools'"


def test_the_repeating_command_of_a_gateway_names_its_port_and_hosts() -> None:
    repeated = command_line(parsed("--gateway http://127.0.0.1:1 --allow-host a.example"))
    assert repeated == "conformance certify --gateway http://127.0.0.1:1 --gateway-port 8329 --allow-host a.example"


def test_a_glob_stands_for_every_operation_that_it_matches() -> None:
    known = ("mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "tool-loop")
    assert chosen_operations(["tool-loop", "mcp-*", "*-loop"], known) == [known[2], *known[:2]]
    assert chosen_operations(None, known) is None


def test_headers_of_a_gateway_are_read_and_shown_without_their_values(monkeypatch):
    monkeypatch.setenv("ORG", "org-secret-77")
    given = ["certify", "--gateway", "http://127.0.0.1:1", "--model", "our-model"]
    _parser, parsed = parse([*given, "--header", "X-Org=env:ORG", "--header", "X-Key=hunter2-secret"])
    config = subject_config(parsed, OPERATIONS)
    assert isinstance(config, GatewayConfig)
    assert config.headers == {"X-Org": "org-secret-77", "X-Key": "hunter2-secret"}
    assert set(config.secrets) == {"org-secret-77", "hunter2-secret"}
    assert config.model == "our-model"
    line = command_line(parsed)
    assert "--header X-Org=env:ORG --header X-Key=env:X_KEY --model our-model" in line and "secret" not in line


@pytest.mark.parametrize(
    ("header", "reported"),
    [
        ("X-Org", "--header 'X-Org' is not of the form NAME=VALUE."),
        ("a b=hunter2-secret", "--header 'a b' is not of the form NAME=VALUE."),
        ("X-Org=env:NOT_SET_HERE", "--header X-Org: the variable NOT_SET_HERE is not set here."),
        ("X-Org=hunter2-secret\r\nX: y", "--header X-Org has a value that no header can have."),
    ],
)
def test_a_header_that_cannot_be_sent_is_a_mistake_that_shows_no_value(header, reported):
    _parser, parsed = parse(["certify", "--gateway", "http://127.0.0.1:1", "--header", header])
    with pytest.raises(UsageError) as error:
        subject_config(parsed, OPERATIONS)
    assert error.value.message == reported and "hunter2" not in str(error.value)


def test_a_header_is_for_gateways():
    _parser, parsed = parse(["certify", "a:b", "--header", "X-Org=abcdef"])
    with pytest.raises(UsageError, match="--header is for gateways, and no gateway is named"):
        subject_config(parsed, OPERATIONS)


def test_an_operation_may_be_written_as_the_function_of_the_reference() -> None:
    found = subject_config(parsed("--bind tool_loop=a:b"), OPERATIONS)
    assert isinstance(found, PythonConfig)
    assert found.bind == {"tool-loop": "a:b"}
    assert chosen_operations(["mcp_tool_to_chat_tool"], OPERATIONS) == ["mcp-tool-to-chat-tool"]


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        ("./adapter.rb", "Unknown subject './adapter.rb'.", "--command 'ruby ./adapter.rb'"),
        ("--bind tool-loop=./x.go:fn", "names no function that can be called here.", "conformance init --language go"),
        ("./adapter.go", "Unknown subject './adapter.go'.", "--command 'go run ./adapter.go'"),
        ("--bind tool-loop=./x.mjs", "names no function.", "Write ./x.mjs:function."),
        ("nonsense", "Unknown subject 'nonsense'.", "`conformance subjects` lists"),
    ],
)
def test_a_file_of_another_language_is_answered_with_what_runs_it(arguments: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as raised:
        subject_config(parsed(arguments), OPERATIONS)
    assert message in str(raised.value)
    assert hint in str(raised.value)
