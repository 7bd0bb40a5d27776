"""The letter of responses-input-to-chat-messages: what has no form in Chat, and file parts without a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON, levels
from conformance.formats.chat.namespaces import is_joined
from conformance.formats.facts import is_filled, word
from conformance.formats.model import talk
from conformance.formats.model.conversation import TEXT, USER, Call, Media, Result, Text, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import FlatItem
from conformance.rules.checks.by_laws.chat_messages.outputs import is_made_up
from conformance.rules.checks.by_laws.chat_messages.view import REFUSABLE, ChatMessages
from conformance.rules.checks.findings import (
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
from conformance.rules.laws.losses import Loss, silent


def empty_files(view: ChatMessages) -> tuple[Failure, ...]:
    """Return the file parts of the result that have neither data nor id, where each file of the input has either."""
    given = _members_of_type(view.trial.input, "input_file") if view.judged else []
    if not given or not all(_has_file(part) for part in given):
        return ()
    return tuple(
        Failure("empty-file", output_at(index), f"a file part without data and id: {brief(part)}")
        for index, message in enumerate(view.output)
        for part in _members_of_type(message, "file")
        if not (isinstance(part.get("file"), dict) and _has_file(part["file"]))
    )


def _members_of_type(value: JSON, type_: str) -> list[dict[str, JSON]]:
    """Return the objects of a type at any depth of a value."""
    return [
        schema
        for level in levels(value)
        for schema in level
        if isinstance(schema, dict) and schema.get("type") == type_
    ]


def _has_file(holder: dict[str, JSON]) -> bool:
    return any(is_filled(holder.get(key)) for key in ("file_data", "file_id"))


def foreign_items(view: ChatMessages) -> Findings:
    """INP-5: reasoning, hosted calls and unknown items never become a user's message or null content."""
    marks = view.owed.marks
    if view.unfit or marks.isdisjoint({talk.REASONING, *talk.FOREIGN}):
        return None
    if view.outcome.refusal:
        return _says_which(view) if view.may_fail else None
    if not view.is_list:
        return None
    failures = []
    if view.must_fail:
        text = f"unknown-items is refuse, but the call did not fail on {brief(_types(view))}"
        failures.append(Failure("not-refused", "/output", text))
    for place in view.both.came.hollow:
        text = f"a message of role {word(view.output[place], 'role')} with null content has no meaning in Chat"
        failures.append(Failure("null-content", output_at(place), text))
    # An image that was moved out of a screenshot, for instance, is one of the input.
    moved = [item for item in view.both.left if item.speaker == USER and isinstance(item.fact, Media)]
    others = [item for item in moved if is_made_up(view, item.fact) or _is_renamed(view, item.fact)]
    for said in [*view.both.invented, *(other for other in others if other not in view.both.invented)]:
        says = "is empty" if said.kind == talk.EMPTY else f"says {brief(said.shown)}"
        text = f"no item is a message of the {said.speaker} that {says}"
        failures.append(Failure("became-a-message", output_at(*said.at), text))
    return (*failures, *_changed_customs(view))


def _is_renamed(view: ChatMessages, file: Utterance | Other) -> bool:
    """Whether a file has another name than each of the input with this data."""
    data = file.data if isinstance(file, Media) else None
    files = _members_of_type(view.trial.input, "input_file") if data else []
    names = [file.get("filename") for file in files if str(file.get("file_data")).endswith(data or "")]
    return bool(names) and all(names) and isinstance(file, Media) and file.name not in names


_LEAST = 3  # characters; a shorter input is in any text by chance


def custom_calls_reported(view: ChatMessages) -> Findings:
    """INP-5a: a call of a custom tool, with its result, is in the messages, or that it is left out is reported."""
    if view.unfit:
        return None
    owed = {id_: call for id_, (call, results) in _customs(view).items() if results}
    if not owed:
        return None
    if not view.is_list:
        return OK if view.outcome.refusal and view.may_fail else None
    sent = {item.id for item in _of_no_function(view) if isinstance(item.id, str)}
    said = [schema for level in levels(view.output) for schema in level if isinstance(schema, str)]
    lost = [
        id_ for id_, call in owed.items()
        if id_ not in sent and not any(_shows(text, str(call.arguments.text)) for text in said)
        and not any(_is_renamed_call(item, call) for item in _of_no_function(view))
    ]  # fmt: skip
    return _unreported(view, [Loss((), f"the custom call {brief(id_)}", (str(id_), "custom")) for id_ in lost])


def _of_no_function(view: ChatMessages) -> list[FlatItem]:
    """Return the calls of the result that came of no call of a function."""
    known = set(view.both.pairs.partners.values())
    return [item for item in view.both.came.of_kind(talk.CALL) if item.number not in known]


def _is_renamed_call(said: FlatItem, call: Call) -> bool:
    """Whether a call has the name and the input of a custom call: perhaps under another id."""
    _id, name, arguments = said.value
    return name == call.name and isinstance(arguments, str) and _has_input(arguments, str(call.arguments.text))


def parts_reported(view: ChatMessages) -> Findings:
    """INP-3c: an image by its id, or a file by its URL, is in the messages, or that it is left out is reported."""
    return _findings_of_loss(view, list(_without_form(view)))


def references_reported(view: ChatMessages) -> Findings:
    """INP-5b: an item that is referred to is reported, or the call fails."""
    places = [(place, word(item, "id")) for place, item in enumerate(view.items) if word(item) == _REFERENCE]
    return _findings_of_loss(
        view, [Loss((place,), f"the reference to {brief(id_)}", (id_, _REFERENCE)) for place, id_ in places if id_]
    )


