"""conformance drift, as a whole command."""

from __future__ import annotations

import copy
import json
import re
import shutil
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from conformance.apis.oracles import KINDS
from conformance.apis.oracles.derive import SOURCES
from conformance.apis.oracles.pinned import pin
from conformance.base.extras import install_command
from conformance.running.drift.states import installing
from tests.command import Ran

REFERENCE = ("certify", "reference")
SPECS = Path(__file__).parents[2] / "specs"
# As the official document calls what is pinned.
ROOTS = {"chat-request": "CreateChatCompletionRequest", "responses-request": "CreateResponse"}


def openapi_of(kinds: tuple[str, ...] = tuple(ROOTS)) -> dict[str, Any]:
    """An OpenAPI document that says what is pinned."""
    components: dict[str, Any] = {}
    for kind in kinds:
        schema = copy.deepcopy(pin(kind)["schema"])
        definitions = schema.pop("$defs")
        components |= {f"{kind}_{name}": value for name, value in definitions.items()}
        components[ROOTS[kind]] = schema
        moved = json.dumps({"roots": schema, "all": definitions}).replace("#/$defs/", f"#/components/schemas/{kind}_")
        reported = json.loads(moved)
        components[ROOTS[kind]] = reported["roots"]
        components |= {f"{kind}_{name}": value for name, value in reported["all"].items()}
    return {"openapi": "3.1.0", "info": {"version": "2.3.0"}, "components": {"schemas": components}}


@pytest.fixture
def drifted(run: Callable[..., Ran], here: Path) -> Callable[..., Ran]:
    """Runs `drift` against a document, after a change to it."""

    def ran(change: Callable[[dict[str, Any]], None], *arguments: str) -> Ran:
        document = openapi_of()
        change(document["components"]["schemas"])
        (here / "api.json").write_text(json.dumps(document), "utf-8")
        kinds = [word for kind in ROOTS for word in ("--kind", kind)]
        result: Ran = run("drift", "--openapi", "api.json", *kinds, *arguments)
        return result

    return ran


def nothing(components: dict[str, Any]) -> None:
    pass


def strict_is_required(components: dict[str, Any]) -> None:
    tool = components["chat-request_FunctionDefinition"]
    tool["required"] = [*tool["required"], "strict"]


def annotations_of_listed_tools_are_gone(components: dict[str, Any]) -> None:
    del components["responses-request_McpListToolsTool"]["properties"]["annotations"]


def tools_have_a_new_field(components: dict[str, Any]) -> None:
    components["responses-request_FunctionToolParam"]["properties"]["flavour"] = {"type": "string", "nullable": True}


def test_what_is_pinned_is_no_drift_and_refuses_nothing_that_was_recorded(drifted, here, traffic) -> None:
    ran = drifted(nothing, *traffic, "--json", "drift.json", "--html", "drift.html")
    assert (ran.status, ran.err) == (0, "")
    assert "chat-request (openai 3" in ran.out
    read, *lines = ran.out.splitlines()
    assert read.endswith(": 1 judged by both, 0 newly refused, 0 newly accepted")
    assert lines[:2] == ["No drift: nothing changed.", "Old: the pinned schemas"]
    assert "chat-response" not in ran.out
    assert "Stricter" not in ran.out
    assert json.loads((here / "drift.json").read_text("utf-8"))["stricter"] == []


def test_what_a_document_does_not_describe_is_no_absence_of_drift(run, here) -> None:
    (here / "api.json").write_text(json.dumps(openapi_of()), "utf-8")
    ran = run("drift", "--openapi", "api.json", "--json", "drift.json", "--html", "drift.html")
    assert (ran.status, ran.err) == (2, "")
    assert "chat-response: not compared: the document does not describe it" in ran.out
    assert ran.out.startswith("Incomplete: 4 of 6 schemas were not compared; nothing changed in the others.\n")
    assert "No drift" not in ran.out + (here / "drift.html").read_text("utf-8")
    found = json.loads((here / "drift.json").read_text("utf-8"))
    Draft202012Validator(json.loads((SPECS / "drift.schema.json").read_text("utf-8"))).validate(found)
    assert (found["compared"], found["install"]) == (list(ROOTS), None)
    assert len(found["not_compared"]) == 4


# An interpreter that has one of the packages, as far as `drift` sees.
SOME_PACKAGES = """#!{python}
import json, sys
kinds = {kinds}
reported = {{"package": "openai", "version": "9", "types": [], "schema": {{"type": "object"}}}}
absent = {{"package": "other", "absent": "ModuleNotFoundError: No module named 'other'", "installed": {installed!r}}}
print(json.dumps({{kind: reported if kind in {there} else absent for kind in kinds}}))
"""


