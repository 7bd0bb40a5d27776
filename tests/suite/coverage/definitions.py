"""The situations of tool definitions: what each provider is given."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.apis.input_validity.tools import DEFINITION, PROVIDERS
from conformance.base.values import JSON
from conformance.formats.json_schema import subschemas
from tests.suite.coverage.json_schemas import NESTED

_STRICT = ("absent", "false", "true")
_OPTIONAL = tuple(name for name in DEFINITION["properties"] if name not in (*DEFINITION["required"], "strict"))
# Whose schemas are translated most; a run has too few definitions for each provider to have all keywords.
_TRANSLATED = ("google", "anthropic", "openai-responses")


def rows() -> Iterator[str]:
    """Yield the rows of the definitions of each provider."""
    for provider in PROVIDERS:
        yield from (f"{provider}: strict {word}" for word in _STRICT)
        yield from (f"{provider}: no {name}" for name in _OPTIONAL)
    yield from (f"{provider}: {keyword} in a schema" for provider in _TRANSLATED for keyword in NESTED)


def marks(given: JSON) -> Iterator[str]:
    """Yield the rows that a provider with a definition covers."""
    provider, definition = (given.get(key) for key in ("provider", "definition")) if isinstance(given, dict) else (0, 0)
    if not isinstance(provider, str) or not isinstance(definition, dict):
        return
    strict = definition.get("strict", "absent")
    yield f"{provider}: strict {strict if isinstance(strict, str) else str(strict).lower()}"
    yield from (f"{provider}: no {name}" for name in _OPTIONAL if name not in definition)
    schemas = [subschema for _at, subschema in subschemas(definition.get("parameters")) if isinstance(subschema, dict)]
    yield from (f"{provider}: {keyword} in a schema" for keyword in {key for schema in schemas for key in schema})
