"""The commands that the pages show, found in them and run in their order."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

from tests.command import run_here
from tests.docs.as_shown import adapted

ROOT = Path(__file__).parents[2]
PAGES = (
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "ARCHITECTURE")),
    # tests/docs/test_flags.py reads the examples of docs/flags.md.
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.name != "flags.md"),
)
SHELL = ("", "sh", "bash", "shell", "console")
# The first word of a line that is a command. The lines below it are what it prints.
PROGRAM = re.compile(
    r"(?:[A-Z_]+=\S+ )*"
    r"(?:(?:\S*/)?bin/\w+|\.|cd|conformance|cp|docker|echo|export|git|go|mkdir|node|npm|npx|openssl|php|pip|pytest"
    r"|python3?|ruby|tox|uvx?)(?: |$)"
)
OF_A_SHELL = re.compile(r"[|&;<>()$*?~`]")
LIMIT = 60  # seconds; a command that takes longer hangs


class Command(NamedTuple):
    """One command. page: the file it stands in. text: the line. shown: in a block, not in a sentence."""

    page: Path
    text: str
    shown: bool = True

    @property
    def of_the_suite(self) -> bool:
        """Whether it is this command line that runs."""
        return self.text.split()[0].rpartition("/")[2] == "conformance"

    def words(self) -> list[str]:
        """What the suite is given: up to an operator of the shell or a comment, without the brackets of a synopsis."""
        words = shlex.split(re.sub(r"[\[\]]|\.\.\.", "", self.text), comments=True)[1:]
        return words[: next((i for i, word in enumerate(words) if word in ("||", "&&", "|", "&", ">", ";")), None)]


@cache
def commands_of(page: Path) -> tuple[Command, ...]:
    """The commands of a page in their order."""
    return tuple(Command(page, text, shown) for text, shown in _found(page.read_text("utf-8")))


def _found(markdown: str) -> Iterator[tuple[str, bool]]:
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        language = token.info.split()[0] if token.info.strip() else ""
        if token.type == "code_block" or (token.type == "fence" and language in SHELL):
            for line in token.content.replace("\\\n", "").splitlines():
                line = line.strip().removeprefix("$ ")
                if PROGRAM.match(line):
                    yield " ".join(line.split()), True
        elif token.type == "fence" and language == "yaml":
            yield from (
                (reported, False) for reported in re.findall(r"^\s*(?:- )?run: (conformance .+)$", token.content, re.M)
            )
        elif token.type == "inline":
            for child in token.children or ():
                if child.type == "code_inline" and re.match(r"conformance [a-z-]+( |$)", child.content):
                    yield child.content, False


def code_of(page: Path) -> dict[str, str]:
    """The blocks of a page that say on their first line which file they are: by its name."""
    found = re.findall(r"^```(?:python|yaml)\n# (\S+\.\w+)\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.M)
    return dict(found)


def block(page: Path, language: str, number: int = 0) -> str:
    """One block of a page."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.M)
    return str(found[number])


class Ran(NamedTuple):
    """The exit statuses of the commands in their order, and what they printed."""

    statuses: list[int]
    out: str


def run_in_order(commands: list[Command], folder: Path, environment: Mapping[str, str]) -> Ran:
    """Run the commands one after the other: in this process if they need no shell and no process of their own."""
    statuses, out = [], ""
    for command in commands:
        words = shlex.split(command.text)
        if words[0] == "conformance" and words[1] not in ("serve", "emulate") and not OF_A_SHELL.search(command.text):
            status, *printed = run_here(folder, tuple(adapted(words[1:], environment["SERVICE"])), environment)
        else:
            status, *printed = run_in_shell(command, folder, environment)
        statuses.append(status)
        out += "\n".join([f"$ {command.text}", *printed])
    return Ran(statuses, out)


def run_in_shell(command: Command, folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """Give a command to a shell, and end the processes that it leaves behind."""
    with subprocess.Popen(
        ["bash", "-c", command.text], cwd=folder, env=environment, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as shell:  # fmt: skip
        try:
            out = shell.communicate(timeout=LIMIT)[0]
        finally:
            try:
                os.killpg(shell.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    return shell.returncode, out


def shim() -> str:
    """What stands in the path of a reader's folder as `conformance`."""
    return f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).with_name("as_shown.py")}" "$@"\n'
