"""A drift as lines of text, and as data (specs/drift.schema.json)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from conformance.apis.oracles.judge import SCHEMA
from conformance.results.text import counted, visible
from conformance.running.drift.model import (
    READ,
    WRITTEN,
    Affected,
    Drift,
    DriftKind,
    Replayed,
    Stricter,
    Touched,
    Unplaced,
)

PLACES = 5  # of recordings named in a line each


def headline(found: Drift) -> str:
    """Return the result in one sentence."""
    if found.unseen:
        rest = f"; {_counted_changes(found)}" if len(found.unseen) < len(found.kinds) else ""
        return f"Incomplete: {len(found.unseen)} of {len(found.kinds)} schemas were not compared{rest}"
    return _counted_changes(found)


def _counted_changes(found: Drift) -> str:
    breaking = sum(change.is_breaking for change in found.changes)
    refused = sum(len(replayed.newly_refused) for replayed in found.replayed)
    stricter = sum(not stricter.taken for stricter in found.stricter)
    parts = [_counted_breaks(found, breaking)]
    if refused:
        parts.append(f"{counted(refused, 'recorded value')} would be refused")
    if stricter:
        parts.append(f"the suite refuses what was recorded at {counted(stricter, 'place')}")
    return "; ".join(parts) + "."


def _counted_breaks(found: Drift, breaking: int) -> str:
    if not found.changes:
        return "nothing changed in the others" if found.unseen else "No drift: nothing changed"
    if not breaking:
        return f"{counted(len(found.changes), 'change')}, none of which breaks anything here"
    breaks = "breaks" if breaking == 1 else "break"
    return f"{breaking} of {counted(len(found.changes), 'change')} {breaks} what operations here rely on"


def lines(found: Drift, *, verbose: bool = False, everything: bool = False) -> Iterator[str]:
    """Yield the report: what breaks, the result, then the rest, of which counts alone are shown.

    verbose: also show what breaks nothing. everything: also what no operation here converts.
    """
    for change in by_severity(found.changes):
        yield from _change_lines(change, change.change.kind, verbose=verbose)
    for replayed in found.replayed:
        yield from _replay_lines(replayed)
    for name, why in found.stale:
        yield f"Stale: {visible(name, '')}: {why}"
    yield headline(found)
    yield from _missing_lines(found)
    yield f"Old: {found.old.name}"
    yield f"New: {found.new.name}"
    for kind in found.kinds:
        if kind not in found.unseen:
            yield from _kind_lines(found, kind, verbose=verbose, everything=everything)
    yield from _stricter_lines(found.stricter)
    yield from _unplaced_lines(found.unplaced, verbose=verbose, everything=everything)
    folded = sum(bool(change.operations) and not change.is_breaking for change in found.changes)
    if folded and not verbose:
        yield f"-v shows {counted(folded, 'change')} of what operations here convert, after which all still works."


def _missing_lines(found: Drift) -> Iterator[str]:
    for kind, why in found.unseen.items():
        yield f"{kind}: not compared: {visible(why, '')}"
    if found.install:
        yield f"Install what is missing: {visible(found.install, '')}"
        seen = [kind for kind in found.kinds if kind not in found.unseen]
        if seen:
            yield f"or compare the others alone: {' '.join(f'--kind {kind}' for kind in seen)}"


def _kind_lines(found: Drift, kind: str, *, verbose: bool, everything: bool) -> Iterator[str]:
    own = [change for change in found.changes if change.change.kind == kind]
    shown = [change for change in own if not change.is_breaking and (everything or (verbose and change.operations))]
    breaking, elsewhere = sum(change.is_breaking for change in own), sum(not change.operations for change in own)
    before, after = found.old.versions[kind], found.new.versions[kind]
    versions = before if before == after else f"{before} to {after}"
    count = ", ".join(
        filter(
            None,
            (
                counted(len(own), "change") if own else "unchanged",
                f"{breaking} breaking" if breaking else "",
                f"{elsewhere} of what no operation here converts{'' if everything else ' (--all shows them)'}"
                if elsewhere
                else "",
            ),
        )
    )
    yield f"{kind} ({versions}): {count}"
    for change in grouped(shown):
        yield from _change_lines(change)


def by_severity(changes: Iterable[Touched]) -> list[Touched]:
    """Return the changes that break something, those of one place as one: results that are refused come before inputs
    that are read wrongly, and what more operations rely on comes first.
    """
    found = grouped(change for change in changes if change.is_breaking)
    return sorted(found, key=lambda change: (WRITTEN not in change.breaks, -len(change.operations)))


def grouped(changes: Iterable[Touched]) -> list[Touched]:
    """Return the changes with those of one place as one."""
    places: dict[tuple[str, str, str, bool], list[Touched]] = {}
    for touched in changes:
        change = touched.change
        places.setdefault((change.kind, change.definition, change.at, touched.is_breaking), []).append(touched)
    return list(map(_touched_by_all, places.values()))


def _touched_by_all(changes: list[Touched]) -> Touched:
    texts: list[str] = []
    affected: dict[str, Affected] = {}
    taken = False
    for touched in changes:
        change = touched.change
        # Said once of all that a place takes now.
        takes = change.difference is DriftKind.WIDER and (bool(change.values) or change.variant is not None)
        texts.append(change.what.removeprefix("takes ") if takes and taken else change.what)
        taken = taken or takes
        for each in touched.affected:
            known = affected.get(each.operation, each)
            affected[each.operation] = Affected(
                each.operation, {**each.broken, **known.broken}, known.works or each.works
            )
    first = changes[0]
    return Touched(
        replace(first.change, what=", ".join(texts)),
        tuple(affected.values()),
        tuple(dict.fromkeys(rule for change in changes for rule in change.rules)),
    )


def _change_lines(change: Touched, kind: str = "", *, verbose: bool = False) -> Iterator[str]:
    mark = "!" if change.is_breaking else "-"
    yield f"  {mark} {f'{kind} ' if kind else ''}{place(change)}: {change.change.what}{breaking(change)}"
    if change.operations:
        yield f"      touches {', '.join(operation_names(change))}"
    shown: set[str] = set()
    for way, text in witnesses(change):
        if verbose or way not in shown:
            yield f"      {text}"
        shown.add(way)


def breaking(change: Touched) -> str:
    """Return what a change breaks, in parentheses; an empty text for nothing."""
    return f" (breaks {' and '.join(change.breaks)})" if change.breaks else ""


def witnesses(change: Touched) -> Iterator[tuple[str, str]]:
    """Yield for each operation and each way in which a change breaks it the way, and the input that shows it."""
    for way, what in ((READ, "{} of {} converts otherwise"), (WRITTEN, "the result of {} of {} no longer fits")):
        for each in change.affected:
            if way in each.broken:
                yield way, what.format(each.broken[way], each.operation)


def place(change: Touched) -> str:
    """Name what changed."""
    return f"{change.change.definition}.{change.change.at}" if change.change.at else change.change.definition


def operation_names(change: Touched) -> Iterator[str]:
    """Yield each operation with those of its rules that speak of the change."""
    for operation in change.operations:
        rules = [
            rule
            for name, _, rule in (name_and_rule.partition(" ") for name_and_rule in change.rules)
            if name == operation
        ]
        yield f"{operation} ({', '.join(rules)})" if rules else operation


def _replay_lines(replayed: Replayed) -> Iterator[str]:
    judged = f"Recordings, {replayed.kind}: {replayed.judged} judged by both"
    yield f"{judged}, {len(replayed.newly_refused)} newly refused, {len(replayed.newly_accepted)} newly accepted"
    for where in replayed.newly_refused[:PLACES]:
        yield f"  ! {visible(where, '')}"
    if len(replayed.newly_refused) > PLACES:
        yield f"  and {len(replayed.newly_refused) - PLACES} more"


def _stricter_lines(places: Sequence[Stricter]) -> Iterator[str]:
    if not places:
        return
    taken = sum(place.taken for place in places)
    yield f"Stricter than recorded traffic: {counted(len(places), 'place')}, {taken} of them taken by the suite"
    for place in places:
        by = "" if place.by == SCHEMA else f" (rule {place.by})"
        mark = "-" if place.taken else "!"
        times = counted(place.values, "value")
        yield f"  {mark} {place.kind} {visible(place.at or '/', '')}: {visible(place.what, '')}{by}, {times}"
        yield f"      recorded in {visible(place.example, '')}"


def _unplaced_lines(members: Sequence[Unplaced], *, verbose: bool, everything: bool) -> Iterator[str]:
    new = sum(member.is_new for member in members)
    shown = [member for member in members if everything or member.is_new]
    if shown:
        rest = "" if everything or not verbose or new == len(members) else f" (--all shows all {len(members)})"
        yield f"Members that conversions have no place for: {new} new{rest}{'' if verbose else ' (-v shows them)'}"
    if not verbose:
        return
    for definition, names, operations, target in unplaced_groups(shown):
        yield f"  - {visible(definition, '')}: {visible(', '.join(names), '')}"
        yield f"      becomes {visible(target, '')} ({operations})"


def unplaced_groups(members: Iterable[Unplaced]) -> Iterator[tuple[str, list[str], str, str]]:
    """Yield each definition with its members that have no place, the operations and their target."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for member in members:
        key = (f"{member.kind} {member.definition}", ", ".join(member.operations), member.target)
        groups.setdefault(key, []).append(member.member)
    for (definition, operations, target), names in groups.items():
        yield definition, names, operations, target


