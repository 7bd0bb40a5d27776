"""What arrives exactly of a request: texts, arguments, results, settings, and the schemas of tools."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, Absent, pointer
from conformance.formats.model.conversation import TEXT, Call, Text
from conformance.formats.model.talk import CALL, FlatItem
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.exact import Exact, changes, changes_of_data, differences
from conformance.rules.checks.findings import Failure
from conformance.rules.laws.request_contents import said_by


def exact(view: RequestView) -> Exact | None:
    """Return the texts, arguments and numbers of a request that arrived."""
    both = view.both
    if view.unfit or not both.is_list:
        return None
    texts = [one.value for one in both.facts(Text)]
    arguments = [one.arguments.value for one in both.facts(Call) if one.arguments.value is not ABSENT]
    beside = [*both.wanted.values(), *(one.schema.value for one in both.owed_tools if one.schema is not None)]
    carried = [arguments, beside]
    return Exact((texts, arguments, beside), tuple(_changes(view)), carried, arguments)


def _changes(view: RequestView) -> Iterator[Failure]:
    both = view.both
    for one in both.owed.all:
        got = both.partner_of(one)
        if got is not None and one.kind == TEXT and not _holds(got, one):
            yield from changes(one.value, got.value, pointer(*both.in_output(got.fact)))
        elif got is not None and one.kind == CALL and isinstance(one.fact, Call) and isinstance(got.fact, Call):
            given, came = (each.arguments.value for each in (one.fact, got.fact))
            yield from _of_values(view, given, came, pointer(*both.in_output(got.fact)), is_data=True)
    for _piece, owed, came_as in both.results:
        said, came_text = said_by(owed), "".join(one.value for one in came_as.content if isinstance(one, Text))
        if not owed.failed and not any(one in came_text for one in said):
            yield from changes(said[0], came_text, pointer(*both.in_output(came_as)))
    for setting in both.made.settings:
        if setting.name in both.wanted:
            at = pointer(*both.in_output(setting))
            yield from _of_values(view, both.wanted[setting.name], setting.value, at, is_data=False)
    schemas = {one.name: one.schema for one in both.tools if one.schema is not None}
    for tool in both.owed_tools:
        found = schemas.get(tool.name)
        if tool.schema is not None and found is not None:
            yield from _of_values(view, tool.schema.value, found.value, pointer(*both.in_output(found)), is_data=False)


def _holds(got: FlatItem, one: FlatItem) -> bool:
    return isinstance(got.value, str) and one.value in got.value


def _of_values(
    view: RequestView, owed: JSON | Absent, got: JSON | Absent, at: str, *, is_data: bool
) -> Iterator[Failure]:
    if owed is ABSENT or got is ABSENT:
        return
    for one in differences(view.as_carried(owed), view.as_carried(got)):
        if one.owed is not ABSENT and one.got is not ABSENT:
            yield from (changes_of_data if is_data else changes)(one.owed, one.got, at)
