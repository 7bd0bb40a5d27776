"""Stands in for uv and pip: it knows the releases of one package, and installs nothing.

An environment's interpreter is this Python, with the release in its environment as LIBRARY_VERSION.
"""

import os
import sys

RELEASES = {
    "1.0.0": "2026-01-10",
    "1.1.0": "2026-02-10",
    "1.2.0": "2026-03-10",
    "1.2.1": "2026-03-20",
    "1.3.0": "2026-04-10",
}
BROKEN = "1.1.0"  # it cannot be installed


def option(name: str) -> str:
    return sys.argv[sys.argv.index(name) + 1]


def compiled(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        wanted = file.read().splitlines()
    version = wanted[0].partition("==")[2]
    if version == BROKEN and "--no-deps" not in sys.argv:
        sys.exit("error: No solution found\n  cause: Because tidy==1.1.0 needs what nobody has, it cannot be used.")
    before = option("--exclude-newer") if "--exclude-newer" in sys.argv else "ever"
    lines = [f"# {' '.join(wanted)}, released before {before}", f"version {version}"]
    return "\n".join([*lines, f"upload-time = {RELEASES[version]}T01:02:03Z", ""])


def main() -> None:
    words = sys.argv[1:]
    if "index" in words:
        print(f"tidy (1.3.0)\nAvailable versions: {', '.join(reversed(RELEASES))}, 1.4.0rc1")
    elif words[:2] == ["pip", "compile"]:
        (given,) = (word for word in words if word.endswith(".txt"))
        if "-o" not in words:
            print(compiled(given), end="")
            return
        with open(option("-o"), "w", encoding="utf-8") as file:
            file.write(compiled(given))
    elif words[:1] == ["venv"]:
        os.makedirs(os.path.join(words[-1], "bin"), exist_ok=True)
    elif words[:2] == ["pip", "sync"]:
        with open(words[-1], encoding="utf-8") as file:
            version = file.read().partition("version ")[2].split()[0]
        with open(option("--python"), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nLIBRARY_VERSION={version} exec {sys.executable} "$@"\n')
        os.chmod(option("--python"), 0o755)
    elif words[:2] == ["pip", "freeze"]:
        folder = os.path.dirname(os.path.dirname(option("--python")))
        with open(os.path.join(folder, "pylock.toml"), encoding="utf-8") as file:
            print(f"tidy=={file.read().partition('version ')[2].split()[0]}")
    else:
        sys.exit(f"error: not known: {words}")


main()
