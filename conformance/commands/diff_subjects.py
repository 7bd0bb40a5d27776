"""conformance diff-subjects: give two subjects the same inputs; report where they disagree and which rule decides."""

from __future__ import annotations

import argparse
import shlex

from conformance.base.errors import UsageError
from conformance.base.redact import Redactor
from conformance.commands import data_output
from conformance.commands.arguments.common import seed_of
from conformance.commands.given_input import read_input
from conformance.commands.subject import chosen_operations, subject_config
from conformance.results.differential import document, result_lines, who_lines
from conformance.rules.contracts import load_specifications
from conformance.running.differential.disagreement import DiffResult, PerSubject
from conformance.running.differential.run import differ
from conformance.running.engine import Options
from conformance.running.subjects.base import SubjectConfig
from conformance.running.subjects.environment import secret_values

AGREE, DISAGREE = 0, 1


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 0 where the two agree everywhere, 1 where not. Raises UsageError and its kin."""
    specifications = load_specifications()
    operations = tuple(specifications.contracts)
    parsed.contract = chosen_operations(parsed.contract, operations)
    if parsed.input is not None and not parsed.contract:
        raise UsageError("--input needs --operation.", "Say which operation the input is for.")
    data_output.check_places({"--json": parsed.json})
    given = tuple(map(read_input, parsed.input or ()))
    options = Options(
        operations=tuple(parsed.contract) if parsed.contract else None,
        inputs=dict.fromkeys(parsed.contract or (), given),
        only_inputs=parsed.input is not None,
        max_examples=parsed.max_examples,
        seed=seed_of(parsed.seed),
        secrets=secret_values(parsed.env),
        time_limit=parsed.time_limit,
    )
    configs = _configs(parsed, operations)
    a, b = (config.open() for config in configs)
    try:
        result = differ(specifications, a, b, options, (configs.a.choices, configs.b.choices))
    finally:
        a.close()
        b.close()
    if not any(operation.inputs for operation in result.operations):
        reasons = [reason for operation in result.operations for reason in operation.unasked]
        reason = reasons[0] if reasons else "no input of this run reached both subjects"
        raise UsageError(f"Nothing was compared: {reason}.", "Widen --operation, or raise --time-limit.")
    print("\n".join([*who_lines(result.subjects), *result_lines(result)]))
    if result.disagreements and parsed.input is None:
        print(f"Repeat: {Redactor(options.secrets).text(_command(parsed, result))}")
    if parsed.json is not None:
        data_output.write(parsed.json, document(result))
    return AGREE if result.agree else DISAGREE


def _configs(parsed: argparse.Namespace, operations: tuple[str, ...]) -> PerSubject[SubjectConfig]:
    """Read who is compared: the words name, in their order, the sides that no option names."""
    words = list(parsed.subjects)
    configs = []
    for side in "ab":
        bind, process, url = (getattr(parsed, f"{side}_{name}") for name in ("bind", "command", "url"))
        named = bool(bind) or process is not None or url is not None
        if not named and not words:
            raise UsageError(
                f"The subject {side.upper()} is missing.",
                f"Name two subjects (reference is one), or give --{side}-command, --{side}-url or --{side}-bind.",
            )
        own = argparse.Namespace(
            subject=None if named else words.pop(0),
            bind=bind,
            process=process,
            url=url,
            python=getattr(parsed, f"{side}_python"),
            env=parsed.env,
            timeout=parsed.timeout,
            start_timeout=parsed.start_timeout,
            time_limit=parsed.time_limit,
        )
        try:
            configs.append(subject_config(own, operations))
        except UsageError as error:
            raise UsageError(f"Subject {side.upper()}: {error.message}", error.hint) from None
    if words:
        raise UsageError(f"One subject too many: {words[0]!r}.", "Two are compared.")
    return PerSubject(*configs)


def _command(parsed: argparse.Namespace, result: DiffResult) -> str:
    """Return the command that repeats this run. Values of --env are left out: they may be keys."""
    words = ["conformance", "diff-subjects", *parsed.subjects]
    for side in "ab":
        for name in ("bind", "command", "url", "python"):
            given = getattr(parsed, f"{side}_{name}")
            words += [f"--{side}-{name}={value}" for value in (given if isinstance(given, list) else [given]) if value]
    words += [f"--env={entry.partition('=')[0]}" for entry in parsed.env]
    words += [f"--operation={name}" for name in parsed.contract or ()]
    if parsed.max_examples != 100:
        words.append(f"--max-examples={parsed.max_examples}")
    return shlex.join([*words, f"--seed={result.seed}"])
