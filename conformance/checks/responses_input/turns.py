"""What tool calls and their results become (MSG-4 to MSG-8, MSG-14, MSG-17 to MSG-20)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import Failure, Findings, brief, input_at, output_at
from conformance.checks.responses_input.pairing import (
    ITEMS,
    PARTS,
    WORDS,
    Pair,
    call_wordings,
    result_wordings,
)
from conformance.checks.responses_input.parts import refused
from conformance.checks.responses_input.results import chat_parts, is_notation, output_problem, part_problem
from conformance.checks.responses_input.view import ResponsesInput
from conformance.checks.trial import answer_of
from conformance.formats.facts import CALL, CALLS, INLINE, REFUSAL, RESULT, TEXT, USE
from conformance.values import JSON

_CALLED = {ITEMS: "a function_call_output item", PARTS: "a tool_result part of a user message", WORDS: "a text"}


def _in_form(view: ResponsesInput, pairs: list[Pair], *forms: str) -> tuple[list[Pair], list[Failure]]:
    """Return the pairs that took one of these forms, and what is wrong with those that had to and did not."""
    known = len(view.turns) == 1
    fitting, found = [], []
    for pair in pairs:
        what = f"the {'call' if pair.owed.kind == CALL else 'result of'} {brief(pair.owed.value[0])}"
        if pair.form in forms:
            fitting.append(pair)
        elif pair.found is not None and known:
            at = output_at(*pair.found.at)
            message = f"tool-turns is {view.turns[0]}, but {what} became {brief(pair.found.source)}"
            found.append(Failure("other-form", at, message))
        elif pair.found is None and (known or _stays_chat(view, pair)):
            wanted = _CALLED[forms[0]] if pair.owed.kind == RESULT else "a function_call item"
            wanted = "a text that names it" if forms == (WORDS,) else wanted
            found.append(Failure("no-form", input_at(*pair.owed.at), f"{what} did not become {wanted}"))
    return fitting, found


def _stays_chat(view: ResponsesInput, pair: Pair) -> bool:
    """Whether a message is still in its Chat form, which is no answer to tool-turns."""
    items = view.items.items if view.items is not None else []
    return any(isinstance(item, dict) and (item.get("role") == "tool" or item.get("tool_calls")) for item in items)


def _results(view: ResponsesInput, form: str) -> tuple[list[Pair], list[Failure]] | None:
    pairs = view.of_kind(RESULT) if form in view.turns else []
    if not pairs or view.pairing is None:
        return None
    fitting, found = _in_form(view, pairs, form)
    if len(view.turns) > 1 and not fitting and not (form == ITEMS and found):
        return None  # nobody knows the form, and this is none of it
    return fitting, found if len(view.turns) == 1 or form == ITEMS else []


def results_as_items(view: ResponsesInput) -> Findings:
    """MSG-4: each result is a function_call_output: call_id equal, a text equal, a list of texts as one or as parts."""
    taken = _results(view, ITEMS)
    if taken is None:
        return None
    fitting, found = taken
    forms = sorted({pair.form for pair in view.of_kind(RESULT) if pair.form})
    if len(view.turns) > 1 and len(forms) > 1:
        found.append(
            Failure("mixed-forms", output_at(), f"results have several forms in one input: {', '.join(forms)}")
        )
    for pair in fitting:
        if pair.found is None:
            continue
        at = output_at(*pair.found.at)
        identity, output = pair.found.value
        if identity != pair.owed.value[0]:
            message = f"call_id: wanted {brief(pair.owed.value[0])}, got {brief(identity)}"
            found.append(Failure("result-id", at, message))
        problem = output_problem(pair.owed.value[1], output)
        if problem:
            found.append(Failure("result-output", at, problem))
    return tuple(found + _media_failures(view))


def _media_failures(view: ResponsesInput) -> list[Failure]:
    return [
        Failure("media-lost", input_at(*pair.owed.at), f"the {pair.owed.kind} of a result is lost")
        for pair in view.pairs
        if pair.owed.inside and not pair.arrived and view.requires(pair.owed)
    ]


def results_as_parts(view: ResponsesInput) -> Findings:
    """MSG-5: each result is a tool_result part of a user message; consecutive ones are grouped, or not."""
    taken = _results(view, PARTS)
    if taken is None:
        return None
    fitting, found = taken
    for pair in fitting:
        if pair.found is None:
            continue
        at = output_at(*pair.found.at)
        if pair.found.role != "user":
            message = f"a tool_result stands in a user message, got role {brief(pair.found.role)}"
            found.append(Failure("result-role", at, message))
        identity, content = pair.found.value
        if identity != pair.owed.value[0]:
            message = f"tool_use_id: wanted {brief(pair.owed.value[0])}, got {brief(identity)}"
            found.append(Failure("result-id", at, message))
        problem = part_problem(pair.owed.value[1], content)
        if problem:
            found.append(Failure("result-content", at, problem))
    return (*found, *_grouping(view, fitting))


def runs(view: ResponsesInput, pairs: list[Pair]) -> Iterator[list[Pair]]:
    """Yield the pairs of tool messages that directly follow each other, two and more."""
    run: list[Pair] = []
    for pair in pairs:
        if run and pair.owed.entry != run[-1].owed.entry + 1:
            if len(run) > 1:
                yield run
            run = []
        run.append(pair)
    if len(run) > 1:
        yield run


def _grouping(view: ResponsesInput, fitting: list[Pair]) -> Iterator[Failure]:
    answers = answer_of(view.trial, "group-tool-results", "grouped", "separate")
    for run in runs(view, fitting):
        items = {pair.found.entry for pair in run if pair.found is not None}
        how = "grouped" if len(items) == 1 else "separate" if len(items) == len(run) else "partly grouped"
        if how not in answers:
            at = output_at(*(run[1].found.at if run[1].found is not None else ()))
            wanted = " or ".join(answers)
            yield Failure("grouping", at, f"{len(run)} consecutive results must be {wanted}, they are {how}")


def results_as_text(view: ResponsesInput) -> Findings:
    """MSG-6: each result is a user's text in exactly the document's wording."""
    taken = _results(view, WORDS)
    if taken is None:
        return None
    fitting, found = taken
    for pair in fitting:
        if pair.found is None:
            continue
        at = output_at(*pair.found.at)
        if pair.found.value not in result_wordings(pair.owed):
            message = f"wanted {brief(result_wordings(pair.owed)[0])}, got {brief(pair.found.value)}"
            found.append(Failure("result-wording", at, message))
        if pair.found.role != "user" or not pair.found.is_part or pair.found.source.get("type") != "input_text":
            found.append(Failure("result-part", at, "a result's text is an input_text part of a user message"))
    return tuple(found + (_media_failures(view) if view.worded else []))


def calls_as_items(view: ResponsesInput) -> Findings:
    """MSG-7: each call is a function_call item behind its message's text; without text there is no message."""
    if view.worded or view.pairing is None:
        return None
    pairs = view.of_kind(CALL)
    if not pairs:
        return None
    fitting, found = _in_form(view, pairs, ITEMS)
    if len(view.turns) == 3 and not fitting and not found:
        return None
    for pair in fitting:
        found += _call_failures(view, pair)
    for index, messages in view.hollow_items():
        if _adds_nothing(view, messages, calls=True) and not any(map(view.may_be_hollow, messages)):
            at = output_at(*(view.items.base if view.items is not None else ()), index)
            found.append(Failure("empty-message", at, "a turn without text must add no message item"))
    return tuple(found)


