"""What tool calls and their results become (MSG-4 to MSG-8, MSG-14, MSG-17 to MSG-20)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON
from conformance.formats.chat.conversation import NO_PART, ChatConversation
from conformance.formats.facts import CALL, CALLS, INLINE, REFUSAL, RESULT, TEXT, TOOL_KINDS, word
from conformance.formats.responses.items import is_hollow
from conformance.formats.responses.read import FUNCTION_CALL, FUNCTION_RESULT
from conformance.rules.checks.exact import REWRITTEN, is_same_json
from conformance.rules.checks.findings import Failure, Findings, brief, but_got, output_at, versus
from conformance.rules.checks.letters.responses_input.pairing import ITEMS, PARTS, WORDS, FactPair, wordings
from conformance.rules.checks.letters.responses_input.results import (
    chat_parts,
    is_notation,
    output_problem,
    part_problem,
)
from conformance.rules.checks.letters.responses_input.view import ResponsesInput
from conformance.rules.checks.trial import answer_of

_WANTED = {
    (CALL, ITEMS): f"a {FUNCTION_CALL} item",
    (RESULT, ITEMS): f"a {FUNCTION_RESULT} item",
    (RESULT, PARTS): "a tool_result part of a user message",
}


def _in_form(view: ResponsesInput, pairs: list[FactPair], form: str) -> tuple[list[FactPair], list[Failure]]:
    """Return the pairs that took a form, and what is wrong with those that had to and did not."""
    known = len(view.turns) == 1
    # A message that is still in its Chat form is no answer to tool-turns.
    owed = known or (view.items is not None and view.items.has_chat_messages)
    fitting, found = [], []
    for pair in pairs:
        what = f"the {'call' if pair.owed.kind == CALL else 'result of'} {brief(pair.owed.id)}"
        if pair.form == form:
            fitting.append(pair)
        elif pair.found is not None and known:
            message = f"tool-turns is {view.turns[0]}, but {what} became {brief(pair.found.source)}"
            found.append(pair.wrong("other-form", message))
        elif pair.found is None and owed:
            wanted = _WANTED.get((pair.owed.kind, form), "a text that names it")
            found.append(pair.lost("no-form", f"{what} did not become {wanted}"))
    return fitting, found


def _results(view: ResponsesInput, form: str) -> tuple[list[FactPair], list[Failure]] | None:
    pairs = view.of_kind(RESULT) if form in view.turns else []
    beside = view.beside_customs(RESULT) if form == ITEMS and form in view.turns else []
    if not (pairs or beside):
        return None
    fitting, found = _in_form(view, pairs, form)
    fitting += beside
    if len(view.turns) > 1 and not fitting and not (form == ITEMS and found):
        return None  # the form is not known, and this is none of it
    return fitting, found if len(view.turns) == 1 or form == ITEMS else []


def results_as_items(view: ResponsesInput) -> Findings:
    """MSG-4: each result is a function_call_output: a text equal, a list of texts as one or as parts."""
    taken = _results(view, ITEMS)
    if taken is None:
        return None
    fitting, found = taken
    forms = sorted({pair.form for pair in view.of_kind(RESULT) if pair.form})
    if len(view.turns) > 1 and len(forms) > 1:
        message = f"results have several forms in one input: {', '.join(forms)}"
        found.append(Failure("mixed-forms", output_at(), message))
    for pair in fitting:
        problem = output_problem(pair.owed.payload, pair.got.payload)
        found += [pair.wrong("result-output", problem)] if problem else []
    return (*found, *_lost_media(view))


def _lost_media(view: ResponsesInput) -> Iterator[Failure]:
    for pair in view.lost:
        if pair.owed.inside:
            yield pair.lost("media-lost", f"the {pair.owed.kind} of a result is lost")


def results_as_parts(view: ResponsesInput) -> Findings:
    """MSG-5: each result is a tool_result part of a user message; consecutive ones are grouped, or not."""
    taken = _results(view, PARTS)
    if taken is None:
        return None
    fitting, found = taken
    for pair in fitting:
        if pair.got.role != "user":
            message = f"a tool_result is part of a user message, got role {brief(pair.got.role)}"
            found.append(pair.wrong("result-role", message))
        if pair.got.id != pair.owed.id:
            found.append(pair.wrong("result-id", f"tool_use_id: {versus(pair.owed.id, pair.got.id)}"))
        problem = part_problem(pair.owed.payload, pair.got.payload)
        found += [pair.wrong("result-content", problem)] if problem else []
    answers = answer_of(view.trial, "group-tool-results", "grouped", "separate")
    for run, how in groups(fitting):
        if how not in answers:
            message = f"{len(run)} consecutive results must be {' or '.join(answers)}, they are {how}"
            found.append(run[1].wrong("grouping", message))
    return tuple(found)


def groups(pairs: list[FactPair]) -> Iterator[tuple[list[FactPair], str]]:
    """Yield the pairs of tool messages that directly follow each other, two and more, and how they are grouped."""
    runs: list[list[FactPair]] = []
    for pair in pairs:
        if not runs or pair.owed.entry != runs[-1][-1].owed.entry + 1:
            runs.append([])
        runs[-1].append(pair)
    for run in runs:
        items = {pair.got.entry for pair in run}
        if len(run) > 1:
            yield run, "grouped" if len(items) == 1 else "separate" if len(items) == len(run) else "partly grouped"


def results_as_text(view: ResponsesInput) -> Findings:
    """MSG-6: each result is a user's text in exactly the document's wording."""
    taken = _results(view, WORDS)
    if taken is None:
        return None
    fitting, found = taken
    for pair in fitting:
        legal = wordings(view.conversation, pair.owed)
        if pair.got.value not in legal:
            found.append(pair.wrong("result-wording", versus(legal[0], pair.got.value)))
        if pair.got.role != "user" or pair.got.type != "input_text":
            found.append(pair.wrong("result-part", "a result's text is an input_text part of a user message"))
    return (*found, *(_lost_media(view) if view.worded else ()))


def calls_as_items(view: ResponsesInput) -> Findings:
    """MSG-7: each call is a function_call item behind its message's text; without text there is no message."""
    pairs, beside = view.of_kind(CALL), view.beside_customs(CALL)
    if view.worded or not (pairs or beside):
        return None
    fitting, found = _in_form(view, pairs, ITEMS)
    if len(view.turns) == 3 and not fitting and not found and not beside:
        return None
    for pair in (*fitting, *beside):
        # A changed id is MSG-18's matter.
        for key, wanted, got in zip(("name", "arguments"), pair.owed.value[1:], pair.got.value[1:], strict=True):
            if wanted != got or type(wanted) is not type(got):
                kind = REWRITTEN if key == "arguments" and is_same_json(wanted, got) else f"call-{key}"
                found.append(pair.wrong(kind, f"{key}: {versus(wanted, got)}"))
        if any(text.got.entry > pair.got.entry for text in _texts_beside(view, pair)):
            message = "a call follows the text of its message and does not precede it"
            found.append(pair.wrong("call-before-text", message))
    return (*found, *_hollow(view, "a turn without text must add no message item", calls=True))


