"""What holds of a conversation as a whole: system messages, completeness, order (MSG-10, MSG-12, MSG-13, MSG-21)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from conformance.base.values import JSON
from conformance.formats.chat.conversation import INSTRUCTING
from conformance.formats.facts import CALL, CALLS, IMAGE, INLINE, RESULT, TEXT, TOOL_KINDS, USE, WireItem, word
from conformance.formats.parts import ALL_PARTS, texts_of
from conformance.rules.alignment.matcher import key_of
from conformance.rules.checks.exact import is_rewritten
from conformance.rules.checks.findings import OK, Failure, Findings, brief, but_got, output_at
from conformance.rules.checks.letters.responses_input.pairing import FactPair, wordings
from conformance.rules.checks.letters.responses_input.parts import is_split
from conformance.rules.checks.letters.responses_input.view import ResponsesInput
from conformance.rules.checks.trial import answer_of

INPUT, INSTRUCTIONS = "input", "instructions"


def system_pairs(view: ResponsesInput) -> list[FactPair]:
    """Return the texts of system messages that say something."""
    return [pair for pair in view.of_kind(TEXT) if pair.owed.role == "system" and pair.owed.value]


def leading(view: ResponsesInput) -> list[FactPair]:
    """Return those of the system messages that the conversation begins with."""
    roles = [word(message, "role") for message in view.conversation.messages]
    first = next((index for index, role in enumerate(roles) if role != "system"), len(roles))
    return [pair for pair in system_pairs(view) if pair.owed.entry < first]


def _offsets(view: ResponsesInput) -> list[int]:
    """Return where texts are in the instructions."""
    return [pair.offset for pair in view.pairs if pair.offset is not None]


def system_messages(view: ResponsesInput) -> Findings:
    """MSG-10: system messages are in the input, or the leading ones in `instructions`, in order."""
    pairs = system_pairs(view)
    if not pairs or view.items is None:
        return None
    answers = answer_of(view.trial, "system-placement", INPUT, INSTRUCTIONS)
    first = leading(view)
    found = []
    for pair in pairs:
        text = brief(pair.owed.value)
        if not pair.arrived:
            changed = view.altered_instruction(pair)
            kind, how = ("system-lost", "lost") if changed is None else ("system-changed", f"changed: {brief(changed)}")
            found.append(pair.lost(kind, f"the system's text {text} is {how}"))
        elif pair.found is not None and pair.has_other_speaker:
            message = f"the system's text {text} is in a message of role {brief(pair.found.role)}"
            found.append(pair.wrong("system-role", message))
        elif pair.found is not None and INPUT not in answers and pair in first:
            message = f"system-placement is instructions, but the leading text {text} is in the input"
            found.append(pair.wrong("system-place", message))
        elif pair.offset is not None and INSTRUCTIONS not in answers:
            message = f"system-placement is input, but {text} is in the instructions"
            found.append(Failure("system-place", output_at("instructions"), message))
    if len(answers) > 1 and len({pair.offset is None for pair in first if pair.arrived}) > 1:
        message = "some of the leading system messages are in the instructions, some in the input"
        found.append(Failure("system-mixed", output_at(), message))
    offsets = _offsets(view)
    if offsets != sorted(offsets):
        found.append(Failure("system-order", output_at("instructions"), "the instructions are not in their order"))
    return tuple(found)


def system_texts_joined(view: ResponsesInput) -> Findings:
    """MSG-10b: the texts in `instructions` are joined by a blank line."""
    text = view.items.instructions if view.items is not None else None
    offsets = _offsets(view)
    if not offsets or not isinstance(text, str) or offsets != sorted(offsets):
        return None  # of their order MSG-10 speaks
    # What joins the parts of one message, no document says, nor whether an empty one counts. Two may be a newline.
    empty = any(pair.owed.role in INSTRUCTING and pair.owed.value == "" for pair in view.pairs)
    said: dict[int, list[str]] = {pair.owed.entry: [] for pair in view.pairs if pair.offset is not None}
    for pair in view.pairs:
        if pair.owed.entry in said and (pair.offset is not None or pair.owed.value == ""):
            said[pair.owed.entry].append(re.escape(pair.owed.value))
    pattern = ("\n\n\n*" if empty else "\n\n").join("(?:\n\n|\n|)".join(texts) for texts in said.values())
    if re.fullmatch(f"\n*{pattern}\n*" if empty else pattern, text, re.DOTALL):
        return OK
    wanted = "\n\n".join(pair.owed.value for pair in view.pairs if pair.offset is not None)
    message = f"wanted the system's texts joined by a blank line, {brief(wanted)}, {but_got(text)}"
    return (Failure("system-joined", output_at("instructions"), message),)


def separate_instructions(view: ResponsesInput) -> Findings:
    """MSG-10a: the leading system messages are in `instructions`."""
    pairs = leading(view)
    if view.items is None or not pairs:
        return None
    message = "a leading system message belongs in the instructions"
    in_input = [pair for pair in pairs if pair.found is not None and not pair.has_other_speaker]
    return tuple(pair.wrong("in-the-input", message) for pair in in_input)


def _is_part_for_part(view: ResponsesInput, pair: FactPair) -> bool:
    """Whether the message of a user's part arrived with as many texts as it had: none of them is two in one."""
    own = [element for element in view.of_kind(TEXT) if element.owed.entry == pair.owed.entry and element.owed.is_part]
    entries = {pair.got.entry for pair in own if pair.found is not None}
    if pair.owed.role != "user" or len(entries) != 1 or view.items is None:
        return False
    return sum(item.kind == TEXT and item.entry in entries for item in view.items.found) == len(own)


