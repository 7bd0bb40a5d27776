"""What the Chat Completions API accepts of the tools that come of a registry's."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import api
from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.checks.registry_tools.view import CUSTOM, WEB_SEARCH, RegistryTools
from conformance.checks.tools import ToolPair
from conformance.values import ABSENT


def api_schema(view: RegistryTools) -> Findings:
    """API-1: the form of each tool, inside `function` and beside it."""
    findings = api.api_schema(view)
    if not isinstance(findings, tuple):
        return findings
    own = {output_at(*view.position_path(pair.position)) for pair in view.pairs if _is_chat_custom(pair)}
    # No conversion makes parameters that are no object acceptable.
    own |= {output_at(*view.at(pair, "parameters")) for pair in view.pairs if _has_odd_parameters(pair)}
    told = [failure for failure in findings if not any(_is_at(failure, place) for place in own)]
    places = {failure.at for failure in told}
    for pair in view.pairs:
        if pair.body_path:
            at = view.position_path(pair.position)
            told += [
                Failure("unknown-key", output_at(*at, key), f"the API knows no {brief(key)} here")
                for key in pair.result
                if key not in ("type", "function") and output_at(*at, key) not in places
            ]
    return tuple(told)


def _is_at(failure: Failure, place: str) -> bool:
    return failure.at == place or failure.at.startswith(place + "/")


def _is_chat_custom(pair: ToolPair) -> bool:
    """Whether the result is a custom tool of the API's own; that it should be a function is the document's matter."""
    result = pair.result
    return isinstance(result, dict) and result.get("type") == "custom" and isinstance(result.get("custom"), dict)


def _has_odd_parameters(pair: ToolPair) -> bool:
    return pair.source_schema is not ABSENT and not isinstance(pair.source_schema, dict)


def api_rules(view: RegistryTools) -> Findings:
    """API-2: what no schema says, also of the functions that the converter made up itself."""
    findings = api.api_rules(view)
    if not isinstance(findings, tuple):
        return findings
    return (*findings, *_of_own_schemas(view), *_lost_properties(view))


def _of_own_schemas(view: RegistryTools) -> Iterator[Failure]:
    """Judge strict mode on schemas that have no source."""
    for pair in view.pairs_of(WEB_SEARCH, CUSTOM):
        if isinstance(pair.body, dict) and pair.body.get("strict") is True:
            for path, problem in api.strict_problems(pair.schema):
                yield Failure("strict-schema", output_at(*view.at(pair, "parameters", *path)), problem)
                break


def _lost_properties(view: RegistryTools) -> Iterator[Failure]:
    """Judge roots that had `properties`: the API refuses an object schema without."""
    for pair in view.pairs:
        source, schema = pair.source_schema, pair.schema
        if not isinstance(source, dict) or not isinstance(source.get("properties"), dict):
            continue
        if isinstance(schema, dict) and source.get("type") == "object" and schema.get("properties") is None:
            message = "the API refuses an object schema without `properties`; the source has them"
            yield Failure("properties-gone", output_at(*view.at(pair, "parameters")), message)
