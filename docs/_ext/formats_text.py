"""Writes docs/formats.md, what each format can carry, from the suite's tables: python docs/_ext/formats_page.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from conformance.formats.form import FORMS
from conformance.formats.kinds import GROUPS, KINDS, NATIVE, NONE, TEXT, Form

PAGE = Path(__file__).parents[1] / "formats.md"
SIGNS = {NATIVE: "yes", TEXT: "text", NONE: "–"}
HEAD = """\
# What each format can carry

For each kind of fact: whether a format has a place of its own for it (yes), can only say it in a text (text), or has
none (–). A star leads to a note below the table. A conversion owes what both of its formats have a place for; what the
target has none for, a converter reports.

`python docs/_ext/formats_page.py` writes this page from the suite's tables. A test writes a value of each kind in each
format and reads it back, and OpenAI's APIs have to accept what it wrote.
"""


def page() -> str:
    """Return the page for the tables as they are."""
    parts = [HEAD, _apis()]
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


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
