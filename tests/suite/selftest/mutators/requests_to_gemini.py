"""Defects of requests to Gemini's API, beside those of every request, and what sound converters may do otherwise."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import copy_of
from conformance.formats.model.conversation import (
    PARTS,
    Call,
    Reasoning,
    Result,
    Text,
)
from conformance.formats.model.request import Request, Setting
from tests.suite.selftest.mutators.request_edits import (
    of_kind,
    of_said,
    with_setting,
)
from tests.suite.selftest.mutators.requests import OfRequest, OfRequests, facts
from tests.suite.selftest.mutators.requests_to_anthropic import MUTATORS as OF_ANTHROPIC
from tests.suite.selftest.mutators.requests_to_anthropic_sound import VARIANTS as SOUND_OF_ANTHROPIC

LOG = logging.getLogger("tests.suite.selftest.mutators")
BEGINNING: Final = "Begin."  # what the reference lets a user say before a model that calls first
Change = Callable[[Any], Any]  # of a request as it is written

_CHAT: Final = ("chat-request",)
# Defects of requests to Anthropic's API that are as well ones of these.
_SHARED: Final = frozenset({
    "loses_late_instructions", "cuts_late_instructions", "says_late_instructions_as_the_model",
    "says_instructions_backwards", "keeps_the_first_instruction", "takes_the_mark_of_instructions",
    "hoists_instructions_silently", "repairs_arguments", "wraps_arguments_silently", "empties_arguments_silently",
    "sends_results_as_texts", "says_that_tools_failed", "loses_refusals", "loses_refusals_silently",
    "renames_calls_of_custom_tools", "loses_the_input_of_custom_tools", "loses_results_of_custom_tools",
    "labels_gifs_as_png", "names_media_in_texts", "shows_media_last", "loses_titles_silently", "adds_thoughts",
})  # fmt: skip


def _calls(change: Callable[[Call], Call]) -> OfRequest:
    return of_kind(Call, lambda value: (change(value),))


MUTATORS: Final[tuple[OfRequests, ...]] = (
    *(mutator for mutator in OF_ANTHROPIC if mutator.name in _SHARED),
    OfRequests(name="loses_signatures", check="history-calls-kept", sources=_CHAT,
               change=_calls(lambda value: replace(value, seal=None))),
    OfRequests(name="signs_all_calls_alike", check="history-calls-kept", sources=_CHAT,
               change=_calls(lambda value: replace(value, seal=value.seal and "c2tpcA=="))),
    OfRequests(name="says_thoughts_as_texts", check="thoughts-apart", sources=_CHAT, answers={"thinking": "dialect"},
               change=of_kind(Reasoning, lambda value: tuple(Text(value=text.value) for text in value.content))),
    OfRequests(name="loses_thoughts_silently", check="request-losses-reported", sources=_CHAT, silently=True,
               answers={"thinking": "report"}, change=lambda request, _given: request),
    OfRequests(name="narrows_schemas_silently", check="request-losses-reported", sources=_CHAT, silently=True,
               answers={"schema": "openapi"}, change=lambda request, _given: request),
    OfRequests(name="loses_images_silently", check="request-losses-reported", sources=_CHAT, silently=True,
               answers={"image-url": "report"}, change=of_kind(Text, lambda value: (
                   () if value.value.startswith("[image: ") else (value,)))),
    OfRequests(name="has_thoughts_of_its_own", check="nothing-added", sources=_CHAT, answers={"thinking": "dialect"},
               change=of_kind(Reasoning, lambda _one: (Reasoning(content=(Text(value="I think so."),)),))),
)  # fmt: skip


def parts_in(request: Any) -> Iterator[dict[str, Any]]:
    """Yield the parts of a request as it is written."""
    for content in request["contents"]:
        yield from content["parts"]


def _of_parts(name: str, change: Callable[[dict[str, Any]], None]) -> Change:
    """Make a change of what each part has under a name."""

    def made(request: Any) -> Any:
        other = copy_of(request)
        for part in parts_in(other):
            if name in part:
                change(part[name])
        return other

    return made


def _of_declarations(change: Callable[[dict[str, Any]], None]) -> Change:
    def made(request: Any) -> Any:
        other = copy_of(request)
        for tool in other.get("tools", ()):
            for declaration in tool["functionDeclarations"]:
                change(declaration)
        return other

    return made


def _of_config(change: Callable[[dict[str, Any]], None]) -> Change:
    def made(request: Any) -> Any:
        other = copy_of(request)
        if "generationConfig" in other:
            change(other["generationConfig"])
        return other

    return made


def _named_by_id(result: dict[str, Any]) -> None:
    result["name"] = result.get("id", "unknown")


def _as_list(result: dict[str, Any]) -> None:
    text = result["response"].get("output")
    value = json.loads(text) if isinstance(text, str) and text.startswith("[") else None
    result["response"] = value if isinstance(value, list) else result["response"]


def _as_openapi(declaration: dict[str, Any]) -> None:
    if "parametersJsonSchema" in declaration:
        declaration["parameters"] = declaration.pop("parametersJsonSchema")


def _in_roles(roles: Mapping[str, str]) -> Change:
    return lambda request: (
        request
        | {
            "contents": [
                content | {"role": roles.get(content["role"], content["role"])} for content in request["contents"]
            ]
        }
    )


def _each_result_a_turn(request: Any) -> Any:
    """Let the model say something between the results of one turn."""
    contents = []
    for content in request["contents"]:
        if len(content["parts"]) > 1 and all("functionResponse" in part for part in content["parts"]):
            said = {"role": "model", "parts": [{"text": "I see."}]}
            contents += [{"role": "user", "parts": content["parts"][:1]}, said]
            contents.append({"role": "user", "parts": content["parts"][1:]})
        else:
            contents.append(content)
    return request | {"contents": contents}


def _with_empty_parts(request: Any) -> Any:
    return request | {"contents": [
        content | {"parts": [{}, *content["parts"]]} if any("functionCall" in part for part in content["parts"])
        else content for content in request["contents"]
    ]}  # fmt: skip


def _systems_apart(request: Any) -> Any:
    """Leave no contents where nobody but the system speaks."""
    contents = request["contents"]
    is_alone = len(contents) == 1 and "systemInstruction" not in request and len(contents[0]["parts"]) == 1
    is_systems = is_alone and contents[0]["parts"][0].get("text") == "Be brief."
    return {**request, "systemInstruction": contents[0], "contents": []} if is_systems else request


def _last_of_the_system(request: Any) -> Any:
    held = request.get("systemInstruction")
    return request | {"systemInstruction": {"parts": held["parts"][-1:]}} if held else request


def _without_beginning(request: Any) -> Any:
    first = request["contents"][0]["parts"]
    return request | {"contents": request["contents"][1:]} if first == [{"text": BEGINNING}] else request


def _without_stand_ins(request: Any) -> Any:
    other = copy_of(request)
    for part in parts_in(other):
        part.pop("thoughtSignature", None)
    return other


def _schema_alone(config: dict[str, Any]) -> None:
    if "responseJsonSchema" in config:
        config["responseSchema"] = config.pop("responseJsonSchema") | {
            "$schema": "http://json-schema.org/draft-07/schema#"
        }


def _limit_beside(request: Any) -> Any:
    config = dict(request.get("generationConfig", {}))
    limit = config.pop("maxOutputTokens", None)
    return request if limit is None else request | {"generationConfig": config, "max_tokens": limit}


def _stops_as_text(config: dict[str, Any]) -> None:
    if config.get("stopSequences"):
        config["stopSequences"] = config["stopSequences"][0]


def _arguments_as_text(call: dict[str, Any]) -> None:
    call["args"] = json.dumps(call["args"])


# Defects of what is written, each with the check that must object: what public reports tell of converters.
WRITTEN: Final[Mapping[str, tuple[str, Change]]] = {
    "names_results_by_their_ids": ("results-paired", _of_parts("functionResponse", _named_by_id)),
    "names_results_unknown": ("results-paired", _of_parts("functionResponse", lambda one: one.update(name="unknown"))),
    "names_no_results": ("api-rules", _of_parts("functionResponse", lambda one: one.update(name=""))),
    "returns_lists": ("api-schema", _of_parts("functionResponse", _as_list)),
    "returns_errors": ("failures-of-tools-said", _of_parts("functionResponse", lambda one: one.update(
        response={"error": one["response"].get("output", "")}))),
    "writes_arguments_as_texts": ("api-schema", _of_parts("functionCall", _arguments_as_text)),
    "has_parts_of_nothing": ("api-rules", _with_empty_parts),
    "has_no_contents": ("api-rules", _systems_apart),
    "keeps_the_last_instruction": ("instructions-kept", _last_of_the_system),
    "begins_with_calls": ("api-rules", _without_beginning),
    "leaves_calls_unsigned": ("api-rules", _without_stand_ins),
    "says_assistant": ("api-rules", _in_roles({"model": "assistant"})),
    "answers_as_tool": ("api-rules", _in_roles({"user": "tool"})),
    "answers_calls_one_by_one": ("api-rules", _each_result_a_turn),
    "writes_json_schemas_as_openapi": ("api-schema", _of_declarations(_as_openapi)),
    "writes_formats_as_openapi": ("api-schema", _of_config(_schema_alone)),
    "limits_beside_the_configuration": ("settings-kept", _limit_beside),
    "stops_at_one_text": ("api-schema", _of_config(_stops_as_text)),
    "asks_another_model_beside_the_body": ("settings-kept", lambda request: request | {"model": "gemini-0"}),
}  # fmt: skip


def _of_openapi(*keys: str) -> Change:
    """Leave keywords out of the schemas of tools in the dialect of OpenAPI."""

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without(inner) for key, inner in value.items() if key not in keys or key in ("properties",)}
        return [without(entry) for entry in value] if isinstance(value, list) else value

    def change(declaration: dict[str, Any]) -> None:
        if "parameters" in declaration:
            declaration["parameters"] = without(declaration["parameters"])

    return _of_declarations(change)


# Those of schemas in the dialect of OpenAPI.
OF_OPENAPI: Final[Mapping[str, tuple[str, Change]]] = {
    "requires_nothing_in_openapi": ("tools-kept", _of_openapi("required")),
    "describes_nothing_in_openapi": ("tools-kept", _of_openapi("description")),
    "lists_no_values_in_openapi": ("tools-kept", _of_openapi("enum")),
    "writes_json_schema_words_in_openapi": ("api-schema", _of_declarations(lambda declaration: declaration.update(
        parameters=declaration["parameters"] | {"$schema": "http://json-schema.org/draft-07/schema#"})
        if "parameters" in declaration else None)),
}  # fmt: skip


def _joined_ids(call: Call | Result) -> tuple[Call | Result, ...]:
    return (replace(call, id=None),)


def _under(key: str) -> OfRequest:
    """Return texts under another key."""

    def made(result: Result) -> tuple[Result, ...]:
        if result.failed:
            return (result,)  # its key says that it failed
        texts = [part.value for part in result.content if isinstance(part, Text)]
        rest = tuple(part for part in result.content if not isinstance(part, Text))
        return (replace(result, structured={key: "".join(texts)}, content=rest, form=PARTS if rest else ""),)

    return of_kind(Result, made)


def _as_objects(result: Result) -> tuple[Result, ...]:
    """Return a text that is a JSON object as this object. The key of one that failed says so."""
    if result.failed:
        return (result,)
    text = "".join(part.value for part in result.content if isinstance(part, Text))
    try:
        value = json.loads(text)
    except ValueError:
        return (result,)
    is_plain = isinstance(value, dict) and value and "error" not in value and json.dumps(value) == text
    return (replace(result, structured=value, content=(), form=""),) if is_plain else (result,)


# What not every host takes: by setting, a word for it in a report.
_OF_HOSTS: Final = {
    "metadata": "metadata", "store": "store", "logprobs": "logprobs", "likeliest": "top_logprobs", "count": "n",
    "frequency_penalty": "frequency_penalty", "presence_penalty": "presence_penalty",
}  # fmt: skip


def _without_what_hosts_refuse(request: Request, _given: Request) -> Request:
    for setting in request.settings:
        if setting.name in _OF_HOSTS:
            LOG.warning("%s: not every host takes it; left out", _OF_HOSTS[setting.name])
    rest = tuple(setting for setting in request.settings if setting.name not in _OF_HOSTS)
    return replace(request, settings=rest)


def _by_tokens(request: Request, _given: Request) -> Request:
    """Ask for thoughts by a number of tokens."""
    budget = {"minimal": 512, "low": 1024, "medium": 8192}
    return replace(request, settings=tuple(
        Setting(name="thinking_budget", value=budget.get(str(setting.value), 24576)) if setting.name == "effort"
        else setting for setting in request.settings
    ))  # fmt: skip


VARIANTS: Final[Mapping[str, OfRequest]] = {
    "leaves_out_what_hosts_refuse": _without_what_hosts_refuse,
    "thinks_by_tokens": _by_tokens,
    "begins_otherwise": facts(Text, lambda value: (Text(value="(begin)"),) if value.value == BEGINNING else (value,)),
    "offers_customs_as_functions": SOUND_OF_ANTHROPIC["offers_customs_as_functions"],
    "joins_texts": SOUND_OF_ANTHROPIC["joins_texts"],
    "names_no_ids": of_said(lambda _turn, value: _joined_ids(value) if isinstance(value, Call | Result) else (value,)),
    "returns_under_result": _under("result"),
    "returns_under_content": _under("content"),
    "returns_objects": of_kind(Result, _as_objects),
    "says_the_model_beside": lambda request, given: with_setting("model", next(
        (setting.value for setting in given.settings if setting.name == "model"), "m"))(request, given),
}  # fmt: skip