def _texts_beside(view: ResponsesInput, pair: FactPair) -> list[FactPair]:
    """Return the texts of a call's message that arrived, and not those of an identical one elsewhere.

    An empty text says nothing, and so it has no place.
    """
    beside = [view.pairs[position] for position in view.conversation.by_message[pair.owed.entry]]
    texts = (pair for pair in beside if pair.owed.kind == TEXT and pair.owed.value)
    return [text for text in texts if text.found is not None and not text.is_ambiguous]


def calls_as_text(view: ResponsesInput) -> Findings:
    """MSG-8: the calls of a turn are one output_text part in exactly the document's wording."""
    if WORDS not in view.turns or view.items is None:
        return None
    fitting, found = _in_form(view, view.of_kind(CALL), WORDS)
    found = found if len(view.turns) == 1 else []
    firsts: dict[int, FactPair] = {}
    for pair in fitting:
        firsts.setdefault(pair.owed.entry, pair)
    for pair in firsts.values():
        legal = wordings(view.conversation, pair.owed)
        if pair.got.value not in legal:
            found.append(pair.wrong("call-wording", versus(legal[0], pair.got.value)))
        if pair.got.role != "assistant" or pair.got.type != "output_text":
            message = "the calls' text is an output_text part of an assistant's message"
            found.append(pair.wrong("call-part", message))
        if any(text.got.at > pair.got.at for text in _texts_beside(view, pair)):
            message = "the assistant's own text precedes the text of its calls"
            found.append(pair.wrong("text-after", message))
    texts = view.of_kind(TEXT) if view.worded else []
    uncalled = [pair for pair in texts if view.conversation.calls_nothing(pair.owed.entry)]
    message = "an empty list of tool calls is no call: the message's text must arrive"
    found += [pair.lost("empty-calls", message) for pair in uncalled if pair.found is None]
    return tuple(found) if fitting or found or uncalled else None


