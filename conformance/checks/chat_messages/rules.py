"""responses-input-to-chat-messages: one assistant message for a turn, its results, texts, instructions, the rest."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from conformance.checks.chat_messages import kinds
from conformance.checks.chat_messages.items import Owed, Turn, items_of
from conformance.checks.chat_messages.kinds import ASSISTANT, SYSTEM, TOOL, USER, meant_detail
from conformance.checks.chat_messages.view import ChatMessages, Shape
from conformance.checks.exact import is_same_json
from conformance.checks.findings import (
    LOST_WITH,
    NOT_OBSERVABLE,
    OK,
    Failure,
    Findings,
    brief,
    input_at,
    output_at,
    versus,
)
from conformance.formats.chat.namespaces import is_joined
from conformance.formats.facts import CALL, FILE, IMAGE, REFUSAL, RESULT, TEXT, Fact, is_filled, word
from conformance.strict_json import json_or_absent
from conformance.values import ABSENT, JSON, levels


def one_message_a_turn(view: ChatMessages) -> Findings:
    """INP-1: the calls of a turn, and their message, are one assistant message, in order."""
    if not view.judged or not view.owed.turns:
        return None
    return tuple(failure for turn in view.owed.turns if (failure := _turn_failure(view, turn)))


def _turn_failure(view: ChatMessages, turn: Turn) -> Failure | None:
    calls = [view.partner_of(view.owed.all[number]) for number in turn.calls]
    found = [said for said in calls if said is not None]
    if not found:
        return None
    homes = {said.fact.entry for said in found}
    if len(homes) > 1:
        where = f"are in {len(homes)} messages ({', '.join(map(str, sorted(homes)))})"
        message = f"the {len(found)} calls of one turn must be one assistant message, but {where}"
        return Failure("calls-split", output_at(*found[1].fact.at), message)
    if found != sorted(found, key=lambda said: said.number):
        names = brief([said.fact.id for said in sorted(found, key=lambda said: said.number)])
        return Failure("calls-order", output_at(*found[0].fact.at[:2]), f"the calls of a turn changed order: {names}")
    for number in turn.own:
        text = view.partner_of(view.owed.all[number])
        # Of identical texts of which one is lost, it is not known which this is.
        if text is None or number in view.pairs.strange | view.pairs.ambiguous:
            continue
        if text.fact.entry not in homes:
            message = "what the assistant says and the calls of the same turn must be one message, but are in two"
            return Failure("text-apart", output_at(*text.fact.at), message)
    return None


def calls_kept(view: ChatMessages) -> Findings:
    """INP-1a: each call arrives once, with its id, name and arguments."""
    calls = view.owed.of_kind(CALL)
    if not view.judged or not calls:
        return None
    failures = []
    for call in calls:
        pair, id_ = view.pair_of(call), brief(call.fact.id)
        if pair.found is None:
            if call.is_answered:
                failures.append(pair.lost("call-lost", f"the call {id_} of {brief(call.fact.name)} did not arrive"))
            continue
        for key, wanted, got in zip(("id", "name", "arguments"), call.fact.value, pair.got.value, strict=True):
            if got != wanted and not _says_the_same(key, call.fact, got):
                path = ("id",) if key == "id" else ("function", key)
                message = f"{key} of the call {id_}: {versus(wanted, got)}"
                failures.append(pair.wrong(f"{key}-changed", message, *path))
    owed = {call.fact.id for call in calls} - view.owed.loose_ids
    return (*failures, *_twice(view, CALL, owed))


def _says_the_same(key: str, call: Fact, got: JSON) -> bool:
    """Whether a member of a call that differs says the same: the same JSON, or the name with its namespace."""
    if key == "arguments":
        return is_same_json(call.payload, got)
    space = call.source.get("namespace") if key == "name" and isinstance(call.source, dict) else None
    return is_joined(got, space, call.name)


def _twice(view: ChatMessages, kind: str, ids: set[str]) -> Iterator[Failure]:
    """Yield the calls or results of some ids that came of nothing in the input."""
    known = set(view.pairs.partners.values())
    for said in view.got.of_kind(kind):
        id_ = said.fact.id
        if said.number not in known and isinstance(id_, str) and id_ in ids:
            yield Failure(f"{kind}-twice", output_at(*said.fact.at), f"the {kind} {brief(id_)} arrived twice")


def results_follow(view: ChatMessages) -> Findings:
    """INP-2: each output is a tool message right after its call's message, id and text equal."""
    results = view.owed.of_kind(RESULT)
    if not view.judged or not results:
        return None
    failures = []
    for result in results:
        answer, pair = view.partner_of(result), view.pair_of(result)
        id_, output = result.fact.value
        call = view.partner_of(view.owed.all[result.call])
        if answer is None:
            # What loses a call loses its output with it.
            lost = pair if call is not None else view.pair_of(view.owed.all[result.call])
            failures.append(lost.lost("result-lost", f"the output of the call {brief(id_)} is in no tool message"))
            continue
        wanted = id_ if call is None else call.fact.id
        if pair.got.id != wanted:
            message = f"wanted the id {brief(wanted)} of its call, got {brief(pair.got.id)}"
            failures.append(pair.wrong("result-id", message, "tool_call_id"))
        if isinstance(output, str) and (answer.texts or ("",)) != (output,):
            message = f"wanted the output {brief(output)}, got {brief(''.join(answer.texts))}"
            failures.append(pair.wrong("result-changed", message, "content"))
        between = _between(view, view.owed.all[result.call], pair.got.entry)
        if between is not None:
            role = view.got.speakers[between] or "unknown"
            message = f"between the call {brief(id_)} and its result is a message of another kind ({role})"
            failures.append(Failure("result-apart", output_at(between), message))
    return (*failures, *_twice(view, RESULT, {one.fact.id for one in results if not view.is_loose_id(one.fact.id)}))


