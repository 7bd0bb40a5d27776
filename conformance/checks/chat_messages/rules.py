"""responses-input-to-chat-messages: one assistant message for a turn, its results, texts, instructions, the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator

from conformance.checks.chat_messages import kinds
from conformance.checks.chat_messages.items import Fact, Turn
from conformance.checks.chat_messages.kinds import ASSISTANT, FILE, IMAGE, REFUSAL, TEXT, TOOL, USER
from conformance.checks.chat_messages.view import ChatMessages, Shape
from conformance.checks.findings import OK, Failure, Findings, brief, input_at, output_at
from conformance.checks.trial import no_answer
from conformance.values import JSON


def refused(view: ChatMessages, rule: str) -> Failure | None:
    """Return the failure of an input that gave no list, if this rule is the one to charge with it."""
    if view.unfit or (view.may_fail and not view.outcome.not_json and not view.answered) or view.is_list:
        return None
    if _charged(view) != rule:
        return None
    got = Failure("no-list", "/output", f"wanted a list of messages, got {brief(view.outcome.output)}")
    return got if view.answered else no_answer(view.trial)


def _charged(view: ChatMessages) -> str:
    """Return the rule about what is most particular of an input: that is what a call most likely fails on."""
    if not view.owed.marks.isdisjoint({kinds.REASONING, kinds.UNKNOWN}):
        return "INP-5"
    if any(isinstance(result.output, list) for result in view.owed.results):
        return "INP-7"
    return "INP-3"


def one_message_a_turn(view: ChatMessages) -> Findings:
    """INP-1: the calls of a turn, and their message, are one assistant message, in order."""
    if not view.judged or not view.owed.turns:
        return None
    return tuple(failure for turn in view.owed.turns if (failure := _turn_failure(view, turn)))


def _turn_failure(view: ChatMessages, turn: Turn) -> Failure | None:
    found = [view.got.called[view.pairs.calls[number]] for number in turn.calls if number in view.pairs.calls]
    if not found:
        return None
    homes = {called.message for called in found}
    if len(homes) > 1:
        where = f"stand in {len(homes)} messages ({', '.join(map(str, sorted(homes)))})"
        message = f"the {len(found)} calls of one turn must be one assistant message, but {where}"
        return Failure("calls-split", output_at(*found[1].at), message)
    positions = [called.number for called in found]
    if positions != sorted(positions):
        names = brief([called.id for called in sorted(found)])
        return Failure("calls-order", output_at(*found[0].at[:2]), f"the calls of a turn changed their order: {names}")
    for number in turn.own:
        said = view.pairs.facts.get(number)
        if said is None or number in view.pairs.strange:
            continue
        place = view.got.said[said]
        if place.message not in homes:
            message = "what the assistant says and the calls of the same turn must be one message, but it stands apart"
            return Failure("text-apart", output_at(*place.at), message)
    return None


def calls_kept(view: ChatMessages) -> Findings:
    """INP-1a: each call arrives once, with its id, name and arguments."""
    if not view.judged or not view.owed.calls:
        return None
    failures = []
    for call in view.owed.calls:
        number = view.pairs.calls.get(call.number)
        if number is None:
            if call.answered:
                message = f"the call {brief(call.id)} of {brief(call.name)} did not arrive"
                failures.append(Failure("call-lost", input_at(*call.at), message))
            continue
        called = view.got.called[number]
        for key, wanted, got in (("id", call.id, called.id), ("name", call.name, called.name),
                                 ("arguments", call.arguments, called.arguments)):  # fmt: skip
            if got != wanted:
                at = (*called.at, "id") if key == "id" else (*called.at, "function", key)
                message = f"{key} of the call {brief(call.id)}: wanted {brief(wanted)}, got {brief(got)}"
                failures.append(Failure(f"{key}-changed", output_at(*at), message))
    known = set(view.pairs.calls.values())
    owed = {call.id for call in view.owed.calls}
    for called in view.got.called:
        if called.number not in known and isinstance(called.id, str) and called.id in owed - view.owed.loose_ids:
            failures.append(Failure("call-twice", output_at(*called.at), f"the call {brief(called.id)} stands twice"))
    return tuple(failures)


def results_follow(view: ChatMessages) -> Findings:
    """INP-2: each output is a tool message right after its call's message, id and text equal."""
    if not view.judged or not view.owed.results:
        return None
    failures = []
    for result in view.owed.results:
        number = view.pairs.results.get(result.number)
        if number is None:
            message = f"the output of the call {brief(result.id)} is in no tool message"
            failures.append(Failure("result-lost", input_at(*result.at), message))
            continue
        answer = view.got.answers[number]
        if answer.id != result.id:
            at = output_at(*answer.at, "tool_call_id")
            failures.append(Failure("result-id", at, f"wanted the id {brief(result.id)}, got {brief(answer.id)}"))
        if isinstance(result.output, str) and (answer.texts or ("",)) != (result.output,):
            message = f"wanted the output {brief(result.output)}, got {brief(''.join(answer.texts))}"
            failures.append(Failure("result-changed", output_at(*answer.at, "content"), message))
        between = _between(view, result.call, answer.message)
        if between is not None:
            role = view.got.speakers[between] or "unknown"
            message = f"between the call {brief(result.id)} and its result stands a message of another kind ({role})"
            failures.append(Failure("result-apart", output_at(between), message))
    answered = set(view.pairs.results.values())
    owed = {result.id for result in view.owed.results}
    for answer in view.got.answers:
        if answer.number not in answered and answer.id in owed and not view.is_loose_id(answer.id):
            failures.append(
                Failure("result-twice", output_at(*answer.at), f"the result of {brief(answer.id)} stands twice")
            )
    return tuple(failures)


