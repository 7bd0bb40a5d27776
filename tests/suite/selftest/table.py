"""The detection table: as lines, and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from statistics import mean, median

from conformance import __version__
from conformance.base.values import JSON
from conformance.rules.contracts import SETS, Contract
from tests.suite.selftest.model import Mutant, Sound
from tests.suite.selftest.parallel import SelfTestResults
from tests.suite.selftest.running import Accusation, MutantRun, SoundRun

FORMAT = 1
SCORE_FORMAT = 2


def is_good(found: SelfTestResults) -> bool:
    """Whether no rule missed a defect, and no sound behaviour was accused."""
    mutants = (run.good for _mutant, runs in found.mutants for run in runs)
    return all(mutants) and all(run.good for _sound, runs in found.sounds for run in runs)


def table_lines(found: SelfTestResults) -> Iterator[str]:
    """Yield the table: for each operation a line for each defect, then one for each sound variant."""
    operations = [mutant.operation for mutant, _runs in found.mutants]
    operations += [sound.operation for sound, _runs in found.sounds]
    for operation in dict.fromkeys(operations):
        mutants = [entry for entry in found.mutants if entry[0].operation == operation]
        sounds = [entry for entry in found.sounds if entry[0].operation == operation]
        yield f"{operation}: {_count(len(mutants), 'defect')}, {_count(len(sounds), 'sound variant')}"
        rows = [
            ("DEFECT", "CONVICTED BY", "FAILS", "SECONDS", ""),
            *(_mutant_row(mutant, runs) for mutant, runs in mutants),
        ]
        names, rules, sets, seconds = (max(len(row[column]) for row in rows) for column in range(4))
        for name, by, failed, after, more in rows:
            yield f"  {name:{names}}  {by:{rules}}  {failed:{sets}}  {after:>{seconds}}  {more}".rstrip()
        width = max((len(sound.name) for sound, _runs in sounds), default=0)
        if sounds:
            yield "  SOUND VARIANT"
        for sound, runs in sounds:
            bad = [run.seed for run in runs if not run.good]
            yield f"  {sound.name:{width}}  {f'NOT CERTIFIED{_with(bad, runs)}' if bad else 'certified'}"
        yield ""


def _mutant_row(mutant: Mutant, runs: Sequence[MutantRun]) -> tuple[str, str, str, str, str]:
    """Return name, rules, the sets that it fails with every seed, seconds (the slowest of the seeds) and remarks."""
    by = [rule for rule in mutant.rules if any(rule in run.convicted for run in runs)]
    seconds = [run.seconds for run in runs if run.seconds is not None]
    also = dict.fromkeys(rule for run in runs for rule in run.also)
    remarks = []
    for rule in mutant.rules:
        if missed := [run.seed for run in runs if rule in run.missed]:
            remarks.append(f"MISSED BY {rule}{_with(missed, runs)}")
    for name in mutant.sets:
        if missed := [run.seed for run in runs if name in run.missed_sets]:
            remarks.append(f"CONFORMS TO {name}{_with(missed, runs)}")
    for rule in mutant.innocent:
        if accused := [run.seed for run in runs if any(other_rule.rule == rule for other_rule in run.accused)]:
            remarks.append(f"INNOCENT {rule}{_with(accused, runs)}")
    if own := [run.seed for run in runs if run.own_inputs]:
        remarks.append(f"by inputs of its own{_with(own, runs)}")
    if also:
        remarks.append(f"also {' '.join(also)}")
    sets = [name for name in SETS if all(name in run.fails for run in runs)]
    slowest = f"{max(seconds):.3f}" if seconds else "-"
    return mutant.name, " ".join(by) or "-", " ".join(sets) or "-", slowest, "; ".join(remarks)


def _with(seeds: Sequence[int], runs: Sequence[MutantRun | SoundRun]) -> str:
    """Return the seeds, if not all of them."""
    return "" if len(seeds) == len(runs) else f" (seed {', '.join(map(str, seeds))})"


def complaint_lines(found: SelfTestResults, contracts: Mapping[str, Contract]) -> Iterator[str]:
    """Yield a line for each defect that a rule missed, then one for each rule that failed without reason.

    contracts: by operation; an accused sound variant is reported with the freedoms that it uses.
    """
    for mutant, runs in found.mutants:
        for rule in mutant.rules:
            if seeds := [run.seed for run in runs if rule in run.missed]:
                yield f"Missed: {rule} must convict {mutant.operation} {mutant.name}{_with(seeds, runs)}"
        for name in mutant.sets:
            if seeds := [run.seed for run in runs if name in run.missed_sets]:
                yield f"Missed: {mutant.operation} {mutant.name} must fail {name}{_with(seeds, runs)}"
    for mutant, runs in found.mutants:
        for rule in mutant.innocent:
            accused = [(run.seed, other_rule) for run in runs for other_rule in run.accused if other_rule.rule == rule]
            if accused:
                where = _with([seed for seed, _one in accused], runs)
                yield f"Accused: {mutant.operation} {mutant.name} does not break {rule}{where}: {_why(accused[0][1])}"
    for sound, runs_of_sound in found.sounds:
        yield from _sound_complaints(sound, runs_of_sound, contracts[sound.operation])


def _sound_complaints(sound: Sound, runs: Sequence[SoundRun], contract: Contract) -> Iterator[str]:
    used = ", ".join(freedom.id for freedom in contract.free if sound.name in freedom.variants)
    uses = f" It uses the freedoms {used}; a rule that ends one names it under `ends`." if used else ""
    who = f"Accused: {sound.operation} {sound.name} is sound"
    for rule in dict.fromkeys(rule.rule for run in runs for rule in run.accused):
        accused = [(run.seed, other_rule) for run in runs for other_rule in run.accused if other_rule.rule == rule]
        yield f"{who}{_with([seed for seed, _one in accused], runs)}: {rule} {_why(accused[0][1])}.{uses}"
    for choice in dict.fromkeys(choice for run in runs for choice in run.misread):
        wrong = [run for run in runs if choice in run.misread]
        wanted, got = wrong[0].misread[choice]
        yield f"{who}{_with([run.seed for run in wrong], runs)}: {choice} was read as {got}, it is {wanted}"
    unexplained = [run.seed for run in runs if not (run.certified or run.accused)]
    if unexplained:
        yield f"{who}{_with(unexplained, runs)}: its run is incomplete"


def _why(accusation: Accusation) -> str:
    return f"{f'case {accusation.case}: ' if accusation.case else ''}{accusation.message}"


def summary_line(found: SelfTestResults) -> str:
    """Return the result of all runs in one line."""
    runs = [run for _mutant, own in found.mutants for run in own]
    convicted = sum(all(not (run.missed or run.missed_sets) for run in own) for _mutant, own in found.mutants)
    innocent = sum(all(not run.accused for run in own) for _mutant, own in found.mutants)
    certified = sum(all(run.good for run in own) for _sound, own in found.sounds)
    seconds = [run.seconds for run in runs if run.seconds is not None]
    parts = [f"{convicted} of {_count(len(found.mutants), 'defect')} convicted"]
    if found.on_witnesses:
        parts.append(f"{len(found.on_witnesses)} of them on their witness alone")
    if innocent < len(found.mutants):
        parts.append(f"{len(found.mutants) - innocent} charged with more than they do")
    parts.append(f"{certified} of {_count(len(found.sounds), 'sound variant')} certified")
    if seconds:
        parts.append(f"to conviction {median(seconds):.3f} s in the median, {max(seconds):.3f} s at most")
    charged = [len(run.charged) for mutant, own in found.mutants if mutant.rules for run in own if run.charged]
    if charged:
        parts.append(f"{mean(charged):.2f} rules charged for each defect")
    seeds = f"{'seeds' if len(found.seeds) > 1 else 'seed'} {', '.join(map(str, found.seeds))}"
    examples = _count(found.max_examples, "example")
    return f"{'; '.join(parts)} ({seeds}, {examples}, {found.seconds:.1f} s, {_count(found.jobs, 'job')})"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def table_data(found: SelfTestResults, specs_digest: str) -> JSON:
    """Return the table as specs/selftest.schema.json has it."""
    return {
        "format": FORMAT,
        "suite": {"version": __version__, "specs_digest": specs_digest},
        "run": {
            "seeds": list(found.seeds),
            "max_examples": found.max_examples,
            "jobs": found.jobs,
            "seconds": found.seconds,
        },
        "good": is_good(found),
        "defects": [
            {
                "operation": mutant.operation,
                "name": mutant.name,
                "rules": list(mutant.rules),
                "sets": list(mutant.sets),
                "innocent": list(mutant.innocent),
                "runs": [_mutant_data(run) for run in runs],
            }
            for mutant, runs in found.mutants
        ],
        "sound": [
            {"operation": sound.operation, "name": sound.name, "runs": [_sound_data(run) for run in runs]}
            for sound, runs in found.sounds
        ],
    }


def scores_data(found: SelfTestResults, specs_digest: str) -> dict[str, JSON]:
    """Return the score of each operation as specs/detection.schema.json has it: what counts is good with every seed."""
    operations = [mutant.operation for mutant, _runs in found.mutants]
    operations += [sound.operation for sound, _runs in found.sounds]
    scores: dict[str, JSON] = {}
    for operation in dict.fromkeys(operations):
        mutants = [runs for mutant, runs in found.mutants if mutant.operation == operation]
        sounds = [runs for sound, runs in found.sounds if sound.operation == operation]
        scores[operation] = {
            "format": SCORE_FORMAT,
            "suite": {"version": __version__, "specs_digest": specs_digest},
            "run": {"seeds": list(found.seeds), "max_examples": found.max_examples},
            "defects": len(mutants),
            "convicted": sum(all(not (run.missed or run.missed_sets) for run in runs) for runs in mutants),
            "sound": len(sounds),
            "certified": sum(all(run.good for run in runs) for runs in sounds),
        }
    return scores


def _mutant_data(run: MutantRun) -> JSON:
    return {
        **asdict(run),
        "convicted": list(run.convicted),
        "missed": list(run.missed),
        "fails": list(run.fails),
        "missed_sets": list(run.missed_sets),
        "also": list(run.also),
        "charged": list(run.charged),
        "accused": [rule._asdict() for rule in run.accused],
    }


def _sound_data(run: SoundRun) -> JSON:
    return {
        "seed": run.seed,
        "certified": run.certified,
        "accused": [rule._asdict() for rule in run.accused],
        "misread": {choice: {"wanted": wanted, "found": got} for choice, (wanted, got) in run.misread.items()},
    }