def _between(view: ChatMessages, call: Owed, message: int) -> int | None:
    """Return a message between a call's message and its result that is no result either."""
    home = view.partner_of(call)
    if home is None:
        return None
    if message < home.fact.entry:
        return message
    # Several messages with calls of the same turn are INP-1's matter.
    turn = [view.partner_of(other) for other in view.owed.of_kind(CALL) if other.unit == call.unit]
    of_turn = {said.fact.entry for said in turn if said is not None}
    between = range(home.fact.entry + 1, message)
    return next((i for i in between if view.got.speakers[i] != TOOL and i not in of_turn), None)


def texts_and_images(view: ChatMessages) -> Findings:
    """INP-3: every text arrives as it is, every image with its url and detail."""
    if view.answered and not view.unfit and not view.is_list:
        return (Failure("no-list", "/output", f"wanted a list of messages, got {brief(view.output)}"),)
    if not view.judged:
        return None
    facts = view.owed.of_kind(TEXT, IMAGE)
    if not facts:
        return OK if view.owed.facts else None
    found = [failure for fact in facts for failure in _fact_failures(view, fact)]
    return (*found, *_disordered(view, view.owed.of_kind(TEXT, IMAGE, FILE)), *_said_twice(view))


def _disordered(view: ChatMessages, facts: list[Owed]) -> Iterator[Failure]:
    """Yield what is in another place among what is said. Where the messages are determined, INP-4 says so."""
    if same_messages(view) is not None or any(view.partner_of(one) is None for one in view.owed.of_kind(RESULT)):
        return
    uncertain = view.pairs.strange | view.pairs.changed | view.pairs.ambiguous
    for owed in facts:
        if owed.number in view.pairs.misplaced - uncertain:
            pair = view.pair_of(owed)
            yield pair.wrong("misplaced", f"the {owed.fact.kind} {brief(owed.fact.value)} is in another place")
    if not view.owed.of_kind(CALL):  # beside calls a message may be moved
        found = [said for owed in facts if owed.number not in uncertain and (said := view.partner_of(owed)) is not None]
        for one, following in pairwise(found):
            if following.fact.entry < one.fact.entry:
                message = f"{brief(following.fact.value)} precedes {brief(one.fact.value)}, which was said first"
                yield Failure("misplaced", output_at(*following.fact.at), message)


