"""What no client of the target's API understands of a result, by the pinned schemas."""

from __future__ import annotations

from dataclasses import replace

from conformance.base.values import JSON, same
from conformance.formats.exchanges import KINDS, WHOLES, whole_of
from conformance.rules.checks.api import (
    Path,
    Refused,
    refused_items,
    refused_of_answer,
    refused_of_messages,
    refused_value,
)
from conformance.rules.checks.by_laws.answers.view import LawfulView

# Of items that are sent back: what every host refuses. With which letters an id begins is a host's own.
_OF_IDS = frozenset({"item-id-form"})
# Of a Chat message and of the blocks of an Anthropic one: what no source makes a converter write.
_OF_MESSAGES = frozenset({"tool-calls-empty"})
_OF_BLOCKS = frozenset({"anthropic-text-empty"})


def answer_refusals(view: LawfulView) -> list[Refused] | None:
    """Return what the schema of the API refuses of a result; None where nothing is owed."""
    if not view.answered or view.both.is_foreign or view.operation.target not in KINDS:
        return None
    # Clients read what a stream says before its converter gives it up, although its source is not as documented.
    is_begun = view.operation.target in WHOLES and view.both.is_refused
    is_wrong = view.has_wrong_form if is_begun else view.has_wrong_part
    if is_wrong:
        return None
    kind, output = KINDS[view.operation.target], view.output
    if view.operation.target not in WHOLES:
        result = view.both.result
        if view.both.has_failed or (result is not None and result.failure is not None and not result.candidates):
            return None  # clients read the error in it
        return [*_not_repeated(view, output, refused_value(kind, output, view.trial.profile)), *_sent_back(view)]
    found: list[Refused] = []
    for place, event in enumerate(output if isinstance(output, list) else ()):
        if isinstance(event, dict) and (
            (view.both.is_given_up and _is_failed(event)) or isinstance(event.get("error"), dict)
        ):
            continue  # clients read the error in it; whether there was one is another rule's
        response = event.get("response") if isinstance(event, dict) else None
        found += _not_repeated(view, response, refused_value(kind, event, view.trial.profile, (place,)))
    return [*found, *_sent_back(view)]


def _is_failed(event: dict[str, JSON]) -> bool:
    return event.get("type") == "response.failed"


def _not_repeated(view: LawfulView, response: JSON, found: list[Refused]) -> list[Refused]:
    """Return the refusals of what is not repeated: of the request, or the tier of the answer, which hosts name."""
    asked = view.given.get("request") if isinstance(view.given, dict) else None
    said = {**(asked if isinstance(asked, dict) else {}), "service_tier": view.both.source.tier}
    held = response if isinstance(response, dict) else {}
    repeated = {name for name, value in said.items() if name in held and same(held[name], value)}
    return [refusal for refusal in found if repeated.isdisjoint(_member(refusal))]


def _member(refusal: Refused) -> tuple[str | int, ...]:
    """Return the member of the response that is refused."""
    inner = refusal.path[2:] if refusal.path[1:2] == ("response",) else refusal.path
    return inner[:1]


def _sent_back(view: LawfulView) -> list[Refused]:
    """Return what is refused of the answer when it comes back in the history of the next request."""
    match view.operation.target:
        case "chat-response":
            return _sent_messages(view)
        case "anthropic-response" | "anthropic-stream":
            return _sent_blocks(view)
    return _sent_items(view)


def _sent_messages(view: LawfulView) -> list[Refused]:
    """Return what is refused of the messages of a Chat answer."""
    choices = view.output.get("choices") if isinstance(view.output, dict) else None
    found: list[Refused] = []
    for number, choice in enumerate(choices if isinstance(choices, list) else ()):
        message = choice.get("message") if isinstance(choice, dict) else None
        refused = refused_of_messages([message], view.trial.profile) if isinstance(message, dict) else []
        found += [replace(refusal, path=("choices", number, "message", *refusal.path[1:])) for refusal in refused]
    return [refusal for refusal in found if refusal.rule in _OF_MESSAGES]


def _sent_blocks(view: LawfulView) -> list[Refused]:
    """Return what is refused of the blocks of an Anthropic message; of a stream, where each of them starts."""
    output, at = view.output, tuple[Path, ...]()
    if isinstance(output, list):
        starts = [place for place, item in enumerate(output) if _type(item) == "content_block_start"]
        at = tuple((place, "content_block") for place in starts)
        output = whole_of(view.operation.target, output)
    blocks = output.get("content") if isinstance(output, dict) else None
    if not isinstance(blocks, list):
        return []
    found = [refusal for refusal in refused_of_answer(blocks, view.trial.profile) if refusal.rule in _OF_BLOCKS]
    return [replace(refusal, path=_placed(refusal.path, at)) for refusal in found]


def _placed(path: Path, at: tuple[Path, ...]) -> Path:
    """Return where a path in the blocks is. at: of each block of a stream."""
    number = int(path[0])
    return ("content", *path) if not at else (*at[number], *path[1:]) if number < len(at) else ()


def _type(event: JSON) -> JSON:
    return event.get("type") if isinstance(event, dict) else None


def _sent_items(view: LawfulView) -> list[Refused]:
    """Return what is refused of ids that the converter made, when its items are sent back."""
    output: JSON = view.output
    at: Path = ()
    if isinstance(output, list) and output and isinstance(output[-1], dict):
        at = (len(output) - 1, "response")
        output = output[-1].get("response")
    items = output.get("output") if isinstance(output, dict) else None
    if not isinstance(items, list):
        return []
    found = refused_items([_without_placeholder(item) for item in items], view.trial.profile)
    return [replace(refusal, path=(*at, "output", *refusal.path)) for refusal in found if refusal.rule in _OF_IDS]


def _without_placeholder(item: JSON) -> JSON:
    """Return an item without an id that stands for none."""
    if isinstance(item, dict) and str(item.get("id")).startswith("__"):
        return {name: value for name, value in item.items() if name != "id"}
    return item
