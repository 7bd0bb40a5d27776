"""Validates reports against specs/report.schema.json."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from conformance.base.files import specs_folder

# Members of a piece of evidence whose values the schema leaves open.
_OPEN = frozenset({"input", "input_after", "expected", "actual"})


def violation(report: Mapping[str, Any], *, later: bool = False) -> str | None:
    """Return the first violation of the schema as "at PATH, MESSAGE"; None for a valid report.

    later: accept members that the schema does not list, because a later suite may write the same format with more of
    them.
    """
    try:
        errors = _validator(os.path.join(specs_folder(), "report.schema.json")).iter_errors(_encodable(report))
        for error in errors:
            if later and type(error.kind).__name__.endswith("AdditionalProperties"):
                continue
            where = "/".join(str(step) for step in error.instance_path) or "its top"
            return f"at {where}, {error.message}"
    except (ValueError, RecursionError):
        return "it holds a value that is nested too deeply, or that is not JSON"
    return None


@cache
def _validator(path: str) -> jsonschema_rs.Validator:
    with open(path, encoding="utf-8") as file:
        return jsonschema_rs.validator_for(json.load(file))


def _encodable(report: Mapping[str, Any]) -> Any:
    """Return what the validator needs of a report: without the open values, and without lone surrogates.

    Open values can be nested more deeply than the validator can follow. JSON allows lone surrogates, which it cannot
    encode; no constraint of the schema depends on one.
    """
    text = json.dumps(_outline(report), ensure_ascii=False)
    return json.loads(text.encode("utf-8", "replace"))


def _outline(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report without its open values. It may be any JSON object."""
    outline = dict(report)
    if isinstance(outline.get("rules"), list):
        outline["rules"] = [_rule(rule) for rule in outline["rules"]]
    return outline


def _rule(rule: Any) -> Any:
    if not isinstance(rule, dict) or not isinstance(rule.get("evidence"), list):
        return rule
    return rule | {"evidence": [_evidence(piece) for piece in rule["evidence"]]}


def _evidence(piece: Any) -> Any:
    if not isinstance(piece, dict):
        return piece
    outline = {name: None if name in _OPEN else value for name, value in piece.items()}
    if isinstance(diagnostics := outline.get("diagnostics"), list):
        outline["diagnostics"] = [{} if isinstance(entry, dict) else entry for entry in diagnostics]
    if isinstance(http := outline.get("http"), dict):
        outline["http"] = http | {name: None for name in ("sent", "got") if name in http}
    if isinstance(requests := outline.get("requests"), list):
        outline["requests"] = [_request(request) for request in requests]
    return outline


def _request(request: Any) -> Any:
    return request | {"body": None} if isinstance(request, dict) and "body" in request else request
