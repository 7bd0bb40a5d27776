"""A second JSON Schema validator, asked before a subject is charged for what the first one says.

jsonschema-rs gives every verdict. The failures that a report would show are judged once more with the `jsonschema`
package beside it. If the two disagree, one of them is wrong, and the suite cannot know which: it charges nothing.
Only those failures, because `jsonschema` takes a hundred times as long: asked in every trial it doubled a run.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from conformance.base.errors import SpecificationError
from conformance.base.values import JSON

# A value of the context: judging in another thread is not affected, and uses may be nested.
_is_asked: ContextVar[bool] = ContextVar("second_opinion", default=False)


@contextmanager
def second_opinion() -> Iterator[None]:
    """Let the functions below ask the second validator; elsewhere they return at once."""
    token = _is_asked.set(True)
    try:
        yield
    finally:
        _is_asked.reset(token)


class Inconsistent(SpecificationError):
    """Two validators disagree. The run leaves the failure out and reports this."""


def confirm_refused(schema: JSON, value: JSON, what: str) -> None:
    """Raise Inconsistent if the second validator accepts a value that the first one refuses. what: names the schema."""
    if _is_asked.get() and _accepts(schema, value) is True:
        raise _disagreement(what, "a value")


def confirm_invalid(schema: JSON) -> None:
    """Raise Inconsistent if the second validator takes a schema for valid that the first one takes for invalid."""
    if _is_asked.get() and _is_schema(schema) is True:
        raise _disagreement("the metaschema", "a schema")


def confirm_apart(value: JSON, other: JSON, instance: JSON) -> None:
    """Raise Inconsistent unless just one of two schemas accepts an instance for the second validator too."""
    if not _is_asked.get():
        return
    accepts, accepts_too = _accepts(value, instance), _accepts(other, instance)
    if accepts is not None and accepts is accepts_too:
        raise _disagreement("the schema of a tool", "an instance")


def _disagreement(what: str, value: str) -> Inconsistent:
    return Inconsistent(
        f"jsonschema-rs and jsonschema disagree on whether {what} accepts {value}, so nothing is charged for it.",
    )


def _accepts(schema: JSON, value: JSON) -> bool | None:
    """Return whether the second validator accepts a value; None where it cannot say."""
    library = _library()
    try:
        cls = library.validators.validator_for(schema, default=library.Draft202012Validator)
        # The registry holds the metaschemas alone: no reference is looked up on disk or on the network.
        return bool(cls(schema, registry=_registry()).is_valid(value))
    except Exception:  # a regular expression of another dialect, a reference to nothing, too deep: it has no opinion
        return None


def _is_schema(schema: JSON) -> bool | None:
    library = _library()
    try:
        cls = library.validators.validator_for(schema, default=library.Draft202012Validator)
        cls.check_schema(schema)
    except library.SchemaError:
        return False
    except Exception:
        return None
    return True


@cache
def _library() -> Any:
    import jsonschema  # over 30 ms, and only a charge needs it

    return jsonschema


@cache
def _registry() -> Any:
    from jsonschema_specifications import REGISTRY

    return REGISTRY
