"""LOOP-1: what the first request holds."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.closed_objects import reopened
from conformance.checks.exact import is_rewritten
from conformance.checks.findings import CLOSED, WRITTEN_OUT, Failure, Findings, brief, input_at
from conformance.checks.redundant_keywords import without_additions
from conformance.checks.tool_loop.compare import OTHER, difference
from conformance.checks.tool_loop.conversation import conversation
from conformance.checks.tool_loop.script import texts_of
from conformance.checks.tool_loop.view import MOST_JUDGED, Asked, ToolLoop, first_of_each, requests_at
from conformance.emulator import CHAT
from conformance.formats.facts import TEXT
from conformance.values import JSON, pointer


def first_request(view: ToolLoop) -> Findings:
    """The first request goes where it should, with the model, the conversation and the tools in the API's form."""
    if view.unfit or view.requests is None:
        return None
    if not view.requests:
        message = view.outcome.refusal.message if view.outcome.refusal else "the call returned"
        return (Failure("no-request", "/input", f"no request reached the API at base_url: {message}"),)
    first = view.requests[0]
    if first.path != view.route:
        message = f"the first request goes to POST {first.path}; wanted POST {view.route}"
        return (Failure("other-route", pointer("requests", 0, "path"), message),)
    if not isinstance(first.body, dict):
        return (Failure("no-object", requests_at(0), f"the first request is no JSON object: {brief(first.body)}"),)
    found = [*_model(view, first), *_conversation(view, first), *conversation(view, first), *_tools(view, first)]
    for later in view.requests[1:MOST_JUDGED]:
        if later.path == view.route and isinstance(later.body, dict):
            found += _model(view, later)
            found += _tools(view, later) if later.body.get("tools") else ()
    return first_of_each(found)


def _model(view: ToolLoop, asked: Asked) -> Iterator[Failure]:
    model = asked.body.get("model")
    if model != view.given["model"]:
        message = f"request {asked.number + 1} names the model {brief(model)}; wanted {brief(view.given['model'])}"
        yield Failure("other-model", requests_at(asked.number, "model"), message)


def _conversation(view: ToolLoop, first: Asked) -> Iterator[Failure]:
    for index, text in lost_texts(view, first):
        if not any(is_rewritten(text, fact.value) for fact in first.facts if fact.kind == TEXT):
            message = f"the first request does not carry the text of messages[{index}]: {brief(text)}"
            yield Failure("message-lost", input_at("messages", index), message)


def lost_texts(view: ToolLoop, asked: Asked) -> Iterator[tuple[int, str]]:
    """Yield the texts of the given conversation that a request does not hold, each with its message."""
    said = [fact.value for fact in asked.facts if fact.kind == TEXT]
    for index, message in enumerate(view.given["messages"]):
        if message["role"] in ("system", "developer", "user", "assistant"):
            for text in texts_of(message):
                if not any(text in one for one in said):
                    yield index, text


def _tools(view: ToolLoop, asked: Asked) -> Iterator[Failure]:
    definitions, tools = view.given["tools"], asked.body.get("tools")
    at, request = requests_at(asked.number, "tools"), f"request {asked.number + 1}"
    if not definitions:
        if tools:
            yield Failure("tool-invented", at, f"there are no tools to offer, got {brief(tools)}")
        elif tools == [] and view.api == CHAT:
            yield Failure("empty-tools", at, "the Chat API takes no empty list of tools")
        return
    if not isinstance(tools, list):
        yield Failure(
            "no-tools", at, f"{request} offers no list of tools; wanted {len(definitions)}, got {brief(tools)}"
        )
        return
    left = list(enumerate(tools))
    for index, definition in enumerate(definitions):
        found = next((entry for entry in left if _name_of(view.api, entry[1]) == definition["name"]), None)
        if found is None:
            yield from _not_offered(view, asked, definition, index, left)
            continue
        left.remove(found)
        yield from _tool(view, asked, definition, *found)
    for position, tool in left:
        if any(_has_name(tool, definition["name"]) for definition in definitions):
            yield Failure("tool-twice", f"{at}/{position}", f"{request} offers a tool once more: {brief(tool)}")
        else:
            message = f"{request} offers a tool that was not given: {brief(tool)}"
            yield Failure("tool-invented", f"{at}/{position}", message)