def _adds_nothing(view: ResponsesInput, messages: range, *, calls: bool) -> bool:
    """Whether one of these messages has nothing to say but its calls, or its refusal."""
    for message in messages:
        kinds = {view.conversation.facts[position].kind for position in view.conversation.by_message[message]}
        if CALL in kinds and not view.conversation.speaks(message):
            return True
        if not calls and REFUSAL in kinds and TEXT not in kinds:
            return True
    return False


def _call_failures(view: ResponsesInput, pair: Pair) -> Iterator[Failure]:
    if pair.found is None:
        return
    at = output_at(*pair.found.at)
    for key, wanted, got in zip(("call_id", "name", "arguments"), pair.owed.value, pair.found.value, strict=True):
        if wanted != got or type(wanted) is not type(got):
            yield Failure(f"call-{key}", at, f"{key}: wanted {brief(wanted)}, got {brief(got)}")
    for position in view.conversation.by_message[pair.owed.entry]:
        text = view.pairs[position]
        if text.owed.kind == TEXT and text.found is not None and text.found.entry > pair.found.entry:
            yield Failure("call-before-text", at, "a call stands behind the text of its message, not before it")
            return


def calls_as_text(view: ResponsesInput) -> Findings:
    """MSG-8: the calls of a turn are one output_text part in exactly the document's wording."""
    if WORDS not in view.turns or view.pairing is None:
        return None
    pairs = view.of_kind(CALL)
    fitting, found = _in_form(view, pairs, WORDS)
    if len(view.turns) > 1:
        found = []
    told: set[int] = set()
    for pair in fitting:
        if pair.found is None or pair.owed.entry in told:
            continue
        told.add(pair.owed.entry)
        at = output_at(*pair.found.at)
        wordings = call_wordings(view.conversation.calls_of(pair.owed.entry))
        if pair.found.value not in wordings:
            found.append(Failure("call-wording", at, f"wanted {brief(wordings[0])}, got {brief(pair.found.value)}"))
        if pair.found.role != "assistant" or not pair.found.is_part or pair.found.source.get("type") != "output_text":
            found.append(Failure("call-part", at, "the calls' text is an output_text part of an assistant's message"))
        for position in view.conversation.by_message[pair.owed.entry]:
            own = view.pairs[position]
            if own.owed.kind == TEXT and own.found is not None and own.found.at > pair.found.at:
                found.append(Failure("text-after", at, "the assistant's own text stands before the text of its calls"))
                break
    uncalled = _empty_calls(view) if view.worded else []
    for pair in uncalled:
        if pair.found is None:
            message = "an empty list of tool_calls is no call: the message's text must arrive"
            found.append(Failure("empty-calls", input_at(*pair.owed.at), message))
    return tuple(found) if fitting or found or uncalled else None