def _findings_of_loss(view: ChatMessages, without_form: list[Loss]) -> Findings:
    """Judge what Chat has no form for: it is shown, reported or refused."""
    if view.unfit or view.has_wrong_part or not without_form:
        return None
    if not view.is_list:
        return OK if view.outcome.refusal and view.may_fail else None
    said = {schema for level in levels(view.output) for schema in level if isinstance(schema, str)}
    own = {schema for level in levels(view.trial.input) for schema in level if isinstance(schema, str)}
    return _unreported(view, [loss for loss in without_form if not _is_named(loss, said, said - own)])


def _is_named(loss: Loss, said: set[str], added: set[str]) -> bool:
    """Whether a text has the address or the id of what has no form, or one that the converter made has its type."""
    id_, type_ = loss.words
    return any(id_ in text for text in said) or any(type_ in text.lower() for text in added)


def _unreported(view: ChatMessages, lost: list[Loss]) -> Findings:
    """Return the losses that are not reported."""
    if not lost:
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    said = [
        str(diagnostic.get("message", "")) for diagnostic in view.outcome.diagnostics if isinstance(diagnostic, dict)
    ]
    return tuple(
        Failure(
            "silent",
            input_at(*loss.at) if loss.at else "/output",
            f"{loss.what} is dropped without a report",
            about=loss.about,
        )
        for loss in silent(lost, said)
    )


_REFERENCE = "item_reference"


def _without_form(view: ChatMessages) -> Iterator[Loss]:
    """Yield the parts of users' messages that Chat has no form for: an image by its id alone, a file by its URL."""
    for place, item in enumerate(view.items):
        content = item["content"] if word(item, "role") == "user" and isinstance(item.get("content"), list) else []
        for number, part in enumerate(content):
            at = (place, "content", number)
            if word(part) == "input_image" and is_filled(part.get("file_id")) and not is_filled(part.get("image_url")):
                yield Loss(at, f"the image {brief(part['file_id'])}", (part["file_id"], "image"), about="image")
            if word(part) == "input_file" and is_filled(part.get("file_url")) and not _has_file(part):
                yield Loss(at, f"the file {brief(part['file_url'])}", (part["file_url"], "file"), about="file")


def _customs(view: ChatMessages) -> dict[str | None, tuple[Call, list[Result]]]:
    """Return the calls of custom tools whose ids no other call has, each with its results; one without may go."""
    said = [entry.turn.says[0] for entry in view.owed.foreign if entry.mark == talk.CUSTOM and entry.id]
    calls = [utterance for utterance in said if isinstance(utterance, Call)]
    ids = Counter([*(call.id for call in calls), *(item.id for item in view.owed.of_kind(talk.CALL))])
    own = (call for call in calls if ids[call.id] == 1 and call.arguments.text is not None)
    return {
        call.id: (call, [utterance for utterance in said if isinstance(utterance, Result) and utterance.id == call.id])
        for call in own
    }


def _shows(text: str, given: str) -> bool:
    """Whether a text holds the input of a call, and not by chance."""
    return (len(given.strip()) > _LEAST and given in text) or (bool(given) and _has_input(text, given))


def _changed_customs(view: ChatMessages) -> Iterator[Failure]:
    """Yield custom calls that became calls without their name or their input, or arrived twice, and other results."""
    customs = _customs(view)
    seen: set[str] = set()
    known = set(view.both.pairs.partners.values())
    came = [item for item in view.both.came.of_kind(talk.CALL, talk.RESULT) if item.number not in known]
    for said in came if customs else ():
        call, results = customs.get(said.id, (None, []))
        if call is None:
            continue
        named, at = f"the custom call {brief(said.id)}", output_at(*said.at)
        if said.kind == talk.RESULT:
            own = results[-1].content[0] if results and results[-1].form == TEXT else None
            wanted = own.value if isinstance(own, Text) else ""
            if wanted not in "".join(said.texts):
                text = f"the output of {named}: {versus(wanted, ''.join(said.texts))}"
                yield Failure("output-changed", output_at(*said.at, "content"), text)
            continue
        _id, name, arguments = said.value
        if isinstance(arguments, str) and not _has_input(arguments, str(call.arguments.text)):
            text = f"{named} has the input {brief(call.arguments.text)}, got {brief(arguments)}"
            yield Failure("input-changed", at, text)
        if call.name not in (None, name) and not is_joined(name, call.group, call.name):
            yield Failure("name-changed", at, f"{named} has the name {brief(call.name)}, got {brief(name)}")
        if said.id in seen:
            yield Failure("call-twice", at, f"{named} arrived twice")
        seen.add(said.id)


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


def _says_which(view: ChatMessages) -> Findings:
    """Judge the error of a call that failed: where only items that Chat has no form for are odd, it names one."""
    if not view.owed.marks.isdisjoint(REFUSABLE - talk.FOREIGN):
        return None
    message = view.outcome.refusal.message.lower() if view.outcome.refusal else ""
    if any(kind.lower() in message for kind in _types(view)):
        return OK
    types = {word(schema) for level in levels(view.trial.input) for schema in level}
    others = {kind.lower() for kind in types if kind is not None} - {"message"}
    if any(kind in message for kind in others):
        return None  # something else is refused, which is CONV-1's matter
    wanted = " or ".join(_types(view))
    # The call may fail for something else: with the items it is lost only if the rest converts.
    return (Failure(LOST_WITH, "/input", f"an error must name what it refuses ({wanted}), got: {message}"),)


def _types(view: ChatMessages) -> list[str]:
    """Return the types of the items that have no form in Chat."""
    return sorted({entry.word for entry in view.owed.foreign})
