"""Says what code importing a Python subject loads: a line of JSON on standard output.

Standard library only, Python 3.8 or newer, and alone in its folder: it is run by path in the subject's own interpreter,
as the worker is.

    python conformance_code.py '{"worker": PATH, "paths": ["package.module:object"], "path": FOLDER}'

Each package or module outside the standard library is listed by name, version where it is installed, number of files,
and the SHA-256 over their names and contents. A package counts whole, whatever of it was loaded.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import sysconfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

INSTALLED = frozenset({"site-packages", "dist-packages"})


def roots(names: Iterable[str]) -> dict[str, str]:
    """Return the outermost package or module of each loaded module, with its folder or file.

    A namespace package is none: others may own parts of it.
    """
    standard = [os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")]
    found = {}
    for name in names:
        steps = name.split(".")
        for count in range(1, len(steps) + 1):
            outer = ".".join(steps[:count])
            module = sys.modules.get(outer)
            file = getattr(module, "__file__", None)
            if not isinstance(file, str):
                continue
            place = os.path.dirname(file) if hasattr(module, "__path__") else file
            if not is_standard(os.path.realpath(place), standard):
                found[outer] = archive_of(place)
            break
    return found


def is_standard(place: str, standard: Iterable[str]) -> bool:
    """Whether a folder or file belongs to the standard library."""
    return any(
        place.startswith(folder) and place[len(folder) :].split(os.sep)[0] not in INSTALLED for folder in standard
    )


def archive_of(place: str) -> str:
    """Return the place, or the archive that it lies in."""
    while not os.path.exists(place) and os.path.dirname(place) != place:
        place = os.path.dirname(place)
    return place


def files_of(place: str) -> Iterator[str]:
    """Yield the paths of a package's files; what Python or a tool made of them is left out."""
    if not os.path.isdir(place):
        yield place
        return
    for folder, inner, names in os.walk(place):
        inner[:] = sorted(name for name in inner if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.endswith((".pyc", ".pyo")) and not name.startswith(".") and os.path.isfile(path):
                yield path


def digest_of(place: str) -> tuple[int, str]:
    """Return the number of files of a package, and the digest over their names within it and their contents."""
    base = place if os.path.isdir(place) else os.path.dirname(place)
    lines = []
    for path in files_of(place):
        digest = hashlib.sha256()
        with open(path, "rb") as file:
            while True:
                chunk = file.read(1 << 20)
                if not chunk:
                    break
                digest.update(chunk)
        name = os.path.relpath(path, base).replace(os.sep, "/")
        lines.append(f"{digest.hexdigest()}  {name}\n")
    return len(lines), hashlib.sha256("".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def described(found: dict[str, str]) -> list[dict[str, Any]]:
    """Return what is said of each package or module. found: name to folder or file."""
    from importlib import metadata

    distributions: dict[str, list[str]] = getattr(metadata, "packages_distributions", dict)()
    code = []
    for name in sorted(found):
        top, version = name.partition(".")[0], None
        owners = distributions.get(top, [top])
        # Which distribution owns which part of a shared namespace is not known.
        if len(set(owners)) == 1 and not INSTALLED.isdisjoint(found[name].split(os.sep)):
            try:
                version = metadata.version(owners[0])
            except Exception:  # not installed, or the metadata cannot be read
                version = None
        count, digest = digest_of(found[name])
        code.append({"name": name, "version": version, "files": count, "sha256": digest})
    return code


def main(arguments: list[str]) -> None:
    """Load what the JSON argument names, and print the code that it loads."""
    config = json.loads(arguments[0])
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [folder for folder in sys.path if os.path.abspath(folder or ".") != own]
    sys.path.insert(0, os.path.dirname(config["worker"]))
    import conformance_worker as worker  # type: ignore[import-not-found]

    sys.path[0] = config["path"]
    _source, sink = worker.private_streams()
    before = set(sys.modules)
    answer: dict[str, Any]
    try:
        for path in config["paths"]:
            worker.load(path)
        found = roots(name for name in list(sys.modules) if name not in before)
        answer = {"code": described(found)}
    except worker.Unusable as error:
        answer = {"error": str(error)}
    except OSError as error:
        answer = {"error": f"{error.filename}: {error.strerror}."}
    worker.write_all(sink, [json.dumps(answer)])
    os._exit(0)  # the subject's threads are not waited for


if __name__ == "__main__":
    main(sys.argv[1:])