# Ids.


def _identified(view: ResponsesInput) -> list[FactPair]:
    """Return the calls and results that still have an id."""
    return [pair for pair in view.of_kind(*TOOL_KINDS) if pair.found is not None and pair.found.kind != TEXT]


def ids_one_to_one(view: ResponsesInput) -> Findings:
    """MSG-14: two ids of the source are two ids of the output, and one is one."""
    identified = _identified(view)
    if view.worded or not identified:
        return None
    forth: dict[str, JSON] = {}
    back: dict[str, JSON] = {}
    found = []
    for pair in identified:
        source, result = pair.owed.id, pair.got.id
        if forth.setdefault(source, result) != result:
            message = f"{brief(source)} is now {brief(forth[source])} and {brief(result)}"
            found.append(pair.wrong("one-became-two", message))
        elif back.setdefault(repr(result), source) != source:
            message = f"{brief(back[repr(result)])} and {brief(source)} are now both {brief(result)}"
            found.append(pair.wrong("two-became-one", message))
    return tuple(found)


def reused_ids(view: ResponsesInput) -> Findings:
    """MSG-17: an id that a later turn uses again keeps both calls and both results."""
    calls = {(fact.id, fact.entry) for fact in view.conversation.facts if fact.kind in CALLS and not fact.is_optional}
    ids = [id_ for id_, _entry in calls]
    if view.items is None or len(ids) == len(set(ids)):
        return None
    return tuple(
        pair.lost("reused-lost", f"{brief(pair.owed.id)} is used twice: this {pair.owed.kind} is lost")
        for pair in view.lost
        if pair.owed.kind in TOOL_KINDS and ids.count(pair.owed.id) > 1
    )


def call_ids(view: ResponsesInput) -> Findings:
    """MSG-18: call_id is a text that is not empty and equal to the source's; an item id begins with `fc`."""
    tools = [item for item in view.items.found if item.kind in (CALL, RESULT)] if view.items is not None else []
    if not tools or view.worded:
        return None
    found = []
    seen: list[tuple[JSON, JSON]] = []
    for pair in _identified(view):
        source, result = pair.owed.id, pair.got.id
        if pair.form == ITEMS and (source != result or not isinstance(result, str)) and (source, result) not in seen:
            seen.append((source, result))  # a call and its result
            message = f"call_id: wanted the source's {brief(source)}, {but_got(result)}"
            found.append(pair.wrong("call-id", message, "call_id"))
    for tool in tools:
        identity = tool.source.get("id")
        if identity is not None and not (isinstance(identity, str) and identity.startswith("fc")):
            message = f"an item's own id begins with fc or is absent, got {brief(identity)}"
            found.append(Failure("item-id", output_at(*tool.at, "id"), message))
    return tuple(found)


# What a list became, and turns that say nothing.


