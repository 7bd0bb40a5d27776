"""conformance replay: check recorded traffic with the oracles, and a converter with it."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from conformance import __version__
from conformance.apis.oracles import COMPATIBLE, PROFILES
from conformance.apis.recordings import Recordings, read_folder
from conformance.apis.recordings.check import Checked, check
from conformance.apis.recordings.compare import RecordingsComparison, compare
from conformance.apis.recordings.inputs import Harvest, harvest
from conformance.base.errors import UsageError
from conformance.base.redact import Redactor
from conformance.commands import data_output
from conformance.commands.recorded_inputs import recording_sources
from conformance.commands.roundtrips.again import RepeatedConversation, hold_again
from conformance.commands.subject import chosen_operations, command_line, names_subject, subject_config
from conformance.results import recorded
from conformance.results.document import Document, document
from conformance.results.plain import Plain
from conformance.results.text import one_line
from conformance.rules.contracts import Specifications, load_specifications
from conformance.rules.contracts.requirements import EVERY_MUST, load_requirements
from conformance.running.engine import Options, RunResult
from conformance.running.engine.result import decides_against
from conformance.running.engine.sets import ALL
from conformance.running.run import certify
from conformance.running.subjects.base import SubjectConfig

GOOD, BAD, INTERRUPTED = 0, 1, 130
ABOUT_A_SUBJECT = frozenset({"contract", "requirements", "choice", "without", "name", "python", "in_process"})


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 0 nothing speaks against the subject, 1 something does. Raises UsageError and its kin,
    also where nothing does, but more recordings could not be read than were.
    """
    specifications = load_specifications()
    operations = tuple(specifications.contracts)
    parsed.contract = chosen_operations(parsed.contract, operations)
    config = subject_config(parsed, operations)
    data_output.check_places({"--json": parsed.json})
    profile, hosts = _hosts(parsed.host)
    recordings = read_folder(parsed.folder, hosts)
    redactor = Redactor(config.secrets)
    if not recordings.interactions:
        print("\n".join(redactor.lines(recorded.read_lines(recordings, everything=True))))
        raise UsageError(f"{parsed.folder} holds no recorded call of the APIs.", "Name a folder of VCR cassettes.")
    checked, given = check(recordings.interactions, profile), harvest(recordings.interactions)
    compared = _compared(parsed.since, recordings, hosts)
    asks_subject, everything = _asks_subject(parsed), names_subject(parsed) or parsed.verbose
    said = [recorded.answer_line(recordings, checked), *recorded.check_lines(checked)]
    said += recorded.compared_lines(compared) if compared is not None else []
    said += recorded.read_lines(recordings, everything=everything)
    said += recorded.input_lines(given, everything=everything)
    if not asks_subject:
        said += _what_next(parsed.folder, given)
    print("\n".join(redactor.lines(said)))
    if not asks_subject:
        if parsed.json is not None:
            content = recorded.document(recordings, checked, given, compared)
            good = checked.is_sound and not recordings.is_mostly_unread
            _write(parsed.json, content, None, [], redactor, good=good)
        return _status(recordings, good=checked.is_sound)
    result = _judge_recorded(parsed, specifications, config, given)
    interrupted = result is not None and result.interrupted
    held = [] if interrupted else _held_again(recordings, config, specifications)
    if given.size and result is None and not any(conversation.outcome for conversation in held):
        raise UsageError(f"Nothing of {parsed.folder} is for this subject.", "Name another one with more operations.")
    good = checked.is_sound and (result is None or result.conforms) and all(conversation.good for conversation in held)
    if parsed.json is not None:
        content = recorded.document(recordings, checked, given, compared)
        _write(parsed.json, content, result, held, redactor, good=good and not recordings.is_mostly_unread)
    if interrupted:
        return INTERRUPTED
    print(_last_line(checked, result, held))
    return _status(recordings, good=good)


def _status(recordings: Recordings, *, good: bool) -> int:
    """Return the exit status. Raises UsageError where nothing was found, in the few recordings that could be read."""
    if good and recordings.is_mostly_unread:
        raise UsageError(
            f"Of the recordings in {recordings.folder} {recordings.unread:,} could not be read, "
            f"and {recordings.used:,} could.",
            "Repair or remove those: the lines `not read` have the reasons, -v names the files.",
        )
    return GOOD if good else BAD


def _asks_subject(parsed: argparse.Namespace) -> bool:
    """Whether the arguments are about a subject: without one, the reference's results answer what nobody asked."""
    # What the file of the project says is about each subject, and asks for none.
    return names_subject(parsed) or parsed.verbose or bool(ABOUT_A_SUBJECT & parsed.given)


def _what_next(folder: str, given: Harvest) -> list[str]:
    if not given.size:
        return []
    return [
        f"These inputs check a converter: conformance replay {shlex.quote(folder)} SUBJECT. -v shows how the reference "
        "does."
    ]


