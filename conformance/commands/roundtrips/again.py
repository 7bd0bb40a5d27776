"""The recorded conversations of a folder, held again with a subject."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from conformance.apis.recordings import Recordings
from conformance.commands.roundtrips.converter import Converter
from conformance.commands.roundtrips.loop import LoopOutcome
from conformance.commands.roundtrips.parties import Party, parties, reference
from conformance.commands.roundtrips.record import RecordingNote, recorded_of, replay
from conformance.rules.contracts import Specifications
from conformance.running.subjects.base import Subject, SubjectConfig


class RepeatedConversation(NamedTuple):
    """A recorded conversation. outcome: None where it was left out, for the reason in `left_out`.

    changes: what is not as recorded, a line each. own: whether the recording is of this very subject: another one may
    well say the same thing in another way.
    """

    file: str
    recorded: RecordingNote
    outcome: LoopOutcome | None
    changes: tuple[str, ...]
    own: bool
    left_out: str = ""

    @property
    def good(self) -> bool:
        """Whether nothing speaks against the subject."""
        return not self.changes or not self.own

    def document(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "file": self.file,
            "scenario": self.recorded.scenario.name,
            "subject": self.recorded.subject,
            "against": self.recorded.against,
            "tool_turns": self.recorded.tool_turns,
            "outcome": self.outcome.document() if self.outcome is not None else None,
            "changes": list(self.changes),
            "left_out": self.left_out or None,
            "good": self.good,
        }


def recorded_conversations(recordings: Recordings) -> dict[str, RecordingNote]:
    """Return the recorded conversations of a folder, by file."""
    found = ((file, recorded_of(note)) for file, note in recordings.notes.items())
    return {file: recorded for file, recorded in found if recorded is not None}


def hold_again(
    recordings: Recordings, config: SubjectConfig, specifications: Specifications
) -> Iterator[RepeatedConversation]:
    """Hold each recorded conversation again. Raises SubjectError, and UsageError where a library is not installed."""
    conversations = recorded_conversations(recordings)
    if not conversations:
        return
    subjects = list(parties(config, specifications))
    lender = reference(specifications)
    try:
        for file, recorded in conversations.items():
            party = next((subject for subject in subjects if _takes(subject, recorded)), None)
            yield _repeated_conversation(
                os.path.join(recordings.folder, file), file, recorded, party, subjects[0], lender
            )
    finally:
        for subject in subjects:
            subject.subject.close()
        lender.close()


def _takes(party: Party, recorded: RecordingNote) -> bool:
    return recorded.tool_turns is None or party.tool_turns is None or party.tool_turns == recorded.tool_turns


def _repeated_conversation(
    path: str, file: str, recorded: RecordingNote, party: Party | None, any_party: Party, lender: Subject
) -> RepeatedConversation:
    name = any_party.name
    own = recorded.subject == name
    if party is None:
        reason = f"recorded with tool-turns: {recorded.tool_turns}; {name} answers {any_party.tool_turns}"
        return RepeatedConversation(file, recorded, None, (), own, reason)
    converter = Converter(party.subject, lender)
    if not converter.takes_part(recorded.scenario.api, streamed=recorded.scenario.streamed):
        return RepeatedConversation(file, recorded, None, (), own, f"{name} offers none of its operations")
    outcome, changes = replay(path, recorded, converter)
    return RepeatedConversation(file, recorded, outcome, tuple(changes), own)
