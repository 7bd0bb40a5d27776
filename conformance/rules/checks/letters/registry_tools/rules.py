"""What each type of a registry's tools becomes (S1)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator

from conformance.base.values import ABSENT, JSON, levels, same
from conformance.formats.json_schema import is_valid_schema, list_of, properties_of
from conformance.rules.checks.exact import differences
from conformance.rules.checks.findings import (
    NOT_OBSERVABLE,
    OK,
    Failure,
    Findings,
    brief,
    but_got,
    input_at,
    is_in_words,
    output_at,
    versus,
)
from conformance.rules.checks.letters.registry_tools.view import (
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
from conformance.rules.checks.tools.fields import changed
from conformance.rules.checks.tools.kept_strict import strict_as_said
from conformance.rules.checks.tools.written_schemas import is_sound_schema, takes_any_text, unknown_types
from conformance.rules.checks.trial import is_reported
from conformance.rules.laws.offers import ToolPair

_FIELDS = ("name", "description", "parameters", "strict")


def entry_in_sentence(view: RegistryTools, index: int) -> str:
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
            yield Failure("lost", at, f"the tool {entry_in_sentence(view, index)} did not arrive")


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
            failures += strict_as_said(view, pair, view.said(pair, "strict"), "strict-in-chat", "drop")
    return concluded(view, found or [pair.entry for pair in pairs], failures)


def nested_function(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    """Yield what keeps a tool of the output from being a function tool of its name."""
    at, result = view.position_path(pair.position), pair.result
    if not isinstance(result, dict) or not isinstance(result.get("function"), dict):
        yield Failure("not-nested", output_at(*at), f"wanted a tool with a `function` object, {but_got(result)}")
        return
    if result.get("type") != "function":
        yield Failure("type", output_at(*at, "type"), f'type: wanted "function", {but_got(result.get("type", ABSENT))}')
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


def strict_reported(view: RegistryTools) -> Findings:
    """REG-11: dropping strict true is reported."""
    for pair in view.pairs_of(FUNCTION, BARE_FUNCTION):
        if view.said(pair, "strict") is True and isinstance(pair.body, dict) and pair.body.get("strict") is None:
            if not view.outcome.diagnostics:
                at = input_at(*view.entry_path(pair.entry))
                message = f"the strict of {brief(pair.source_name)} was dropped without any report"
                return NOT_OBSERVABLE if view.outcome.diagnostics is None else (Failure("silent", at, message),)
            return OK
    return None


def _each(
    view: RegistryTools, kind: str, judge: Callable[[RegistryTools, ToolPair], Iterator[Failure]]
) -> tuple[Failure, ...] | None:
    """Judge that each entry of a kind arrives, as something that `judge` has no failure of."""
    found = with_kinds(view, kind)
    failures = [failure for pair in view.pairs_of(kind) for failure in judge(view, pair)]
    return concluded(view, found, [*not_converted(view, found), *failures])


def _unlike(view: RegistryTools, pair: ToolPair, kind: str, key: str, wanted: str) -> Failure:
    """Return the failure of a member of a function that is not what is wanted."""
    message = f"{key}: wanted {wanted}, {but_got(pair.body.get(key, ABSENT))}"
    return Failure(kind, output_at(*view.at(pair, key)), message)


def bare_function(view: RegistryTools) -> Findings:
    """REG-1a: a function without description or parameters converts too, and neither becomes null."""
    return _each(view, BARE_FUNCTION, _bare_function)


def _bare_function(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    if not isinstance(pair.body, dict):
        return
    if pair.source_description is ABSENT and not isinstance(pair.body.get("description", ""), str):
        yield _unlike(view, pair, "description", "description", "nothing or a text, as the source has none")
    if pair.source_schema is ABSENT and pair.schema is not ABSENT and not _asks_for_nothing(pair.schema):
        yield _unlike(view, pair, "parameters", "parameters", "nothing or an empty object schema")


def _asks_for_nothing(schema: JSON) -> bool:
    """Whether a schema is an object schema without properties, open or closed, or one that says nothing."""
    return (
        isinstance(schema, dict)
        and schema.get("type", "object") == "object"
        and not schema.get("properties")
        and not schema.get("required")
        and is_valid_schema(schema)
        and schema.keys() <= {"type", "properties", "required", "additionalProperties"}
    )


def local_shell(view: RegistryTools) -> Findings:
    """REG-2: local_shell becomes exactly the function of the document's example."""
    return _each(view, LOCAL_SHELL, _local_shell)