def results_are_no_notation(view: ResponsesInput) -> Findings:
    """MSG-19: a list of parts is never written down in a language's notation, nor left as Chat's parts."""
    pairs = [pair for pair in view.of_kind(RESULT) if isinstance(pair.owed.payload, list) and pair.found is not None]
    found = []
    for pair in pairs:
        output = pair.got.value if pair.got.kind == TEXT else pair.got.payload
        if isinstance(output, str) and is_notation(pair.owed.payload, output):
            found.append(pair.wrong("notation", f"the list of a result was written down as {brief(output)}"))
        kind = "inline-chat-part" if pair.got.kind == INLINE else "chat-part"
        for part in chat_parts(output):
            found.append(pair.wrong(kind, f"a part of a result is still Chat's own: {brief(part)}"))
    return tuple(found) if pairs else None


def nothing_added(view: ResponsesInput) -> Findings:
    """MSG-20: a turn of only a refusal, or only calls, adds no empty text and loses nothing."""
    if view.items is None:
        return None
    count = len(view.conversation.messages)
    turns = {message for message in range(count) if _adds_nothing(view.conversation, message, calls=False)}
    if not turns:
        return None
    found = list(_hollow(view, "a turn without text must add no message without text", calls=False))
    for pair in view.pairs:
        if pair.owed.entry not in turns or pair.owed.kind not in (CALL, REFUSAL):
            continue
        if not pair.arrived and view.requires(pair.owed):
            found.append(pair.lost("turn-lost", f"the {pair.owed.kind} of a turn without text is lost"))
        elif pair.owed.kind == REFUSAL and pair.found is not None:
            content = view.items.items[pair.found.entry].get("content")
            if isinstance(content, list) and any(word(part, "text") == "" for part in content):
                found.append(pair.wrong("empty-text", "there is an empty text beside the refusal"))
    return tuple(found)


def _hollow(view: ResponsesInput, message: str, *, calls: bool) -> Iterator[Failure]:
    """Yield the assistant's messages that say nothing and came of a turn that adds nothing."""
    items, talk = view.items, view.conversation
    own = ((index, items.items[index]) for index in items.messages) if items is not None else ()
    hollow = [index for index, item in own if item.get("role") == "assistant" and is_hollow(item)]
    if items is None or not hollow:
        return
    arrived = [pair for pair in view.pairs if pair.found is not None and pair.owed.value != ""]
    placed = sorted((pair.got.entry, pair.owed.entry) for pair in arrived)
    for index in hollow:
        # The messages that it may have come from.
        first = max((source for item, source in placed if item < index), default=0)
        last = min((source for item, source in placed if item > index), default=len(talk.messages) - 1)
        sources = range(first, last + 1)
        adds_nothing = any(_adds_nothing(talk, source, calls=calls) for source in sources)
        if adds_nothing and not any(talk.is_silent(source) or _has_empty_part(talk, source) for source in sources):
            # An empty text that the source has may stay; to leave it out is what the documents ask.
            given = any(word(talk.messages[source], "content") == "" for source in sources)
            yield Failure("empty-kept" if given else "empty-message", output_at(*items.base, index), message)


def _has_empty_part(talk: ChatConversation, message: int) -> bool:
    """Whether a message has a part with an empty text, which may stay, or one that says nothing, as a refusal may."""
    empty = (fact.kind == TEXT and fact.is_part and fact.value == "" for fact in talk.facts_of(message))
    return any(empty) or (message, NO_PART) in talk.broken


def _adds_nothing(talk: ChatConversation, message: int, *, calls: bool) -> bool:
    """Whether a message has nothing to say but its calls, or, unless `calls`, its refusal."""
    facts = talk.facts_of(message)
    if any(fact.kind == TEXT and fact.is_part for fact in facts):
        return False  # an empty part that the source has may stay
    kinds = {fact.kind for fact in facts}
    if CALL in kinds and not talk.speaks(message):
        return True
    return not calls and REFUSAL in kinds and TEXT not in kinds
