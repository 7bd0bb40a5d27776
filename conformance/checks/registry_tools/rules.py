"""What each type of a registry's tools becomes (S1)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, is_in_words, output_at
from conformance.checks.registry_tools.view import (
    BARE_FUNCTION,
    CUSTOM,
    FUNCTION,
    LOCAL_SHELL,
    ODD_DESCRIPTION,
    SHELL_TOOL,
    WEB_SEARCH,
    RegistryTools,
    definition_of,
    held_by,
)
from conformance.checks.tool_fields import changed
from conformance.checks.trial import answer_of
from conformance.checks.written_schemas import is_sound_schema, takes_any_text, unknown_types
from conformance.formats.json_schema import differences, is_valid_schema
from conformance.laws.offers import ToolPair
from conformance.values import ABSENT, JSON, same

_FIELDS = ("name", "description", "parameters", "strict")


def shown(view: RegistryTools, index: int) -> str:
    """Show an entry inside a sentence."""
    return brief((view.entries or [])[index])


def with_kinds(view: RegistryTools, *kinds: str) -> list[int]:
    """Return the entries of these kinds with a valid schema; none if the result has no list of tools."""
    if view.alignment is None:
        return []
    return [index for index in view.entries_of(*kinds) if index not in view.invalid]


def not_converted(view: RegistryTools, found: Collection[int]) -> Iterator[Failure]:
    """Yield a failure for each of these entries that had to arrive and is lost."""
    for index in view.alignment.missing if view.alignment else ():
        if index in found and not view.lost_beside(index) and not view.lost_somehow(index):
            at = input_at(*view.entry_path(index))
            yield Failure("lost", at, f"the tool {shown(view, index)} did not arrive")


def concluded(view: RegistryTools, found: Collection[int], failures: list[Failure]) -> tuple[Failure, ...] | None:
    """Return the findings of a rule about these entries."""
    if failures:
        return tuple(failures)
    return OK if found and view.alignment is not None else None


# The checks, in the order of the document.


def function_form(view: RegistryTools) -> Findings:
    """REG-1: name, description and parameters arrive nested; strict as strict-in-chat says."""
    found = with_kinds(view, FUNCTION)
    failures = [*not_converted(view, found), *view.unrecognised()]
    if view.outcome.refusal and view.failing_entries == frozenset() and view.entries:
        message = f"each entry converts alone, together they fail: {view.outcome.refusal.message}"
        failures.append(Failure("fails-together", "/input", message))
    pairs = view.pairs_of(FUNCTION, BARE_FUNCTION, ODD_DESCRIPTION)
    for pair in pairs:
        failures += nested_function(view, pair)
        if pair.body_path:
            failures += _field_failures(view, pair)
            failures += _strict_failures(view, pair)
    return concluded(view, found or [pair.entry for pair in pairs], failures)


def nested_function(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    """Yield what keeps a tool of the output from being a function tool of its name."""
    at, result = view.position_path(pair.position), pair.result
    if not isinstance(result, dict) or not isinstance(result.get("function"), dict):
        yield Failure("not-nested", output_at(*at), f"wanted a tool with a `function` object, got {brief(result)}")
        return
    if result.get("type") != "function":
        yield Failure("type", output_at(*at, "type"), f'type: wanted "function", got {brief(result.get("type"))}')
    yield from changed(view, pair, "name", pair.source_name)


def _field_failures(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    """Judge the fields of a function but for strict. What the source has too, the API's rules judge."""
    entry, body = (view.entries or [])[pair.entry], pair.body
    source = held_by(entry)
    wanted, got = pair.source_description, body.get("description")
    if isinstance(wanted, str) and not (wanted == "" and got is None):
        yield from changed(view, pair, "description", wanted)
    if pair.schema is ABSENT and pair.source_schema is not ABSENT and pair.entry not in view.invalid:
        yield Failure("parameters-lost", output_at(*view.at(pair)), "the function arrived without its parameters")
    for key, value in pair.result.items():
        if key not in ("type", "function") and not same(entry.get(key, ABSENT), value):
            at = output_at(*view.position_path(pair.position), key)
            yield Failure("beside-function", at, f"{brief(key)} is beside `function`; wanted nothing there")
    for key, value in body.items():
        if key not in _FIELDS and not same(source.get(key, ABSENT), value):
            yield Failure(
                "invented",
                output_at(*view.at(pair, key)),
                f"the member {brief(key)} was added: the source has none with this value",
            )


