"""Changes the checks and the laws, and asks their tests and the banks whether that shows.

python -m tests.mutation.checks

A change is noticed if a test of its module fails. If none does, it is noticed if a defect of the banks is no longer
convicted by its rule, if a sound variant or the reference is accused, or if a rule applies to the reference that did
not before, or no more: what a law calls REACHED decides that.
What is not noticed is printed: either the change is equivalent, or the banks lack a defect or a sound variant. Changes
are drawn from all modules of conformance/rules/checks and conformance/rules/laws, without those that
equivalent_checks.toml explains; --sample says how many, --seed which. With --default the banks are run as the default
tests run them: each mutant on its witness alone, sound variants without deep and wide inputs. Exit status 1 if a change
is not noticed, or if an entry of the list covers none.

Imports of the engine are inside functions: the checks must not be loaded before a change is put in place.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from conformance.formats.operations import operations, operations_with
from conformance.rules.contracts import Specifications, load_specifications
from tests.mutation import equivalent
from tests.mutation.change import Change
from tests.mutation.changes import Changed
from tests.mutation.forked import called
from tests.mutation.in_place import put_in_place
from tests.test_mirror import TESTS, covered, mirror_of

ROOT = "conformance.rules"
FOLDERS = ("checks", "laws")
PACKAGE = Path(__file__).parents[2] / "conformance" / "rules"
LIST = Path(__file__).with_name("equivalent_checks.toml")
# What judging one change may compute.
SECONDS = 120.0
EXAMPLES = 20
MOST = 80  # mutants that are asked about one change, of an operation
MOST_OPERATIONS = 8
# Operations of other packages that use a package or a module too, and that notice what its own do not.
ALSO = {"by_laws.mcp_tools": ("mcp-tools-to-responses-tools",)}


def main(arguments: list[str] | None = None) -> int:
    """Judge a sample of changes; return the exit status."""
    options = _options().parse_args(arguments)
    specifications = load_specifications()
    names = options.modules or list(modules())
    every = [change for name in names for change in _changed(name).changes if not _is_wording(change)]
    listed = equivalent.read(LIST)._replace(modules=tuple(modules()))
    left, idle = listed.unlisted(every), listed.idle(every, names)
    changes = random.Random(options.seed).sample(left, min(options.sample, len(left)))
    gc.freeze()
    results: Counter[str] = Counter()
    for change, by in _noticed(specifications, changes, options):
        result = "not decided" if by and by.startswith("it took more") else "noticed" if by else "not noticed"
        results[result] += 1
        if options.verbose or not by:
            print(f"{change}\n    {by or 'NOT NOTICED'}\n", flush=True)
    counts = ", ".join(f"{count} {result}" for result, count in results.items())
    explained = len(every) - len(left)
    print(f"{results.total()} changes of checks and laws: {counts} (seed {options.seed}); {explained} explained")
    for entry in idle:
        print(f"\n{LIST.name} has an entry that covers no change: {entry}")
    return 1 if results["not noticed"] or idle else 0


def _noticed(
    specifications: Specifications, changes: Sequence[Change], options: argparse.Namespace
) -> Iterator[tuple[Change, str | None]]:
    """Yield each change with what notices it: the tests first, which take less time, then the banks."""
    left = []
    # What fails without a change too says nothing of one.
    controls = (
        (element, partial(failing_test, element, _text(element)))
        for element in sorted({change.module for change in changes})
    )
    sound = {
        element for element, failed, ended in called(controls, options.parallel, SECONDS) if not failed and not ended
    }
    of_tests = (
        (change, partial(failing_test, change.module, _changed(change.module).text(change)))
        for change in changes if change.module in sound
    )  # fmt: skip
    for change, noticed, ended in called(of_tests, options.parallel, SECONDS):
        if noticed or ended:
            yield change, noticed or _last_line(ended)
        else:
            left.append(change)
    left += [change for change in changes if change.module not in sound]
    if options.tests_alone:
        yield from ((change, None) for change in left)
        return
    asked = sorted({operation for change in left for operation in operations_of(change.module)})
    unchanged = called(
        ((element, partial(verdicts, specifications, element)) for element in asked), options.parallel, SECONDS
    )
    before = {operation: found for operation, found, _ended in unchanged if found is not None}
    unsound: set[str] = set()  # converters of the banks that are judged wrongly without a change too
    while left:
        judged = partial(notice, specifications, before=before, without=frozenset(unsound), whole=not options.default)
        of_banks, left = [(change, partial(judged, change)) for change in left], []
        for change, noticed, ended in called(of_banks, options.parallel, SECONDS):
            by = noticed.by if noticed is not None else None
            if by is not None and by not in unsound and _is_wrong_alone(specifications, by, options.parallel):
                unsound.add(by)
            if by is not None and by in unsound:
                left.append(change)
            else:
                yield change, noticed.text if noticed is not None else _last_line(ended)


def _is_wrong_alone(specifications: Specifications, converter: str, parallel: int) -> bool:
    """Whether a converter of the banks is judged wrongly without any change."""
    control = ((converter, partial(_is_wrong, specifications, converter)),)
    return any(wrong or ended for _converter, wrong, ended in called(control, parallel, SECONDS))


def _is_wrong(specifications: Specifications, converter: str) -> bool:
    from tests.suite.selftest.banks import load_banks

    banks = load_banks([converter.partition(":")[0]])
    return any(
        _why(specifications, mutant) is not None
        for mutant in (*banks.mutants, *banks.sounds)
        if str(mutant) == converter
    )


def _last_line(ended: str | None) -> str | None:
    return ended.strip().splitlines()[-1] if ended else None


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.checks", description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="*", help="such as checks.by_laws.mcp_tools.rules or laws.ends (default: all)")
    parser.add_argument("--sample", type=int, default=300, metavar="N", help="changes (300)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the sample (1)")
    parser.add_argument("--parallel", type=int, default=2, metavar="N", help="how many are judged at a time (2)")
    parser.add_argument("--default", action="store_true", help="run the banks as the default tests do")
    parser.add_argument("--tests-alone", action="store_true", help="ask the tests and no bank, which takes longer")
    parser.add_argument("--verbose", action="store_true", help="print what noticed each change")
    return parser


def modules() -> Iterator[str]:
    """Yield the modules of the checks and the laws, without importing them, by their names below conformance."""
    for folder in FOLDERS:
        for file in sorted((PACKAGE / folder).rglob("*.py")):
            if file.name != "__init__.py":
                yield ".".join(file.relative_to(PACKAGE).with_suffix("").parts)


def operations_of(module: str) -> list[str]:
    """Return the operations that are judged with a module, the nearest packages of checks that use it first.

    Of each package one operation, then the next. The package of a check comes alone, with the operations of ALSO.
    """
    own = next(
        (operation.checks for operation in operations().values() if module.startswith(f"checks.{operation.checks}.")),
        None,
    )
    if own is not None:
        return [*operations_with(lambda value: value.checks == own), *ALSO.get(own, ())]
    depths = {
        operation.checks: _used_by(f"checks.{operation.checks}").get(module) for operation in operations().values()
    }
    using = sorted((depth, package) for package, depth in depths.items() if depth is not None)
    rows = [operations_with(lambda value, package=package: value.checks == package) for _depth, package in using]
    return [cell for row in zip_longest(*rows) for cell in row if cell is not None][:MOST_OPERATIONS]


@cache
def _used_by(package: str) -> dict[str, int]:
    """Return the modules that those of a package import, and what these import, with how many imports are between.

    None is imported for that.
    """
    folder = PACKAGE / package.replace(".", "/")
    level = {".".join(file.relative_to(PACKAGE).with_suffix("").parts) for file in folder.glob("*.py")}
    found: dict[str, int] = {}
    while level:
        found |= dict.fromkeys(level, len(set(found.values())))
        level = {other for schema in level for other in _imports(schema)} - found.keys()
    return found


@cache
def _imports(module: str) -> tuple[str, ...]:
    """Return the modules of FOLDERS that a module imports."""
    file = PACKAGE / f"{module.replace('.', '/')}.py"
    if not file.is_file():
        return ()
    named = [
        name
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for name in (node.module, *(f"{node.module}.{name.name}" for name in node.names))
    ]
    return tuple(
        name.removeprefix(f"{ROOT}.")
        for name in named
        if name.startswith(tuple(f"{ROOT}.{folder}" for folder in FOLDERS))
    )


@cache
def _changed(module: str) -> Changed:
    return Changed(module, ROOT)


def _is_wording(change: Change) -> bool:
    """Whether a change is one of a message's words, or of a type's name."""
    return (" " in change.was.strip("\"'f") and change.was.lstrip("f")[:1] in "\"'") or not change.function


def own_tests(module: str) -> list[str]:
    """Return the tests of a module: those of its name, and those that mirrors.toml names.

    Of a check, also those of its package, and those that compare all checks with the contracts. Tests that take seconds
    each are left out.
    """
    path = f"rules/{module.replace('.', '/')}"
    own = [mirror_of(path), TESTS / covered()[path]] if path in covered() else [mirror_of(path)]
    if module.startswith("checks.") and module.count(".") > 1:
        own += [mirror_of(path).parent, TESTS / "rules" / "checks" / "test_registry.py"]
    return [str(element) for element in own if element.exists()]


def _text(module: str) -> str:
    return (PACKAGE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


def failing_test(module: str, text: str) -> str | None:
    """Return which test of a module with another text fails; None if none does. For a child process."""
    import pytest

    files = own_tests(module)
    if not files:
        return None
    put_in_place(f"{ROOT}.{module}", text)
    failed = _Failed()
    quietly = ["-q", "-x", "-m", "not expensive", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        status = pytest.main([*quietly, *files], plugins=[failed])
    if status == pytest.ExitCode.OK:
        return None
    return failed.first or f"the tests of {module} end with {status}"


class _Failed:
    """A plugin of pytest that keeps the first failure: of a test, or of the import of a file of tests."""

    first: str | None = None

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.first = self.first or report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.first = self.first or report.nodeid


def verdicts(specifications: Specifications, operation: str) -> dict[str, str]:
    """Return what a run of the reference says of each rule: one passes, or does not apply. For a child process."""
    from conformance.running.engine import Options
    from conformance.running.subjects.reference import ReferenceFunctions
    from tests.suite.selftest.running import certify_functions

    options = Options(operations=(operation,), seed=1, max_examples=EXAMPLES, shrink=False)
    functions = ReferenceFunctions(tuple(specifications.contracts))
    return {rule.rule.id: rule.verdict for rule in certify_functions(specifications, functions, options).rules}


class Notice(NamedTuple):
    """What notices a change, in words. by: the converter of the banks that shows it; None for the reference."""

    text: str
    by: str | None = None


def notice(
    specifications: Specifications,
    change: Change,
    *,
    before: Mapping[str, Mapping[str, str]],
    without: frozenset[str] = frozenset(),
    whole: bool = True,
) -> Notice | None:
    """Return what notices a changed module; None if nothing does. Replaces the module: for a child process.

    before: by operation, the verdicts on the reference without the change. without: converters that say nothing.
    whole: whether mutants are run whole, as a self-test does, and not on their witnesses.
    """
    put_in_place(f"{ROOT}.{change.module}", _changed(change.module).text(change))
    from conformance.rules.checks.registry import family

    for operation in operations_of(change.module):
        if operation in before and (found := verdicts(specifications, operation)) != before[operation]:
            rule = next(rule for rule, verdict in found.items() if before[operation].get(rule) != verdict)
            return Notice(f"{rule} of {operation}: {before[operation].get(rule)} before, now {found[rule]}")
        own = {
            rule.id
            for rule in specifications.contracts[operation].rules
            if family(operation).checks[rule.check].__module__ == f"{ROOT}.{change.module}"
        }
        if whole:
            noticed = _notice_in(specifications, operation, own, without)
        else:
            noticed = _notice_by_default(specifications, operation)
        if noticed:
            return noticed
    return None


def _notice_in(
    specifications: Specifications, operation: str, rules: set[str], without: frozenset[str]
) -> Notice | None:
    """Ask a sound variant, some mutants, then the other sound variants.

    rules: those whose check is in the changed module; their mutants are asked first. A module may serve others too.
    """
    from tests.suite.selftest.banks import load_banks

    banks = load_banks([operation])
    mutants = random.Random(1).sample(banks.mutants, len(banks.mutants))
    mutants.sort(key=lambda mutant: rules.isdisjoint(mutant.rules))
    for sound in (*banks.sounds[:1], *mutants[:MOST], *banks.sounds[1:]):
        if str(sound) not in without and (why := _why(specifications, sound)) is not None:
            return Notice(why, str(sound))
    return None


def _why(specifications: Specifications, converter: Any) -> str | None:
    """Return how a converter of the banks is judged wrongly; None if it is not."""
    from tests.suite.selftest.model import Mutant
    from tests.suite.selftest.running import run_mutant, run_sound

    if not isinstance(converter, Mutant):
        return None if run_sound(specifications, converter, 1, EXAMPLES).good else f"{converter} is accused"
    run = run_mutant(specifications, converter, 1, converter.examples)
    if run.good:
        return None
    return f"{converter} is missed" if run.missed else f"{converter} is charged otherwise"


def _notice_by_default(specifications: Specifications, operation: str) -> Notice | None:
    """Do what tests/running/engine/test_detection.py does for an operation."""
    from tests.running.engine import test_detection

    for mutant in (element for element in test_detection.QUICK if element.operation == operation):
        if why := test_detection.why_stale(
            specifications, mutant, test_detection.witness_of(mutant, test_detection.WITNESSES)
        ):
            return Notice(f"{mutant}: {why}")
    for sound in (sound for sound in test_detection.all_banks().sounds if sound.operation == operation):
        try:
            test_detection.test_a_sound_converter_fails_no_must_by_a_case(sound)
        except AssertionError:
            return Notice(f"{sound} is accused")
    return None


if __name__ == "__main__":
    sys.exit(main())