def _between(view: ChatMessages, call: int, message: int) -> int | None:
    """Return a message that stands between a call's message and its result, where only other results may stand."""
    if call not in view.pairs.calls:
        return None
    home = view.got.called[view.pairs.calls[call]].message
    if message < home:
        return message
    # Several messages with calls of the same turn are INP-1's matter.
    unit = view.owed.calls[call].unit
    of_turn = {
        view.got.called[view.pairs.calls[other.number]].message
        for other in view.owed.calls
        if other.unit == unit and other.number in view.pairs.calls
    }
    for index in range(home + 1, message):
        if view.got.speakers[index] != TOOL and index not in of_turn:
            return index
    return None


def texts_and_images(view: ChatMessages) -> Findings:
    """INP-3: every text arrives as it is, every image with its url and detail."""
    failure = refused(view, "INP-3")
    if failure:
        return (failure,)
    if not view.judged:
        return None
    facts = [fact for fact in view.owed.facts if fact.kind in (TEXT, IMAGE)]
    if not facts:
        return OK if view.owed.facts else None
    return tuple(failure for fact in facts for failure in _fact_failures(view, fact))


def _fact_failures(view: ChatMessages, fact: Fact) -> list[Failure]:
    number = view.pairs.facts.get(fact.number)
    wanted = fact.value[0] if fact.kind == IMAGE else fact.value
    if number is None:
        message = f"the {fact.speaker}'s {fact.kind} {brief(wanted)} did not arrive"
        return [Failure(f"{fact.kind}-lost", input_at(*fact.at), message)]
    said = view.got.said[number]
    if fact.number in view.pairs.changed:
        got = said.value[0] if said.kind == IMAGE else said.value
        message = f"wanted the {fact.kind} {brief(wanted)}, got {brief(got)}"
        return [Failure(f"{fact.kind}-changed", output_at(*said.at), message)]
    if fact.number in view.pairs.strange and fact.speaker != said.speaker:
        message = f"the {fact.speaker} says {brief(wanted)}, but it became the {said.speaker}'s"
        return [Failure("other-role", output_at(*said.at), message)]
    if fact.kind == IMAGE and said.value[1] != fact.value[1]:
        # `auto` is what an absent detail means, on both sides.
        if not {said.value[1], fact.value[1]} <= {None, "auto"}:
            message = f"detail: wanted {brief(fact.value[1])}, got {brief(said.value[1])}"
            return [Failure("detail-changed", output_at(*said.at), message)]
    return []


def refusals_kept(view: ChatMessages) -> Findings:
    """INP-3a: a refusal arrives: as the message's refusal, as a refusal part, or as its text."""
    return _kept(view, REFUSAL)


def files_kept(view: ChatMessages) -> Findings:
    """INP-3b: a file arrives as a file part."""
    return _kept(view, FILE)


def _kept(view: ChatMessages, kind: str) -> Findings:
    facts = [fact for fact in view.owed.facts if fact.kind == kind]
    if not view.judged or not facts:
        return None
    failures = []
    for fact in facts:
        number = view.pairs.facts.get(fact.number)
        if number is None:
            failures.append(
                Failure(f"{kind}-lost", input_at(*fact.at), f"the {kind} {brief(fact.value)} did not arrive")
            )
            continue
        said = view.got.said[number]
        renamed = kind == FILE and said.value.get("filename") != fact.value.get("filename")
        if fact.number in view.pairs.changed or (renamed and "filename" in fact.value):
            message = f"wanted the {kind} {brief(fact.value)}, got {brief(said.value)}"
            failures.append(Failure(f"{kind}-changed", output_at(*said.at), message))
    return tuple(failures)


def same_messages(view: ChatMessages) -> Findings:
    """INP-4: what Chat messages convert to gives these messages again: as many, in order, by the same roles."""
    if not view.judged or not view.owed.determined or foreign_items(view):
        return None  # reasoning that became a message is INP-5's matter
    wanted, got = view.owed_shape, view.shape
    if wanted == got:
        return OK
    index = next((i for i, (w, g) in enumerate(zip(wanted, got, strict=False)) if w != g), min(len(wanted), len(got)))
    told = f"of the messages that these items stand for, number {index + 1} must be {_shown(view, wanted, index)}"
    return (Failure("other-messages", "/output", f"{told}; got {_shown(view, got, index)}"),)


