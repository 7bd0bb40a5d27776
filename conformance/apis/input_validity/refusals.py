"""What a validator refuses, as reasons: at the member that is missing, unknown or wrong, not at what contains it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jsonschema_rs import ValidationError, ValidationErrorKind

from conformance.apis.input_validity.model import Reason, reason


def refusals(rule: str, errors: Iterable[ValidationError], before: str = "") -> Iterator[Reason]:
    """Yield the errors of a validator as reasons of a rule. before: what their messages begin with."""
    for error in map(_innermost, errors):
        yield reason(rule, f"{before}{error.message}", *error.instance_path, *_member(error))


def _innermost(error: ValidationError) -> ValidationError:
    """Return of alternatives that all refuse a value what one of them refuses further inside; else the error itself."""
    while isinstance(error.kind, ValidationErrorKind.AnyOf | ValidationErrorKind.OneOfNotValid):
        inside = [error for branch in error.kind.context for error in branch]
        deepest = max(inside, key=lambda error: len(error.instance_path), default=error)
        if len(deepest.instance_path) <= len(error.instance_path):
            return error
        error = deepest
    return error


def _member(error: ValidationError) -> list[str]:
    """Return the name of the member that an object lacks, or the first that it must not have."""
    if isinstance(error.kind, ValidationErrorKind.Required):
        return [error.kind.property]
    if isinstance(error.kind, ValidationErrorKind.AdditionalProperties):
        return list(error.kind.unexpected[:1])
    return []
