"""The places that say something of the APIs: the pinned files, installed packages, an OpenAPI document."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any

from conformance.apis.oracles import KINDS
from conformance.apis.oracles.pinned import pin
from conformance.base.errors import UsageError
from conformance.base.extras import install_command
from conformance.base.files import DEEPEST, check_nesting, read_file, too_deep
from conformance.running.drift.model import State

SECONDS = 300.0  # importing the packages takes some seconds each, on a slow disk many

# What the official OpenAPI document calls the kinds.
OPENAPI_KINDS = {
    "chat-request": "CreateChatCompletionRequest",
    "chat-response": "CreateChatCompletionResponse",
    "chat-chunk": "CreateChatCompletionStreamResponse",
    "responses-request": "CreateResponse",
    "responses-response": "Response",
    "responses-event": "ResponseStreamEvent",
}
_SAID = frozenset({"description", "title", "example", "examples", "externalDocs", "deprecated", "discriminator"})
# `nullable` becomes a union; today's JSON Schema has no such recursive references, and takes anything there.
_READ_OTHERWISE = frozenset({"nullable", "$recursiveAnchor", "$recursiveRef"})
_OF_NAMES = frozenset({"properties", "$defs", "patternProperties"})
_OF_VALUES = frozenset({"const", "enum", "default", "required"})


def pinned_state() -> State:
    """Return what is pinned in specs/api/. Raises SpecificationError."""
    pins = {kind: pin(kind) for kind in KINDS}
    versions = {kind: f"{entry['package']} {entry['version']}" for kind, entry in pins.items()}
    return State("the pinned schemas", {kind: entry["schema"] for kind, entry in pins.items()}, versions)


def installed_derivation(interpreter: str | None = None) -> dict[str, dict[str, Any]]:
    """Return what the packages of an interpreter say (default: of this one), as `oracles.derive` prints it.

    The suite need not be installed there. Raises UsageError.
    """
    chosen = sys.executable if interpreter is None else interpreter
    source = (Path(__file__).parents[2] / "apis" / "oracles" / "derive.py").read_bytes()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    try:
        # Read from standard input, in an empty folder: beside its own file lie modules of the packages' names.
        with tempfile.TemporaryDirectory() as empty:
            ran = subprocess.run(
                [_absolute_path(chosen), "-"],
                input=source,
                cwd=empty,
                env=environment,
                capture_output=True,
                timeout=SECONDS,
            )
    except OSError as error:
        raise UsageError(f"--python {chosen} does not start: {error.strerror}.", "Name an interpreter.") from None
    except subprocess.TimeoutExpired:
        raise UsageError(f"{chosen} said nothing of its packages for {SECONDS:g} s.", "Try it by hand.") from None
    try:
        derivation: dict[str, dict[str, Any]] = json.loads(ran.stdout)
    except ValueError:
        last = ran.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise UsageError(
            f"{chosen} did not report its packages: {last or 'no answer'}.", "Use Python 3.8 or newer."
        ) from None
    return derivation


def _absolute_path(interpreter: str) -> str:
    """Return a path that holds from another folder too."""
    return os.path.abspath(interpreter) if os.sep in interpreter else interpreter


def installing(interpreter: str | None, kinds: Iterable[str]) -> str:
    """Return the command that installs the packages of some kinds for an interpreter (default: this one).

    A package that is there may be too old: pip leaves it as it is, unless a version is named.
    """
    if interpreter is None:
        return install_command("drift")
    pins = [pin(kind) for kind in kinds]
    packages = dict.fromkeys(f"{entry['package']}>={entry['version']}" for entry in pins)
    return shlex.join([interpreter, "-m", "pip", "install", *packages])


def state_of(interpreter: str | None, derived: Mapping[str, Mapping[str, Any]]) -> State:
    """Return what the packages of an interpreter say, as a state. Raises UsageError where they say nothing at all."""
    found = {kind: entry for kind, entry in derived.items() if "schema" in entry}
    absent = {kind: _why_absent(kind, entry) for kind, entry in derived.items() if "schema" not in entry}
    name = f"the packages of {interpreter or 'this environment'}"
    if not found:
        why = "; ".join(dict.fromkeys(absent.values()))
        raise UsageError(f"Nothing is known of {name}: {why}.", f"Install them: {installing(interpreter, absent)}")
    versions = {kind: f"{entry['package']} {entry['version']}" for kind, entry in found.items()}
    return State(name, {kind: entry["schema"] for kind, entry in found.items()}, versions, absent)


def _why_absent(kind: str, entry: Mapping[str, Any]) -> str:
    """Return why the package of a kind says nothing of it."""
    why = str(entry.get("absent", ""))
    if "installed" not in entry:
        return why
    if entry["installed"] is None:
        return f"{entry['package']} is not installed"
    return f"{entry['package']} {entry['installed']} does not give its types ({why}); {pin(kind)['version']} does"


def openapi_state(path: str) -> State:
    """Return what an OpenAPI document (JSON or YAML) says of the kinds it has. Raises UsageError."""
    document = _document(path)
    components = document.get("components", {}).get("schemas", {}) if isinstance(document, dict) else {}
    version = document.get("info", {}).get("version", "?") if isinstance(document, dict) else "?"
    repaired = {name: _repaired(schema) for name, schema in components.items()} if components else {}
    definitions = {name: _schema_as_one(schema, repaired, frozenset({name})) for name, schema in repaired.items()}
    schemas = {kind: {"$ref": f"#/$defs/{name}", "$defs": _reached(name, definitions)}
               for kind, name in OPENAPI_KINDS.items() if name in definitions}  # fmt: skip
    if not schemas:
        known = ", ".join(OPENAPI_KINDS.values())
        raise UsageError(f"{path} describes none of the kinds.", f"Its components would be called {known}.")
    absent = dict.fromkeys((kind for kind in KINDS if kind not in schemas), "the document does not describe it")
    return State(path, schemas, dict.fromkeys(schemas, f"OpenAPI {version}"), absent)


def _document(path: str) -> Any:
    named = f"--openapi {path}"
    data = read_file(path, named, "Name a JSON or YAML file.")
    try:
        document = _parsed(data.decode("utf-8"), named)
    except UnicodeDecodeError as error:
        raise UsageError(f"{named} cannot be read: {error}.", "Name a JSON or YAML file.") from None
    check_nesting(document, named)
    return document


def _parsed(text: str, named: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise too_deep(named) from None
    except ValueError:
        pass
    import yaml

    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:  # the loader is compiled code that calls itself
                raise too_deep(named)
        return yaml.load(text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, TypeError, OverflowError) as error:
        line = str(error).partition("\n")[0]
        raise UsageError(f"{named} is neither JSON nor YAML: {line}.", "Name the document.") from None


def _reached(name: str, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return a definition and those that it refers to: a mistake in another one does not matter."""
    reached: dict[str, Any] = {}
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name in definitions and name not in reached:
            reached[name] = definitions[name]
            waiting += _references(definitions[name])
    return reached


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for member in schema.values():
            yield from _references(member)
    elif isinstance(schema, list):
        for member in schema:
            yield from _references(member)