def document(found: Drift) -> dict[str, Any]:
    """Return a drift as data. Shape: specs/drift.schema.json."""
    return {
        "format": 1,
        "breaking": found.is_breaking,
        "old": {"name": found.old.name, "versions": dict(found.old.versions)},
        "new": {"name": found.new.name, "versions": dict(found.new.versions)},
        "compared": [kind for kind in found.kinds if kind not in found.unseen],
        "not_compared": dict(found.unseen),
        "install": found.install,
        "changes": [
            {
                "kind": change.change.kind,
                "definition": change.change.definition,
                "at": change.change.at,
                "what": change.change.what,
                "difference": change.change.difference.value,
                "breaks": list(change.breaks),
                "operations": list(change.operations),
                "broken": {each.operation: dict(each.broken) for each in change.affected if each.broken},
                "rules": list(change.rules),
            }
            for change in found.changes
        ],
        "replayed": [
            {
                "kind": replayed.kind,
                "judged": replayed.judged,
                "newly_refused": list(replayed.newly_refused),
                "newly_accepted": list(replayed.newly_accepted),
            }
            for replayed in found.replayed
        ],
        "stricter": [stricter._asdict() for stricter in found.stricter],
        "unplaced": [{**unplaced._asdict(), "operations": list(unplaced.operations)} for unplaced in found.unplaced],
        "stale": [{"certificate": name, "why": why} for name, why in found.stale],
    }
