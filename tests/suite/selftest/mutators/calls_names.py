"""Defects of what names a call: its id, its name, and the group of its tool."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import FUNCTION, Call
from tests.suite.selftest.mutators.calls import of_kind
from tests.suite.selftest.mutators.editing import candidate_of, placed, with_candidate
from tests.suite.selftest.mutators.model import Mutator, OfAnswer, of_answer

_MOST = 8  # characters of a name that is cut


def _ids(change: Callable[[str], str | None]) -> OfAnswer:
    return of_kind(FUNCTION, lambda call: replace(call, id=change(call.id or "")))


def _names(change: Callable[[str], str]) -> OfAnswer:
    return of_kind(FUNCTION, lambda call: replace(call, name=change(call.name or "")))


def _numbered(calls: list[Call]) -> list[list[Call]]:
    return [[replace(call, id=f"call_no_{number}")] for number, call in enumerate(calls)]


def _of_neighbours(calls: list[Call]) -> list[list[Call]]:
    ids = [call.id for call in calls]
    return [[replace(call, id=id_)] for call, id_ in zip(calls, ids[1:] + ids[:1], strict=True)]


def _of_the_first(calls: list[Call]) -> list[list[Call]]:
    return [[replace(call, id=calls[0].id)] for call in calls]


def _named_as_the_first(calls: list[Call]) -> list[list[Call]]:
    return [[replace(call, name=calls[0].name)] for call in calls]


def _of_their_items(answer: Answer) -> Answer:
    turns = tuple(
        replace(
            turn,
            says=tuple(
                replace(utterance, id=turn.id) if isinstance(utterance, Call) else utterance for utterance in turn.says
            ),
        )
        for turn in candidate_of(answer).turns
    )
    return with_candidate(answer, turns=turns)


def _grouped(change: Callable[[Call], Call]) -> OfAnswer:
    return of_kind(FUNCTION, lambda call: change(call) if call.group else call)


def _flat(separator: str) -> OfAnswer:
    return _grouped(lambda call: replace(call, group=None, name=f"{call.group}{separator}{call.name}"))


def _other(name: str, change: OfAnswer, check: str = "calls-kept", needs: str = "") -> Mutator:
    return Mutator(name=name, check=check, change=of_answer(change), needs=needs)


def _of_groups(name: str, change: OfAnswer, check: str = "calls-kept") -> Mutator:
    return _other(name, change, check, "groups")


MUTATORS = (
    _other("exchanges_ids", placed(Call, _of_neighbours)),
    _other("gives_all_calls_one_id", placed(Call, _of_the_first)),
    _other("numbers_ids", placed(Call, _numbered)),
    _other("renames_ids", _ids(lambda id_: f"fc_{id_}")),
    _other("cuts_ids", _ids(lambda id_: id_[:-1])),
    _other("writes_ids_upper_case", _ids(str.upper)),
    _other("empties_ids", _ids(lambda _id: "")),
    _other("calls_by_the_ids_of_items", _of_their_items),
    _other("cuts_names", _names(lambda name: name[:_MOST])),
    _other("writes_names_upper_case", _names(str.upper)),
    _other("prefixes_names", _names(lambda name: f"functions.{name}")),
    _other("empties_names", _names(lambda _name: "")),
    _other("replaces_characters_of_names", _names(lambda name: name.replace("-", "_"))),
    _other("names_all_calls_as_the_first", placed(Call, _named_as_the_first)),
    _of_groups("calls_tools_of_groups_by_flat_names", _flat("__"), "groups-named"),
    _of_groups("calls_tools_of_groups_with_dots", _flat("."), "groups-named"),
    _of_groups("loses_groups", _grouped(lambda call: replace(call, group=None))),
    _of_groups("renames_groups", _grouped(lambda call: replace(call, group=f"{call.group}_1"))),
    _of_groups("exchanges_groups_and_names", _grouped(lambda call: replace(call, group=call.name, name=call.group))),
    _of_groups("invents_groups", of_kind(FUNCTION, lambda call: replace(call, group=call.group or "functions"))),
)