def _local_shell(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    for path, owed, got in differences(SHELL_TOOL, pair.result):
        yield Failure("differs", output_at(*view.position_path(pair.position), *path), versus(owed, got))


def web_search(view: RegistryTools) -> Findings:
    """REG-3: web_search becomes a function of that name with a required text property `query`."""
    return _each(view, WEB_SEARCH, _web_search)


def _web_search(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    form = list(nested_function(view, pair))
    yield from form
    if not form and not _asks_for_query(pair.schema):
        yield _unlike(view, pair, "query", "parameters", "an object with the required text property `query`")


def _asks_for_query(schema: JSON) -> bool:
    if not isinstance(schema, dict) or schema.get("type") != "object" or not is_sound_schema(schema):
        return False
    query = properties_of(schema).get("query")
    is_text = isinstance(query, dict) and query.get("type") in ("string", ["string"])
    return is_text and "query" in list_of(schema.get("required"))


def custom(view: RegistryTools) -> Findings:
    """REG-4: a custom tool becomes a function of its name and description that takes free-form input."""
    return _each(view, CUSTOM, _custom)


def _custom(view: RegistryTools, pair: ToolPair) -> Iterator[Failure]:
    yield from nested_function(view, pair)
    if not pair.body_path:
        return
    wanted, got = pair.source_description, pair.body.get("description")
    is_kept = (
        is_in_words(wanted, got) if isinstance(wanted, str) and isinstance(got, str) else wanted == "" and got is None
    )
    if isinstance(wanted, str) and not is_kept:
        yield _unlike(view, pair, "description-changed", "description", f"{brief(wanted)}, perhaps with more")
    if not takes_any_text(pair.schema):
        yield _unlike(view, pair, "not-free", "parameters", "an object with a text property, or open to any")
    for path, type_ in unknown_types(pair.schema):
        message = f"type: JSON Schema knows no {brief(type_)}"
        yield Failure("unknown-type", output_at(*view.at(pair, "parameters"), *path, "type"), message)


def custom_format(view: RegistryTools) -> Findings:
    """REG-4a: the format of a custom tool is carried into the function's description or schema, or reported."""
    said = [(pair, definition_of(view.said(pair, "format"))) for pair in view.pairs_of(CUSTOM) if pair.body_path]
    found = [(pair, wanted) for pair, wanted in said if wanted is not None]
    lost = tuple(
        Failure("format-lost", output_at(*view.at(pair)), f"{brief(wanted)} is neither described nor in the schema")
        for pair, wanted in found
        if not _is_said(wanted, [pair.body.get("description"), pair.body.get("parameters")])
    )
    if not lost:
        return OK if found else None
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    return OK if is_reported(view.outcome, "format", "grammar") else lost


def _is_said(wanted: str, value: JSON) -> bool:
    """Whether a text of a value holds another one letter by letter, or as a JSON string in quotes."""
    quoted = [json.dumps(wanted), json.dumps(wanted, ensure_ascii=False)]
    # Behind another backslash it has not its own one first, but an escaped one.
    plain = re.compile(("(?<!\\\\)" if wanted.startswith("\\") else "") + re.escape(wanted))
    texts = [schema for level in levels(value) for schema in level if isinstance(schema, str)]
    return any(plain.search(text) or any(form in text for form in quoted) for text in texts)
