"""What the adapters of `conformance init` need beside their files, as it is on this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.node import runs_typescript

ALL_ARE_HERE = "CONFORMANCE_TEST_LANGUAGES"  # set where every language has to be installed, and is tried
ALWAYS = ("python",)  # the others compile, or need more than this project does: `tox -e languages`
TYPESCRIPT = ("typescript@7.0.2", "@types/node@26.6.6")
ROOT = Path(__file__).parents[2]
JARS = Path("/usr/share/java")  # Debian's libjackson2-databind-java
CRATES = Path("/usr/share/cargo/registry")  # Debian's librust-serde-json-dev and librust-indexmap-dev


TOOLS = {
    "python": "python3",
    "javascript": "node",
    "typescript": "node",
    "java": "javac",
    "csharp": "dotnet",
    "go": "go",
    "rust": "cargo",
    "php": "php",
    "ruby": "ruby",
}


@dataclass(frozen=True, kw_only=True)
class Toolchain:
    """A language that is installed.

    provide: lays what its adapter needs where that is looked for. Its arguments are the folder in which commands run,
    and the one that the adapter is written into. environment: what its commands need beside the tests' own.
    """

    language: str
    provide: Callable[[Path, Path], None]
    environment: Mapping[str, str]

    def build(self, command: str | None, here: Path, environment: Mapping[str, str]) -> None:
        """Run the command that `conformance init` printed, if it printed one."""
        if command is None:
            return
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=here,
            env={**environment, **self.environment},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def toolchain(language: str, cache: Path) -> Toolchain:
    """Return a language's toolchain; skips the test where there is none. cache: a folder of the tests of a run."""
    tool = TOOLS[language]
    if language not in ALWAYS and not os.environ.get(ALL_ARE_HERE):
        pytest.skip("`tox -e languages` runs it")
    if shutil.which(tool) is None:
        # Debian has no dotnet, and the default tests do without Node.
        (pytest.skip if language in ("csharp", "javascript") else pytest.fail)(f"{tool} is not installed")
    environment: dict[str, str] = {}
    provide: Callable[[Path, Path], None] = _nothing
    if language == "typescript" and not runs_typescript():
        provide = _linked("node_modules", _typescript() / "node_modules", beside=True)
    elif language == "java":
        provide = _jars
    elif language == "rust":
        environment["CARGO_HOME"] = str(_offline_crates(cache / "cargo"))
        target = cache / "rust-target"  # what the adapter depends on is compiled once
        target.mkdir(exist_ok=True)
        provide = _linked("conformance_adapter/target", target)
    return Toolchain(language=language, provide=provide, environment=environment)


def _nothing(here: Path, folder: Path) -> None:
    pass


def _linked(name: str, to: Path, *, beside: bool = False) -> Callable[[Path, Path], None]:
    """Return what links a folder. beside: where commands run, not where the adapter is."""

    def link(here: Path, folder: Path) -> None:
        place = (here if beside else folder) / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(to)

    return link


def _typescript() -> Path:
    """Install npm's compiler, where the registry may be used; it stays installed between runs."""
    folder = ROOT / ".tox" / "typescript"
    if not (folder / "package-lock.json").is_file():
        install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), *TYPESCRIPT]
        subprocess.run(install, check=True, timeout=300)
    return folder


def _jars(here: Path, folder: Path) -> None:
    lib = folder / "conformance_adapter" / "lib"
    lib.mkdir(parents=True)
    for name in ("core", "databind", "annotations"):
        jar = JARS / f"jackson-{name}.jar"
        if not jar.is_file():
            _missing(jar)
        (lib / jar.name).symlink_to(jar)


def _offline_crates(home: Path) -> Path:
    """Return a home of cargo that takes crates from Debian's folder instead of the registry."""
    if not list(CRATES.glob("serde_json-1.*")) or not list(CRATES.glob("indexmap-*")):
        _missing(CRATES / "serde_json, indexmap")
    home.mkdir(exist_ok=True)
    source = f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{CRATES}"\n'
    (home / "config.toml").write_text(source, "utf-8")
    return home


def _missing(path: Path) -> None:
    pytest.fail(f"{path} is not here")
