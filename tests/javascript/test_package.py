"""The npm package: what is in it is what it says, its types are up to date, and its helpers of streams work."""

from __future__ import annotations

import json
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from conformance import __version__
from conformance.formats.operations import operations
from conformance.running.subjects.javascript import FOLDER, OLDEST
from tests import javascript_types

NODE = shutil.which("node")
PACKAGE = json.loads(Path(FOLDER, "package.json").read_text("utf-8"))


def evaluated(source: str, folder: Path) -> Any:
    """What a module in JavaScript prints as JSON; it may import the package by its name."""
    if NODE is None:
        pytest.skip("Node.js is not installed")
    modules = folder / "node_modules"
    modules.mkdir(exist_ok=True)
    (modules / "tool-conformance").symlink_to(FOLDER)
    program = folder / "program.mjs"
    program.write_text(source, "utf-8")
    done = subprocess.run([NODE, program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_package_is_of_the_suites_version_and_depends_on_nothing():
    assert PACKAGE["version"] == __version__
    assert PACKAGE["engines"] == {"node": f">={OLDEST}"}
    assert not [key for key in PACKAGE if key.lower().endswith("dependencies")]


def test_every_file_is_in_the_package_and_every_export_is_a_file():
    files = sorted(path.name for path in Path(FOLDER).iterdir() if path.name != "package.json")
    assert [name for name in files if not any(fnmatch(name, pattern) for pattern in PACKAGE["files"])] == []
    exported = [
        path
        for entry in PACKAGE["exports"].values()
        for path in ([entry] if isinstance(entry, str) else entry.values())
    ]
    assert [path for path in exported if not Path(FOLDER, path).is_file()] == []


def test_the_types_are_up_to_date():
    written = javascript_types.FILE.read_text("utf-8")
    assert written == javascript_types.text(), f"write them anew: {javascript_types.COMMAND}"


def test_every_operation_has_types_that_say_something():
    text = javascript_types.FILE.read_text("utf-8")
    for operation in operations().values():
        assert f'  "{operation.name}": {{ input: ' in text
    assert "unknown" not in javascript_types.FORMATS.values()


@pytest.mark.parametrize(
    ("schema", "type_"),
    [
        ({"type": "integer"}, "number"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"enum": ["a", 1, None]}, '"a" | 1 | null'),
        ({"const": "b"}, '"b"'),
        ({"$ref": "#/$defs/a.B"}, "a_B"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}]}}, "Array<string | number>"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "{ [key: string]: string }"),
        ({"anyOf": [{"type": "string"}, {}]}, "unknown"),
        (
            {"properties": {"a-b": {"type": "boolean"}, "c": True}, "required": ["c"]},
            '{\n  "a-b"?: boolean;\n  c: unknown;\n}',
        ),
    ],
)
def test_a_schema_is_a_type(schema, type_):
    assert javascript_types.type_of(schema) == type_


STREAM = """\
import { joinSse, readSse, splitSse } from "tool-conformance";
const text = '\\uFEFF: ping\\r\\nevent: a\\r\\ndata: {"x":\\r\\ndata: 1}\\r\\n\\r\\ndata: {"type": "b"}\\n\\n' +
  'data: [DONE]\\n\\ndata: {"cut"';
const pieces = new TextEncoder().encode(text);
const read = [];
for await (const event of readSse(Array.from(pieces, (byte) => Uint8Array.of(byte)))) read.push(event);
let wrong;
try { splitSse("event: z\\ndata: {\\n\\n"); } catch (problem) { wrong = `${problem.name}: ${problem.message}`; }
const events = [{ type: "é", n: 1 }];
console.log(JSON.stringify({
  split: splitSse(text), read, wrong, bytes: splitSse(pieces),
  joined: Object.fromEntries(["chat", "responses", "gemini"].map((api) => [api, joinSse(events, api)])),
  back: splitSse(joinSse(events, "chat")),
}));
"""


def test_a_stream_is_split_and_joined(tmp_path):
    found = evaluated(STREAM, tmp_path)
    assert found["split"] == found["read"] == found["bytes"] == [{"type": "a", "x": 1}, {"type": "b"}]
    assert found["wrong"].startswith("SyntaxError: events[0] (z): its data is no JSON: ")
    data = 'data: {"type":"é","n":1}\n\n'
    assert found["joined"] == {"chat": f"{data}data: [DONE]\n\n", "responses": f"event: é\n{data}", "gemini": data}
    assert found["back"] == [{"type": "é", "n": 1}]


def test_where_no_command_is_the_error_says_what_to_do(tmp_path):
    source = """
    import { certify } from "tool-conformance/certify";
    process.env.CONFORMANCE = "nobody-has-this";
    try { certify(); } catch (problem) { console.log(JSON.stringify(problem.message)); }
    """
    assert evaluated(source, tmp_path).startswith("the command nobody-has-this is not in the PATH: install the suite")
