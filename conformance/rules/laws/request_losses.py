"""Laws of requests: what the target has no place for is reported, and so is that a tool failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from conformance.base.wording import brief
from conformance.formats.model.conversation import (
    AUDIO,
    DEVELOPER,
    DOCUMENT,
    IMAGE,
    OBJECT_TEXT,
    SYSTEM,
    USER,
    Hosted,
    Media,
    ModelRefusal,
    Result,
    Text,
    Turn,
)
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.talk import RESULT
from conformance.rules.laws.late_instructions import spare_marks, with_marks
from conformance.rules.laws.law import INPUT, REACHED, UNSEEN, Breach, Found
from conformance.rules.laws.losses import Loss
from conformance.rules.laws.request_calls import call_losses
from conformance.rules.laws.request_documents import decoded, inner_texts, unplaced_media
from conformance.rules.laws.request_member_losses import setting_losses, tool_losses
from conformance.rules.laws.request_results import is_object_of, result_texts, said_by
from conformance.rules.laws.request_talk import is_spoken
from conformance.rules.laws.requests import RequestComparison, thoughts_of
from conformance.rules.laws.talk_pairing import known_by

# What reports call media too.
_ALSO_CALLED: Final = {DOCUMENT: ("file",), "file": ("document",)}


def failed(pair: RequestComparison) -> Iterator[Found]:
    """That a tool failed is said: by a flag, in its result, or in a report."""
    hidden = _failure_losses(pair)
    if pair.results:
        yield "kept/failed", REACHED
    if hidden and pair.reports is None:
        yield "kept/failed", UNSEEN
    for loss in pair.unsaid([*hidden, *_other_losses(pair)]) if hidden else ():
        if loss in hidden:
            yield (
                "kept/failed",
                Breach("failure-hidden", (INPUT, *loss.at), f"{loss.what} is neither said nor reported"),
            )
    for _one, owed, got in pair.results:
        if got.failed and not owed.failed and not is_object_of(got, "".join(result_texts(owed))):
            message = f"the result of {brief(owed.id)} is said to have failed, which it did not"
            yield "kept/failed", Breach("failure-added", pair.in_output(got), message)


def _says_failure(owed: Result, got: Result) -> bool:
    is_object = owed.form == OBJECT_TEXT  # which has the error
    return bool(got.failed) or is_object or "".join(result_texts(got)) not in said_by(owed)


def _failure_losses(pair: RequestComparison) -> list[Loss]:
    """Return the failures of tools that no result says."""
    return [
        Loss(owed.at[0], f"that the tool of {brief(owed.id)} failed", ("error", "failed", "failure"))
        for _one, owed, got in pair.results
        if owed.failed and not _says_failure(owed, got)
    ]


def losses(pair: RequestComparison) -> Iterator[Found]:
    """What the target has no place for is reported, or is where the choice about it says."""
    if not pair.is_list:
        return
    for image in _unmoved(pair):
        yield "lost", Breach("not-moved", pair.in_input(image), f"{brief(image.address)} is in no message of the user")
    found = _other_losses(pair)
    for key in dict.fromkeys(_key(finding) for finding in found):
        yield key, UNSEEN if pair.reports is None else REACHED
    for loss in pair.unsaid([*found, *_failure_losses(pair)]) if found else ():
        if loss in found:
            yield _key(loss), Breach("silent", (INPUT, *loss.at), loss.silently, loss.about)


def _key(loss: Loss) -> str:
    return f"lost/{loss.key}" if loss.key else "lost"


def _unmoved(pair: RequestComparison) -> Iterator[Media]:
    """Yield the images of results that are in no message of the user, where the choice says that they are."""
    if pair.terms.choices.get("result-media") != "user-message":
        return
    for result in pair.owed.of_kind(RESULT):
        for index, other in enumerate(result.others):
            is_moved = pair.partner_of(result) is None or (result.number, index) in pair.pairs.attached
            if isinstance(other, Media) and other.kind == IMAGE and not is_moved:
                yield other


def _other_losses(pair: RequestComparison) -> list[Loss]:
    """Return all that went, but for failures of tools."""
    said = {"media": _media_losses, "said": _said_losses, "turn": _turn_losses, "call": call_losses}
    held = (loss._replace(key=kind + loss.key) for kind, losses in said.items() for loss in losses(pair))
    return [*setting_losses(pair), *tool_losses(pair), *held]


def _media_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield media whose content is not in the result, and what is said of them."""
    unplaced = {id(unplaced_medium) for unplaced_medium in unplaced_media(pair)}
    in_results = {id(part) for result in pair.facts(Result) for part in result.content}
    for fact in pair.facts(Media):
        held = [text for text in known_by(fact) if isinstance(text, str)]
        held += [text for text in (fact.url, fact.file_id, fact.id, fact.transcript, fact.data, *decoded(fact)) if text]
        kind = fact.kind or "file"
        words = (kind, *_ALSO_CALLED.get(kind, ()), "media", *held[:1])
        if (id(fact) in unplaced or id(fact) in in_results) and held and not any(pair.says(text) for text in held):
            if not inner_texts(fact):
                key = "/sound" if kind == AUDIO else ""
                yield Loss(fact.at[0], f"the {_noun(kind)} {brief(held[0])}", words, about=_noun(kind), key=key)
        if fact.kind == IMAGE and fact.detail not in (None, "auto") and pair.terms.lacks("media/image-detail"):
            yield Loss(fact.at[0], f"detail {brief(fact.detail)} of the {kind}", ("detail", *words), about="detail")
        source = fact.url if kind == "search" else None
        for what, text in (("name", fact.name), ("context", fact.about), ("source", source)):
            if text and not pair.says(text):
                said = f"the {what} {brief(text)} of the {_noun(kind)}"
                yield Loss(fact.at[0], said, (what, "title", *words), about=what, key=f"/{what}")


