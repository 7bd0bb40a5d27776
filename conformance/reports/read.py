"""Reads a report.json that somebody names: whole, and of this format, or an error of one line."""

from __future__ import annotations

import json
import os
from typing import Any

from conformance.errors import UsageError
from conformance.files import specs_folder
from conformance.redact import Redactor
from conformance.reports.text import clip, visible

FORMAT = 1
MEND = "Name a report.json that conformance certify wrote."
LARGEST = 512 * 1024 * 1024  # bytes; no run comes near, and what is larger would not fit the memory


def read_report(path: str, flag: str = "") -> dict[str, Any]:
    """Return a report (specs/report.schema.json) without keys. flag: the option that named it, for the message.

    Raises UsageError, in one line: there is no such file, it is no JSON, no report, or of another format.
    """
    named = f"{flag} {path}".strip()
    try:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                raise UsageError(f"{named} is too large for a report.", MEND)
            told = json.load(file)
    except OSError as error:
        raise UsageError(f"{named} cannot be read: {error.strerror}.", MEND) from None
    except RecursionError:
        raise UsageError(f"{named} is nested too deeply to be read.", MEND) from None
    except ValueError as error:
        cut = " It may have been cut short." if isinstance(error, json.JSONDecodeError) else ""
        raise UsageError(f"{named} is no JSON.{cut}", MEND) from None
    if not isinstance(told, dict) or "rules" not in told or "subject" not in told:
        raise UsageError(f"{named} is no report of conformance certify.", MEND)
    if told.get("format") != FORMAT or isinstance(told["format"], bool):
        raise UsageError(
            f"{named} is a report of format {json.dumps(told.get('format'))[:40]}, and this reads format {FORMAT}.",
            "Make it again with this version of conformance.",
        )
    problem = _problem(told)
    if problem:
        raise UsageError(f"{named} is damaged: {problem}.", MEND)
    redacted = Redactor().value(told)  # an earlier version may have left a key in it
    if not isinstance(redacted, dict):
        raise UsageError(f"{named} is nested too deeply to be read.", MEND)
    return redacted


def _problem(report: dict[str, Any]) -> str | None:
    """Return where a report breaks its schema, and how; None where it does not."""
    from conformance.reports.report_check import JsonSchemaValueException, validate

    try:
        validate(report)  # type: ignore[no-untyped-call]
    except JsonSchemaValueException:
        return _told_by_schema(report)
    return None


def _told_by_schema(report: dict[str, Any]) -> str | None:
    """Return what a validator objects to. A later suite of the same format may have members that this one lacks."""
    import jsonschema_rs

    with open(os.path.join(specs_folder(), "report.schema.json"), encoding="utf-8") as file:
        validator = jsonschema_rs.validator_for(json.load(file))
    try:
        # A lone surrogate, which JSON allows, is no text to the validator; to the schema any character will do.
        encodable = json.dumps(report, ensure_ascii=False).encode("utf-8", "replace")
        errors = list(validator.iter_errors(json.loads(encodable)))
    except ValueError:
        return "a value of it is no JSON"
    for error in errors:
        if type(error.kind).__name__.endswith("AdditionalProperties"):
            continue
        where = "/".join(str(step) for step in error.instance_path) or "its top"
        return f"at {clip(visible(where, ''), 200)}, {clip(visible(error.message, ''), 200)}"
    return None
