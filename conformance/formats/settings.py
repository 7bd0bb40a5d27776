"""Where each setting of a request is in a format: read from there, and written there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from conformance.base.values import JSON
from conformance.formats.cursor import ObjectCursor, Pen, put
from conformance.formats.model.request import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingPlace:
    """Where a setting is. first: read before others of its name; only the first is written. to, back: other forms."""

    name: str
    at: tuple[str, ...]
    to: Callable[[Any], Any] = lambda value: value
    back: Callable[[Any], Any] = lambda value: value
    only: tuple[type, ...] = ()


def read_settings(node: ObjectCursor, table: Iterable[SettingPlace]) -> tuple[Setting, ...]:
    """Return the settings of a request."""
    found: dict[str, Setting] = {}
    for place in table:
        holder = node
        for name in place.at[:-1]:
            holder = holder.child(name)
        if place.name in found or holder.peek(place.at[-1]) is None:
            continue
        value = holder.take(place.at[-1], *place.only)
        if value is not None:
            path = (*holder.path, holder.spelled(place.at[-1]))
            found[place.name] = Setting(name=place.name, value=place.to(value), at=(path, path))
    return tuple(found.values())


def write_settings(settings: Iterable[Setting], table: Iterable[SettingPlace], body: dict[str, JSON], pen: Pen) -> None:
    """Put the settings into a request. table: the last place of a name is the one that is written."""
    places = {place.name: place for place in reversed(tuple(table))}
    for setting in settings:
        if setting.name in places:
            put(body, places[setting.name].at, places[setting.name].back(setting.value))
        else:
            pen.lose(setting)