def _said_twice(view: ChatMessages) -> Iterator[Failure]:
    """Yield messages that say once more what one says already. Where they are determined, INP-4 says so."""
    if same_messages(view) is not None:
        return
    for number in view.pairs.left:
        said = view.got.all[number]
        if said.fact.kind in (TEXT, IMAGE) and not view.is_free(said):
            known = (one.fact for one in view.owed.all if one.speaker == said.speaker)
            if any(one.kind == said.fact.kind and one.value == said.fact.value for one in known):
                text = f"the {said.speaker}'s {said.fact.kind} {brief(said.fact.value)} is there once more"
                yield Failure("said-twice", output_at(*said.fact.at), text)


def _fact_failures(view: ChatMessages, owed: Owed) -> list[Failure]:
    pair, fact = view.pair_of(owed), owed.fact
    said = pair.found
    if said is None:
        return [pair.lost(f"{fact.kind}-lost", f"the {owed.speaker}'s {fact.kind} {brief(fact.value)} did not arrive")]
    if owed.number in view.pairs.changed:
        message = f"wanted the {fact.kind} {brief(fact.value)}, got {brief(said.value)}"
        return [pair.wrong(f"{fact.kind}-changed", message)]
    if owed.number in view.pairs.strange and fact.role != said.role:
        message = f"the {owed.speaker} says {brief(fact.value)}, but it became the {said.role}'s"
        return [pair.wrong("other-role", message)]
    if fact.kind == IMAGE and meant_detail(said.detail) != meant_detail(fact.detail):
        return [pair.wrong("detail-changed", f"detail: {versus(fact.detail, said.detail)}")]
    return []


def refusals_kept(view: ChatMessages) -> Findings:
    """INP-3a: a refusal arrives: as the message's refusal, as a refusal part, or as its text."""
    return _kept(view, REFUSAL)


def files_kept(view: ChatMessages) -> Findings:
    """INP-3b: a file arrives as a file part; a file of an output may be named instead, but no part is without file."""
    kept = _kept(view, FILE)
    if not view.judged or not isinstance(view.output, list):
        return kept
    given = _members_of_type(view.trial.input, "input_file")
    if not given or not all(_has_file(part) for part in given):
        return kept
    empty = [
        Failure("empty-file", output_at(index), f"a file part without data and id: {brief(part)}")
        for index, message in enumerate(view.output)
        for part in _members_of_type(message, "file")
        if not (isinstance(part.get("file"), dict) and _has_file(part["file"]))
    ]
    return (*kept, *empty) if isinstance(kept, tuple) else tuple(empty) or kept


def _members_of_type(value: JSON, type_: str) -> list[dict[str, JSON]]:
    """Return the objects of a type at any depth of a value."""
    return [one for level in levels(value) for one in level if isinstance(one, dict) and one.get("type") == type_]


def _has_file(holder: dict[str, JSON]) -> bool:
    return any(is_filled(holder.get(key)) for key in ("file_data", "file_id"))


def _kept(view: ChatMessages, kind: str) -> Findings:
    facts = view.owed.of_kind(kind)
    if not view.judged or not facts:
        return None
    failures = []
    for owed in facts:
        pair, value = view.pair_of(owed), owed.fact.value
        if pair.found is None:
            failures.append(pair.lost(f"{kind}-lost", f"the {kind} {brief(value)} did not arrive"))
            continue
        renamed = kind == FILE and "filename" in value and pair.got.value.get("filename") != value["filename"]
        if owed.number in view.pairs.changed or renamed:
            message = f"wanted the {kind} {brief(value)}, got {brief(pair.got.value)}"
            failures.append(pair.wrong(f"{kind}-changed", message))
    return tuple(failures)


def same_messages(view: ChatMessages) -> Findings:
    """INP-4: what Chat messages convert to gives these messages again: as many, in order, by the same roles."""
    if not view.judged or not view.owed.determined or foreign_items(view):
        return None  # reasoning that became a message is INP-5's matter
    wanted, got = view.owed_shape, view.shape
    if wanted == got:
        return OK
    index = next((i for i, (w, g) in enumerate(zip(wanted, got, strict=False)) if w != g), min(len(wanted), len(got)))
    message = f"message {index + 1} of the conversation that these items are must be {_shown(view, wanted, index)}"
    return (Failure("other-messages", "/output", f"{message}; got {_shown(view, got, index)}"),)