def _noun(kind: str) -> str:
    return "search result" if kind == "search" else kind


def _turn_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield what is lost of who says something, and of what was refused."""
    for turn in pair.asked.conversation.turns:
        if turn.name and pair.terms.lacks("turn/name"):
            what = f"name {brief(turn.name)} of a message"
            yield Loss((*turn.at[0], "name"), what, ("name",), own=(turn.name,), about="participant")
    for fact in pair.facts(ModelRefusal) if pair.terms.lacks("text/refusal") else ():
        if fact.value.strip() and not pair.target.says(fact.value):
            yield Loss(fact.at[0], f"the refusal {brief(fact.value)}", ("refus", fact.value), about="refusal")
    if pair.is_list:
        yield from _late_losses(pair)


def _late_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield the texts of the system that a user says now, or that are in another place."""
    first = next((turn for turn in pair.made.conversation.turns if turn.is_apart), None)
    ahead = "".join(text.value for text in first.says if isinstance(text, Text)) if first is not None else ""
    system = [text.value for turn in pair.made.conversation.turns if turn.speaker == SYSTEM for text in turn.says
              if isinstance(text, Text)]  # fmt: skip
    own = _texts_of_users(pair.asked.conversation.turns)
    late = [instruction.fact.value for instruction in pair.owed.instructions]
    spare = spare_marks(pair.made.conversation.turns, late, own)
    marked = (with_marks(turn, late, own, spare) for turn in pair.made.conversation.turns)
    users = _texts_of_users(marked)
    first_places = _first_places(pair)
    for instruction in pair.owed.instructions:
        text = instruction.fact.value
        # What is said before all else may be said again.
        early = sum(each.fact.value.count(text) for each in pair.owed.instructions if each.fact.at[0] in first_places)
        # A user may say it without a mark that it is the system's.
        is_users = not any(text in each for each in system) and users[text] > own[text]
        # Where messages may be a developer's, what is before all else may be a message of the system, or apart.
        is_hoisted = pair.terms.lacks("turn/developer") and instruction.fact.at[0] not in first_places
        if instruction.fact.value.strip() and (is_users or (is_hoisted and ahead.count(text) > early)):
            yield Loss(
                instruction.fact.at[0],
                f"the place of the instruction {brief(text)}",
                ("system", "developer", text),
                about="instruction",
            )


def _texts_of_users(turns: Iterable[Turn]) -> Counter[str]:
    users = (turn for turn in turns if turn.speaker == USER)
    return Counter(text.value for turn in users for text in turn.says if isinstance(text, Text))


def _first_places(pair: RequestComparison) -> set[Path]:
    """Return where the system speaks before anybody says anything; thoughts and steps of the host are nothing said."""
    found: set[Path] = set()
    for turn in pair.asked.conversation.turns:
        if turn.speaker in (SYSTEM, DEVELOPER):
            found |= {utterance.at[0] for utterance in turn.says if utterance.at}
        elif any(
            is_spoken(utterance) and (not isinstance(utterance, Text) or utterance.value.strip())
            for utterance in turn.says
        ):
            break
    return found


def _said_losses(pair: RequestComparison) -> Iterator[Loss]:
    """Yield the steps of tools that the host runs, and thoughts, that went."""
    for turn in pair.asked.conversation.turns:
        for utterance in turn.says:
            if isinstance(utterance, Other):
                words = (utterance.word, *((utterance.id, utterance.tool) if isinstance(utterance, Hosted) else ()))
                own = tuple(word for word in words if word)
                key = f"/{utterance.word}"
                yield Loss(
                    utterance.at[0], f"the {utterance.word} block or item", own, about=utterance.word or "", key=key
                )
    thoughts = thoughts_of(pair.asked)
    # That a message says them is the matter of another law.
    if thoughts and not thoughts_of(pair.made) and not all(map(pair.says, thoughts)):
        yield Loss((), "the assistant's thinking", ("think", "thought", "reasoning"), about="thinking")
