"""What holds of a conversation as a whole: system messages, completeness, order (MSG-10, MSG-12, MSG-13)."""

from __future__ import annotations

import re
from collections.abc import Hashable, Set

from conformance.checks.findings import OK, Failure, Findings, brief, input_at, output_at
from conformance.checks.responses_input.conversation import INSTRUCTING
from conformance.checks.responses_input.pairing import Pair, call_wordings, result_wordings, speaker
from conformance.checks.responses_input.parts import is_split, refused
from conformance.checks.responses_input.view import ResponsesInput
from conformance.checks.trial import answer_of
from conformance.formats.facts import CALL, CALLS, IMAGE, INLINE, RESULT, TEXT, TOOL_KINDS, USE, Fact
from conformance.matching.matcher import key_of
from conformance.values import JSON

# Kinds whose loss is a matter of completeness; refusals, files and audio have a rule of their own.
COUNTED = frozenset({TEXT, IMAGE, CALL, RESULT, USE, INLINE})
INPUT, INSTRUCTIONS = "input", "instructions"


def system_pairs(view: ResponsesInput) -> list[Pair]:
    """Return the texts of system messages that say something."""
    return [pair for pair in view.of_kind(TEXT) if pair.owed.role == "system" and pair.owed.value]


def leading(view: ResponsesInput) -> int:
    """Return how many system messages the conversation begins with."""
    for index, message in enumerate(view.conversation.messages):
        if not isinstance(message, dict) or message.get("role") != "system":
            return index
    return len(view.conversation.messages)


def system_messages(view: ResponsesInput) -> Findings:
    """MSG-10: system messages stand in the input, or the leading ones in `instructions`, joined by a blank line."""
    pairs = system_pairs(view)
    if not pairs or view.items is None:
        return None
    answers = answer_of(view.trial, "system-placement", INPUT, INSTRUCTIONS)
    first = leading(view)
    found = []
    for pair in pairs:
        where = input_at(*pair.owed.at)
        text = brief(pair.owed.value)
        if not pair.arrived:
            changed = view.altered_instruction(pair)
            message = f"the system's text {text} is " + ("lost" if changed is None else f"changed: {brief(changed)}")
            found.append(Failure("system-lost" if changed is None else "system-changed", where, message))
        elif pair.found is not None and speaker(pair.found.role) != "system":
            message = f"the system's text {text} stands in a message of role {brief(pair.found.role)}"
            found.append(Failure("system-role", output_at(*pair.found.at), message))
        elif pair.found is not None and pair.owed.entry < first and INPUT not in answers:
            message = f"system-placement is instructions, but the leading text {text} stands in the input"
            found.append(Failure("system-place", output_at(*pair.found.at), message))
        elif pair.offset is not None and INSTRUCTIONS not in answers:
            message = f"system-placement is input, but {text} stands in the instructions"
            found.append(Failure("system-place", output_at("instructions"), message))
    places = {pair.offset is None for pair in pairs if pair.owed.entry < first and pair.arrived}
    if len(answers) > 1 and len(places) > 1:
        message = "of the leading system messages some stand in the instructions, some in the input"
        found.append(Failure("system-mixed", output_at(), message))
    return tuple(found) + _joined_badly(view)


def _joined_badly(view: ResponsesInput) -> tuple[Failure, ...]:
    placed = [pair for pair in view.pairs if pair.offset is not None]
    text = view.items.instructions if view.items is not None else None
    if not placed or not isinstance(text, str):
        return ()
    offsets = [pair.offset for pair in placed if pair.offset is not None]
    if offsets != sorted(offsets):
        return (Failure("system-order", output_at("instructions"), "the instructions are not in their order"),)
    # What joins the parts of one message, no document says, nor whether an empty one counts.
    empty = any(pair.owed.role in INSTRUCTING and pair.owed.value == "" for pair in view.pairs)
    said: dict[int, list[str]] = {pair.owed.entry: [] for pair in placed}
    for pair in view.pairs:
        if pair.owed.entry in said and (pair.offset is not None or pair.owed.value == ""):
            said[pair.owed.entry].append(re.escape(pair.owed.value))
    pattern = ("\n\n(?:\n\n)*" if empty else "\n\n").join("(?:\n\n|\n|)".join(texts) for texts in said.values())
    pattern = f"\n*{pattern}\n*" if empty else pattern
    if re.fullmatch(pattern, text, re.DOTALL):
        return ()
    wanted = "\n\n".join(pair.owed.value for pair in placed)
    message = f"wanted the system's texts joined by a blank line, {brief(wanted)}, got {brief(text)}"
    return (Failure("system-joined", output_at("instructions"), message),)


def separate_instructions(view: ResponsesInput) -> Findings:
    """MSG-10a: the leading system messages stand in `instructions`."""
    first = leading(view)
    pairs = [pair for pair in system_pairs(view) if pair.owed.entry < first and pair.found is not None]
    if view.items is None or not any(pair.owed.entry < first for pair in system_pairs(view)):
        return None
    return tuple(
        Failure("in-the-input", output_at(*pair.found.at), "a leading system message stands best in instructions",
                yields_to="MSG-10")
        for pair in pairs
        if pair.found is not None and speaker(pair.found.role) == "system"
    )  # fmt: skip