def _strict_failures(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    """Judge strict. Chat reads an absent one as false, so under the answer keep false may come and go."""
    wanted, got = held_by((view.entries or [])[pair.entry]).get("strict"), pair.body.get("strict")
    if not isinstance(wanted, bool | None):
        return
    answers = answer_of(view.trial, "strict-in-chat", "drop", "keep")
    legal: dict[str, tuple[JSON, ...]] = {"drop": (None,), "keep": (True,) if wanted else (False, None)}
    if any(got is value for answer in answers for value in legal.get(answer, ())):
        return
    words = {"drop": "no strict", "keep": "true" if wanted else "false or no strict"}
    legal_words = " or ".join(dict.fromkeys(words.get(answer, answer) for answer in answers))
    at = output_at(*view.at(pair, "strict"))
    yield Failure("strict", at, f"strict: wanted {legal_words}, got {brief(got) if got is not None else 'nothing'}")


def strict_reported(view: RegistryTools) -> Findings:
    """REG-11: dropping strict true is reported."""
    dropped = [
        pair
        for pair in view.pairs_of(FUNCTION, BARE_FUNCTION)
        if held_by((view.entries or [])[pair.entry]).get("strict") is True
        and isinstance(pair.body, dict)
        and pair.body.get("strict") is None
    ]
    if not dropped:
        return None
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if view.outcome.diagnostics:
        return OK
    at = input_at(*view.entry_path(dropped[0].entry))
    return (Failure("silent", at, f"the strict of {brief(dropped[0].source_name)} was dropped without any report"),)


def bare_function(view: RegistryTools) -> Findings:
    """REG-1a: a function without description or parameters converts too, and neither becomes null."""
    found = with_kinds(view, BARE_FUNCTION)
    failures = list(not_converted(view, found))
    for pair in view.pairs_of(BARE_FUNCTION):
        if not isinstance(pair.body, dict):
            continue
        if pair.source_description is ABSENT and not isinstance(pair.body.get("description", ""), str):
            message = f"the source has no description: wanted nothing or a text, got {brief(pair.body['description'])}"
            failures.append(Failure("description", output_at(*view.at(pair, "description")), message))
        if pair.source_schema is ABSENT and pair.schema is not ABSENT and not _asks_for_nothing(pair.schema):
            message = (
                f"the source has no parameters: wanted nothing or an empty object schema, got {brief(pair.schema)}"
            )
            failures.append(Failure("parameters", output_at(*view.at(pair, "parameters")), message))
    return concluded(view, found, failures)


def _asks_for_nothing(schema: JSON) -> bool:
    """Whether a schema is an object schema without properties, open or closed, or one that says nothing."""
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        return False
    empty = not schema.get("properties") and not schema.get("required")
    return (
        empty and is_valid_schema(schema) and set(schema) <= {"type", "properties", "required", "additionalProperties"}
    )


def local_shell(view: RegistryTools) -> Findings:
    """REG-2: local_shell becomes exactly the function of the document's example."""
    found = with_kinds(view, LOCAL_SHELL)
    failures = list(not_converted(view, found))
    for pair in view.pairs_of(LOCAL_SHELL):
        path = view.position_path(pair.position)
        for difference in differences(SHELL_TOOL, pair.result, defaults_go=False):
            if difference.kind != "order-changed":
                wanted = "nothing" if difference.kind == "keyword-added" else brief(difference.expected)
                gone = difference.kind in ("keyword-lost", "name-lost")
                message = f"wanted {wanted} here, got {'nothing' if gone else brief(difference.actual)}"
                failures.append(Failure("differs", output_at(*path, *difference.path), message))
    return concluded(view, found, failures)


def web_search(view: RegistryTools) -> Findings:
    """REG-3: web_search becomes a function of that name with a required text property `query`."""
    found = with_kinds(view, WEB_SEARCH)
    failures = list(not_converted(view, found))
    for pair in view.pairs_of(WEB_SEARCH):
        form = list(nested_function(view, pair))
        failures += form
        if not form and not _asks_for_query(pair.schema):
            got = brief(pair.schema)
            message = f"parameters: wanted an object with the required text property `query`, got {got}"
            failures.append(Failure("query", output_at(*view.at(pair, "parameters")), message))
    return concluded(view, found, failures)


def _asks_for_query(schema: JSON) -> bool:
    if not isinstance(schema, dict) or schema.get("type") != "object":
        return False
    if not is_sound_schema(schema):
        return False
    properties, required = schema.get("properties"), schema.get("required")
    query = properties.get("query") if isinstance(properties, dict) else None
    is_text = isinstance(query, dict) and query.get("type") in ("string", ["string"])
    return is_text and isinstance(required, list) and "query" in required


def custom(view: RegistryTools) -> Findings:
    """REG-4: a custom tool becomes a function of its name and description that takes free-form input."""
    found = with_kinds(view, CUSTOM)
    failures = list(not_converted(view, found))
    for pair in view.pairs_of(CUSTOM):
        form = list(nested_function(view, pair))
        failures += form
        if not pair.body_path:
            continue
        wanted, got = pair.source_description, pair.body.get("description")
        if isinstance(wanted, str) and not (isinstance(got, str) and is_in_words(wanted, got)):
            message = f"description: wanted {brief(wanted)}, perhaps with more, got {brief(got)}"
            failures.append(Failure("description-changed", output_at(*view.at(pair, "description")), message))
        if not takes_any_text(pair.schema):
            got = brief(pair.schema)
            message = f"parameters: wanted an object with a text property, or open to any, got {got}"
            failures.append(Failure("not-free", output_at(*view.at(pair, "parameters")), message))
        for path, type_ in unknown_types(pair.schema):
            message = f"type: JSON Schema knows no {brief(type_)}"
            failures.append(Failure("unknown-type", output_at(*view.at(pair, "parameters"), *path, "type"), message))
    return concluded(view, found, failures)


def custom_format(view: RegistryTools) -> Findings:
    """REG-4a: the format of a custom tool is carried into the function's description or schema."""
    found = []
    reached = False
    for pair in view.pairs_of(CUSTOM):
        wanted = definition_of(held_by((view.entries or [])[pair.entry]).get("format"))
        if wanted is None or not pair.body_path:
            continue
        reached = True
        # In a text that holds JSON the definition is escaped.
        forms = {wanted, json.dumps(wanted)[1:-1], json.dumps(wanted, ensure_ascii=False)[1:-1]}
        texts = list(_texts([pair.body.get("description"), pair.body.get("parameters")]))
        if not any(form in text for form in forms for text in texts):
            message = f"the format {brief(wanted)} is neither described nor in the schema"
            found.append(Failure("format-lost", output_at(*view.at(pair)), message))
    return tuple(found) if reached else None


def _texts(value: JSON) -> Iterator[str]:
    if isinstance(value, dict):
        for member in value.values():
            yield from _texts(member)
    elif isinstance(value, list):
        for member in value:
            yield from _texts(member)
    elif isinstance(value, str):
        yield value
