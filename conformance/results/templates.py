"""Templates that lie beside the code that fills them in."""

from __future__ import annotations

import os
import re
from html import escape

from minijinja import Environment, safe


def templates(folder: str, *names: str) -> Environment:
    """Return an environment with some templates of a folder; whatever they show is escaped."""
    environment = Environment(
        # Said outright: escaping must not depend on how the file is named.
        auto_escape_callback=lambda name: "html",
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.add_filter("breakable", breakable)
    for name in names:
        environment.add_template(name, file_of(folder, name))
    return environment


def breakable(text: str) -> str:
    """Return text as HTML whose long words may go on in a new line: after `_`, `.` and `:`, and before `/`."""
    return safe(re.sub(r"\S{16,}", _breakable, escape(text)))


def _breakable(word: re.Match[str]) -> str:
    return re.sub(r"(?<=.)(?=/)|(?<=[_.:])(?=.)", "<wbr>", word[0])


def file_of(folder: str, name: str) -> str:
    """Return the text of a file that lies beside the code."""
    # Not by pathlib, here and elsewhere: importing it would cost every run as much as half the page.
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()
