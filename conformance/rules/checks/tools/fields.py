"""What the checks of every tool conversion report of the fields of a tool that arrived."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.apis.oracles.tools import strict_problems
from conformance.base.values import ABSENT, JSON, same
from conformance.formats.json_schema import SchemaDifference
from conformance.rules.checks.findings import (
    CLOSED,
    NOT_OBSERVABLE,
    OK,
    Failure,
    Findings,
    brief,
    but_got,
    input_at,
    output_at,
    versus,
)
from conformance.rules.checks.tools.closed_objects import is_closed
from conformance.rules.checks.tools.view import ToolsView
from conformance.rules.checks.trial import ERRORS, WARNINGS
from conformance.rules.laws.offers import ToolPair

_LOST = frozenset({"keyword-lost", "name-lost", "default-lost-from-data", "further-lost"})
# Numbers and the order of keys are ALL-3's and ALL-5's matter.
OTHER_RULES = frozenset({"number-changed", "order-changed"})


def changed(view: ToolsView, pair: ToolPair, key: str, wanted: JSON) -> Iterator[Failure]:
    """Yield a failure where a field of a tool is not the source's."""
    got = pair.body.get(key, ABSENT)
    if not same(got, wanted):
        message = f"{key}: {versus(wanted, got)}"
        yield Failure(f"{key}-changed", output_at(*view.at(pair, key)), message)


def schema_failure(view: ToolsView, pair: ToolPair, difference: SchemaDifference) -> Failure:
    """Report one difference of a schema."""
    kind, message = said_of(pair, difference)
    return Failure(kind, output_at(*view.at(pair, "parameters", *difference.path)), message)


def said_of(pair: ToolPair, difference: SchemaDifference) -> tuple[str, str]:
    """Return the kind of a failure that is one difference of a schema, and what to say of it."""
    kind, path = difference.kind, difference.path
    name = brief(difference.name if difference.name is not None else path[-1] if path else "")
    message = versus(difference.expected, difference.actual)
    if kind in ("default-in-property", "default-elsewhere"):
        where = f"the property {brief(path[-2])}" if kind == "default-in-property" else "this schema"
        kind, message = "default-kept", f"{where} still has its default, {brief(difference.actual)}; wanted it absent"
    elif kind == "keyword-added":
        message = f"{name} was added: {brief(difference.actual)}"
    elif kind in _LOST:
        message = f"{name} is lost here; wanted {brief(difference.expected)}"
    return CLOSED if is_closed(pair.source_schema, difference) else kind, message


def strict_off(view: ToolsView, pairs: list[ToolPair]) -> Findings:
    """API-3: a tool whose source is not strict says `strict: false`; the Responses API reads an absent one as true.

    A schema that strict mode takes as it is accepts the same arguments either way. The API accepts null too, and no
    recording shows how it reads it.
    """
    found = []
    for pair in pairs:
        actual = pair.body.get("strict", ABSENT)
        if actual in (True, ABSENT) and next(strict_problems(pair.schema), None) is None:
            continue
        if actual is not False and actual is not None:
            kind = "no-strict" if actual is ABSENT else "became-strict" if actual is True else "not-false"
            message = f"the source is not strict: wanted strict false, {but_got(actual)}"
            found.append(Failure(kind, output_at(*view.at(pair, "strict")), message))
    return tuple(found) if pairs else None


def reported(view: ToolsView, left_out: list[int], *, as_error: bool = False) -> Findings:
    """Judge whether leaving entries out was logged as a warning or worse, or as an error."""
    if not view.answered or view.alignment is None or not left_out:
        return None
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if has_report(view, as_error=as_error):
        return OK
    entry = brief(view.entry(left_out[0]))
    message = f"{entry} was left out without a log entry at level {'error' if as_error else 'warning'}"
    return (Failure("silent", input_at(*view.entry_path(left_out[0])), message),)


def has_report(view: ToolsView, *, as_error: bool = False) -> bool:
    """Whether the call reported anything as a warning or worse, or as an error."""
    diagnostics = (entry for entry in view.outcome.diagnostics or () if isinstance(entry, dict))
    levels = {str(entry.get("level", "")).lower() for entry in diagnostics}
    return not levels.isdisjoint(ERRORS if as_error else WARNINGS)
