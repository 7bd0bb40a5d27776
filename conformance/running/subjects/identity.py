"""Who a subject is, for a certificate: what it says of itself, and a digest of the code it is made of."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from conformance import __version__, reference
from conformance.base.errors import SubjectError
from conformance.base.observation import Description
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.child import Child
from conformance.running.subjects.code import conformance_code
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.process import ProcessConfig
from conformance.running.subjects.python import PythonConfig
from conformance.running.subjects.reference import ReferenceConfig
from conformance.running.subjects.supervised import Supervised
from conformance.running.subjects.wire import WireConfig
from conformance.running.subjects.worker import conformance_worker


class Code(NamedTuple):
    """A package, a module or a file that a subject is made of. sha256: over the names and contents of its files."""

    name: str
    version: str | None
    files: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A subject as a certificate knows it. code: empty where only the subject itself can be asked."""

    name: str
    version: str | None
    language: str | None
    operations: tuple[str, ...]
    code: tuple[Code, ...]

    def as_data(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "name": self.name,
            "version": self.version,
            "language": self.language,
            "operations": list(self.operations),
            "code": [code._asdict() for code in self.code],
        }


def digest_of(identity: Mapping[str, Any]) -> str:
    """Return the digest of an identity as data, in hexadecimal."""
    text = json.dumps(identity, sort_keys=True, separators=(",", ":"))
    return str(sha256(text.encode()).hexdigest())


def identity_of(description: Description, code: tuple[Code, ...]) -> Identity:
    """Return who a subject is. What a process states of itself may be anything; only text is taken for a version."""
    version = description.version if isinstance(description.version, str) else None
    language = description.language if isinstance(description.language, str) else None
    return Identity(
        name=description.name,
        version=version,
        language=language,
        operations=tuple(sorted(description.operations)),
        code=code,
    )


def code_of(config: SubjectConfig) -> tuple[Code, ...]:
    """Return the code of a subject, by name.

    Of a Python subject: every package and module outside the standard library that importing it loads. Of a command,
    or a driver: the files that it names. Of the reference: its package. Of what is reached over a network: nothing can
    be seen.
    Raises SubjectError for a subject that cannot be imported or whose files cannot be read.
    """
    if isinstance(config, ProcessConfig | WireConfig):
        return _files_of(config.command, config.folder)
    if isinstance(config, PythonConfig):
        return _loaded(config)
    return _reference() if isinstance(config, ReferenceConfig) else ()


def _reference() -> tuple[Code, ...]:
    count, digest = conformance_code.digest_of(os.path.dirname(os.path.abspath(reference.__file__)))
    return (Code("conformance.reference", __version__, count, digest),)


def _files_of(command: str, folder: str) -> tuple[Code, ...]:
    found = []
    for number, word in enumerate(shlex.split(command)):
        path = os.path.join(folder, (shutil.which(word) or word) if number == 0 else word)
        if os.path.isfile(path):
            try:
                count, digest = conformance_code.digest_of(path)
            except OSError as error:
                raise SubjectError(f"{path} cannot be read: {error.strerror}.") from None
            # Without its folder: the program may be installed elsewhere on another machine.
            found.append(Code(os.path.basename(path), None, count, digest))
    return tuple(sorted(found))


def _loaded(config: PythonConfig) -> tuple[Code, ...]:
    """Ask the subject's own interpreter. It imports the subject, as the worker does."""
    paths = [*filter(None, [config.path]), *config.bind.values()]
    job = {
        "worker": os.path.abspath(conformance_worker.__file__),
        "paths": paths,
        "path": os.path.abspath(config.folder),
    }
    script = os.path.abspath(conformance_code.__file__)
    command = [config.python, script, json.dumps(job)]
    process = Supervised(command, clean_environment(config.env), folder=config.folder)
    try:
        answer = _answer(process.start(), config.limits.start_timeout)
    finally:
        process.drop()
    if "error" in answer:
        raise SubjectError(f"The code of the subject cannot be read: {answer['error']}")
    return tuple(Code(**module_code) for module_code in answer["code"])


def _answer(child: Child, seconds: float) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        for line in child.lines(left):
            try:
                answer = json.loads(line)
            except ValueError:
                answer = None
            if isinstance(answer, dict):
                return answer
        if child.ended:
            raise SubjectError("The code of the subject cannot be read: its interpreter ended.", log=child.log())
    raise SubjectError(
        f"The code of the subject cannot be read: importing it took over {seconds:g} seconds.",
        "Give it more with --start-timeout.",
        log=child.log(),
    )
