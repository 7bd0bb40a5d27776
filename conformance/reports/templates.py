"""Templates that lie beside the code that fills them in."""

from __future__ import annotations

import os

from minijinja import Environment


def templates(folder: str, *names: str) -> Environment:
    """Return an environment with some templates of a folder; whatever they show is escaped."""
    environment = Environment(
        # Said outright: escaping must not depend on how the file is named.
        auto_escape_callback=lambda name: "html",
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name in names:
        environment.add_template(name, file_of(folder, name))
    return environment


def file_of(folder: str, name: str) -> str:
    """Return the text of a file that lies beside the code."""
    # Not by pathlib, here and elsewhere: importing it would cost every run as much as half the page.
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()
