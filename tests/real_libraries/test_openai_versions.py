"""Two versions of the openai package side by side: `drift` names what changed between them."""

import json
import subprocess
import sys

import pytest

# The schemas of the one package that is installed there.
KINDS = ("chat-request", "chat-response", "chat-chunk", "responses-request", "responses-response", "responses-event")
# What a converter has to care about of what changed from 1.66 to the version that is pinned: where, and what.
KNOWN = [
    ("FunctionToolParam", "strict", "may be null"),
    ("FunctionToolParam", "parameters", "may be null"),
    ("FunctionCallOutput", "output", "may be a list"),
    ("ResponseCreateParams", "tools", 'takes CustomToolParam (type: "custom")'),
    ("ResponseCreateParams", "tools", 'takes WebSearchToolParam (type: "web_search", type: "web_search_2025_08_26")'),
    ("EasyInputMessageParam", "phase", "is new"),
    ("ResponseOutputMessageParam", "phase", "is new"),
    ("ResponseFunctionToolCallParam", "namespace", "is new"),
    ("ResponseFunctionToolCallParam", "caller", "is new"),
    ("FunctionToolParam", "allowed_callers", "is new"),
    ("FunctionToolParam", "defer_loading", "is new"),
    ("FunctionToolParam", "output_schema", "is new"),
    ("FunctionCallOutput", "call_id", "is optional now"),
    ("FunctionToolParam", "async", "is new"),
]


@pytest.fixture(scope="module")
def found(environment, tmp_path_factory):
    reported = tmp_path_factory.mktemp("drift") / "drift.json"
    command = [sys.executable, "-m", "conformance", "drift", "--python", str(environment("openai-1.66"))]
    command += [word for kind in KINDS for word in ("--kind", kind)]
    done = subprocess.run([*command, "--json", str(reported)], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return json.loads(reported.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def newer(environment, tmp_path_factory):
    """The other way round: from the old package to what is pinned."""
    from conformance.rules.contracts import load_specifications
    from conformance.running.drift.run import drift
    from conformance.running.drift.states import installed_derivation, pinned_state, state_of

    interpreter = str(environment("openai-1.66"))
    old = state_of(interpreter, installed_derivation(interpreter))
    return drift(old, pinned_state(), load_specifications().contracts)


@pytest.mark.parametrize(("definition", "at", "what"), KNOWN)
def test_a_known_change_is_named(newer, definition, at, what):
    changes = {(change.change.definition, change.change.at, change.change.what): change for change in newer.changes}
    assert changes[definition, at, what].operations


def test_going_back_breaks_requests_and_names_them(found):
    assert found["breaking"] is True
    gone = {
        (change["definition"], change["at"])
        for change in found["changes"]
        if change["what"] == "is gone" and change["breaks"]
    }
    assert {("FunctionToolParam", "defer_loading"), ("ResponseFunctionToolCallParam", "namespace")} <= gone
