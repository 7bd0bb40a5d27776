"""Requests that have as many members as may be together: each two that ask for nothing, and each two that ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from conformance.base.values import JSON, packed, unpacked
from conformance.formats.cursor import put
from conformance.formats.members import ELSEWHERE, MEMBERS, Path, alone, is_idle
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.covering import covering
from conformance.inputs.material import fresh
from conformance.inputs.models import takes_both

_ASKS = b""  # in the place of a value: one that asks for something
_NULL = packed(None)
_IS_ASKING = weighted({True: 2, False: 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowds:
    """What crowded requests of a format have. values: of each member. asking: by path, those that ask for something."""

    plans: DealtOptions[Mapping[Path, bytes]]
    values: Mapping[str, DealtOptions[bytes]]
    asking: Mapping[Path, DealtOptions[bytes]]

    def make(self, choices: Choices) -> dict[str, JSON]:
        """Return the members of one request."""
        made: dict[str, JSON] = {}
        for path, level in choices.pick(self.plans).items():
            put(made, path, fresh(choices, self.asking[path]) if level == _ASKS else unpacked(level))
        return made

    def value(self, choices: Choices, name: str) -> JSON:
        """Return a value of a member alone, mostly one that asks for something."""
        asking = self.asking.get((name,))
        return fresh(choices, asking if asking is not None and choices.pick(_IS_ASKING) else self.values[name])


def crowds_of(format_: str, values: Mapping[str, DealtOptions[bytes]], needs: Mapping[str, str]) -> Crowds:
    """Return the crowds of a format.

    values: of each member. needs: members that are only beside another one that asks for something.
    """
    members = {
        member.at[format_]: member for member in MEMBERS if format_ in member.at and member.at[format_][0] in values
    }
    idle: dict[Path, list[bytes]] = {}
    asking: dict[Path, DealtOptions[bytes]] = {}
    for path in members:
        held = {value: is_idle(format_, path, unpacked(value)) for value in _values_at(path, values[path[0]])}
        idle[path] = [value for value, is_so in held.items() if is_so]
        if path[0] not in ELSEWHERE and not all(held.values()):
            asking[path] = DealtOptions(value for value, is_so in held.items() if not is_so)

    def both_idle(path: Path, level: bytes, other: Path, other_level: bytes) -> bool:
        is_first_free = needs.get(path[0]) != other[0] or level == _NULL
        return is_first_free and (needs.get(other[0]) != path[0] or other_level == _NULL)

    def both_asked(path: Path, _level: bytes, other: Path, _other_level: bytes) -> bool:
        return takes_both(members[path], members[other], format_)

    alone_ = {member.at[format_] for member in alone(format_)}
    shared = {path: (_ASKS,) for path in asking if path not in alone_}
    # Once without what only one format has: some converters refuse a request with that.
    every = dict.fromkeys(asking, (_ASKS,))
    plans = [*covering(idle, both_idle), *covering(shared, both_asked), *covering(every, both_asked)]
    return Crowds(plans=DealtOptions(plans), values=values, asking=asking)


def _values_at(path: Path, values: tuple[bytes, ...]) -> Iterator[bytes]:
    for value in values:
        held = unpacked(value)
        for name in path[1:]:
            if not isinstance(held, dict) or name not in held:
                break
            held = held[name]
        else:
            yield packed(held) or b""