def _not_offered(
    view: ToolLoop, asked: Asked, definition: JSON, index: int, left: list[tuple[int, JSON]]
) -> Iterator[Failure]:
    """Say how a tool is missing: in the other API's form, or altogether."""
    wanted = "nested under `function`" if view.api == CHAT else "flat, with its name at the top"
    other = next((entry for entry in left if _has_name(entry[1], definition["name"])), None)
    if other is not None:
        left.remove(other)
        message = f"the tool {brief(definition['name'])} has not the form of the API, {wanted}: {brief(other[1])}"
        yield Failure("tool-form", requests_at(asked.number, "tools", other[0]), message)
    elif not any(is_rewritten(definition["name"], str(_name_of(view.api, tool))) for _position, tool in left):
        message = f"request {asked.number + 1} does not offer the tool {brief(definition['name'])}"
        yield Failure("tool-lost", input_at("tools", index), message)


def _body_of(api: str, tool: JSON) -> JSON:
    """Return what holds a tool's name in the form of an API; an empty object for another form."""
    if not isinstance(tool, dict) or tool.get("type") != "function":
        return {}
    if api == CHAT:
        inner = tool.get("function")
        return inner if isinstance(inner, dict) and "name" not in tool else {}
    return {} if "function" in tool else tool


def _name_of(api: str, tool: JSON) -> JSON:
    return _body_of(api, tool).get("name")


def _has_name(tool: JSON, name: str) -> bool:
    holders = (tool, tool.get("function")) if isinstance(tool, dict) else ()
    return any(isinstance(holder, dict) and holder.get("name") == name for holder in holders)


def _tool(view: ToolLoop, asked: Asked, definition: JSON, position: int, tool: JSON) -> Iterator[Failure]:
    body, named = _body_of(view.api, tool), brief(definition["name"])
    place = ("tools", position, "function") if view.api == CHAT else ("tools", position)
    owed, got = definition.get("description"), body.get("description")
    if got not in (owed,) if owed is not None else got not in (None, "", definition["name"]):
        if not (isinstance(got, str) and isinstance(owed, str) and is_rewritten(owed, got)):
            message = f"the description of {named} is {brief(got)}; wanted {brief(owed)}"
            yield Failure("tool-changed", requests_at(asked.number, *place, "description"), message)
    if OTHER in parameters_differ(definition, body):
        message = (
            f"the parameters of {named} are {brief(body.get('parameters'))}; wanted {brief(definition['parameters'])}"
        )
        yield Failure(_kind_of_change(definition, body), requests_at(asked.number, *place, "parameters"), message)
    strict, given = body.get("strict"), definition.get("strict")
    if strict not in ((None, True) if given is True else (None, False)):
        message = f"strict of {named} is {brief(strict)}; the definition says {brief(given)}"
        yield Failure("tool-changed", requests_at(asked.number, *place, "strict"), message)


def _kind_of_change(definition: JSON, body: JSON) -> str:
    """Return whether changed parameters only have keywords more that say nothing new, or only are closed.

    A `$schema` is one of these: it names a draft.
    """
    owed, got = definition["parameters"], body.get("parameters")
    if isinstance(got, dict) and "$schema" not in owed:
        got = {key: value for key, value in got.items() if key != "$schema"}
    plain = body | {"parameters": without_additions(owed, got)}
    if OTHER not in parameters_differ(definition, plain):
        return WRITTEN_OUT
    opened = plain | {"parameters": reopened(definition["parameters"], plain["parameters"])}
    return "tool-changed" if OTHER in parameters_differ(definition, opened) else CLOSED


def parameters_differ(definition: JSON, body: JSON) -> frozenset[str]:
    """Return how the parameters of an offered tool differ from its definition's."""
    owed, got = definition["parameters"], body.get("parameters")
    if isinstance(got, dict) and got.get("properties") == {} and "properties" not in owed:
        got = {key: value for key, value in got.items() if key != "properties"}  # the choice missing-properties
    return difference(owed, got)


def offered(view: ToolLoop) -> Iterator[tuple[JSON, JSON, tuple[int, int]]]:
    """Yield the definitions with what each request offers of them, and where: number and position."""
    for asked in (view.requests or ())[:MOST_JUDGED]:
        tools = asked.body.get("tools") if isinstance(asked.body, dict) else None
        bodies = [_body_of(view.api, tool) for tool in tools] if isinstance(tools, list) else []
        if len(bodies) == len(view.given["tools"]):
            for position, (definition, body) in enumerate(zip(view.given["tools"], bodies, strict=True)):
                if body:
                    yield definition, body, (asked.number, position)