def _schema_as_one(schema: Any, definitions: Mapping[str, Any], entered: frozenset[str]) -> Any:
    """Return a schema in which allOf of objects is one object: each part alone would refuse the others' members.

    entered: the definitions that it is inside of, which are not entered again.
    """
    if isinstance(schema, list):
        return [_schema_as_one(member, definitions, entered) for member in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _schema_as_one(member, definitions, entered) for key, member in schema.items() if key != "allOf"}
    if "allOf" not in schema:
        return made
    parts = [_resolved(part, definitions, entered) for part in schema["allOf"]]
    if len(parts) > 1 and not all("properties" in part for part in parts):
        return {**made, "allOf": parts}
    return reduce(_with, [*parts, made])


def _resolved(part: Any, definitions: Mapping[str, Any], entered: frozenset[str]) -> Any:
    """Return a part of allOf in the place of the reference to it."""
    name = str(part.get("$ref", "")).rpartition("/")[2] if isinstance(part, dict) else ""
    if name in definitions and name not in entered:
        return _schema_as_one(definitions[name], definitions, entered | {name})
    return _schema_as_one(part, definitions, entered)


def _with(entry: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return an object with the members of another besides."""
    properties = {**entry.get("properties", {}), **other.get("properties", {})}
    required = list(dict.fromkeys([*entry.get("required", ()), *other.get("required", ())]))
    lists = {"properties": properties, "required": required}
    return {**entry, **other, **{key: value for key, value in lists.items() if value}}


def _repaired(schema: Any) -> Any:
    """Return a component as JSON Schema: its own places for references, null for `nullable`, and no prose."""
    if isinstance(schema, list):
        return [_repaired(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    made = dict(_members(schema))
    if schema.get("nullable") is True:
        return {"anyOf": [made, {"type": "null"}]}
    return made


def _members(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in schema.items():
        if key in _OF_NAMES and isinstance(value, dict):
            yield key, {name: _repaired(member) for name, member in value.items()}
        elif key == "$ref":
            yield key, f"#/$defs/{str(value).rpartition('/')[2]}"
        elif key == "required" and isinstance(value, list):
            yield key, list(dict.fromkeys(value))  # documents name members twice
        elif key in _OF_VALUES:
            yield key, value
        elif key == "oneOf" and "anyOf" not in schema:
            yield "anyOf", _repaired(value)  # the branches of documents overlap
        elif key not in _SAID | _READ_OTHERWISE and not str(key).startswith("x-"):
            yield key, _repaired(value)