def _shown(view: ChatMessages, shapes: list[Shape], index: int) -> str:
    """Describe a message of a shape."""
    if index >= len(shapes):
        return "none"
    speaker, labels = shapes[index]
    return f"a message of role {speaker or '?'} with {', '.join(_named(view, *label) for label in labels) or 'nothing'}"


def _named(view: ChatMessages, kind: str, what: int | str) -> str:
    if isinstance(what, str):
        return f"a {what} that is in no item"
    if kind in ("call", "result"):
        return f"the {kind} {brief(view.owed.calls[what].id, 40)}"
    return f"the {kind} {brief(view.owed.facts[what].value, 40)}"


def foreign_items(view: ChatMessages) -> Findings:
    """INP-5: reasoning, hosted calls and unknown items never become a user's message or null content."""
    marks = view.owed.marks
    failure = refused(view, "INP-5")
    if failure:
        return (failure,)
    if view.unfit or marks.isdisjoint({kinds.REASONING, *kinds.FOREIGN}):
        return None
    if view.outcome.refusal:
        return _says_which(view)
    if not view.is_list:
        return None
    failures = []
    if view.must_fail:
        text = f"unknown-items is refuse, but the call did not fail on {brief(sorted(view.owed.foreign))}"
        failures.append(Failure("not-refused", "/output", text))
    for index, message in enumerate(view.output):
        if isinstance(message, dict) and _says_nothing(message) and message.get("content") is None:
            text = f"a message of role {message.get('role')} with null content stands for nothing that Chat knows"
            failures.append(Failure("null-content", output_at(index), text))
    for number in view.pairs.left:
        said = view.got.said[number]
        if any(fact.kind == said.kind and fact.value == said.value for fact in view.owed.facts):
            continue  # something else that is said twice
        reasoned = said.speaker == ASSISTANT and marks.isdisjoint(kinds.FOREIGN)
        if said.kind != kinds.EMPTY and not view.is_free(number) and (said.speaker == USER or reasoned):
            text = f"no item is a message of {said.speaker} that says {brief(said.value)}"
            failures.append(Failure("became-a-message", output_at(*said.at), text))
        elif said.kind == kinds.EMPTY and not view.is_free(number):
            failures.append(Failure("became-a-message", output_at(said.message), "no item is this user's message"))
    return (*failures, *_custom_inputs(view))


def _custom_inputs(view: ChatMessages) -> Iterator[Failure]:
    """Yield custom calls that became calls without their input."""
    for called in view.got.called:
        wanted = view.owed.custom_inputs.get(called.id) if isinstance(called.id, str) else None
        if wanted is not None and isinstance(called.arguments, str) and not _has_input(called.arguments, wanted):
            text = f"the custom call {brief(called.id)} has the input {brief(wanted)}, got {brief(called.arguments)}"
            yield Failure("input-changed", output_at(*called.at), text)


def _has_input(arguments: str, wanted: str) -> bool:
    """Whether arguments are a custom call's input, or hold it as a value; an input that is JSON may be written anew."""
    if arguments == wanted:
        return True
    values = [_decoded(arguments)]
    decoded = _decoded(wanted)
    while values:
        value = values.pop()
        if value == wanted or (decoded is not None and value == decoded):
            return True
        values += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return False


def _decoded(text: str) -> JSON:
    """Return the value of a JSON text; None for what is none, or too deep."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


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
    wanted = " or ".join(sorted(view.owed.foreign))
    return (Failure("says-not-what", "/input", f"an error must name what it refuses ({wanted}), got: {message}"),)


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
                Failure("instruction-order", at, f"{brief(instruction.text)} stands before an earlier instruction")
            )
        elif any(place < message_index for place in first[instruction.high :] if place is not None):
            failures.append(Failure("instruction-late", at, f"{brief(instruction.text)} stands later than its item"))
        elif any(place > message_index for place in last[: instruction.low] if place is not None) and any(
            place < message_index for place in first if place is not None
        ):
            text = f"{brief(instruction.text)} stands neither in its place nor before all messages"
            failures.append(Failure("instruction-early", at, text))
    return tuple(failures)


def _places(view: ChatMessages) -> tuple[list[int | None], list[int | None]]:
    """Return the first and the last message that each unit of the input stands in."""
    found: list[list[int]] = [[] for _ in view.owed.speakers]
    strange = view.pairs.strange | view.pairs.misplaced | view.pairs.changed
    for number, said in view.pairs.facts.items():
        if number not in strange:
            found[view.owed.facts[number].unit].append(view.got.said[said].message)
    for number, called in view.pairs.calls.items():
        found[view.owed.calls[number].unit].append(view.got.called[called].message)
    for number, answer in view.pairs.results.items():
        found[view.owed.results[number].unit].append(view.got.answers[answer].message)
    return [min(one, default=None) for one in found], [max(one, default=None) for one in found]
