"""Which answers to the choices of the registry's operations an observation proves."""

from __future__ import annotations

from conformance.rules.checks.letters.registry_tools.view import BARE_FUNCTION, FUNCTION, RegistryTools
from conformance.rules.checks.tools import kept_strict


def read_strict(view: RegistryTools) -> str | None:
    """strict-in-chat. Only true shows the answer: false is what the API reads where there is none."""
    pairs = [pair for pair in view.pairs_of(FUNCTION, BARE_FUNCTION) if pair.body_path]
    return kept_strict.read_strict([(pair, True) for pair in pairs if view.said(pair, "strict") is True], "drop")
