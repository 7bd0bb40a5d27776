"""conformance certify: judge a subject, print what was found, write the reports."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from conformance.base.errors import SpecificationError, UsageError
from conformance.base.redact import Redactor
from conformance.base.second_opinion import Inconsistent
from conformance.base.values import JSON
from conformance.commands import certificate, data_output, gates, last_failed, update_expected
from conformance.commands.arguments.common import RANDOM, seed_of
from conformance.commands.each_subject import run_each
from conformance.commands.expectations import older_form, read_expected_failures
from conformance.commands.given_input import given_inputs
from conformance.commands.interrupt import hold_interrupts
from conformance.commands.subject import (
    chosen_operations,
    command_line,
    examples_of,
    same_inputs,
    subject_config,
)
from conformance.field.scoreboard.leftovers import badges_of
from conformance.results.document import document, to_json
from conformance.results.html.wording import wording_of
from conformance.results.leftovers import remove
from conformance.results.live import live_document, live_lines
from conformance.results.plain import Plain
from conformance.results.progress import Lines
from conformance.results.screen import columns_of, takes_colours
from conformance.results.text import one_line
from conformance.results.trace import Trace
from conformance.results.write import STDOUT, Reports, write_reports
from conformance.rules.contracts import Specifications, load_specifications
from conformance.rules.contracts.requirements import load_requirements
from conformance.running.engine import Concluding, Event, ExpectedEntry, Listener, Options, RunResult
from conformance.running.engine.failing_examples import FOLDER
from conformance.running.engine.live_api import Live
from conformance.running.engine.narrowing import is_glob, spelled
from conformance.running.engine.parallel import Spread, cores
from conformance.running.engine.result import NOT_RUN, decides_against
from conformance.running.engine.sets import ALL
from conformance.running.project.find import find_project
from conformance.running.run import certify
from conformance.running.subjects.base import Subject, SubjectConfig
from conformance.running.subjects.environment import own_secrets
from conformance.running.subjects.gateway import GatewayConfig
from conformance.running.subjects.python import PythonConfig

if TYPE_CHECKING:
    from conformance.commands.live_results import LiveResults

CONFORMS, DOES_NOT, INTERRUPTED = 0, 1, 130
LIVE = "live"  # the command that sends results to an API after its run
Instead = Callable[[RunResult], list[str]]


def run(parsed: argparse.Namespace) -> int:
    """Judge the subject that is named, or those of the project; return the worst exit status, as of `judge`."""
    return run_each(parsed, _judge_or_watch)


def _judge_or_watch(parsed: argparse.Namespace) -> int:
    if parsed.watch:
        # Imported here: few runs are watched.
        from conformance.commands import watch

        return watch.run(parsed, judge, tuple(load_specifications().contracts))
    if parsed.watch_path:
        raise UsageError("--watch-path goes with --watch.", "Add it.")
    return judge(parsed)


def judge(parsed: argparse.Namespace, instead: Instead | None = None) -> int:
    """Return the exit status of a run: 0 conforms, 1 does not, 130 interrupted.

    instead: what is said of its result, in place of what is said of any. Raises UsageError and its kin for 2 and 3.
    """
    specifications = load_specifications()
    operations = tuple(specifications.contracts)
    parsed.contract = chosen_operations(parsed.contract, (*operations, *specifications.services))
    config = subject_config(parsed, operations)
    subject = config.open()
    required = None if parsed.requirements is None else load_requirements(parsed.requirements, specifications)
    secrets = config.secrets + (own_secrets() if _is_inside(config) else ())
    to_stdout = _takes_stdout(parsed)  # report.json
    last = last_failed.prepare(parsed, config, secrets)
    parsed.max_examples = examples_of(parsed, config)
    narrowed = _narrowed(parsed)
    update = update_expected.prepare(parsed, specifications)
    expected = _expected_entries(parsed, specifications) if update is None else update.expected
    # A part of a run writes no report over that of the whole, unless an argument names the place.
    folder = None if narrowed and "report_dir" not in parsed.given else parsed.report_dir
    reports = Reports.prepare(folder, parsed.json, parsed.junit, narrowed=narrowed)
    gate = gates.prepare(parsed, narrowed=narrowed)
    issuer = certificate.prepare(parsed, config, required, specifications)
    seed = seed_of(parsed.seed)
    given = given_inputs(parsed, operations)
    if last is not None and last.failed is not None:
        given = last_failed.together(last.failed.given, given)
    rules = (rule.id for contract in specifications.contracts.values() for rule in contract.rules)
    trace = _trace(parsed, subject, Redactor(secrets), rules)
    options = Options(
        operations=tuple(parsed.contract) if parsed.contract else None,
        rules=tuple(parsed.rule) if parsed.rule else None,
        not_rules=tuple(parsed.not_rule or ()),
        origins=tuple(parsed.origin) if parsed.origin else None,
        cases=tuple(parsed.case) if parsed.case else None,
        choices=config.choices,
        without=config.without,
        profile=config.profile if isinstance(config, GatewayConfig) else parsed.profile,
        model=config.model if isinstance(config, GatewayConfig) else None,
        inputs=given.inputs,
        sources=given.sources,
        only_inputs=parsed.input is not None,
        max_examples=parsed.max_examples,
        seed=seed,
        reproduce=command_line(parsed),
        evidence_folder=shlex.quote(reports.evidence_folder) if reports.evidence_folder else None,
        again=same_inputs(parsed, seed),
        requirements=str(required) if required else "every MUST",
        required=required.levels if required else None,
        deciding=required.sets if required else (ALL,),
        expected_failures=expected,
        outlived_may_go=update is not None,
        earlier=_earlier(parsed),
        losses=to_stdout or reports.json is not None,
        counts=True,
        secrets=secrets,
        time_limit=parsed.time_limit,
        trace=trace,
        log=trace.log if trace is not None else None,
    )
    live = _live_results(parsed, config, specifications, options.inputs)
    if live is not None and parsed.dry_run:
        subject.close()
        return live.list()
    listener = _listener(parsed, reports.json, instead, narrowed=narrowed)
    if last is not None and not parsed.quiet:
        listener.write([last.said])
    jobs = parsed.jobs or (cores() if config.has_copies else 1)
    spread = None if jobs == 1 or parsed.trace else Spread(jobs, config.open)
    wording = wording_of(specifications)
    listeners: list[Listener] = [_Holding(), listener, *_progress(parsed)]
    with reports.replacing(keep=parsed.baseline):
        try:
            result = certify(
                specifications,
                subject,
                options,
                listeners,
                spread,
            )
        finally:
            subject.close()
        if result.complete and not result.judged:
            _check_decided(result)
        if live is not None and not result.interrupted:
            result.live = live.ask()
    written = write_reports(result, reports, wording)
    if reports.html is not None:
        remove(badges_of(result.subject.name, os.path.dirname(reports.html)))
    if to_stdout:
        data_output.write_text(STDOUT, to_json(document(result)).decode())
    concluded = None
    if gate is not None:
        concluded = gate.conclude(result, wording.rules, config, options.expected_failures, written.get("json"))
        written |= concluded.written
    if result.live is not None and not parsed.quiet:
        listener.write(list(live_lines(live_document(result.live))))
    listener.end(result, written)
    ending = concluded.lines(quiet=parsed.quiet) if concluded is not None else []
    if update is not None:
        ending += update.write(result)
    if ending:
        listener.write(ending)
    if trace is not None:
        listener.write(trace.lines(result, written.get("json")))
    if issuer is not None:
        certificate.issue(issuer, result, written, options, None if parsed.quiet else listener)
    if result.interrupted:
        return INTERRUPTED
    if result.inconsistencies and not _fails(result):
        raise Inconsistent(result.inconsistencies[0])
    if result.conforms:
        _check_agreement(result.live)
    return CONFORMS if result.conforms and not (concluded and concluded.regressed) else DOES_NOT


def _earlier(parsed: argparse.Namespace) -> str | None:
    """Return the folder of failing examples of earlier runs, in that of the project; None where none are asked.

    A run with a given seed has the examples of that seed only, and a certificate's run can be repeated anywhere.
    """
    if parsed.no_earlier or parsed.certificate is not None or parsed.seed not in (None, RANDOM):
        return None
    project = find_project()
    return os.path.join(project.folder if project is not None else "", FOLDER)


def _check_agreement(live: Live | None) -> None:
    """Raise for a run that could not be made as asked, UsageError; and where the suite is wrong, SpecificationError."""
    if live is None:
        return
    if live.stopped is not None:
        raise UsageError(live.stopped, "What was answered before is in the report.")
    wrong = sum(not answer.agree for answer in live.answers)
    if wrong:
        raise SpecificationError(
            f"The API and the suite's oracles disagree on {wrong} of {len(live.answers)} results.",
            "Please report the requests in report.json, below live.",
        )


def _live_results(
    parsed: argparse.Namespace,
    config: SubjectConfig,
    specifications: Specifications,
    inputs: Mapping[str, Sequence[JSON]],
) -> LiveResults | None:
    """Return what is sent to an API after the run; None where nobody asked for it."""
    if parsed.command == LIVE:
        # Imported here: it takes 100 ms, and few runs ask an API.
        from conformance.commands.live_results import prepare

        return prepare(parsed, config, specifications, inputs)
    if parsed.model is not None and not isinstance(config, GatewayConfig):
        raise UsageError("--model is for gateways, and no gateway is named.", "Give --gateway URL, or remove it.")
    return None


def _fails(result: RunResult) -> bool:
    """Whether a rule decides against the subject, those aside that were not run."""
    decided = (entry for entry in result.rules if entry.verdict != NOT_RUN)
    return bool(result.unmatched) or any(decides_against(entry.level, entry.verdict) for entry in decided)


def _check_decided(result: RunResult) -> None:
    """Raise UsageError where a run that judged nothing has no verdict: no MUST rule of it was left without a run."""
    if any(decides_against(entry.level, entry.verdict) for entry in result.rules):
        return
    unrun = [f"{entry.rule.id} was not run: {entry.reason}" for entry in result.rules if entry.verdict == NOT_RUN]
    raise UsageError(
        f"Nothing was judged: {unrun[0] if unrun else 'no case and no example reached a chosen rule'}.",
        "Widen --rule, --not-rule, --case, --origin or --operation, or allow examples.",
    )


def _expected_entries(parsed: argparse.Namespace, specifications: Specifications) -> tuple[ExpectedEntry, ...]:
    """Read the file of expected failures; warn of entries of an older form."""
    path = parsed.expected_failures
    if path is None:
        return ()
    expected = read_expected_failures(path, specifications)
    update = f"{command_line(parsed)} --expected-failures {shlex.quote(path)} {update_expected.FLAG}"
    if warning := older_form(path, expected, f"`{update}`"):
        print(f"conformance: {one_line(warning)}", file=sys.stderr)
    return expected


def _narrowed(parsed: argparse.Namespace) -> bool:
    """Whether this run repeats a part: it must not replace the whole run's reports unasked."""
    if parsed.case and parsed.input is not None:
        raise UsageError("--case cannot be combined with --input: each names all that is run.", "Remove one.")
    return bool(parsed.case or parsed.rule or parsed.not_rule) or parsed.input is not None