@pytest.fixture
def python(here) -> Callable[..., str]:
    """Makes an interpreter whose packages have the types of some kinds only."""

    def made(*there: str, installed: str | None = None) -> str:
        path = here / "some-python"
        text = SOME_PACKAGES.format(python=sys.executable, kinds=KINDS, there=there, installed=installed)
        path.write_text(text, "utf-8")
        path.chmod(0o755)
        return str(path)

    return made


def test_packages_that_are_missing_are_no_absence_of_drift(run, python) -> None:
    interpreter = python("mcp-tool")
    ran = run("drift", "--python", interpreter)
    assert (ran.status, ran.err) == (2, "")
    assert "chat-request: not compared: other is not installed\n" in ran.out
    wanted = dict.fromkeys(f"'{pin(kind)['package']}>={pin(kind)['version']}'" for kind in KINDS)
    packages = " ".join(wanted)
    assert f"Install what is missing: {interpreter} -m pip install {packages}\n" in ran.out
    assert "or compare the others alone: --kind mcp-tool\n" in ran.out
    assert "Incomplete: 17 of 18 schemas were not compared; " in ran.out
    assert "No drift" not in ran.out
    pair = run("drift", "--from", interpreter, "--python", interpreter, "--kind", "mcp-tool")
    assert (pair.status, pair.err) == (0, "")
    assert pair.out.startswith("No drift: nothing changed.\n")
    none = run("drift", "--python", python())
    assert none.status == 2
    assert f"Nothing is known of the packages of {interpreter}: other is not installed. Install them: " in none.err
    assert f"{interpreter} -m pip install {packages}" in none.err


def test_a_package_that_is_there_and_too_old_is_named_with_the_version_that_is_needed(run, python) -> None:
    """pip leaves a package as it is unless a version is named."""
    interpreter = python(*(kind for kind in KINDS if kind != "mcp-tool"), installed="1.12.0")
    ran = run("drift", "--from", interpreter, "--python", interpreter)
    version = pin("mcp-tool")["version"]
    why = f"other 1.12.0 does not give its types (ModuleNotFoundError: No module named 'other'); {version} does"
    assert f"mcp-tool: not compared: {why}\n" in ran.out
    assert f"Install what is missing: {interpreter} -m pip install 'mcp>={version}'\n" in ran.out


