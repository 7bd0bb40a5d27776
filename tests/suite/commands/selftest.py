"""python -m tests.suite selftest: check that the suite finds each planted defect and accuses no sound variant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from conformance.base.errors import UsageError
from conformance.commands import data_output
from conformance.commands.layout import bold
from conformance.commands.subject import chosen_operations
from conformance.results import behaviours, broken_examples, detection
from conformance.results.screen import takes_colours
from conformance.results.text import visible
from conformance.results.write import see_writable, write_file, write_json
from conformance.rules.contracts import Specifications, load_specifications
from conformance.rules.contracts.files import attributed
from conformance.running.engine.parallel import cores
from tests.suite.selftest.banks import Banks, all_banks, load_banks
from tests.suite.selftest.campaign_table import campaign_lines, campaign_summary, unexplained_lines
from tests.suite.selftest.gaps import gaps
from tests.suite.selftest.leaves_table import gap_lines, is_checked, leaf_lines, leaves_summary
from tests.suite.selftest.model import Mutant, Sound
from tests.suite.selftest.parallel import (
    find_witnesses,
    run_banks,
    run_behaviours,
    run_broken,
    run_campaign,
    run_leaves,
    stale_witnesses,
)
from tests.suite.selftest.running import MutantRun, SoundRun
from tests.suite.selftest.table import complaint_lines, is_good, scores_data, summary_line, table_data, table_lines
from tests.suite.selftest.witness_file import key_of, read_witnesses, witness_texts

GOOD, BAD = 0, 1
SEED = 1
_NEW_LINE = "\r\x1b[K"  # over the count of runs


def run(parsed: argparse.Namespace) -> int:
    """Print the detection table; return 0 if no defect was missed and no sound behaviour was accused, 1 otherwise.

    With --leaves, print what is required, free and unchecked; return 0 if nothing is unchecked. With --changes, print
    what is noticed, free and unexplained; return 0 if nothing is unexplained.

    Raises UsageError for an unknown operation, a rule without a case or a mutant, and a file that cannot be written.
    """
    specifications = load_specifications()
    parsed.contract = chosen_operations(parsed.contract, tuple(specifications.contracts))
    banks = load_banks(tuple(parsed.contract or ()))
    if missing := gaps(specifications, all_banks(), parsed.contract or ()):
        more = f"({len(missing) - 1} more of this kind.)" if len(missing) > 1 else ""
        raise attributed(UsageError(missing[0], more))
    if parsed.leaves:
        return _leaves(parsed, specifications)
    if parsed.changes is not None:
        return _campaign(parsed, specifications)
    if parsed.behaviours is not None:
        return _behaviours(parsed, specifications)
    if parsed.broken is not None:
        return _broken(parsed, specifications)
    if parsed.witness is not None:
        return _witnesses(parsed, specifications, banks)
    data_output.check_places({"--json": parsed.json})
    if parsed.score is not None:
        _see_writable(parsed.score, "--score")
    counts = not parsed.quiet and sys.stderr.isatty() and takes_colours(sys.stderr)
    witnesses = read_witnesses()
    found = run_banks(
        specifications,
        banks,
        tuple(dict.fromkeys(parsed.seed or (SEED,))),
        parsed.max_examples,
        parsed.jobs or cores(),
        progress=_count if counts else _ignore,
        failed=_failed,
        witnesses=witnesses if parsed.short else None,
    )
    if counts:
        print(end=_NEW_LINE, file=sys.stderr, flush=True)
    if not parsed.quiet:
        for line in table_lines(found):
            print(visible(line, ""))
    recorded = [mutant for mutant in banks.mutants if mutant.shown_by is not None or key_of(mutant) in witnesses]
    unchecked = [mutant for mutant in recorded if key_of(mutant) not in found.on_witnesses]
    stale = list(stale_witnesses(specifications, unchecked, witnesses, found.jobs))
    for line in (*complaint_lines(found, specifications.contracts), *_stale_lines(stale)):
        print(visible(line, ""))
    print(bold(summary_line(found)))
    if parsed.json is not None:
        data_output.write(parsed.json, table_data(found, specifications.digest))
    if parsed.score is not None:
        for operation, score in scores_data(found, specifications.digest).items():
            write_json(str(parsed.score / operation / detection.FILE), score)
    return GOOD if is_good(found) and not stale else BAD


def _leaves(parsed: argparse.Namespace, specifications: Specifications) -> int:
    if parsed.json or parsed.score:
        raise UsageError("--leaves writes no file.", "Remove --json and --score.")
    operations = tuple(parsed.contract or specifications.contracts)
    seed = (parsed.seed or (SEED,))[0]
    summaries, good = [], True
    of_sounds = parsed.leaves == "all"
    jobs = parsed.jobs or cores()
    for found in run_leaves(specifications, operations, seed, parsed.max_examples, jobs, of_sounds=of_sounds):
        own = () if parsed.quiet else leaf_lines(found, specifications.contracts[found.operation])
        for line in (*own, *gap_lines(found)):
            print(visible(line, ""))
        summaries.append(leaves_summary(found))
        good = good and is_checked(found)
    for line in summaries:
        print(bold(line))
    return GOOD if good else BAD


def _campaign(parsed: argparse.Namespace, specifications: Specifications) -> int:
    if parsed.json or parsed.score:
        raise UsageError("--changes writes no file.", "Remove --json and --score.")
    operations = tuple(parsed.contract or specifications.contracts)
    seeds = tuple(dict.fromkeys(parsed.seed or (SEED,)))
    jobs = parsed.jobs or cores()
    summaries, good = [], True
    for found in run_campaign(specifications, operations, seeds, parsed.max_examples, jobs, parsed.changes):
        own = () if parsed.quiet else campaign_lines(found, specifications.contracts[found.operation])
        for line in (*own, *unexplained_lines(found)):
            print(visible(line, ""))
        summaries.append(campaign_summary(found))
        good = good and not found.unexplained
    for line in summaries:
        print(bold(line))
    return GOOD if good else BAD


def _behaviours(parsed: argparse.Namespace, specifications: Specifications) -> int:
    if parsed.json or parsed.score:
        raise UsageError("--behaviours writes nothing else.", "Remove --json and --score.")
    _see_writable(parsed.behaviours, "--behaviours")
    operations = tuple(parsed.contract or specifications.contracts)
    known = dict(run_behaviours(specifications, operations, parsed.jobs or cores()))
    for operation, own in known.items():
        write_file(str(parsed.behaviours / operation / behaviours.FILE), behaviours.behaviours_text(own))
    print(bold(f"{sum(map(len, known.values()))} defects of {len(known)} operations show in the cases"))
    return GOOD


def _broken(parsed: argparse.Namespace, specifications: Specifications) -> int:
    if parsed.json or parsed.score:
        raise UsageError("--broken writes nothing else.", "Remove --json and --score.")
    _see_writable(parsed.broken, "--broken")
    operations = tuple(parsed.contract or specifications.contracts)
    known = dict(run_broken(specifications, operations, parsed.jobs or cores()))
    for operation, own in known.items():
        text = broken_examples.broken_examples_text(own)
        write_file(str(parsed.broken / operation / broken_examples.FILE), text)
    rules = sum(len(specifications.contracts[operation].rules) for operation in known)
    print(bold(f"{sum(map(len, known.values()))} of {rules} rules of {len(known)} operations have a wrong example"))
    return GOOD


def _witnesses(parsed: argparse.Namespace, specifications: Specifications, banks: Banks) -> int:
    """Find what convicts each mutant and write it; each is tried once more, in another process than found it."""
    if parsed.json or parsed.score:
        raise UsageError("--witness writes nothing else.", "Remove --json and --score.")
    _see_writable(parsed.witness, "--witness")
    jobs = parsed.jobs or cores()
    sought = [mutant for mutant in banks.mutants if mutant.shown_by is None]
    found = find_witnesses(specifications, sought, jobs)
    known = {key_of(mutant): witness for mutant, witness in found if witness is not None}
    for operation, text in witness_texts(known).items():
        write_file(str(parsed.witness / f"{operation}.json"), text)
    stale = list(stale_witnesses(specifications, banks.mutants, known, jobs))
    for line in _stale_lines(stale):
        print(visible(line, ""))
    print(bold(f"{len(banks.mutants) - len(stale)} of {len(banks.mutants)} defects have a witness"))
    return BAD if stale else GOOD


def _stale_lines(stale: Sequence[tuple[Mutant, str]]) -> list[str]:
    """Return a line for each mutant without a witness that holds, with the reason, and how to find them again."""
    lines = [f"Stale witness: {mutant.operation} {mutant.name}: {why}" for mutant, why in stale]
    operations = " ".join(f"--operation {name}" for name in dict.fromkeys(mutant.operation for mutant, _why in stale))
    return [*lines, f"Find them again: python -m tests.suite selftest {operations} --witness"] if lines else []


def _see_writable(folder: Path, flag: str) -> None:
    """Raise UsageError for a folder that takes no file. Leaves nothing behind."""
    see_writable(str(folder / "any.json"), flag)


def _count(done: int, total: int) -> None:
    print(f"\r{done} of {total} runs", end="", file=sys.stderr, flush=True)


def _ignore(_done: int, _total: int) -> None:
    pass


def _failed(mutant: Mutant | Sound, run: MutantRun | SoundRun) -> None:
    """Say at once which run went wrong: a whole self-test takes long, and may be ended."""
    what = "missed or charged with too much" if isinstance(mutant, Mutant) else "not certified"
    start = _NEW_LINE if sys.stderr.isatty() else ""
    print(f"{start}{mutant.operation} {mutant.name}: {what} (seed {run.seed})", file=sys.stderr, flush=True)
