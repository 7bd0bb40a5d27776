"""The commands that the pages show and what they print, found in the pages and run in their order."""

from __future__ import annotations

import io
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.command import COMMAND, run_here, without_progress
from tests.docs.as_shown import adapted

ROOT = Path(__file__).parents[2]
PAGES = (
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "ARCHITECTURE")),
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / folder / "README.md" for folder in ("specs", "tests/suite")),
)
SHELL = ("", "sh", "bash", "shell", "console")
# The first word of a line that is a command. The lines below it are what it prints.
INLINE = re.compile(r"(conformance|python -m tests\.suite) [a-z-]+( |$)")
PROGRAM = re.compile(
    r"(?:[A-Z_]+=\S+ )*"
    r"(?:(?:\S*/)?bin/\w+|\.|cd|conformance|cp|docker|echo|export|git|go|mkdir|node|npm|npx|openssl|php|pip|pytest"
    r"|python3?|ruby|tox|uvx?)(?: |$)"
)
NAMED = re.compile(r"(?:#|//) (\S+\.\w+)\n")  # the first line of a block that is a file
OF_A_SHELL = re.compile(r"[|&;<>()$*?~`]")
LIMIT = 60  # seconds; a command that takes longer hangs


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command. page: its file. text: the line. shown: in a block, not in a sentence.

    claimed: the lines below it in its block, which say what it prints; tests/docs/printed.py compares them.
    """

    page: Path
    text: str
    shown: bool = True
    claimed: tuple[str, ...] = ()

    @property
    def of_the_suite(self) -> bool:
        """Whether it is this command line that runs."""
        return self.text.split()[0].rpartition("/")[2] == "conformance"

    def words(self) -> list[str]:
        """What the suite is given: up to an operator of the shell or a comment, without the brackets of a synopsis."""
        words = shlex.split(re.sub(r"[\[\]]|\.\.\.", "", self.text), comments=True)[1:]
        return words[: next((i for i, word in enumerate(words) if word in ("||", "&&", "|", "&", ">", ";")), None)]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that a page prints, or what it changes in one: a block that names the file in a comment on its first line.

    changes: whether the text is a difference, of which `...` leaves out lines that stay.
    """

    name: str
    text: str
    changes: bool = False


@cache
def parts_of(page: Path) -> tuple[Command | File, ...]:
    """The commands and the files of a page in their order."""
    return tuple(part for token in _parsed(page) for part in _found(token, page))


def commands_of(page: Path) -> tuple[Command, ...]:
    """The commands of a page in their order."""
    return tuple(part for part in parts_of(page) if isinstance(part, Command))


def unclaimed(page: Path) -> list[str]:
    """Lines of blocks of commands that follow no command, so that nothing compares them."""
    first = (_lines(token)[:1] for token in _parsed(page) if _is_shell(token))
    return [line for lines in first for line in lines if not PROGRAM.match(line.strip().removeprefix("$ "))]


def _parsed(page: Path) -> list[Token]:
    return MarkdownIt("commonmark").enable("table").parse(page.read_text("utf-8"))


def _language(token: Token) -> str:
    return token.info.split()[0] if token.info.strip() else ""


def _is_shell(token: Token) -> bool:
    return token.type == "code_block" or (token.type == "fence" and _language(token) in SHELL)


def _lines(token: Token) -> list[str]:
    return token.content.replace("\\\n", "").splitlines()


def _found(token: Token, page: Path) -> Iterator[Command | File]:
    if _is_shell(token):
        yield from _in_block(_lines(token), page)
    elif token.type == "fence":
        named = NAMED.match(token.content)
        if named:
            yield File(name=named[1], text=token.content, changes=_language(token) == "diff")
        if _language(token) == "yaml":
            for text in re.findall(r"^\s*(?:- )?run: (conformance .+)$", token.content, re.M):
                yield Command(page=page, text=text, shown=False)
    elif token.type == "inline":
        for child in token.children or ():
            if child.type == "code_inline" and re.match(
                r"(conformance|python -m tests\.suite) [a-z-]+( |$)", child.content
            ):
                yield Command(page=page, text=child.content, shown=False)


def _in_block(lines: list[str], page: Path) -> Iterator[Command]:
    """Where the first line has a prompt, commands are the lines that have one, else those that look like one."""
    command: Command | None = None
    prompt = "$ " if lines and lines[0].startswith("$ ") else ""
    for line in lines:
        text = line.strip().removeprefix(prompt)
        if line.startswith(prompt) and PROGRAM.match(text):
            if command is not None:
                yield command
            command = Command(page=page, text=" ".join(text.split()))
        elif command is not None and (text or command.claimed):
            command = replace(command, claimed=(*command.claimed, line.rstrip()))
    if command is not None:
        yield command


def code_of(page: Path) -> dict[str, str]:
    """The blocks of a page that say on their first line which file they are: by its name."""
    found = re.findall(r"^```(?:python|yaml)\n# (\S+\.\w+)\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.M)
    return dict(found)


def block(page: Path, language: str, number: int = 0) -> str:
    """One block of a page."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.M)
    return str(found[number])


class Ran(NamedTuple):
    """What a command came to: its exit status, and what it printed on both streams."""

    status: int
    out: str


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_screen(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of what a page shows: a screen of 80 columns, without colours and moving bars."""
    return {**environment, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "xterm"}


def run_command(command: Command, folder: Path, environment: Mapping[str, str]) -> Ran:
    """Run a command as on a screen: in this process if it needs no shell and no process of its own."""
    words = shlex.split(command.text)
    if (
        words[0] == "conformance"
        and words[1] not in ("serve", "emulate", "gateway")
        and not OF_A_SHELL.search(command.text)
    ):
        own = adapted(words[1:], environment["SERVICE"], is_whole=bool(command.claimed))
        screen = _Screen()
        done = run_here(folder, tuple(own), on_screen(environment), out=screen)
        return Ran(done.status, screen.getvalue() + done.err)
    return Ran(*run_in_shell(command, folder, environment))


def run_on_terminal(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Ran:
    """Run the command as a process of its own, on a terminal."""
    reader, writer = pty.openpty()
    with (
        subprocess.Popen(
            [*COMMAND, *words], cwd=folder, env=on_screen(environment),
            stdin=subprocess.DEVNULL, stdout=writer, stderr=writer,
        ) as done,
        open(reader, "rb") as screen,
    ):  # fmt: skip
        os.close(writer)
        printed = b""
        try:
            while chunk := screen.read1():
                printed += chunk
        except OSError:  # so Linux says that the last writer has gone
            pass
    return Ran(done.returncode, without_progress(printed.decode().replace("\r\n", "\n")))


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