def _shown(view: ChatMessages, shapes: list[Shape], index: int) -> str:
    """Describe a message of a shape."""
    if index >= len(shapes):
        return "nothing"
    speaker, labels = shapes[index]
    return f"a message of role {speaker or '?'} with {', '.join(_named(view, *label) for label in labels) or 'nothing'}"


def _named(view: ChatMessages, kind: str, what: int | str) -> str:
    if isinstance(what, str):
        return f"a {what} that is in no item"
    fact = view.owed.all[what].fact
    return f"the {kind} {brief(fact.id if kind in (CALL, RESULT) else fact.value, 40)}"


def foreign_items(view: ChatMessages) -> Findings:
    """INP-5: reasoning, hosted calls and unknown items never become a user's message or null content."""
    marks = view.owed.marks
    if view.unfit or marks.isdisjoint({kinds.REASONING, *kinds.FOREIGN}):
        return None
    if view.outcome.refusal:
        return _says_which(view) if view.may_fail else None
    if not view.is_list:
        return None
    failures = []
    if view.must_fail:
        text = f"unknown-items is refuse, but the call did not fail on {brief(sorted(view.owed.foreign))}"
        failures.append(Failure("not-refused", "/output", text))
    for index, message in enumerate(view.output):
        if isinstance(message, dict) and _says_nothing(message) and message.get("content") is None:
            text = f"a message of role {message.get('role')} with null content has no meaning in Chat"
            failures.append(Failure("null-content", output_at(index), text))
    for number in view.pairs.left:
        said = view.got.all[number]
        kind, value = said.fact.kind, said.fact.value
        if view.is_free(said) or any(one.fact.kind == kind and one.fact.value == value for one in view.owed.facts):
            continue  # or something else that is said twice
        reasoned = said.speaker == ASSISTANT and marks.isdisjoint(kinds.FOREIGN)
        if kind == kinds.EMPTY or said.speaker == USER or reasoned:
            says = "is empty" if kind == kinds.EMPTY else f"says {brief(value)}"
            text = f"no item is a message of {said.speaker} that {says}"
            failures.append(Failure("became-a-message", output_at(*said.fact.at), text))
    return (*failures, *_custom_inputs(view), *_custom_outputs(view))


_LEAST_TOLD = 3  # characters; a shorter input is in any text by chance


def custom_calls_reported(view: ChatMessages) -> Findings:
    """INP-5a: a call of a custom tool, with its result, is in the messages, or that it is left out is reported."""
    if view.unfit:
        return None
    outputs = [one for one in items_of(view.trial.input)[0] or [] if word(one) == "custom_tool_call_output"]
    answered = {word(one, "call_id") for one in outputs}  # a call without a result may go
    owed = {id_: given for id_, given in view.owed.custom_inputs.items() if id_ in answered}
    if not owed:
        return None
    if not view.is_list:
        return OK if view.outcome.refusal and view.may_fail else None
    sent = {one.fact.id for one in view.got.of_kind(CALL) if isinstance(one.fact.id, str)}
    said = [one for level in levels(view.output) for one in level if isinstance(one, str)]
    lost = [id_ for id_, given in owed.items() if id_ not in sent and not any(_tells(text, given) for text in said)]
    if not lost or view.outcome.diagnostics:
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    return tuple(
        Failure("silent", "/output", f"the custom call {brief(id_)} is left out without a report") for id_ in lost
    )


def _tells(text: str, given: str) -> bool:
    """Whether a text holds the input of a call, and not by chance."""
    return (len(given.strip()) > _LEAST_TOLD and given in text) or (bool(given) and _has_input(text, given))


