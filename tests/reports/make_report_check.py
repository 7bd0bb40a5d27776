"""Writes conformance/reports/report_check.py: python -m tests.reports.make_report_check."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "specs" / "report.schema.json"
MODULE = ROOT / "conformance" / "reports" / "report_check.py"

HEAD = '''"""Whether a report has the form of specs/report.schema.json; generated from it by fastjsonschema.

Checked at every write: importing a validator would cost more than all that the reports cost together.
`python -m tests.reports.make_report_check` writes this module anew.
"""
# ruff: noqa
# mypy: ignore-errors


class JsonSchemaValueException(Exception):
    """The report breaks its schema; the message says where."""


'''


def generated() -> str:
    """Return the module's text for the schema as it is."""
    import fastjsonschema

    schema = json.loads(SCHEMA.read_text("utf-8"))
    # Without details a `const` cannot be generated (fastjsonschema 2.22.3); an enum of one is the same.
    schema["properties"]["format"] = {"enum": [schema["properties"]["format"]["const"]]}
    code = fastjsonschema.compile_to_code(schema, detailed_exceptions=False)
    lines = [line for line in code.splitlines() if not line.startswith(("VERSION", "from "))]
    body = "\n".join(lines).replace(", Decimal)", ")").strip()
    # A union's failures are told as one; there is no need for the class of several.
    body = body.replace("(JsonSchemaValueException, JsonSchemaValuesException)", "JsonSchemaValueException")
    return HEAD + body + "\n"


if __name__ == "__main__":
    MODULE.write_text(generated(), "utf-8")