def complete(view: ResponsesInput) -> Findings:
    """MSG-12: every text, image, call and result arrives, once."""
    if view.unfit:
        return None
    failed = refused(view, "MSG-12")
    if failed:
        return failed
    if view.pairing is None:
        if not view.answered:
            return None
        wanted = "wanted an object with an input list, or the list itself"
        return (Failure("no-input", output_at(), f"{wanted}, got {brief(view.output)}"),)
    found = []
    owed = [pair for pair in view.pairs if pair.owed.kind in COUNTED and view.requires(pair.owed)]
    merged = "".join(pair.found.value for pair in view.pairs if pair.found is not None and not pair.exact
                     and pair.found.kind == TEXT)  # fmt: skip
    for pair in owed:
        if pair.arrived or view.beside_calls(pair.owed):
            continue
        if pair.owed.kind == TEXT and (pair.owed.value == "" or pair.owed.value in merged):
            continue  # MSG-11 says what becomes of an empty one; a merged one is there, in the wrong form
        if view.altered_instruction(pair) is not None:
            continue
        what = "image" if pair.owed.kind == IMAGE else _called(pair)
        found.append(Failure("lost", input_at(*pair.owed.at), f"the {what} is lost"))
    found += _twice(view)
    return tuple(found) if owed or found else OK if view.conversation.facts else None


def _called(pair: Pair) -> str:
    if pair.owed.kind == TEXT:
        return f"text {brief(pair.owed.value)}"
    what = "call" if pair.owed.kind in CALLS else "result"
    return f"{what} {brief(pair.owed.value[0])}"


def _twice(view: ResponsesInput) -> list[Failure]:
    """Return what arrived more often than it was sent."""
    spare = view.pairing.spare if view.pairing is not None else ()
    instructions = view.items.instructions if view.items is not None else None
    if isinstance(instructions, str) and not any(pair.offset is not None for pair in view.pairs):
        for pair in system_pairs(view):
            if pair.found is not None and pair.owed.value in instructions:
                message = f"{brief(pair.owed.value)} is in the instructions and in the input"
                return [Failure("twice", output_at("instructions"), message)]
    if not spare:
        return []
    ids = {pair.owed.value[0] for pair in view.pairs if pair.owed.kind in TOOL_KINDS and pair.arrived}
    values = {(pair.owed.kind, key_of(pair.owed.value)) for pair in view.pairs if pair.arrived}
    split = {pair.found.entry for pair in view.pairs if pair.found is not None and is_split(view, pair)}
    wordings = {w for pair in view.pairs if pair.owed.kind == RESULT and pair.arrived
                for w in result_wordings(pair.owed)}  # fmt: skip
    wordings |= {w for message in {pair.owed.entry for pair in view.pairs if pair.owed.kind == CALL}
                 for w in call_wordings(view.conversation.calls_of(message))}  # fmt: skip
    found = []
    for one in spare:
        if one.entry in split or not _is_again(one, ids, values, wordings) or _stands_elsewhere(view, one):
            continue
        found.append(Failure("twice", output_at(*one.at), f"this is in the output twice: {brief(one.source)}"))
    return found


def _is_again(one: Fact, ids: Set[JSON], values: Set[tuple[str, Hashable]], wordings: Set[str]) -> bool:
    if one.kind in TOOL_KINDS:
        return isinstance(one.value[0], str) and one.value[0] in ids
    if one.kind == TEXT and (one.value == "" or one.inside):
        return False
    return (one.kind, key_of(one.value)) in values or (one.kind == TEXT and one.value in wordings)


def _stands_elsewhere(view: ResponsesInput, one: Fact) -> bool:
    """Whether the input's content holds this text once more than was paired: in a part that lacks its form."""
    if not isinstance(one.value, str):
        return False
    paired = sum(pair.arrived and pair.owed.kind == one.kind and pair.owed.value == one.value for pair in view.pairs)
    contents = [message.get("content") for message in view.trial.input if isinstance(message, dict)]
    return _occurrences(contents, one.value) > int(paired)


def _occurrences(value: JSON, text: str) -> int:
    if isinstance(value, dict | list):
        return sum(_occurrences(member, text) for member in (value.values() if isinstance(value, dict) else value))
    return int(value == text)


def text_beside_calls(view: ResponsesInput) -> Findings:
    """MSG-12a: as texts, an assistant's own text beside its calls arrives too."""
    pairs = [pair for pair in view.of_kind(TEXT) if pair.owed.value and view.beside_calls(pair.owed)]
    if not pairs:
        return None
    return tuple(
        Failure("beside-calls", input_at(*pair.owed.at), f"the text {brief(pair.owed.value)} beside calls is lost")
        for pair in pairs
        if not pair.arrived
    )


def order(view: ResponsesInput) -> Findings:
    """MSG-13: what came first stands first."""
    placed = [pair for pair in view.pairs if pair.found is not None and _has_a_place(view, pair)]
    if len(placed) < 2:
        return None
    found = []
    highest = placed[0]
    for pair in placed[1:]:
        if pair.found is None or highest.found is None:
            continue
        if pair.found.at < highest.found.at and not _may_swap(highest, pair):
            message = f"this came after {brief(highest.found.source)}, and stands before it"
            found.append(Failure("order", output_at(*pair.found.at), message))
            break
        if pair.found.at > highest.found.at:
            highest = pair
    return tuple(found)


def _has_a_place(view: ResponsesInput, pair: Pair) -> bool:
    owed = pair.owed
    if owed.inside or owed.entry in view.strays or (owed.kind == TEXT and owed.value == ""):
        return False
    return not (owed.role in INSTRUCTING and view.pairs and pair.offset is not None)


def _may_swap(before: Pair, after: Pair) -> bool:
    """Whether two facts of one message may change places, or another rule says that they may not."""
    if before.owed.entry != after.owed.entry:
        return False
    kinds = {before.owed.kind, after.owed.kind}
    # Two calls keep their order; parts of a list are MSG-2's matter, a call behind its text is MSG-7's.
    return not (kinds <= {CALL, USE} and before.owed.kind == after.owed.kind)
