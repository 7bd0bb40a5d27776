"""conformance config: every setting, its value, and where it comes from."""

from __future__ import annotations

import json
import re

import jsonschema_rs

from conformance.running.project.keys import SETTINGS

FILE = """
[tool.conformance]
certify = ["acme", "gate"]
seed = 3
memory-limit = "2G"
expected-failures = "known.toml"

[tool.conformance.subjects.acme]
python = "acme.adapter"
seed = 4
env = ["KEY=geheim"]

[tool.conformance.subjects.gate]
command = "node gate.mjs"
without = ["google"]
"""


def rows(out: str) -> dict[str, tuple[str, str]]:
    """Value and origin by key, of what is printed under the first title."""
    part = out.partition("Settings of conformance certify\n")[2].partition("\n\n")[0]
    found = (re.split(r" {2,}", line.strip()) for line in part.splitlines())
    return {key: (value, origin) for key, value, origin in found}


def test_without_a_file_all_is_as_by_default(run):
    done = run("config")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("File: none\n")
    found = rows(done.out)
    assert set(found) == set(SETTINGS)
    assert {origin for _value, origin in found.values()} == {"default"}
    assert (found["certify"][0], found["seed"][0], found["memory-limit"][0]) == ("none", "1", "4G")


def test_what_a_file_says_has_the_name_of_its_key(run_in, here):
    (here / "pyproject.toml").write_text(FILE, "utf-8")
    (here / "in").mkdir()
    done = run_in(here / "in", "config")
    assert (done.status, done.err) == (0, "")
    found = rows(done.out)
    assert done.out.startswith("File: ../pyproject.toml\n")
    assert found["certify"] == ("acme, gate", "tool.conformance.certify")
    assert found["seed"] == ("3", "tool.conformance.seed")
    assert found["expected-failures"] == ("../known.toml", "tool.conformance.expected-failures")
    assert found["timeout"] == ("10", "default")
    acme, gate = (done.out.partition(f"Subject {name}\n")[2].partition("\n\n")[0] for name in ("acme", "gate"))
    assert "python: acme.adapter" in acme
    assert re.search(r"seed +4 +tool\.conformance\.subjects\.acme\.seed", acme)
    assert re.search(r"report-dir +\.\./reports/gate +tool\.conformance\.certify", gate)
    assert "geheim" not in done.out


def test_a_variable_of_the_environment_is_named(run):
    done = run("config", CONFORMANCE_PYTHON="/opt/python")
    assert re.search(r"python of subjects +/opt/python +CONFORMANCE_PYTHON", done.out)
    assert run("config", CONFORMANCE_CONFIG="").out.startswith("File: none (CONFORMANCE_CONFIG)\n")


def test_the_same_as_data(run, here):
    (here / "pyproject.toml").write_text(FILE, "utf-8")
    done = run("config", "--json", "-")
    data = json.loads(done.out)
    assert (data["format"], data["file"]) == (1, "pyproject.toml")
    found = {(row["key"], row["subject"]): row for row in data["settings"]}
    assert found["seed", None] == {
        "key": "seed", "subject": None, "value": 3, "source": "file", "name": "tool.conformance.seed",
    }  # fmt: skip
    assert (found["timeout", None]["value"], found["timeout", None]["source"]) == (10, "default")
    assert found["without", "gate"]["value"] == ["google"]
    assert run("config", "--json", "out/c.json").out == ""
    assert json.loads((here / "out" / "c.json").read_text("utf-8")) == data


def test_a_project_whose_subject_nobody_chose_says_so(run, here):
    (here / "pyproject.toml").write_text(FILE.replace('certify = ["acme", "gate"]\n', ""), "utf-8")
    assert rows(run("config").out)["certify"] == ("none", "one of several must be named")
    only = FILE.replace('certify = ["acme", "gate"]\n', "").partition("[tool.conformance.subjects.gate]")[0]
    (here / "pyproject.toml").write_text(only, "utf-8")
    assert rows(run("config").out)["certify"] == ("acme", "tool.conformance.subjects.acme, the only subject")


def test_the_schema_is_printed_for_an_editor(run):
    done = run("config", "--schema")
    jsonschema_rs.meta.validate(json.loads(done.out))