def complete(view: ResponsesInput) -> Findings:
    """MSG-12: every text, image, call and result arrives, once, and says what it said."""
    if view.unfit:
        return None
    if view.items is None:
        if not view.answered:
            return None
        wanted = "wanted an object with an input list, or the list itself"
        return (Failure("no-input", output_at(), f"{wanted}, {but_got(view.output)}"),)
    # Refusals, files and audio have a rule of their own.
    owed = view.of_kind(TEXT, IMAGE, *TOOL_KINDS)
    # What arrived otherwise than it was, in one.
    changed = [pair.got for pair in view.pairs if pair.found is not None and not pair.exact]
    merged = "".join(item.value for item in changed if item.kind == TEXT)
    merged += "\0".join(spare_text.value for spare_text in view.spare_texts)
    found = []
    for pair in owed:
        if pair.arrived or view.beside_calls(pair.owed) or view.altered_instruction(pair) is not None:
            continue
        # MSG-11 says what becomes of an empty text; a merged one is there, in the wrong form.
        is_merged = pair.owed.kind == TEXT and pair.owed.value in merged and not _is_part_for_part(view, pair)
        if not is_merged and (pair.owed.kind != TEXT or pair.owed.value != ""):
            # A part of another API is the documents' matter: no client of Chat sends it.
            kind = "inline-lost" if pair.owed.kind in (USE, INLINE) else "lost"
            found.append(pair.lost(kind, f"the {_call_text(pair.owed)} is lost"))
    for pair in owed:
        if not (pair.found is None or _is_there(view, pair, owed, merged) or is_split(view, pair)):
            message = f"in place of the {_call_text(pair.owed)} is another text: {brief(pair.found.source)}"
            found.append(pair.wrong("replaced", message))
    found += _twice(view)
    return tuple(found) if owed or found else OK if view.conversation.facts else None


def _is_there(view: ResponsesInput, pair: FactPair, owed: list[FactPair], merged: str) -> bool:
    """Whether in the place of a text or a result is no other text. merged: what arrived otherwise than it was."""
    if pair.owed.kind == TEXT and pair.got.kind == TEXT:
        is_free = pair.exact or view.beside_calls(pair.owed)  # MSG-12a says it
        return is_free or pair.owed.value in merged or is_rewritten(pair.owed.value, pair.got.value)
    # Results of one id, in another order, are paired crosswise: MSG-13 says that.
    same_id = (
        owed_value.found for owed_value in owed if owed_value.owed.kind == RESULT and owed_value.owed.id == pair.owed.id
    )
    return pair.owed.kind != RESULT or any(item is not None and _is_said(pair.owed.payload, item) for item in same_id)


def _is_said(content: JSON, found: WireItem) -> bool:
    """Whether what came of a tool message says what its content said, in whichever form, or that written otherwise."""
    texts = texts_of(content)
    payload = found.value if found.kind == TEXT else found.payload
    said = texts_of(payload, ALL_PARTS)
    if not said and payload:
        said = [json.dumps(payload, ensure_ascii=False)]
    joined = ("".join(said), "\n".join(said))
    if is_rewritten("".join(texts), joined[0]):
        return True
    forms = [(text.strip(), *(json.dumps(text, ensure_ascii=plain)[1:-1] for plain in (True, False))) for text in texts]
    return all(any(form in text for form in some for text in joined) for some in forms)


def _call_text(owed: WireItem) -> str:
    if owed.kind == IMAGE:
        return "image"
    if owed.kind == TEXT:
        return f"text {brief(owed.value)}"
    return f"{'call' if owed.kind in CALLS else 'result'} {brief(owed.id)}"


def _has_lines(instructions: str, text: str) -> bool:
    """Whether a text is in instructions as it was joined into them: between line ends, and not as part of a word."""
    return bool(text) and f"\n{text}\n" in f"\n{instructions}\n"


