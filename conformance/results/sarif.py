"""SARIF 2.1.0: findings as code scanning reads them, for any command.

    log = sarif([Described("MCP-2", "No property keeps a default")], [Finding("MCP-2", ERROR, "what is wrong", "a.py")])
    write_json(path, log)

Texts may come from anybody: characters that would be hidden or obeyed are escaped here, long ones are cut, and what
SARIF would read as a link or a placeholder is escaped too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote

from conformance import __version__
from conformance.results.text import clip, one_line, visible

ERROR, WARNING, NOTE = "error", "warning", "note"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# Readers take this many results of one run and say nothing of the rest.
MOST = 5_000


class SarifRule(NamedTuple):
    """A rule as SARIF describes it. id: unique in the log. title, text: in words; text may be empty."""

    id: str
    title: str
    text: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SarifFinding:
    """One finding.

    rule: the id of a Described. level: ERROR, WARNING or NOTE. file: relative to the root of the repository, with
    forward or the system's own slashes; None where there is none (code scanning then wants `fallback` of `sarif`).
    line, column: from 1; None for the whole file. pointer: a JSON pointer into what was looked at. where: what that
    pointer points into, an operation for example. identity: what stays the same while the finding does, when lines move
    and examples change; by default the rule, `where` and the pointer. suppressed: why no action is needed, or None.
    """

    rule: str
    level: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    where: str | None = None
    identity: str | None = None
    suppressed: str | None = None


def sarif(
    rules: Iterable[SarifRule],
    findings: Sequence[SarifFinding],
    *,
    fallback: str | None = None,
    properties: dict[str, Any] | None = None,
    complete: bool = True,
) -> dict[str, Any]:
    """Return a SARIF log with one run. Shape: the schema of SARIF 2.1.0.

    fallback: the file of findings that have none. properties: what else identifies the run. complete: whether it came
    to its end.
    """
    described = {rule.id: rule for rule in rules}
    places = {name: index for index, name in enumerate(described)}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "conformance",
                "semanticVersion": __version__,
                "rules": [_sarif_rule(rule) for rule in described.values()],
            }
        },
        "invocations": [{"executionSuccessful": complete}],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, places[finding.rule], fallback) for finding in findings[:MOST]],
    }
    if properties:
        run["properties"] = {
            name: one_line(value) if isinstance(value, str) else value for name, value in properties.items()
        }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _sarif_rule(rule: SarifRule) -> dict[str, Any]:
    descriptor: dict[str, Any] = {
        "id": visible(rule.id, ""),
        "shortDescription": {"text": _text(rule.title, "")},
        "fullDescription": {"text": _text(rule.text or rule.title)},
        "help": {"text": _text(rule.text or rule.title)},
    }
    if rule.tags:
        descriptor["properties"] = {"tags": [visible(tag, "") for tag in rule.tags]}
    return descriptor


def _result(finding: SarifFinding, index: int, fallback: str | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": visible(finding.rule, ""),
        "ruleIndex": index,
        "level": finding.level,
        "message": {"text": _text(finding.message)},
    }
    location = _location(finding, fallback)
    if location:
        result["locations"] = [location]
    identity = finding.identity or f"{finding.rule}\n{finding.where or ''}\n{finding.pointer or ''}"
    result["partialFingerprints"] = {"conformance/v1": sha256(identity.encode("utf-8", "replace")).hexdigest()}
    if finding.suppressed is not None:
        result["suppressions"] = [{"kind": "external", "justification": _text(finding.suppressed, "")}]
    return result


def _location(finding: SarifFinding, fallback: str | None) -> dict[str, Any]:
    location: dict[str, Any] = {}
    file = finding.file if finding.file is not None else fallback
    if file is not None:
        physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
        if finding.file is not None and finding.line is not None:
            physical["region"] = {"startLine": finding.line}
            if finding.column is not None:
                physical["region"]["startColumn"] = finding.column
        else:
            physical["region"] = {"startLine": 1}  # readers that show code want a line
        location["physicalLocation"] = physical
    if finding.where is not None or finding.pointer is not None:
        whole = "".join(visible(part, "") for part in (finding.where or "", finding.pointer or ""))
        logical = {"fullyQualifiedName": clip(whole)}
        if finding.where is not None:
            logical["name"] = one_line(finding.where)
        location["logicalLocations"] = [logical]
    return location


def _uri(path: str) -> str:
    """Return a path as a relative reference; one outside the current folder as a file's whole address."""
    if os.path.isabs(path):
        inside = os.path.relpath(path)
        if inside.startswith(os.pardir):
            return "file://" + _quoted_path(path)
        path = inside
    return _quoted_path(os.path.normpath(path))


def _quoted_path(path: str) -> str:
    return quote(path.replace(os.sep, "/").encode("utf-8", "surrogateescape"))


def _text(text: str, keep: str = "\n") -> str:
    """Return foreign text as SARIF's plain text: nothing in it is a link, `[a](b)`, or a placeholder, `{0}`.

    Other brackets and braces stay as they are: few readers undo the escapes that the standard has for them.
    """
    shown = clip(visible(text, keep)).replace("](", "\\](")
    return re.sub(r"\{(\d+)\}", r"{{\1}}", shown) or " "