def _custom_inputs(view: ChatMessages) -> Iterator[Failure]:
    """Yield custom calls that became calls without their name or their input, or that arrived twice."""
    items = items_of(view.trial.input)[0] or []
    seen: set[str] = set()
    calls = {word(item, "call_id"): item for item in items if word(item) == "custom_tool_call"}
    for said in view.got.of_kind(CALL):
        id_, name, arguments = said.fact.value
        wanted = view.owed.custom_inputs.get(id_) if isinstance(id_, str) else None
        if wanted is None:
            continue
        if isinstance(arguments, str) and not _has_input(arguments, wanted):
            text = f"the custom call {brief(id_)} has the input {brief(wanted)}, got {brief(arguments)}"
            yield Failure("input-changed", output_at(*said.fact.at), text)
        own = word(calls.get(id_), "name")
        if own not in (None, name) and not is_joined(name, word(calls.get(id_), "namespace"), own):
            text = f"the custom call {brief(id_)} has the name {brief(own)}, got {brief(name)}"
            yield Failure("name-changed", output_at(*said.fact.at), text)
        if id_ in seen:
            yield Failure("call-twice", output_at(*said.fact.at), f"the custom call {brief(id_)} arrived twice")
        seen.add(id_)


def _custom_outputs(view: ChatMessages) -> Iterator[Failure]:
    """Yield messages that answer custom calls without the text of their output."""
    items = items_of(view.trial.input)[0] or []
    ids = view.owed.custom_inputs  # of calls that no other call shares its id with
    owed = {
        item["call_id"]: item["output"]
        for item in items
        if word(item) == "custom_tool_call_output" and word(item, "call_id") in ids and word(item, "output")
    }
    for index, message in enumerate(view.output):
        wanted = owed.get(word(message, "tool_call_id") or "")
        if wanted is not None and wanted not in _all_text(message.get("content")):
            text = f"the output of a custom call: {versus(wanted, message.get('content'))}"
            yield Failure("output-changed", output_at(index, "content"), text)


def _all_text(content: JSON) -> str:
    if isinstance(content, list):
        return "".join(word(part, "text") or "" for part in content)
    return content if isinstance(content, str) else ""


def _has_input(arguments: str, wanted: str) -> bool:
    """Whether arguments are a custom call's input, or hold it as a value; an input that is JSON may be written anew."""
    if arguments == wanted:
        return True
    decoded = json_or_absent(wanted)
    values = [value] if not isinstance(value := json_or_absent(arguments), str) else []
    while values:
        value = values.pop()
        if value == wanted or (decoded is not ABSENT and value == decoded):
            return True
        values += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return False


def _says_nothing(message: dict[str, JSON]) -> bool:
    """Whether a message has neither calls nor anything else that takes the place of its content."""
    return not any(message.get(key) for key in ("content", "tool_calls", "function_call", "refusal", "audio"))


def _says_which(view: ChatMessages) -> Findings:
    """Judge the error of a call that failed: where only items that Chat has no form for are odd, it names one."""
    if not view.owed.marks.isdisjoint(kinds.REFUSABLE - kinds.FOREIGN):
        return None
    message = view.outcome.refusal.message.lower() if view.outcome.refusal else ""
    if any(kind.lower() in message for kind in view.owed.foreign):
        return OK
    types = {word(one) for level in levels(view.trial.input) for one in level}
    others = {kind.lower() for kind in types if kind is not None} - {"message"}
    if any(kind in message for kind in others):
        return None  # something else is refused, which is CONV-1's matter
    wanted = " or ".join(sorted(view.owed.foreign))
    # The call may fail for something else: with the items it is lost only if the rest converts.
    return (Failure(LOST_WITH, "/input", f"an error must name what it refuses ({wanted}), got: {message}"),)


