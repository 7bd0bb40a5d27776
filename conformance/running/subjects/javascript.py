"""Functions in JavaScript or TypeScript as a subject: a program of ours imports them and speaks the protocol."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass

from conformance.base.errors import SubjectError, UsageError, did_you_mean
from conformance.base.observation import Description
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.process import ProcessConfig, ProcessSubject
from conformance.running.subjects.python import PythonConfig

_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(_PACKAGE, "javascript")  # the npm package
SERVE_ADAPTER = os.path.join(FOLDER, "serve_adapter.mjs")
ENDINGS = (".mjs", ".js", ".cjs", ".mts", ".ts", ".cts")
OLDEST = 18  # Node's first number
START = 10.0  # seconds that Node may take to say its version


def is_javascript(path: str) -> bool:
    """Whether a subject's path, FILE or FILE:EXPORT, is of a file in JavaScript or TypeScript."""
    return path.partition(":")[0].lower().endswith(ENDINGS)


@dataclass(frozen=True, slots=True, kw_only=True)
class JavaScriptConfig(ProcessConfig):
    """Functions in files. command: that of the program that serves them. files: what it imports, as people wrote it."""

    files: tuple[str, ...]

    def open(self) -> ProcessSubject:
        """Return the subject. Raises UsageError for a file that is not there."""
        for file in self.files:
            _see(file, os.path.join(self.folder, file))
        return JavaScriptSubject(self, clean_environment(self.env))


class JavaScriptSubject(ProcessSubject):
    """A subject that Node runs. Raises SubjectError where there is no Node, or one that is too old."""

    def __init__(self, config: JavaScriptConfig, environment: Mapping[str, str]) -> None:
        self._files = ", ".join(config.files)
        self._environment = environment
        super().__init__(shlex.split(config.command), environment, config.limits, folder=config.folder)

    def describe(self) -> Description:
        """Start Node and ask what it serves. Raises SubjectError."""
        node = shutil.which("node", path=self._environment.get("PATH"))
        if node is None:
            raise SubjectError(
                f"Node is not in the PATH, and {self._files} needs it.", f"Install Node {OLDEST} or newer."
            )
        try:
            return super().describe()
        except SubjectError:
            if (version := _version(node)) and int(version.partition(".")[0]) < OLDEST:
                raise SubjectError(
                    f"Node {version} is too old for {self._files}.", f"Install Node {OLDEST} or newer."
                ) from None
            raise

    def _silence(self) -> tuple[str, str]:
        """Return that the import took long: our own program answers as soon as it is over."""
        return (
            f"Importing {self._files} took over {self._start_timeout:g} s.",
            "Does it read standard input itself? Then it is a --command. --start-timeout gives it longer.",
        )


def config_of_functions(given: PythonConfig) -> SubjectConfig:
    """Return the configuration of bound functions, in Python or JavaScript. Raises UsageError for some in both."""
    return javascript_config(given) if any(map(is_javascript, given.bind.values())) else given


def javascript_config(given: PythonConfig) -> JavaScriptConfig:
    """Return the configuration of the subject that a path, or bound functions, name.

    given: its `path` or `bind` is of files in JavaScript. Raises UsageError for what only Python has, and for functions
    in two languages.
    """
    if given.interpreter or given.in_process:
        flag = "--in-process" if given.in_process else "--python"
        raise UsageError(f"{flag} is for Python subjects, not for JavaScript.", f"Remove {flag}.")
    words, name, files = [SERVE_ADAPTER], given.name, []
    if given.bind:
        other = next((path for path in given.bind.values() if not is_javascript(path)), None)
        if other is not None:
            raise UsageError(f"{other} and functions in JavaScript cannot be one subject.", "Certify each by itself.")
        for operation, path in given.bind.items():
            file, _colon, exported = path.partition(":")
            words += ["--bind", operation, file, exported]
            files.append(file)
        name = name or (", ".join(sorted({*files})) if len(files) > 1 else next(iter(given.bind.values())))
    else:
        file, _colon, exported = given.path.partition(":")
        words += ["--operations", ",".join(given.operations), file, *(["--export", exported] if exported else [])]
        files.append(file)
    if name:
        words += ["--name", name]
    return JavaScriptConfig(
        command=shlex.join(["node", *words]),
        files=tuple(dict.fromkeys(files)),
        choices=given.choices,
        without=given.without,
        env=given.env,
        limits=given.limits,
        folder=given.folder,
    )


def _see(named: str, path: str) -> None:
    """Raise UsageError for a file that is not there."""
    if os.path.isfile(path):
        return
    folder = os.path.dirname(path)
    if os.path.isdir(path):
        raise UsageError(f"{named} is a folder.", "Name a file in it.")
    if not os.path.isdir(folder or os.curdir):
        raise UsageError(f"{named} is not there: there is no folder {folder}.", "Correct the path.")
    with os.scandir(folder or os.curdir) as entries:
        near = sorted(entry.name for entry in entries if is_javascript(entry.name) and entry.is_file())
    hint = did_you_mean(os.path.basename(path), near) if near else "No file of JavaScript is in its folder."
    raise UsageError(f"{named} is not there.", hint)


def _version(node: str) -> str | None:
    """Return the version of a Node; None where it does not say it."""
    try:
        asked = [node, "--version"]
        said = subprocess.run(asked, stdin=subprocess.DEVNULL, capture_output=True, timeout=START, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.match(r"v(\d+(\.\d+)*)", said.decode("ascii", "replace"))
    return found and found[1]