def _trace(parsed: argparse.Namespace, subject: Subject, redactor: Redactor, rules: Iterable[str]) -> Trace | None:
    if not parsed.trace:
        return None
    rule, case = _one_of(parsed.rule), _one_of(parsed.case)
    return Trace(None if rule is None else spelled(rule, rules), case, subject, redactor)


def _one_of(names: Sequence[str] | None) -> str | None:
    """Return the name that an option was given, if it is one, and no glob."""
    return names[0] if names is not None and len(names) == 1 and not is_glob(names[0]) else None


def _is_inside(config: SubjectConfig) -> bool:
    """Whether the subject runs inside this process, and so can read the keys in its environment."""
    return isinstance(config, PythonConfig) and config.in_process


class _Holding:
    """Keeps an interrupt from tearing what is concluded: nothing more is asked then."""

    follows_trials = False

    def __call__(self, event: Event) -> None:
        if isinstance(event, Concluding):
            hold_interrupts()


def _takes_stdout(parsed: argparse.Namespace) -> bool:
    """Return whether report.json goes to standard output.

    The file goes where it goes without --json. Raises UsageError for flags that write standard output too.
    """
    data_output.check_places({"--json": parsed.json, "--markdown": parsed.markdown})
    for place in ("json", "markdown"):
        for flag in ("github", "dry_run"):
            if getattr(parsed, place) == STDOUT and getattr(parsed, flag, False):
                text = f"--{place} - cannot be combined with --{flag.replace('_', '-')}"
                raise UsageError(f"{text}: both write standard output.", "Name a file.")
    if parsed.json != STDOUT:
        return False
    parsed.json = None
    return True


def _listener(parsed: argparse.Namespace, report_file: str | None, instead: Instead | None, *, narrowed: bool) -> Plain:
    stream = sys.stdout
    quiet, verbose, columns = parsed.quiet, parsed.verbose, columns_of(stream)
    if quiet or not takes_colours(stream):
        return Plain(
            stream,
            quiet=quiet,
            verbose=verbose,
            report_file=report_file,
            narrowed=narrowed,
            columns=columns,
            instead=instead,
        )
    # Imported here: rich takes over 100 ms, and most runs write to a pipe or a file.
    from conformance.results.terminal import Terminal

    return Terminal(
        verbose=verbose,
        report_file=report_file,
        narrowed=narrowed,
        columns=columns,
        has_bar=stream.isatty(),
        instead=instead,
    )


def _progress(parsed: argparse.Namespace) -> list[Lines]:
    """Return who writes lines of progress: where a terminal with colours shows the run, a bar does."""
    has_bar = sys.stdout.isatty() and takes_colours(sys.stdout)
    return [] if parsed.quiet or has_bar else [Lines(sys.stderr)]
