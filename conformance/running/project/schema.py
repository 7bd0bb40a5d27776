"""Writes specs/config.schema.json, the form of a project's file: python -m conformance.running.project.schema."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from conformance.base.files import specs_folder
from conformance.running.project.keys import KINDS, SETTINGS, SUBJECT, SUBJECTS, ProjectKey

FILE = "config.schema.json"


def schema() -> dict[str, Any]:
    """Return the schema of conformance.toml, which is that of [tool.conformance] of a pyproject.toml too."""
    table = {
        **_closed_object(SETTINGS),
        "title": "The settings of a project that is judged by conformance",
    }
    table["properties"][SUBJECTS] = {
        "description": "the subjects of the project, by name",
        "type": "object",
        "additionalProperties": {**_closed_object(SUBJECT), "oneOf": [{"required": [kind]} for kind in KINDS]},
    }
    return {"$schema": "http://json-schema.org/draft-07/schema#", **table}


def _closed_object(keys: Mapping[str, ProjectKey]) -> dict[str, Any]:
    members = {name: {"description": key.text, **key.form.schema} for name, key in keys.items()}
    return {"type": "object", "properties": members, "additionalProperties": False}


def text() -> str:
    """Return the file."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    with open(os.path.join(specs_folder(), FILE), "w", encoding="utf-8") as file:
        file.write(text())