def instructions_survive(view: ChatMessages) -> Findings:
    """INP-6: instructions and every system or developer item arrive as such, in order, in place or at the front."""
    if not view.judged or not view.owed.instructions:
        return None
    failures = []
    first, last = _places(view)
    for instruction in view.owed.instructions:
        found = view.pairs.instructions.get(instruction.number)
        if found is None:
            message = f"the instruction {brief(instruction.text)} is in no system or developer message"
            failures.append(Failure("instruction-lost", input_at(*instruction.at), message))
            continue
        message_index, in_order = found
        at = output_at(message_index)
        if not in_order:
            failures.append(
                Failure("instruction-order", at, f"{brief(instruction.text)} precedes an earlier instruction")
            )
        elif any(place < message_index for place in first[instruction.high :] if place is not None):
            failures.append(Failure("instruction-late", at, f"{brief(instruction.text)} comes later than its item"))
        elif any(place > message_index for place in last[: instruction.low] if place is not None) and any(
            place < message_index for place in first if place is not None
        ):
            text = f"{brief(instruction.text)} is neither in its place nor before all messages"
            failures.append(Failure("instruction-early", at, text))
    texts = [instruction.text for instruction in view.owed.instructions]
    # A blank one among those that are joined leaves what joins them, also at an end.
    texts += _blank_instructions(view.trial.input)
    for said in view.got.of_kind(TEXT):
        if said.speaker == SYSTEM and said.fact.value.strip() and not _is_joined(said.fact.value, texts):
            text = f"{brief(said.fact.value)} has more than the instructions"
            failures.append(Failure("instruction-changed", output_at(*said.fact.at), text))
    said_of_system = [said for said in view.got.of_kind(TEXT) if said.speaker == SYSTEM]
    for text in filter(str.strip, dict.fromkeys(texts)):
        if sum(said.fact.value.count(text) for said in said_of_system) > sum(one.count(text) for one in texts):
            failures.append(Failure("instruction-twice", "/output", f"{brief(text)} is there more than once"))
    return tuple(failures)


def _blank_instructions(given: JSON) -> list[str]:
    """Return an empty text if the input has a blank instruction: it is owed nothing."""
    items = [item for item in items_of(given)[0] or () if isinstance(item, dict)]
    texts = [given.get("instructions")] if isinstance(given, dict) else []
    for content in (item.get("content") for item in items if item.get("role") in ("system", "developer")):
        texts += (
            [part.get("text") for part in content if isinstance(part, dict)] if isinstance(content, list) else [content]
        )
        texts += [""] if content == [] else []
    return [""] if any(isinstance(text, str) and not text.strip() for text in texts) else []


def _is_joined(text: str, instructions: list[str]) -> bool:
    """Whether a text is some of the instructions, joined by blanks or line ends; or holds none of them."""
    rest, found = text, False
    for instruction in sorted(instructions, key=len, reverse=True):
        if instruction and instruction in rest:
            rest, found = rest.replace(instruction, "", 1), True
    ends = any(text.startswith(one) for one in instructions) and any(text.endswith(one) for one in instructions)
    return not found or (ends and not rest.strip())


def _places(view: ChatMessages) -> tuple[list[int | None], list[int | None]]:
    """Return the first and the last message that holds each unit of the input, without what was moved."""
    uncertain = view.pairs.strange | view.pairs.misplaced | view.pairs.changed | view.pairs.ambiguous
    arrived: list[tuple[int, int]] = []
    for owed in view.owed.all:
        said = view.partner_of(owed)
        # A result under another id was found by its text, which another one may have too.
        if said is None or owed.number in uncertain or (owed.fact.kind == RESULT and said.fact.id != owed.fact.id):
            continue
        arrived.append((owed.unit, said.fact.entry))
    found: list[list[int]] = [[] for _ in view.owed.speakers]
    for position in _in_order([place for _unit, place in arrived]):
        unit, place = arrived[position]
        found[unit].append(place)
    return [min(one, default=None) for one in found], [max(one, default=None) for one in found]


def _in_order(places: list[int]) -> list[int]:
    """Return the positions of a longest part of a list that is in order."""
    ends: list[int] = []  # of the best part of each length, the position of its last member
    before: list[int | None] = []
    for position, place in enumerate(places):
        length = bisect_right(ends, place, key=places.__getitem__)
        before.append(ends[length - 1] if length else None)
        ends[length : length + 1] = [position]
    found: list[int] = []
    last = ends[-1] if ends else None
    while last is not None:
        found.append(last)
        last = before[last]
    return found


def nothing_invented(view: ChatMessages) -> Findings:
    """INP-8: no system or developer message is added to an input that has no instructions."""
    if not view.judged or view.owed.instructions:
        return None
    items = items_of(view.trial.input)[0] or []
    if any(isinstance(item, dict) and item.get("role") in ("system", "developer") for item in items):
        return None
    return tuple(
        Failure("system", output_at(index), f"the input has no instructions, but a message says {brief(message)}")
        for index, message in enumerate(view.output)
        if isinstance(message, dict) and message.get("role") in ("system", "developer") and message.get("content")
    )
