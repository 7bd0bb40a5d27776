"""Reads the failures that a subject's own project expects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from conformance.base.errors import UsageError, did_you_mean
from conformance.base.files import read_file, read_toml
from conformance.commands.expected_file import line_of_reason, lines_of_entries
from conformance.results.text import counted, name_list
from conformance.rules.contracts import Specifications
from conformance.running.engine import ExpectedEntry
from conformance.running.engine.narrowing import is_glob, matched, spelled, suggestion

KEYS = ("operation", "rule", "cause", "reason")
FORM = "Each entry is [[failure]] with operation, rule, cause and reason; all but the reason may be lists."
LISTED = 5  # entries without a reason
ANY = ""  # in place of the cause of an entry that has none
FILL = "Say why it may fail until it is repaired."


def read_expected_failures(
    path: str, specifications: Specifications, flag: str = "--expected-failures"
) -> tuple[ExpectedEntry, ...]:
    """Read a TOML file of [[failure]] tables. flag: what names it.

    Raises UsageError that names the file, the line and the entry.
    """
    named = f"{flag} {path}"
    data = read_file(path, named, "Name a TOML file.")
    table = read_toml(data, named)
    for key in table:
        if key != "failure":
            raise UsageError(f"{path}: the unknown key {key!r}.", FORM)
    entries = table.get("failure", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise UsageError(f"{path}: failure is not a list of tables.", FORM)
    text = data.decode("utf-8")
    places = _places(path, text, len(entries))
    rules = _rules_of(specifications)
    expected = tuple(_entry(entry, where, rules) for entry, where in zip(entries, places, strict=True))
    _check_once(expected, places, rules)
    _check_reasons(path, text, expected, places)
    return expected


def _places(path: str, text: str, number: int) -> list[str]:
    """Return how messages name each entry: by its line, if every entry is a table with a header of its own."""
    lines = lines_of_entries(text)
    if len(lines) == number:
        return [f"{path}, line {line} (failure {place})" for place, line in enumerate(lines, 1)]
    return [f"{path}, failure {place}" for place in range(1, number + 1)]


def _rules_of(specifications: Specifications) -> dict[str, dict[str, None]]:
    """Return the ids of the rules by operation, in their order."""
    contracts = {**specifications.contracts, **specifications.services}
    return {name: dict.fromkeys(rule.id for rule in contract.rules) for name, contract in contracts.items()}


def _entry(entry: Mapping[str, Any], where: str, rules: Mapping[str, Iterable[str]]) -> ExpectedEntry:
    for key in entry:
        if key not in KEYS:
            raise UsageError(f"{where}: the unknown key {key!r}.", did_you_mean(key, KEYS))
    operations, ids = (_names(entry.get(key), key, where) for key in ("operation", "rule"))
    if not isinstance(entry.get("reason"), str):
        raise UsageError(f"{where}: reason is not a text.", FORM)
    causes = _names(entry["cause"], "cause", where) if "cause" in entry else ()
    ids = tuple(spelled(name, (rule for own in rules.values() for rule in own)) for name in ids)
    _check_names(operations, ids, where, rules)
    return ExpectedEntry(operations=operations, rules=ids, reason=" ".join(entry["reason"].split()), causes=causes)


def _names(value: Any, key: str, where: str) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if not names or not all(isinstance(name, str) and name.strip() for name in names):
        raise UsageError(f"{where}: {key} is neither a text nor a list of texts.", FORM)
    for place, name in enumerate(names):
        if name in names[:place]:
            raise UsageError(f"{where}: {key} has {name!r} twice.", "Keep one.")
    return tuple(names)


def _check_names(operations: Iterable[str], ids: Iterable[str], where: str, rules: Mapping[str, Iterable[str]]) -> None:
    """Raise UsageError for a name that is no operation or rule, and for an operation that has none of the rules."""
    covered: dict[str, Iterable[str]] = {}
    for name in operations:
        found = matched(name, rules)
        if not found:
            what = "matches no operation" if is_glob(name) else "is no operation"
            raise UsageError(f"{where}: {name!r} {what}.", suggestion(name, rules))
        covered |= {text: rules[text] for text in found}
    known = dict.fromkeys(rule for own in covered.values() for rule in own)
    for name in ids:
        if is_glob(name):
            raise UsageError(f"{where}: rule {name!r} is a glob.", "Name each rule: an entry excuses what is known.")
        if name not in known:
            everywhere = {rule for own in rules.values() for rule in own}
            hint = f"conformance explain {name} lists those that have it." if name in everywhere else ""
            hint = hint or did_you_mean(name, known)
            raise UsageError(f"{where}: {name!r} is no rule of {', '.join(operations)}.", hint)
    for name in operations:
        if not any(id_ in rules[text] for text in matched(name, rules) for id_ in ids):
            raise UsageError(f"{where}: {name} has no rule {' or '.join(ids)}.", f"Remove {name} from the entry.")


def _check_once(expected: Iterable[ExpectedEntry], places: Iterable[str], rules: Mapping[str, Iterable[str]]) -> None:
    """Raise UsageError for a cause of a rule of an operation that two entries have.

    An entry without a cause has all of them.
    """
    seen: dict[tuple[str, str], dict[str, str]] = {}
    for entry, where in zip(expected, places, strict=True):
        for key in ((operation, rule) for operation in rules for rule in rules[operation]):
            if not entry.covers(*key):
                continue
            known, causes = seen.setdefault(key, {}), entry.causes or (ANY,)
            again = next((known[cause] for cause in (ANY, *causes) if cause in known), None)
            if again is None and known and not entry.causes:
                again = next(iter(known.values()))
            if again is not None:
                raise UsageError(f"{where}: {key[0]} {key[1]} is listed twice, in {again} too.", "Keep one.")
            known.update(dict.fromkeys(causes, where))


def _check_reasons(path: str, text: str, expected: Iterable[ExpectedEntry], places: Iterable[str]) -> None:
    """Raise UsageError for entries whose reason is still to be filled in."""
    empty = [(number, entry) for number, entry in enumerate(expected) if not entry.reason]
    if not empty:
        return
    number, entry = empty[0]
    line = line_of_reason(text, number)
    where = f"{path}, line {line}" if line is not None else list(places)[number]
    of = f"{', '.join(entry.rules)} of {', '.join(entry.operations)}"
    others = [line_of_reason(text, other) for other, _entry in empty[1:]]
    lines = [str(other) for other in others if other is not None]
    more = f", as in {'line' if len(lines) == 1 else 'lines'} {name_list(lines, LISTED)}" if lines else ""
    raise UsageError(f"{where}: the reason of {of} is empty{more}.", FILL)


def older_form(path: str, expected: Iterable[ExpectedEntry], update: str) -> str | None:
    """Return a warning about entries of an older form, which name no cause; None where there is none.

    update: the command that rewrites them.
    """
    rules = [f"{', '.join(entry.rules)} of {', '.join(entry.operations)}" for entry in expected if not entry.causes]
    if not rules:
        return None
    which = f"{counted(len(rules), 'entry has', 'entries have')} no cause ({name_list(rules, LISTED)})"
    hide = "it excuses" if len(rules) == 1 else "each excuses"
    return f"{path}: {which}: {hide} every defect of its rules, also a new one. {update} writes the causes."