def _empty_calls(view: ResponsesInput) -> list[Pair]:
    messages = view.conversation.messages
    return [pair for pair in view.of_kind(TEXT) if messages[pair.owed.entry].get("tool_calls") == []]


# Ids.


def _identified(view: ResponsesInput) -> list[tuple[Pair, JSON, JSON]]:
    """Return the calls and results that still have an id, with the source's and the output's."""
    return [
        (pair, pair.owed.value[0], pair.found.value[0])
        for pair in view.of_kind(CALL, RESULT, USE, INLINE)
        if pair.found is not None and pair.found.kind != TEXT
    ]


def ids_one_to_one(view: ResponsesInput) -> Findings:
    """MSG-14: two ids of the source are two ids of the output, and one is one."""
    if view.worded:
        return None
    identified = _identified(view)
    if not identified:
        return None
    forth: dict[str, JSON] = {}
    back: dict[str, JSON] = {}
    found = []
    for pair, source, result in identified:
        at = output_at(*(pair.found.at if pair.found is not None else ()))
        if forth.setdefault(source, result) != result:
            message = f"{brief(source)} is now {brief(forth[source])} and {brief(result)}"
            found.append(Failure("one-became-two", at, message))
        elif back.setdefault(repr(result), source) != source:
            message = f"{brief(back[repr(result)])} and {brief(source)} are now both {brief(result)}"
            found.append(Failure("two-became-one", at, message))
    return tuple(found)