def _twice(view: ResponsesInput) -> Iterator[Failure]:
    """Yield what arrived more often than it was sent."""
    instructions = view.items.instructions if view.items is not None else None
    if isinstance(instructions, str) and not _offsets(view):
        for pair in system_pairs(view):
            if pair.found is not None and _has_lines(instructions, pair.owed.value):
                message = f"{brief(pair.owed.value)} is in the instructions and in the input"
                yield Failure("twice", output_at("instructions"), message)
                return
    arrived = [pair.owed for pair in view.pairs if pair.arrived] if view.spare else []
    ids = [owed.id for owed in arrived if owed.kind in TOOL_KINDS]
    values = {(owed.kind, key_of(owed.value)) for owed in arrived}
    # A text that the calls or the result of the conversation would be, too.
    calls = {owed.entry: owed for owed in view.conversation.facts if owed.kind == CALL} if view.spare else {}
    worded = [*calls.values(), *(owed for owed in arrived if owed.kind == RESULT)]
    values |= {(TEXT, text) for owed in worded for text in wordings(view.conversation, owed)}
    split = {pair.got.entry for pair in view.pairs if is_split(view, pair)} if view.spare else set()
    customs = Counter((fact.kind in CALLS, fact.id) for fact in view.conversation.customs)
    for item in view.spare:
        if item.kind in TOOL_KINDS:
            key = (item.kind in CALLS, item.id)  # a custom call may have the id of a function's, in another turn
            customs[key] -= 1
            is_again = isinstance(item.id, str) and item.id in ids and customs[key] < 0
        else:
            says_nothing = item.kind == TEXT and (item.value == "" or item.inside)
            is_again = not says_nothing and (item.kind, key_of(item.value)) in values
        if is_again and item.entry not in split and not _is_elsewhere(view, item):
            yield Failure("twice", output_at(*item.at), f"this is in the output twice: {brief(item.source)}")


def _is_elsewhere(view: ResponsesInput, item: WireItem) -> bool:
    """Whether the input's content holds this text once more than was paired: in a part that lacks its form."""
    paired = sum(pair.arrived and pair.owed.kind == item.kind and pair.owed.value == item.value for pair in view.pairs)
    contents = [message.get("content") for message in view.trial.input if isinstance(message, dict)]
    return isinstance(item.value, str) and _occurrences(contents, item.value) > paired


def _occurrences(value: JSON, text: str) -> int:
    if isinstance(value, dict | list):
        return sum(_occurrences(member, text) for member in (value.values() if isinstance(value, dict) else value))
    return int(value == text)


def text_beside_calls(view: ResponsesInput) -> Findings:
    """MSG-12a: as texts, an assistant's own text beside its calls arrives too."""
    pairs = [pair for pair in view.of_kind(TEXT) if pair.owed.value and view.beside_calls(pair.owed)]
    if not pairs:
        return None
    lost = [pair for pair in pairs if not pair.arrived]
    return tuple(pair.lost("beside-calls", f"the text {brief(pair.owed.value)} beside calls is lost") for pair in lost)


def order(view: ResponsesInput) -> Findings:
    """MSG-13: the order is kept."""
    placed = [pair for pair in view.pairs if pair.found is not None and _has_a_place(view, pair)]
    if len(placed) < 2:
        return None
    highest = placed[0]
    for pair in placed[1:]:
        if pair.got.at < highest.got.at and not _may_swap(highest, pair):
            return (pair.wrong("order", f"this came after {brief(highest.got.source)}, and precedes it"),)
        highest = max(pair, highest, key=lambda pair: pair.got.at)
    return OK


def _has_a_place(view: ResponsesInput, pair: FactPair) -> bool:
    owed = pair.owed
    is_empty = owed.kind == TEXT and owed.value == ""
    return not (owed.inside or owed.entry in view.conversation.strays or is_empty or pair.is_ambiguous)


def _may_swap(before: FactPair, after: FactPair) -> bool:
    """Whether two facts of one message may change places, or another rule says that they may not."""
    kinds = {before.owed.kind, after.owed.kind}
    # Two calls keep their order; parts of a list are MSG-2's matter, a call behind its text is MSG-7's.
    return before.owed.entry == after.owed.entry and kinds not in ({CALL}, {USE})


def nothing_invented(view: ResponsesInput) -> Findings:
    """MSG-21: no system message and no instructions are added to a conversation that has none."""
    if view.items is None or view.unfit:
        return None
    if any(word(message, "role") in INSTRUCTING for message in view.conversation.messages):
        return None  # other rules say what becomes of them
    lacks, found = "the conversation has no", []
    if view.items.instructions:
        message = f"{lacks} system message, but instructions are {brief(view.items.instructions)}"
        found.append(Failure("instructions", output_at("instructions"), message))
    for index in view.items.messages:
        item = view.items.items[index]
        if word(item, "role") in INSTRUCTING:
            message = f"{lacks} {item['role']} message, but one is here: {brief(item)}"
            found.append(Failure("system", output_at(*view.items.base, index), message))
    return tuple(found)