def test_the_extra_installs_every_package_that_is_compared() -> None:
    extras = tomllib.loads((SPECS.parent / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {name.partition(">")[0] for name in extras["drift"]} == {package for package, _types in SOURCES.values()}
    assert "drift" in extras["all"][0].partition("[")[2]
    assert installing(None, KINDS) == install_command("drift")


def test_a_breaking_change_names_operations_rules_and_recordings(drifted, here, traffic) -> None:
    ran = drifted(strict_is_required, *traffic, "--json", "drift.json", "--html", "drift.html")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith("  ! chat-request FunctionDefinition.strict: is required now (breaks what we write)\n")
    assert "\n1 of 1 change breaks what operations here rely on" in ran.out
    found = json.loads((here / "drift.json").read_text("utf-8"))
    Draft202012Validator(json.loads((SPECS / "drift.schema.json").read_text("utf-8"))).validate(found)
    (change,) = found["changes"]
    assert "mcp-tool-to-chat-tool" in change["operations"]
    assert "mcp-tool-to-chat-tool API-1" in change["rules"]
    assert change["broken"]["mcp-tool-to-chat-tool"] == {"what we write": "case default-in-an-enum-value"}
    # It reads such tools: none of them was wrong before.
    assert "chat-tools-to-responses-tools" not in change["operations"]
    page = (here / "drift.html").read_text("utf-8")
    assert "<code>FunctionDefinition.strict</code> is required now" in page
    assert "http://" not in page
    assert "Recordings, chat-request: 1 judged by both, 1 newly refused, 0 newly accepted" in ran.out
    assert "! one.json, interaction 0, request" in ran.out
    assert "Stricter than recorded traffic: 1 place, 1 of them taken by the suite" in ran.out
    assert "  - chat-request /tools/*/function/strict: is missing, 1 value\n      recorded in one.json, " in ran.out


@pytest.mark.expensive("it converts all examples of the operations that read or write the kind")
def test_what_nothing_here_converts_breaks_nothing(drifted) -> None:
    ran = drifted(annotations_of_listed_tools_are_gone)
    assert (ran.status, ran.err) == (0, "")
    assert "1 change, 1 of what no operation here converts (--all shows them)\n" in ran.out
    shown = drifted(annotations_of_listed_tools_are_gone, "--all").out
    assert "  - McpListToolsTool.annotations: is gone\n" in shown


def test_a_new_field_is_reported_and_breaks_nothing(drifted) -> None:
    ran = drifted(tools_have_a_new_field)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == "1 change, none of which breaks anything here."
    assert "FunctionToolParam.flavour: is new" not in ran.out
    assert "-v shows 1 change of what operations here convert, after which all still works.\n" in ran.out
    shown = drifted(tools_have_a_new_field, "-v").out
    assert "  - FunctionToolParam.flavour: is new" in shown
    assert "mcp-tools-to-responses-tools" in shown
    assert "API-1" not in shown


def strict_is_required_and_more_is_sent(components: dict[str, Any]) -> None:
    strict_is_required(components)
    tools_have_a_new_field(components)
    annotations_of_listed_tools_are_gone(components)
    call = components["chat-request_ChatCompletionMessageFunctionToolCallParam"]
    del call["properties"]["id"]


@pytest.mark.expensive("it converts all examples of the operations that read or write the kind")
def test_what_breaks_comes_first_and_the_rest_is_folded(drifted, here) -> None:
    ran = drifted(strict_is_required_and_more_is_sent, "--html", "drift.html")
    lines = ran.out.splitlines()
    broken = [number for number, line in enumerate(lines) if line.startswith("  ! ")]
    count = next(number for number, line in enumerate(lines) if line.endswith("break what operations here rely on."))
    assert len(broken) == 2
    assert broken[-1] < count < lines.index("Old: the pinned schemas")
    assert not any(line.startswith("  - ") for line in lines)
    page = (here / "drift.html").read_text("utf-8")
    assert page.index('id="breaking"') < page.index('data-mark="breaking here"') < page.index('id="rest"')
    # All that breaks nothing is inside a list that opens with a click.
    opened = re.sub(r"<details>.*?</details>", "", page, flags=re.DOTALL)
    assert 'data-mark="not breaking here"' in page
    assert 'data-mark="not breaking here"' not in opened


CASSETTE = {
    "interactions": [
        {
            "index": 0,
            "api": "chat",
            "request": {
                "method": "POST", "path": "/v1/chat/completions",
                "json": {
                    "model": "gpt-x", "messages": [{"role": "user", "content": "Hello"}],
                    "tools": [{"type": "function", "function": {"name": "greet"}}],
                },
            },
            "response": {"status": 200, "content_type": "application/json", "json": {
                "id": "c1", "object": "chat.completion", "created": 1, "model": "gpt-x", "choices": [
                    {"index": 0, "finish_reason": "stop", "logprobs": None,
                     "message": {"role": "assistant", "content": "Hello.", "refusal": None}}]}},
        }
    ]
}  # fmt: skip


@pytest.fixture
def traffic(here: Path) -> tuple[str, str]:
    """The arguments that name recorded traffic."""
    (here / "traffic").mkdir()
    (here / "traffic" / "one.json").write_text(json.dumps(CASSETTE), "utf-8")
    return "--recordings", "traffic"


@pytest.mark.expensive("it derives all types of four packages")
def test_the_packages_of_an_interpreter_are_looked_at_and_pinned(run, here, monkeypatch) -> None:
    specs = here / "specs"
    shutil.copytree(SPECS, specs)
    old = json.loads((specs / "api" / "chat-request.json").read_text("utf-8"))
    del old["schema"]["$defs"]["FunctionDefinition"]["properties"]["strict"]
    (specs / "api" / "chat-request.json").write_text(json.dumps(old), "utf-8")
    before = str(specs)
    ran = run("drift", "--python", sys.executable, "--update", alone=True, CONFORMANCE_SPECS=before)
    if " is not installed" in ran.out + ran.err:
        pytest.skip("the API's packages are not all installed here")
    assert "change, none of which breaks anything here." in ran.out
    assert "Pinned: api/chat-request.json" in ran.out
    pinned = json.loads((specs / "api" / "chat-request.json").read_text("utf-8"))
    assert pinned["schema"] == pin("chat-request")["schema"]


@pytest.mark.expensive("it converts all examples of the operations that read or write the kind")
def test_a_certificate_that_rests_on_what_changed_is_stale(run, drifted, here) -> None:
    made = run(
        *REFERENCE, "--operation", "mcp-tool-to-chat-tool", "--max-examples", "0", "--certificate", "tools.json",
        "--report-dir", "reports",
    )  # fmt: skip
    assert made.status == 0, made.err
    made = run(
        *REFERENCE, "--operation", "responses-output-to-tool-calls", "--max-examples", "0",
        "--certificate", "calls.json",
        "--report-dir", "reports",
    )  # fmt: skip
    assert made.status == 0, made.err
    ran = drifted(strict_is_required, "--certificate", "tools.json", "--certificate", "calls.json")
    assert "Stale: tools.json: what it certifies rests on schemas that changed: mcp-tool-to-chat-tool" in ran.out
    assert "Stale: calls.json" not in ran.out