def _hosts(given: Sequence[str]) -> tuple[str, list[str]]:
    """Return the profile of recordings whose host is not known, and further hosts to read. Raises UsageError."""
    profiles = [text for text in given if text in PROFILES]
    if len(set(profiles)) > 1:
        raise UsageError(f"--host names two profiles: {' and '.join(profiles)}.", "Name one.")
    return (profiles or [COMPATIBLE])[0], [text for text in given if text not in PROFILES]


def _compared(folder: str | None, recordings: Recordings, hosts: Collection[str]) -> RecordingsComparison | None:
    """Compare with the recordings of an earlier folder, where one is named. Raises UsageError."""
    if folder is None:
        return None
    earlier = read_folder(folder, hosts)
    if not earlier.interactions:
        raise UsageError(f"{folder} holds no recorded call of the APIs.", "Name earlier recordings after --since.")
    return compare(folder, earlier.interactions, recordings.interactions)


def _last_line(checked: Checked, result: RunResult | None, held: Sequence[RepeatedConversation]) -> str:
    """Return what decided, in one line."""
    against = [
        (len(checked.refused), "refused by the oracles"),
        (len(checked.unforeseen), "refused by the API and not foreseen"),
        (
            sum(decides_against(entry.level, entry.verdict) for entry in result.rules) if result else 0,
            "MUST rules fail",
        ),
        (sum(not conversation.good for conversation in held), "conversations not as recorded"),
    ]
    reasons = [f"{count:,} {what}" for count, what in against if count]
    if result is not None and not result.conforms and not reasons:
        reasons = ["the subject gave up" if not result.complete else "nothing of it reached a rule"]
    return f"Replay: {', '.join(reasons)}" if reasons else "Replay: nothing speaks against it"


def _judge_recorded(
    parsed: argparse.Namespace, specifications: Specifications, config: SubjectConfig, given: Harvest
) -> RunResult | None:
    """Judge the subject by the recorded inputs, and print the result; None where it takes none. Raises UsageError."""
    operations = tuple(name for name in given.inputs if not parsed.contract or name in parsed.contract)
    if not operations:
        if parsed.contract:
            raise UsageError(f"{parsed.folder} has no input for {', '.join(parsed.contract)}.", "Remove --operation.")
        return None
    required = load_requirements(parsed.requirements, specifications) if parsed.requirements else None
    subject = config.open()
    description = subject.describe()
    if not set(operations) & set(description.operations):
        subject.close()
        name = Redactor(config.secrets).text(description.name)
        print(f"{one_line(name)} offers none of the operations that these are inputs of.")
        return None
    options = Options(
        operations=operations,
        choices=config.choices,
        without=config.without,
        inputs=given.inputs,
        sources=recording_sources(given),
        only_inputs=True,
        max_examples=0,
        reproduce=command_line(parsed),
        evidence_folder=None,
        again=shlex.join(["--max-examples", "0", "--cassettes", parsed.folder]),
        requirements=str(required) if required else EVERY_MUST,
        required=required.levels if required else None,
        deciding=required.sets if required else (ALL,),
        secrets=config.secrets,
    )
    listener = Plain(sys.stdout, verbose=1)
    try:
        result = certify(specifications, subject, options, [listener])
    finally:
        subject.close()
    listener.end(result, {})
    return result


def _held_again(
    recordings: Recordings, config: SubjectConfig, specifications: Specifications
) -> list[RepeatedConversation]:
    """Repeat the conversations that `conformance record` made, and print what is not as recorded."""
    held = []
    for conversation in hold_again(recordings, config, specifications):
        held.append(conversation)
        print("\n".join(Redactor(config.secrets).lines(_held_lines(conversation))))
    if held:
        counts = Counter(
            "left out" if conversation.outcome is None else "differ" if conversation.changes else "as recorded"
            for conversation in held
        )
        print(f"Conversations: {', '.join(f'{count} {word}' for word, count in counts.items())}")
    return held


def _held_lines(conversation: RepeatedConversation) -> list[str]:
    name = f"{one_line(conversation.file)} ({one_line(conversation.recorded.scenario.name)})"
    if conversation.outcome is None:
        return [f"left out {name}: {one_line(conversation.left_out)}"]
    if not conversation.changes:
        return [f"as recorded {name}: {conversation.outcome.kind} in {conversation.outcome.requests} requests"]
    whose = "" if conversation.own else f", recorded with {one_line(conversation.recorded.subject)}"
    changes = [f"  {one_line(text, 400)}" for text in conversation.changes]
    return [f"{'DIFFERS' if conversation.own else 'differs'} {name}{whose}:", *changes]


def _write(
    path: str,
    described: Mapping[str, Document | None],
    result: RunResult | None,
    held: Sequence[RepeatedConversation],
    redactor: Redactor,
    *,
    good: bool,
) -> None:
    content: Document = {"format": 1, "suite": {"version": __version__}, "good": good}
    content |= redactor.value(dict(described))
    content["report"] = document(result) if result is not None else None
    content["conversations"] = [redactor.value(conversation.document()) for conversation in held]
    data_output.write(path, content)
