"""What each format can carry, from the suite's tables: for docs/choices.md."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.formats.form import FORMS
from conformance.formats.kinds import GROUPS, KINDS, NATIVE, NONE, TEXT, Form

SIGNS = {NATIVE: "yes", TEXT: "text", NONE: "–"}


def text() -> str:
    """Return the formats, and a table for each group of kinds."""
    parts = [_apis()]
    for group, title in GROUPS.items():
        kinds = [kind for kind in KINDS if kind.startswith(f"{group}/")]
        table = [_line("", *map(_name, FORMS.values())), "|---|" + "---|" * len(FORMS), *map(_row, kinds)]
        notes = [note for kind in kinds for note in _notes(kind)]
        parts += [f"## {title}\n", "\n".join(table) + "\n", *(["\n".join(notes) + "\n"] if notes else [])]
    return "\n".join(parts)


def _apis() -> str:
    """Return what each column is, and what its API demands in any case."""
    lines = []
    for form in FORMS.values():
        demands = f", which demands {' and '.join(form.demands.values())}" if form.demands else ""
        lines.append(f"- [{form.title}](<{form.source}>){demands}\n")
    return "".join(lines)


def _name(form: Form) -> str:
    return form.title.split()[0]


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def _row(kind: str) -> str:
    return _line(_words(kind), *(_cell(form, kind) for form in FORMS.values()))


def _words(kind: str) -> str:
    group, _, name = kind.partition("/")
    return f"{name}: {KINDS[kind]}" if group == "setting" else KINDS[kind]


def _cell(form: Form, kind: str) -> str:
    return SIGNS[form.entries[kind]] + ("\\*" if kind in form.notes else "")


def _notes(kind: str) -> Iterator[str]:
    for form in FORMS.values():
        note = form.notes.get(kind)
        if note:
            hosts = f"{note.hosts} alone; " if note.hosts else ""
            yield f"- {_name(form)}, *{_words(kind)}*: {note.why} ({hosts}[source](<{note.link}>))"
