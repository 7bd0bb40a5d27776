"""A name says one thing: a class has its name alone, a function says what it returns, and a variable what it is."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE, SUITE = ROOT / "conformance", ROOT / "tests" / "suite"
# Class names that two wings may both define, each with the reason.
BOTH = {
    "Setting": "the model's, and one of the demonstration server, which writes its names into the schemas of its tools",
}
MOST_DEFINED = 3  # modules that may define a function of one such name
# Names that only say that something was done, or how it is.
PARTICIPLE = re.compile(
    r"_?([a-z]+ed|built|chosen|drawn|found|given|held|kept|known|left|lost|made|meant|said|seen|shown|taken|told|written)"
)
NO_PARTICIPLES = frozenset({"embed", "exceed", "feed", "need", "seed", "speed"})
# Variables of this name, which says nothing: lower the number with them.
MOST_ONES = 100


def paths_in(*folders: Path) -> list[Path]:
    return [path for folder in folders for path in sorted(folder.rglob("*.py")) if "libraries" not in path.parts]


def modules(*folders: Path) -> dict[Path, ast.Module]:
    return {path: parsed(path) for path in paths_in(*folders)}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def wing_of(path: Path) -> str:
    return "tests/suite" if SUITE in path.parents else path.relative_to(PACKAGE).parts[0]


def shared_names(trees: dict[Path, ast.Module]) -> dict[str, set[str]]:
    """Return the wings of each class name that is defined in several."""
    wings: dict[str, set[str]] = defaultdict(set)
    for path, module in trees.items():
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                wings[node.name].add(wing_of(path))
    return {name: own for name, own in wings.items() if len(own) > 1}


def participles(trees: dict[Path, ast.Module]) -> Counter[str]:
    """Return how many modules define a function of each name that is a participle alone."""
    return Counter(
        node.name
        for module in trees.values()
        for node in module.body
        if isinstance(node, ast.FunctionDef) and PARTICIPLE.fullmatch(node.name)
        if node.name.lstrip("_") not in NO_PARTICIPLES
    )


def bindings(module: ast.Module, name: str) -> Iterator[ast.AST]:
    for node in ast.walk(module):
        if (isinstance(node, ast.arg) and node.arg == name) or (
            isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
        ):
            yield node


pytestmark = pytest.mark.expensive("parses every module")


def test_a_class_name_has_one_meaning_in_two_wings() -> None:
    assert set(shared_names(modules(PACKAGE, SUITE))) == set(BOTH)


def test_no_more_modules_than_a_few_define_a_function_whose_name_says_only_that_something_was_done() -> None:
    assert {name: number for name, number in participles(modules(PACKAGE)).items() if number > MOST_DEFINED} == {}


def test_a_variable_is_called_what_it_is() -> None:
    paths = paths_in(PACKAGE, ROOT / "tests", ROOT / "benchmarks", ROOT / "docs")
    used = (path for path in paths if re.search(r"\bone\b", path.read_text("utf-8")))
    assert sum(1 for path in used for _binding in bindings(parsed(path), "one")) <= MOST_ONES


def test_a_public_function_has_no_parameter_called_one() -> None:
    functions = (
        (path, node)
        for path, module in modules(PACKAGE).items()
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    )
    found = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, node in functions
        for parameter in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        if parameter.arg in ("one", "both")
    }
    assert found == set()


def test_what_the_rules_forbid_is_found() -> None:
    first = {PACKAGE / "base" / "a.py": ast.parse("class Call: pass\ndef _kept(): pass\ndef seed(): pass")}
    second = {SUITE / "b.py": ast.parse("class Call: pass\n[one for one in ()]\ndef kept_calls(one): pass")}
    assert shared_names(first | second) == {"Call": {"base", "tests/suite"}}
    assert participles(first | second) == {"_kept": 1}
    assert len(list(bindings(second[SUITE / "b.py"], "one"))) == 2
