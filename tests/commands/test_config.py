"""conformance config: every setting, its value, and where it comes from."""

from __future__ import annotations

import json
import re

import jsonschema_rs

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


def test_the_schema_is_printed_for_an_editor(run):
    done = run("config", "--schema")
    jsonschema_rs.meta.validate(json.loads(done.out))
