"""What the API refuses of a request that came of one of another format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.base.values import JSON
from conformance.formats.exchanges import host_of
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Call, Media, Result
from conformance.formats.model.request import AnswerFormat, Request, Schema, Setting, Tool
from conformance.formats.model.talk import CALL
from conformance.formats.whole_requests import REQUESTS
from conformance.rules.checks.api import Refused, refused_value
from conformance.rules.checks.by_laws.requests.schemas import strict_form
from conformance.rules.checks.by_laws.requests.view import RequestView
from conformance.rules.checks.tools.anthropic_schemas import owed_schema

_USUAL = (Setting(name="model", value="a-model"), Setting(name="limit", value=4096))
# What all schemas of a request have together: no place in one of them.
_COUNTED = ("anthropic-optional-count", "anthropic-union-count")
_UNANSWERED = frozenset({"anthropic-call-unanswered", "gemini-call-unanswered"})
_WITHOUT_CALL = frozenset({"anthropic-result-without-call", "gemini-result-without-call"})
# What a list of tools breaks whatever becomes of it: its names are the source's.
_OF_NAMES = frozenset({"google-name", "google-unique"})
# What is wrong with an image that its source labels so: no converter need look into it.
_OF_LABELS = "anthropic-image-type"
# What OpenAI wants to be said beside the wish for JSON, and Google does not: no converter makes messages up.
_OF_WORDS = frozenset({"chat-json-word", "responses-json-word"})


def lawful_request_refusals(view: RequestView) -> list[Refused] | None:
    """Return what the API refuses; None where nothing is owed."""
    if view.has_wrong_part or not view.answered or not isinstance(view.output, dict):
        return None
    # SDKs dump members that are null; recorded requests with them were answered.
    given = {key: value for key, value in view.output.items() if value is not None}
    found = refused_value(view.operation.target, _in_address(view) | given, view.trial.profile)
    found = [refusal for refusal in found if refusal.rule not in _OF_WORDS]
    if _has_labels_of_source(view):
        found = [refusal for refusal in found if refusal.rule != _OF_LABELS]
    pairs = set(_lone_pairs(view)) if any(refusal.rule in _UNANSWERED | _WITHOUT_CALL for refusal in found) else ()
    found = [refusal for refusal in found if refusal.rule not in pairs]
    return not_owed_schemas(view, found) if any(_is_of_schema(refusal) for refusal in found) else found


def _in_address(view: RequestView) -> dict[str, JSON]:
    """Return the model, where an API has it in its address and the input, or the result, does not say it."""
    source, target = (REQUESTS[each] for each in (view.operation.source, view.operation.target))
    if "model" in source.in_address and "model" not in view.both.wanted:
        model = _USUAL[0]
    elif "model" in target.in_address and isinstance(view.both.wanted.get("model"), str):
        model = Setting(name="model", value=view.both.wanted["model"])
    else:
        return {}
    written = target.write(Request(settings=(model,)))
    return {name: value for name, value in written.items() if value == model.value}


def _has_labels_of_source(view: RequestView) -> bool:
    """Whether all media that arrived are labelled as the source labels them."""
    asked, made = ({(fact.data, fact.media_type) for fact in view.both.facts(Media, side) if fact.data}
                   for side in (view.both.asked, view.both.made))  # fmt: skip
    return made <= asked


def _is_of_schema(refusal: Refused) -> bool:
    return (
        "input_schema" in refusal.path
        or refusal.path[:3] == ("output_config", "format", "schema")
        or refusal.rule in _COUNTED
        or refusal.rule in _OF_NAMES
    )


def _lone_pairs(view: RequestView) -> Iterator[str]:
    """Yield the rules that the result breaks by no more than calls without results, or results without calls, that the
    source has: a history that was cut off, of which the source's API knows the rest.
    """
    pair = view.both
    sides = (pair.asked, pair.made)
    (asked, answers), (calls, results) = ([{fact.id for fact in pair.facts(kind, side)} for kind in (Call, Result)]
                                          for side in sides)  # fmt: skip
    partners = [pair.partner_of(item) for item in pair.owed.of_kind(CALL) if item.number in pair.owed.answered]
    answered = (asked & answers) | {partner.id for partner in partners if partner is not None}
    if asked - answers and not answered & (calls - results):
        yield from _UNANSWERED
    if answers - asked and results - calls <= answers - asked:
        yield from _WITHOUT_CALL


def not_owed_schemas(view: RequestView, found: list[Refused]) -> list[Refused]:
    """Return the refusals that no schema of the source brings: one of its tools, or of the form of its answer."""
    request = view.both.asked
    tools = tuple(_owed_tool(tool) for tool in request.tools or () if tool.kind in (FUNCTION, CUSTOM))
    owed = Request(tools=tools, format=_owed_format(request.format, view), settings=_USUAL)
    written = REQUESTS[view.operation.target].write(owed)
    brought = {refusal.rule for refusal in refused_value(view.operation.target, written, view.trial.profile)}
    return [refusal for refusal in found if not (_is_of_schema(refusal) and refusal.rule in brought)]


def _owed_tool(tool: Tool) -> Tool:
    """Return a tool as it is owed, a custom one as a function.

    What is closed or folded for the API's sake is the converter's matter.
    """
    value = tool.schema.value if tool.schema is not None else None
    schema = Schema(value=owed_schema(value) if isinstance(value, dict) else {"type": "object"})
    return replace(tool, kind=FUNCTION, schema=schema, strict=None)


def _owed_format(format_: AnswerFormat | None, view: RequestView) -> AnswerFormat | None:
    if format_ is None or format_.schema is None:
        return None
    value = strict_form(host_of(view.operation.target))(format_.schema.value)
    return replace(format_, schema=replace(format_.schema, value=value))
