"""Which answers to the choices of conversions of requests an observation proves."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.base.strict_json import json_or_absent
from conformance.base.values import same
from conformance.formats.model.conversation import (
    DEVELOPER,
    IMAGE,
    MODEL,
    SYSTEM,
    TOOL,
    USER,
    Call,
    Media,
    ModelRefusal,
    Text,
    Turn,
)
from conformance.formats.model.request import OPENAPI
from conformance.formats.model.talk import CALL
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.findings import brief
from conformance.rules.laws.request_results import said_by
from conformance.rules.laws.requests import thoughts_of


def read_thinking(view: RequestView) -> str | None:
    """thinking: whether thoughts of the history are in a member of other hosts, or left out with a report."""
    if not view.both.is_list or not thoughts_of(view.both.asked):
        return None
    return "dialect" if thoughts_of(view.both.made) else "report"


def read_tool_error(view: RequestView) -> str | None:
    """tool-error: how the result of a tool that failed says so."""
    for _piece, owed, got in view.both.results:
        if owed.failed and not got.failed:
            said, came = said_by(owed), "".join(part.value for part in got.content if isinstance(part, Text))
            if came in said:
                return "report"
            is_object = isinstance(json_or_absent(came), dict) and not isinstance(json_or_absent(said[0]), dict)
            return "json" if is_object else "prefix"
    return None


def read_result_media(view: RequestView) -> str | None:
    """result-media: what becomes of images and files in a result."""
    pair = view.both
    if not view.has_result_media:
        return None
    if view.outcome.refusal:
        return "refuse"
    if not pair.is_list:
        return None
    return "user-message" if pair.pairs.attached else "placeholder"


def read_thinking_budget(view: RequestView) -> str | None:
    """thinking-budget: whether a number of tokens to think becomes a word for the effort."""
    pair = view.both
    if not pair.is_list or "thinking_budget" not in pair.wanted or "effort" in pair.wanted:
        return None
    return "effort" if "effort" in pair.found else "report"


def read_unsupported_members(view: RequestView) -> str | None:
    """unsupported-members: whether the call fails for a member that has no place, or it is left out with a report."""
    if not view.has_unsupported:
        return None
    if view.outcome.refusal:
        return "refuse"
    return "report" if view.both.is_list else None


def read_late_system(view: RequestView) -> str | None:
    """late-system: where a text of the system that comes behind others is."""
    pair, made = view.both, view.both.made.conversation.turns
    late = [text for text in view.late if text.strip()]
    if not pair.is_list or not late or view.is_systems_alone:
        return None
    system = [turn for turn in made if turn.speaker == SYSTEM]
    held = [
        turn
        for turn in system
        if any(isinstance(utterance, Text) and late[0] in utterance.value for utterance in turn.says)
    ]
    if held:
        return "hoist" if held[0].is_apart else "in-place"
    return "user-text" if _has_room(pair.asked.conversation.turns, late[0]) else None


def _has_room(turns: Sequence[Turn], text: str) -> bool:
    """Whether a text of the system is where it may stay: behind the user, before the model or last."""
    for place, turn in enumerate(turns):
        if turn.speaker in (SYSTEM, DEVELOPER) and any(
            isinstance(utterance, Text) and utterance.value == text for utterance in turn.says
        ):
            after = turns[place + 1].speaker if place + 1 < len(turns) else MODEL
            return place > 0 and turns[place - 1].speaker in (USER, TOOL) and after == MODEL
    return False


def read_malformed_arguments(view: RequestView) -> Reading:
    """malformed-arguments: what becomes of arguments that are no object."""
    pair = view.both
    owed = pair.malformed_calls
    if not owed:
        return None
    if view.outcome.refusal:
        return "refuse"
    pieces = [item for item in pair.owed.of_kind(CALL) if item.at == owed[0].at[0]]
    got = pair.partner_of(pieces[0]) if pieces else None
    held = got.fact.arguments.value if got is not None and isinstance(got.fact, Call) else None
    if not isinstance(held, dict):
        return None
    if any(
        same(element, owed[0].arguments.text) or same(element, owed[0].arguments.value) for element in held.values()
    ):
        return "wrap"
    return IllegalAnswer(observed=f"they became {brief(held)}") if held else "empty"


def read_bad_id(view: RequestView) -> str | None:
    """bad-id: whether the call fails for an id that the target does not take, or it gets another one."""
    if not view.both.refused_ids:
        return None
    if view.outcome.refusal:
        return "refuse"
    return "map" if view.both.is_list else None


def read_refusal_history(view: RequestView) -> str | None:
    """refusal-history: whether what the model refused is a text, or left out with a report."""
    pair = view.both
    refused = [fact.value for fact in pair.facts(ModelRefusal) if fact.value.strip()]
    if not refused or not pair.is_list or not pair.terms.lacks("text/refusal"):
        return None
    return "text" if pair.target.says(refused[0]) else "report"


def read_image_url(view: RequestView) -> str | None:
    """image-url: whether an image that has an address is shown by it, or named in a text or a report."""
    pair = view.both
    urls = [fact.url for fact in pair.facts(Media) if fact.kind == IMAGE and fact.url]
    if not urls or not pair.is_list:
        return None
    return "file" if any(fact.url in urls for fact in pair.facts(Media, pair.made)) else "report"


def read_schema(view: RequestView) -> str | None:
    """schema: whether schemas are JSON Schemas, or in the dialect of OpenAPI."""
    made = view.both.made
    held = [tool.schema for tool in made.tools or ()] + [made.format.schema if made.format is not None else None]
    dialects = {schema.dialect for schema in held if schema is not None}
    if not dialects:
        return None
    return "openapi" if OPENAPI in dialects else "json"


def read_temperature(view: RequestView) -> str | None:
    """temperature-above-1: whether the call fails for a temperature that the target does not take."""
    pair = view.both
    if not pair.is_too_hot:
        return None
    if view.outcome.refusal:
        return "refuse"
    return "cap" if pair.is_list else None


def read_small_limits(view: RequestView) -> str | None:
    """small-limits: whether the call fails for a limit that is too small for the target, or it is raised."""
    if not view.has_small_limit:
        return None
    if view.outcome.refusal:
        return "refuse"
    return "raise" if view.both.is_list else None


READERS = {
    "image-url": read_image_url,
    "late-system": read_late_system,
    "malformed-arguments": read_malformed_arguments,
    "bad-id": read_bad_id,
    "refusal-history": read_refusal_history,
    "temperature-above-1": read_temperature,
    "thinking": read_thinking,
    "tool-error": read_tool_error,
    "result-media": read_result_media,
    "thinking-budget": read_thinking_budget,
    "unsupported-members": read_unsupported_members,
    "schema": read_schema,
    "small-limits": read_small_limits,
}
