"""What arrives exactly of a request: texts, arguments, results, settings, and the schemas of tools."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import ABSENT, JSON, Absent, pointer
from conformance.formats.model.conversation import TEXT, Call, Text
from conformance.formats.model.talk import CALL, FlatItem
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.exact import Exact, changes, changes_of_data, differences
from conformance.rules.checks.findings import Failure
from conformance.rules.laws.request_results import said_by


def exact(view: RequestView) -> Exact | None:
    """Return the texts, arguments and numbers of a request that arrived."""
    pair = view.both
    if view.unfit or not pair.is_list:
        return None
    texts = [fact.value for fact in pair.facts(Text)]
    arguments = [fact.arguments.value for fact in pair.facts(Call) if fact.arguments.value is not ABSENT]
    beside = [*pair.wanted.values(), *(tool.schema.value for tool in pair.owed_tools if tool.schema is not None)]
    carried = [arguments, beside]
    return Exact((texts, arguments, beside), tuple(_changes(view)), carried, arguments)


def _changes(view: RequestView) -> Iterator[Failure]:
    pair = view.both
    for item in pair.owed.all:
        got = pair.partner_of(item)
        if got is not None and item.kind == TEXT and not _holds(got, item):
            yield from changes(item.value, got.value, pointer(*pair.in_output(got.fact)))
        elif got is not None and item.kind == CALL and isinstance(item.fact, Call) and isinstance(got.fact, Call):
            given, came = (each.arguments.value for each in (item.fact, got.fact))
            yield from _of_values(view, given, came, pointer(*pair.in_output(got.fact)), is_data=True)
    for _piece, owed, came_as in pair.results:
        said, came_text = said_by(owed), "".join(part.value for part in came_as.content if isinstance(part, Text))
        if not owed.failed and not any(text in came_text for text in said):
            yield from changes(said[0], came_text, pointer(*pair.in_output(came_as)))
    for setting in pair.made.settings:
        if setting.name in pair.wanted:
            at = pointer(*pair.in_output(setting))
            yield from _of_values(view, pair.wanted[setting.name], setting.value, at, is_data=False)
    schemas = {tool.name: tool.schema for tool in pair.tools if tool.schema is not None}
    for tool in pair.owed_tools:
        found = schemas.get(tool.name)
        if tool.schema is not None and found is not None:
            yield from _of_values(view, tool.schema.value, found.value, pointer(*pair.in_output(found)), is_data=False)


def _holds(got: FlatItem, item: FlatItem) -> bool:
    return isinstance(got.value, str) and item.value in got.value


def _of_values(
    view: RequestView, owed: JSON | Absent, got: JSON | Absent, at: str, *, is_data: bool
) -> Iterator[Failure]:
    if owed is ABSENT or got is ABSENT:
        return
    for difference in differences(view.as_carried(owed), view.as_carried(got)):
        if difference.owed is not ABSENT and difference.got is not ABSENT:
            yield from (changes_of_data if is_data else changes)(difference.owed, difference.got, at)
