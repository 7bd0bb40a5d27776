"""Which answers to the choices of tool-definition-to-provider-tool an observation proves."""

from __future__ import annotations

from conformance.rules.checks.letters.provider_tools.anthropic import AnthropicTool
from conformance.rules.checks.letters.provider_tools.openai import FlatTool, NestedTool
from conformance.rules.checks.letters.provider_tools.view import ProviderTool
from conformance.rules.checks.tools.anthropic_schemas import COMBINATORS, UNITED
from conformance.rules.checks.tools.kept_strict import read_strict


def read_strict_in_flat(view: ProviderTool) -> str | None:
    """strict-in-flat."""
    return _strict(view, "omit") if isinstance(view, FlatTool) else None


def read_strict_in_chat(view: ProviderTool) -> str | None:
    """strict-in-chat. Only true shows the answer: false is what the API reads where there is none."""
    is_shown = isinstance(view, NestedTool) and view.pairs and view.said.strict is True
    return _strict(view, "drop") if is_shown else None


def read_root_unions(view: ProviderTool) -> str | None:
    """root-unions: folded is a union that is gone from the root and whose properties are not."""
    if view.request_kind != UNITED:
        return None
    if view.outcome.refusal:
        return "refuse"
    roots = [pair.schema for pair in view.pairs]
    if not isinstance(view, AnthropicTool) or not roots or view.folded["branches-lost"]:
        return None
    is_folded = all(isinstance(root, dict) and not any(keyword in root for keyword in COMBINATORS) for root in roots)
    return "fold" if is_folded else None


def _strict(view: ProviderTool, left_out: str) -> str | None:
    return read_strict(((pair, view.said.strict) for pair in view.pairs), left_out)
