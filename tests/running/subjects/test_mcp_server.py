"""Harvesting: both ends real, then one scripted server for each way to fail."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mcp_types")

from conformance.base.extras import install_command
from conformance.running.subjects.mcp_server import HarvestError, harvest
from conformance.running.subjects.process_tree import MARK
from tests.running.subjects.conftest import has_ended

ROOT = Path(__file__).parents[3]
PATIENT = 60.0  # seconds; only servers that never answer use it up, and they get less
ALWAYS_PASSED = {"PATH", "HOME", "LANG", "TMPDIR"}
MCP_FIELDS = {"name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"}

# Answers each method from a table of lists, one answer each time; -32601 where there is none left.
SCRIPTED = """
import json, sys
answers = json.loads(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    left = answers.get(request["method"], [])
    reply = {"result": left.pop(0)} if left else {"error": {"code": -32601, "message": "no such method"}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}), flush=True)
"""
HANDSHAKE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "s", "version": "1"},
}
TOOL = {"name": "a", "inputSchema": {"type": "object"}}


def command(code: str, *arguments: str) -> str:
    return shlex.join([sys.executable, "-c", code, *arguments])


def scripted(**answers: list[dict]) -> str:
    return command(SCRIPTED, json.dumps({name.replace("__", "/"): given for name, given in answers.items()}))


def refusal(line: str, timeout: float = PATIENT) -> HarvestError:
    with pytest.raises(HarvestError) as caught:
        harvest(line, timeout=timeout)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.fixture(scope="module")
def demo_tools() -> list[dict]:
    return harvest(
        f"{shlex.quote(sys.executable)} -m conformance.mcp_demo",
        timeout=PATIENT,
        env={"PYTHONPATH": str(ROOT)},
    )


def schema(tools: list[dict], name: str) -> dict:
    return next(tool["inputSchema"] for tool in tools if tool["name"] == name)


class TestTheDemonstrationServer:
    @pytest.mark.expensive("starts servers")
    def test_gives_all_its_tools_as_plain_json(self, demo_tools):
        assert 10 <= len(demo_tools) <= 15
        assert json.loads(json.dumps(demo_tools)) == demo_tools
        assert all(set(tool) <= MCP_FIELDS for tool in demo_tools)

    def test_every_schema_is_an_object_schema(self, demo_tools):
        assert {tool["inputSchema"]["type"] for tool in demo_tools} == {"object"}

    def test_an_optional_is_a_union_with_null_and_a_null_default(self, demo_tools):
        language = schema(demo_tools, "search")["properties"]["language"]
        assert language["anyOf"] == [{"type": "string"}, {"type": "null"}]
        assert language["default"] is None

    def test_nested_models_and_enums_stand_in_defs_with_defaults(self, demo_tools):
        parameters = schema(demo_tools, "lend")
        assert set(parameters["$defs"]) == {"Address", "Borrower", "Grade", "Priority"}
        assert parameters["$defs"]["Address"]["properties"]["city"]["default"] == "Berlin"
        assert parameters["$defs"]["Borrower"]["additionalProperties"] is False
        assert parameters["properties"]["priority"] == {"$ref": "#/$defs/Priority", "default": "normal"}

    def test_a_map_refers_to_its_value(self, demo_tools):
        settings = schema(demo_tools, "put_settings")["properties"]["settings"]
        assert settings["additionalProperties"] == {"$ref": "#/$defs/Setting"}

    def test_a_tuple_has_prefix_items_and_a_list_default(self, demo_tools):
        corner = schema(demo_tools, "mark_region")["properties"]["bottom_right"]
        assert corner["prefixItems"] == [{"type": "number"}, {"type": "number"}]
        assert corner["default"] == [1.0, 1.0]

    def test_formats_and_limits_arrive(self, demo_tools):
        assert schema(demo_tools, "reserve")["properties"]["start"]["format"] == "date-time"
        price = schema(demo_tools, "set_price")["properties"]
        assert (price["amount"]["exclusiveMinimum"], price["amount"]["multipleOf"]) == (0, 0.01)
        assert price["fee"]["exclusiveMaximum"] == 2**53

    def test_unions_and_recursion_arrive(self, demo_tools):
        assert len(schema(demo_tools, "store_value")["properties"]["value"]["anyOf"]) == 5
        assert len(schema(demo_tools, "quote")["properties"]["part"]["oneOf"]) == 2
        section = schema(demo_tools, "store_outline")["$defs"]["Section"]
        assert section["properties"]["sections"]["items"] == {"$ref": "#/$defs/Section"}

    def test_a_parameter_may_be_named_default(self, demo_tools):
        parameters = schema(demo_tools, "choose_room")
        assert parameters["properties"]["default"]["type"] == "string"
        assert parameters["required"] == ["default"]

    def test_descriptions_are_absent_empty_and_beyond_ascii(self, demo_tools):
        descriptions = {tool["name"]: tool.get("description") for tool in demo_tools}
        assert descriptions["list_shelves"] is None
        assert descriptions["count"] == ""
        assert "翻訳 🌍" in descriptions["translate"]

    def test_a_tool_without_parameters_has_empty_properties(self, demo_tools):
        assert schema(demo_tools, "list_shelves")["properties"] == {}

    def test_the_fields_beside_the_schema_arrive(self, demo_tools):
        lend = next(tool for tool in demo_tools if tool["name"] == "lend")
        assert set(lend) == MCP_FIELDS
        assert lend["annotations"] == {"title": "Lend", "readOnlyHint": False, "idempotentHint": True}


class TestWhatIsHarvested:
    def test_every_page_in_order(self):
        pages = [
            {"tools": [TOOL], "nextCursor": "2"},
            {"tools": [], "nextCursor": "3"},
            {"tools": [{**TOOL, "name": "b"}]},
        ]
        tools = harvest(scripted(initialize=[HANDSHAKE], tools__list=pages), timeout=PATIENT)
        assert [tool["name"] for tool in tools] == ["a", "b"]

    def test_the_object_of_the_wire_with_nulls_unknown_keys_and_exact_numbers(self):
        limits = {"minimum": 1, "maximum": 1.0, "const": 2**70, "default": None}
        tool = {
            **TOOL,
            "x-unknown": {"a": None},
            "inputSchema": {"type": "object", "properties": {"n": limits}},
        }
        tools = harvest(scripted(initialize=[HANDSHAKE], tools__list=[{"tools": [tool]}]), timeout=PATIENT)
        assert json.dumps(tools) == json.dumps([tool])

    def test_a_server_without_handshake(self):
        discovered = {
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "resultType": "complete",
        }
        discovered |= {"ttlMs": 0, "cacheScope": "private"}
        page = {"tools": [TOOL], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        assert harvest(scripted(server__discover=[discovered], tools__list=[page]), timeout=PATIENT) == [TOOL]

    def test_lines_that_are_no_messages_are_passed_over(self):
        line = scripted(initialize=[HANDSHAKE], tools__list=[{"tools": [TOOL]}])
        chatty = line.replace("import json, sys", 'import json, sys; print("Listening", flush=True)')
        assert chatty != line
        assert harvest(chatty, timeout=PATIENT) == [TOOL]

    def test_nothing_is_printed(self, capfd):
        line = scripted(initialize=[HANDSHAKE], tools__list=[{"tools": [TOOL]}])
        noisy = line.replace("import json, sys", 'import json, sys; print("a"); print("b", file=sys.stderr)')
        harvest(noisy, timeout=PATIENT)
        assert capfd.readouterr() == ("", "")


class TestTheEnvironment:
    def test_is_clean_but_for_the_given_variables(self, monkeypatch):
        monkeypatch.setenv("API_KEY_OF_SOMEBODY", "secret")
        monkeypatch.setenv("LC_ALL", "C.UTF-8")
        report = "import os, sys; print(*sorted(os.environ), sep='\\n', file=sys.stderr); sys.exit(1)"
        with pytest.raises(HarvestError) as caught:
            harvest(command(report), timeout=PATIENT, env={"GIVEN": "1"})
        names = set(caught.value.log)
        assert {"PATH", "LC_ALL", "GIVEN"} <= names
        assert {name for name in names if not name.startswith("LC_")} <= {*ALWAYS_PASSED, "GIVEN", MARK}

    def test_given_variables_win(self, monkeypatch):
        monkeypatch.setenv("LANG", "C")
        report = "import os, sys; sys.exit(os.environ['LANG'])"
        with pytest.raises(HarvestError) as caught:
            harvest(command(report), timeout=PATIENT, env={"LANG": "C.UTF-8"})
        assert caught.value.log == ("C.UTF-8",)

    def test_the_program_is_looked_up_in_the_given_path(self, tmp_path):
        with pytest.raises(HarvestError, match="not found"):
            harvest("sh -c true", timeout=PATIENT, env={"PATH": str(tmp_path)})


class TestRefusals:
    def test_no_such_program(self):
        assert "'no-such-mcp-server'" in str(refusal("no-such-mcp-server --stdio"))

    @pytest.mark.parametrize("line", ["", "   "])
    def test_no_command(self, line):
        assert "empty" in str(refusal(line))

    def test_a_command_line_that_cannot_be_split(self):
        assert "cannot be split" in str(refusal("server 'unclosed"))

    def test_a_server_that_ends_at_once_shows_its_status_and_last_lines(self):
        error = refusal(command("import sys; sys.exit('no token: set TOKEN')"))
        assert "exit status 1" in str(error)
        assert error.log == ("no token: set TOKEN",)
        assert "no token" in str(error)

    def test_standard_error_is_bounded(self):
        error = refusal(command("import sys; sys.stderr.write('x' * 100000 + '\\nlast\\n' * 1000); sys.exit(3)"))
        assert len(error.log) == 20
        assert max(map(len, error.log)) <= 500
        assert error.log[-1] == "last"

    def test_a_server_that_never_answers(self):
        assert "within 0.5 s" in str(refusal(command("import sys; sys.stdin.read()"), timeout=0.5))

    @pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks the process up in /proc")
    def test_a_server_that_will_not_end_is_ended_with_its_children(self, monkeypatch):
        monkeypatch.setattr("conformance.running.subjects.mcp_session.GRACE", 0.1)
        stubborn = (
            "import os, signal, subprocess, sys, time\n"
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
            "wait = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
            "child = subprocess.Popen(wait, stdout=subprocess.DEVNULL)\n"
            "print(os.getpid(), child.pid, file=sys.stderr, flush=True)\n"
            "os.close(1)\n"
            "time.sleep(600)\n"
        )
        error = refusal(command(stubborn))
        server, child = map(int, error.log[0].split())
        assert "closed its standard output" in str(error)
        assert has_ended(server)
        assert has_ended(child)

    def test_garbage_instead_of_an_answer(self):
        error = refusal(command("print('Server listening on port 80')"))
        assert "'Server listening on port 80'" in str(error)
        assert "standard output" in str(error)

    def test_bytes_that_are_no_text(self):
        assert "standard output" in str(refusal(command("import os; os.write(1, bytes(range(256)) * 9)")))

    def test_a_message_that_is_too_large(self, monkeypatch):
        monkeypatch.setattr("conformance.running.subjects.mcp_session.ANSWER_BYTES", 1_000)
        error = refusal(
            scripted(initialize=[HANDSHAKE], tools__list=[{"tools": [TOOL | {"description": "x" * 110_000}]}])
        )
        assert "standard output" in str(error)

    def test_a_closed_output(self):
        closing = "import os, sys; os.close(1); sys.stdin.read()"
        assert "exit status 0" in str(refusal(command(closing)))

    def test_no_tools_capability(self):
        without = {**HANDSHAKE, "capabilities": {"resources": {}}}
        assert "name no tools" in str(refusal(scripted(initialize=[without])))

    def test_an_error_instead_of_tools(self):
        assert "-32601, 'no such method'" in str(refusal(scripted(initialize=[HANDSHAKE])))

    def test_neither_handshake_nor_discovery(self):
        assert "-32601" in str(refusal(scripted()))

    def test_a_tool_that_the_protocol_forbids(self):
        error = refusal(scripted(initialize=[HANDSHAKE], tools__list=[{"tools": [TOOL, {"name": "no schema"}]}]))
        assert "tools/1/inputSchema" in str(error)

    def test_an_unknown_protocol_version(self):
        assert "1999-01-01" in str(refusal(scripted(initialize=[{**HANDSHAKE, "protocolVersion": "1999-01-01"}])))

    def test_pages_without_end(self):
        page = {"tools": [TOOL], "nextCursor": "again"}
        assert "'again' twice" in str(refusal(scripted(initialize=[HANDSHAKE], tools__list=[page] * 9)))


WITHOUT_MCP = "import sys; sys.modules['mcp'] = sys.modules['mcp_types'] = None\n"


def run_without_mcp(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_MCP + code], cwd=ROOT, capture_output=True, text=True, check=False
    )


class TestWithoutThePackage:
    def test_a_harvest_says_how_to_install_it(self, monkeypatch):
        monkeypatch.chdir(ROOT)
        done = run_without_mcp(
            "from conformance.running.subjects.mcp_server import harvest, HarvestError\n"
            "try: harvest('true', timeout=1)\n"
            "except HarvestError as error: print(error)"
        )
        what = "asking an MCP server needs the mcp package, version 2"
        assert done.stdout == f"{what}: {install_command('mcp')}\n"

    def test_the_demonstration_server_says_so_in_one_line(self, monkeypatch):
        monkeypatch.chdir(ROOT)
        done = run_without_mcp("import runpy; runpy.run_module('conformance.mcp_demo', run_name='__main__')")
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert install_command("mcp") in done.stderr
