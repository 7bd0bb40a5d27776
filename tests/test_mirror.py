"""Each module with code has tests: a file of its name in the mirrored folder, or one that mirrors.toml names.

`conformance/x/y.py` is mirrored by `tests/x/test_y.py`, and `conformance/commands/y_z.py` by
`tests/commands/approved/y-z.txt` too. mirrors.toml lists, by test, the modules that it covers through
others. A module goes from that list when it gets tests of its own; the list gets no longer.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS, PACKAGE = ROOT / "tests", ROOT / "conformance"
MOST = 286  # modules in mirrors.toml: lower it with the list
# Copied into environments of others, run by the interpreter alone, or what the banks try: a defect must be convicted.
SUITE = TESTS / "suite"  # the suite's test of itself has tests too
NO_MODULES = ("field/libraries/", "selftest/banks/", "selftest/mutators/")
# What these import is not all that they run: they start the command or programs, which import the rest.
STARTING = ("commands/", "results/reproduction/", "running/subjects/test_wire_driver.py")

FINDING = ("inputs",)  # packages that import what is in them by its name
# A module that imports what is in other packages by its name.
FOUND = {"rules/checks/registry": ("rules/checks/by_laws", "rules/checks/letters")}


@cache
def modules() -> dict[str, Path]:
    """The modules of the package that have code, by their path without its ending; a package is its folder."""
    found = {}
    for path in [*sorted(PACKAGE.rglob("*.py")), *sorted(SUITE.rglob("*.py"))]:
        name = path.relative_to(SUITE if SUITE in path.parents else PACKAGE).with_suffix("").as_posix()
        if name.startswith(NO_MODULES) or "/templates/" in name or path.stem == "__main__":
            continue
        if path.stem != "__init__":
            found[name] = path
        elif "/" in name and _has_functions(path):
            found[name.rpartition("/")[0]] = path
    return found


def _has_functions(path: Path) -> bool:
    code = ast.parse(path.read_text("utf-8")).body
    return any(isinstance(module_code, ast.FunctionDef | ast.ClassDef) for module_code in code)


def mirror_of(module: str) -> Path:
    folder, _slash, name = module.rpartition("/")
    approved = TESTS / folder / "approved" / f"{name.replace('_', '-')}.txt"
    return approved if approved.exists() else TESTS / folder / f"test_{name}.py"


@cache
def covered() -> dict[str, str]:
    """By module, the test that covers it through another one."""
    listed = tomllib.loads((TESTS / "mirrors.toml").read_text("utf-8"))
    return {module: test for test, own in listed.items() for module in own}


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules and packages of the suite that a file imports, or takes names from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    roots = ("conformance.", "tests.suite.")
    own = (name.removeprefix(root) for name in found for root in roots if name.startswith(root))
    return frozenset(name.replace(".", "/") for name in own)


def reached(names: Iterable[str], packages: Collection[str]) -> set[str]:
    """What some modules are and import. Imports of modules of some packages go on; a package has all that is in it."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name.partition("/")[0] in packages:
            waiting += _within(name)
    return found


def _within(name: str) -> Iterator[str]:
    path = modules().get(name) or PACKAGE / name / "__init__.py"
    yield from imports(path) if path.exists() else ()
    yield from FOUND.get(name, ())
    if name in FINDING or ((PACKAGE / name).is_dir() and "/" in name):
        yield from (module for module in modules() if module.rpartition("/")[0] == name)


def shows(test: str, module: str) -> bool:
    """Whether a test is beside where a module's own would be, or imports it or what leads to it.

    That is another module that imports it, or one of the package of either.
    """
    if test.startswith(STARTING) or (TESTS / test).parent == mirror_of(module).parent != TESTS:
        return True
    given, packages = imports(TESTS / test), {element.partition("/")[0] for element in (test, module)}
    direct = {import_ for name in given if (path := modules().get(name)) is not None for import_ in imports(path)}
    return module in {*given, *direct, *reached(given, packages)}


def test_each_module_has_a_test_of_its_name_or_is_in_the_list() -> None:
    without = {module for module in modules() if not mirror_of(module).exists()} - set(covered())
    assert not without, f"write tests/.../test_NAME.py of {sorted(without)}"


def test_what_is_listed_exists_and_has_no_test_of_its_name() -> None:
    assert set(covered()) <= set(modules())
    assert [module for module in covered() if mirror_of(module).exists()] == []


def test_a_listed_test_leads_to_its_modules() -> None:
    assert {test for test in covered().values() if not (TESTS / test).exists()} == set()
    assert [(test, module) for module, test in covered().items() if not shows(test, module)] == []


def test_the_list_only_gets_shorter() -> None:
    assert len(covered()) == MOST
