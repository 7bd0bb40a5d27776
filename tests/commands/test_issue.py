"""conformance issue: a defect as text for the tracker of a library."""

from __future__ import annotations

import shutil

import pytest

SINGLE = "mcp-tool-to-chat-tool"
BAD = """
def convert(tool):
    function = {"name": tool["name"].lower(), "description": tool["description"], "parameters": tool["inputSchema"]}
    return {"type": "function", "function": function}
"""


@pytest.fixture(scope="module")
def certified(run_in, tmp_path_factory):
    """A folder with a careless converter and its reports, and what was printed about it."""
    folder = tmp_path_factory.mktemp("certified")
    (folder / "bad.py").write_text(BAD, "utf-8")
    done = run_in(folder, "certify", "--bind", f"{SINGLE}=bad:convert", "--max-examples", "0", "--seed", "1")
    return folder, done.out


@pytest.fixture
def defects(certified, here):
    """The ids of the defects of that converter, by the beginning of what they say; its folder is this test's."""
    folder, out = certified
    shutil.copytree(folder, here, dirs_exist_ok=True)
    said = (line.partition(": ") for line in out.splitlines() if line.startswith("D"))
    return {message: head.split()[0] for head, _colon, message in said}


def id_of(defects, beginning):
    return next(name for message, name in defects.items() if message.startswith(beginning))


@pytest.mark.parametrize(
    ("beginning", "printed"),
    [
        ('wanted "Read-File_2"', '"name": "read-file_2"'),
        ("the call fails: 'description'", "KeyError: 'description'"),
    ],
)
def test_the_text_has_what_the_script_printed(run, here, defects, beginning, printed):
    name = id_of(defects, beginning)
    done = run("issue", name, "--output", "issue.md")
    assert (done.status, done.out, done.err) == (0, "", "")
    text = (here / "issue.md").read_text("utf-8")
    assert "from bad import convert" in text
    assert printed in text.partition("It prints:")[2].partition("Expected:")[0]
    assert run("issue", name).out == text


def test_what_the_result_shares_with_the_input_is_printed(run, here, defects):
    out = run("issue", id_of(defects, "the result holds objects of the input")).out
    assert "the input holds it too: {" in out.partition("It prints:")[2]


def test_a_repaired_converter_has_nothing_to_report(run, here, defects):
    (here / "bad.py").write_text("from conformance.reference import mcp_tool_to_chat_tool as convert\n", "utf-8")
    name = id_of(defects, "wanted")
    done = run("issue", name, "--output", "issue.md")
    assert (done.status, done.out) == (2, "")
    assert f"A script without the suite does not show {name}: it prints another result." in done.err
    assert not (here / "issue.md").exists()


def test_the_script_of_a_file_holds_the_function(run, here, defects):
    run("certify", "--bind", f"{SINGLE}=./bad.py:convert", "--max-examples", "0", "--seed", "1")
    out = run("issue", id_of(defects, "wanted")).out
    assert "def convert(tool):" in out
    assert '"name": "read-file_2"' in out.partition("It prints:")[2]


def test_an_adapter_needs_no_import_path(run, here):
    (here / "bad.py").write_text(BAD.replace("def convert", "def mcp_tool_to_chat_tool"), "utf-8")
    run("certify", "bad.py", "--max-examples", "0", "--seed", "1")
    assert "def mcp_tool_to_chat_tool(tool):" in run("issue", "D1").out


def test_a_script_has_at_most_25_lines(run, here):
    (here / "bad.py").write_text(BAD.replace("\n    return", "\n    tool = dict(tool)" * 25 + "\n    return"), "utf-8")
    run("certify", "--bind", f"{SINGLE}=./bad.py:convert", "--max-examples", "0", "--seed", "1")
    done = run("issue", "D1")
    assert (done.status, done.out) == (2, "")
    assert "does not show D1: its script has more than 25 lines." in done.err


def test_a_method_of_a_file_has_no_script(run, here):
    (here / "bad.py").write_text("class Tools:\n    @staticmethod\n" + BAD.replace("\n", "\n    "), "utf-8")
    run("certify", "--bind", f"{SINGLE}=./bad.py:Tools.convert", "--max-examples", "0", "--seed", "1")
    done = run("issue", "D1")
    assert (done.status, done.out) == (2, "")
    assert "does not show D1: Tools.convert is not at the top level of ./bad.py." in done.err
