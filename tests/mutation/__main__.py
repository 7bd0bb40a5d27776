"""Changes the reference converters, one change at a time, and asks the suite what is wrong with them.

    python -m tests.mutation                  all modules that the list is kept for
    python -m tests.mutation mcp_tools sse    some

A change that the suite finds nothing wrong with is equivalent, or it shows a case or a rule that is missing; either way
equivalent.toml says so, with the reason. Exit status 1 where a survivor is not in that list, an entry covers none, or
the suite itself broke.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from conformance.rules.contracts import load_specifications
from tests.mutation import equivalent
from tests.mutation.change import Change
from tests.mutation.changes import Changed
from tests.mutation.forked import called
from tests.mutation.judging import Extent, Setting, Unchanged, convict, prepare, settings, unchanged

# What judging one change may compute; the longest, that of a survivor in `schema`, takes a quarter of it.
_SECONDS = 30.0


class Tally(NamedTuple):
    """What came of one module's changes. caught: how many. broke: those on which the suite itself did, and how."""

    module: str
    changes: int
    caught: int
    broke: Mapping[Change, str]
    survivors: tuple[Change, ...]
    seconds: float


def main(arguments: list[str] | None = None) -> int:
    """Judge the modules; return the exit status."""
    listed = equivalent.read()
    options = _options(listed).parse_args(arguments)
    modules = options.modules or list(listed.modules)
    extent = Extent(options.examples, options.seed)
    survivors: list[Change] = []
    broke = False
    for module in modules:
        tally = _judged(module, extent, options.parallel, verbose=options.verbose)
        survivors += tally.survivors
        _report(tally, listed)
        broke = broke or bool(tally.broke)
    unlisted, idle = listed.unlisted(survivors), listed.idle(survivors, modules)
    for change in unlisted:
        print(f"\nSURVIVES, and equivalent.toml does not say why: {change}")
    for entry in idle:
        print(f"\nequivalent.toml has an entry that no survivor needs: {entry}")
    return 1 if unlisted or idle or broke else 0


def _options(listed: equivalent.Listed) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*", help=f"of conformance/reference (default: {', '.join(listed.modules)})")
    parser.add_argument("--parallel", type=int, default=2, metavar="N", help="how many are judged at a time (2)")
    parser.add_argument("--examples", type=int, default=50, metavar="N", help="generated ones an operation (50)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the examples (1)")
    parser.add_argument("--verbose", action="store_true", help="say what convicted each change")
    return parser


def _judged(module: str, extent: Extent, parallel: int, *, verbose: bool) -> Tally:
    begun = time.monotonic()
    specifications = load_specifications()
    every = settings(module, specifications)
    prepare(specifications, every, extent)
    gc.freeze()
    ((_key, known, broken),) = called([(None, partial(unchanged, module, every, extent))], 1, 10 * _SECONDS)
    if broken:
        raise RuntimeError(broken)
    changed = Changed(module)
    caught: dict[Change, str] = {}
    broke: dict[Change, str] = {}
    # First the module as it is: what convicts that is this tool's own mistake.
    calls = [(element, partial(_convict, changed, element, known, extent)) for element in (None, *changed.changes)]
    for change, verdict, ended in called(calls, parallel, _SECONDS):
        if change is None:
            if verdict or ended:
                raise RuntimeError(f"{module} as it is: {verdict or ended}")
        elif ended is not None and ended.startswith("Traceback"):
            broke[change] = ended
        elif verdict or ended:
            caught[change] = verdict or ended
        if verbose and change is not None:
            print(f"{change}\n    {verdict or ended or 'survives'}", flush=True)
    survivors = tuple(change for change in changed.changes if change not in caught and change not in broke)
    return Tally(module, len(changed.changes), len(caught), broke, survivors, time.monotonic() - begun)


def _convict(changed: Changed, change: Change | None, known: Mapping[Setting, Unchanged], extent: Extent) -> str | None:
    able = {setting: before for setting, before in known.items() if change is None or before.runs(change)}
    return convict(changed.module, changed.text(change), able, extent)


def _report(tally: Tally, listed: equivalent.Listed) -> None:
    unlisted, missing = len(listed.unlisted(tally.survivors)), len(listed.missing(tally.survivors))
    print(
        f"{tally.module}: {tally.changes} changes, {tally.caught} caught, "
        f"{len(tally.survivors) - unlisted - missing} equivalent, {missing} that a rule should catch, "
        f"{unlisted} more survive ({tally.seconds:.0f} s)",
        flush=True,
    )
    for change, trace in tally.broke.items():
        print(f"\nTHE SUITE BROKE on {change}\n{trace}")


if __name__ == "__main__":
    sys.exit(main())
