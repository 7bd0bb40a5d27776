"""Which answers to the choices of the registry's operations an observation proves."""

from __future__ import annotations

from conformance.checks.registry_tools.view import BARE_FUNCTION, FUNCTION, RegistryTools, held_by


def read_strict(view: RegistryTools) -> str | None:
    """strict-in-chat. Only true shows the answer: false is what the API reads where there is none."""
    for pair in view.pairs_of(FUNCTION, BARE_FUNCTION):
        if held_by((view.entries or [])[pair.entry]).get("strict") is True and pair.body_path:
            strict = pair.body.get("strict")
            return "drop" if strict is None else "keep" if strict is True else None
    return None