def reused_ids(view: ResponsesInput) -> Findings:
    """MSG-17: an id that a later turn uses again keeps both calls and both results."""
    if not view.reused_ids or view.pairing is None:
        return None
    found = []
    for pair in view.of_kind(CALL, RESULT, USE, INLINE):
        if pair.owed.value[0] in view.reused_ids and not pair.arrived:
            what = "call" if pair.owed.kind in CALLS else "result"
            message = f"{brief(pair.owed.value[0])} is used twice: this {what} is lost"
            found.append(Failure("reused-lost", input_at(*pair.owed.at), message))
    return tuple(found)


def call_ids(view: ResponsesInput) -> Findings:
    """MSG-18: call_id is a text that is not empty and equal to the source's; an item id begins with `fc`."""
    if view.items is None or view.worded:
        return None
    identified = [entry for entry in _identified(view) if entry[0].form == ITEMS]
    tools = [one for one in view.items.found if one.kind in (CALL, RESULT)]
    if not tools:
        return None
    found = []
    for pair, source, result in identified:
        if pair.found is not None and (source != result or not isinstance(result, str)):
            at = output_at(*pair.found.at, "call_id")
            found.append(Failure("call-id", at, f"call_id: wanted the source's {brief(source)}, got {brief(result)}"))
    for one in tools:
        identity = one.source.get("id")
        if identity is not None and not (isinstance(identity, str) and identity.startswith("fc")):
            at = output_at(*one.at, "id")
            found.append(Failure("item-id", at, f"an item's own id begins with fc or is absent, got {brief(identity)}"))
    return tuple(found)


# What a list became, and turns that say nothing.


def results_are_no_notation(view: ResponsesInput) -> Findings:
    """MSG-19: a list of parts is never written down in a language's notation, nor left as Chat's parts."""
    failed = refused(view, "MSG-19")
    if failed:
        return failed
    pairs = [pair for pair in view.of_kind(RESULT) if isinstance(pair.owed.payload, list) and pair.found is not None]
    if not pairs:
        return None
    found = []
    for pair in pairs:
        if pair.found is None:
            continue
        at = output_at(*pair.found.at)
        output = pair.found.value if pair.found.kind == TEXT else pair.found.value[1]
        if isinstance(output, str) and is_notation(pair.owed.value[1], output):
            found.append(Failure("notation", at, f"the list of a result was written down as {brief(output)}"))
        for number in chat_parts(output):
            yields_to = "MSG-5" if pair.found.kind == INLINE else None
            message = f"a part of a result is still Chat's own: {brief(output[number])}"
            found.append(Failure("chat-part", at, message, yields_to))
    return tuple(found)


def nothing_added(view: ResponsesInput) -> Findings:
    """MSG-20: a turn of only a refusal, or only calls, adds no empty text and loses nothing."""
    if view.items is None:
        return None
    turns = [
        index for index in range(len(view.conversation.messages))
        if _adds_nothing(view, range(index, index + 1), calls=False)
    ]  # fmt: skip
    if not turns:
        return None
    found = []
    for index, messages in view.hollow_items():
        if _adds_nothing(view, messages, calls=False) and not any(map(view.may_be_hollow, messages)):
            at = output_at(*view.items.base, index)
            found.append(Failure("empty-message", at, "a turn without text must add no message without text"))
    for index in turns:
        for position in view.conversation.by_message[index]:
            pair = view.pairs[position]
            if pair.owed.kind in (CALL, REFUSAL) and view.requires(pair.owed) and not pair.arrived:
                message = f"the {pair.owed.kind} of a turn without text is lost"
                found.append(Failure("turn-lost", input_at(*pair.owed.at), message))
    for pair in view.pairs:
        if pair.owed.kind == REFUSAL and pair.found is not None and pair.owed.entry in turns:
            at = output_at(*view.items.base, pair.found.entry)
            content = view.items.items[pair.found.entry].get("content")
            if isinstance(content, list) and any(isinstance(part, dict) and part.get("text") == "" for part in content):
                found.append(Failure("empty-text", at, "an empty text stands beside the refusal"))
    return tuple(found)
