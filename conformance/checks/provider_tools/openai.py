"""The two forms of OpenAI's APIs: flat for Responses, nested for Chat Completions and for who speaks it."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.checks.provider_tools.requests import CHAT, FLAT
from conformance.checks.provider_tools.view import ProviderTool, form, named, unchanged
from conformance.checks.tool_fields import strict_off
from conformance.checks.trial import answer_of
from conformance.formats.json_schema import Path
from conformance.laws.offers import ToolPair
from conformance.values import ABSENT, JSON


class FlatTool(ProviderTool):
    """For the Responses API of OpenAI."""

    target = FLAT

    def owed(self, fields: dict[str, JSON]) -> JSON:
        """The flat form."""
        strict = {}
        if self.trial.choices.get("strict-in-flat") == "keep":
            strict = {"strict": bool(self.said_strict)}
        return {"type": "function", **fields, **strict}


class NestedTool(ProviderTool):
    """For Chat Completions, of OpenAI or of another API with its format."""

    target = CHAT

    def body_of(self, result: JSON) -> tuple[JSON, Path]:
        """The object under `function`; a flat tool is its own body."""
        nested = isinstance(result, dict) and isinstance(result.get("function"), dict)
        return (result["function"], ("function",)) if nested else (result, ())

    def owed(self, fields: dict[str, JSON]) -> JSON:
        """The nested form."""
        strict = {}
        if self.trial.choices.get("strict-in-chat") != "drop" and self.said_strict is not None:
            strict = {"strict": self.said_strict}
        return {"type": "function", "function": {**fields, **strict}}


def flat_form(view: ProviderTool) -> Findings:
    """PRV-1: type, name, description and parameters at the top level; a strict tool does not say false."""
    return form(view, _flat(view)) if isinstance(view, FlatTool) else None


def _flat(view: FlatTool) -> Iterator[Failure]:
    for pair in view.pairs:
        if pair.body.get("type") != "function":
            yield Failure("type", output_at("type"), f'wanted "function", got {brief(pair.body.get("type"))}')
        if "function" in pair.body:
            yield Failure("nested", output_at("function"), "a flat tool has no key `function`")
            continue  # what is nested is not also missing from the top level
        yield from named(view, pair)
        if pair.source_schema is not ABSENT and not isinstance(pair.schema, dict):
            yield _no_parameters(view, pair)
        if view.said_strict is True and pair.body.get("strict") is False:
            yield Failure(
                "strict-off", output_at("strict"), "the definition is strict: wanted true or nothing, got false"
            )


def flat_tool_strict(view: ProviderTool) -> Findings:
    """PRV-1a: strict as strict-in-flat says."""
    if not isinstance(view, FlatTool):
        return None
    pairs = [pair for pair in view.pairs if isinstance(pair.body, dict)]
    failures = tuple(one for pair in pairs for one in _strict(view, pair, "strict-in-flat", ("omit", "keep")))
    return failures if pairs else None


def nested_form(view: ProviderTool) -> Findings:
    """PRV-2: name, description and parameters under `function`, strict as strict-in-chat says."""
    return form(view, _nested(view)) if isinstance(view, NestedTool) else None


def _nested(view: NestedTool) -> Iterator[Failure]:
    for pair in view.pairs:
        if pair.result.get("type") != "function":
            yield Failure("type", output_at("type"), f'wanted "function", got {brief(pair.result.get("type"))}')
        for key in pair.result:
            if key not in ("type", "function"):
                yield Failure("beside-function", output_at(key), f"{brief(key)} is beside `function`")
        if not pair.body_path:
            yield Failure("not-nested", "/output", "name, description and parameters must be under `function`")
            continue
        yield from named(view, pair)
        if pair.source_schema is not ABSENT and not isinstance(pair.schema, dict):
            yield _no_parameters(view, pair)
        yield from _strict(view, pair, "strict-in-chat", ("drop", "keep"))


def _no_parameters(view: ProviderTool, pair: ToolPair) -> Failure:
    at = output_at(*view.at(pair, "parameters"))
    return Failure("no-parameters", at, f"wanted the parameters, got {brief(pair.schema)}")


def _strict(view: ProviderTool, pair: ToolPair, choice: str, legal: tuple[str, str]) -> Iterator[Failure]:
    """Hold strict to a choice whose first answer leaves it out and whose second one keeps it."""
    answers = answer_of(view.trial, choice, *legal)
    wanted, actual = view.said_strict, pair.body.get("strict")
    if legal[0] in answers and actual is None:
        return
    # Chat reads an absent one as false.
    is_either = wanted is None or (wanted is False and view.target == CHAT)
    if legal[1] in answers and (actual is wanted or (is_either and (actual is None or actual is False))):
        return
    words = {legal[0]: "no strict", legal[1]: "no strict, or false" if is_either else brief(wanted)}
    accepted = " or ".join(words[answer] for answer in answers if answer in words)
    got = "nothing" if actual is None else brief(actual)
    said = "absent" if wanted is None else brief(wanted)
    message = f"the definition's strict is {said}: wanted {accepted}, got {got}"
    yield Failure("strict", output_at(*view.at(pair, "strict")), message)


def strict_stays_off(view: ProviderTool) -> Findings:
    """API-3: a definition that is not strict gives `strict: false` to the Responses API, which reads none as true."""
    if not isinstance(view, FlatTool):
        return None
    pairs = [pair for pair in view.pairs if isinstance(pair.body, dict) and view.said_strict is not True]
    return strict_off(view, pairs)


def parameters_unchanged(view: ProviderTool) -> Findings:
    """PRV-5: for OpenAI's forms the parameters are the definition's."""
    return unchanged(view) if isinstance(view, FlatTool | NestedTool) else None
