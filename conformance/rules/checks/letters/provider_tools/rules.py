"""What holds for every provider, and the rules of all operations as the providers' forms take them."""

from __future__ import annotations

import re
from collections.abc import Collection

from conformance.rules.checks import fidelity
from conformance.rules.checks.api import Refused
from conformance.rules.checks.findings import OK, Failure, Findings, brief, output_at
from conformance.rules.checks.letters.provider_tools import google_schemas
from conformance.rules.checks.letters.provider_tools.anthropic import AnthropicTool, anthropic_form
from conformance.rules.checks.letters.provider_tools.google import GoogleTool, google_declaration
from conformance.rules.checks.letters.provider_tools.openai import FlatTool, NestedTool
from conformance.rules.checks.letters.provider_tools.requests import (
    ANTHROPIC,
    BARE,
    CHAT,
    FLAT,
    GOOGLE,
    GWDG,
    UNKNOWN_PROVIDER,
    USABLE,
)
from conformance.rules.checks.letters.provider_tools.view import ProviderTool
from conformance.rules.checks.tools.anthropic_schemas import TAKEN, UNITED, refers_into_union
from conformance.rules.checks.tools.api import refused_tools
from conformance.rules.checks.trial import Trial

_VIEWS: dict[str, type[ProviderTool]] = {
    FLAT: FlatTool,
    CHAT: NestedTool,
    GWDG: NestedTool,
    ANTHROPIC: AnthropicTool,
    GOOGLE: GoogleTool,
}

# What converters call the vendors of the known providers.
_VENDORS: dict[str, tuple[str, ...]] = {
    FLAT: ("openai", "gpt"),
    CHAT: ("openai", "gpt"),
    ANTHROPIC: ("anthropic", "claude"),
    GOOGLE: ("google", "gemini", "vertex"),
}


def view_of_request(trial: Trial) -> ProviderTool:
    """Return the view for the provider that a request names."""
    provider = trial.input.get("provider") if isinstance(trial.input, dict) else None
    return _VIEWS.get(provider, ProviderTool)(trial) if isinstance(provider, str) else ProviderTool(trial)


def unknown_provider(view: ProviderTool) -> Findings:
    """PRV-6: an unknown provider is an error that names it and lists the known ones."""
    if view.request_kind != UNKNOWN_PROVIDER:
        return None
    refusal = view.outcome.refusal
    if refusal is None:
        if not view.answered:
            return None
        message = f"the provider {brief(view.provider)} is unknown, but something came of it: {brief(view.output)}"
        return (Failure("did-not-fail", "/output", message),)
    if not view.said.description or view.said.schema is None or "strict" in (other.word for other in view.said.others):
        return None  # the error may as well be about the definition
    if str(view.provider) not in refusal.message:
        return (Failure("unnamed", "/input", f"the error does not name {brief(view.provider)}: {refusal.message}"),)
    if not _lists_providers(refusal.message, str(view.provider), view.trial.lacking):
        message = f"the error does not list the known providers: {refusal.message}"
        return (Failure("unlisted", "/input", message),)
    return OK


def _lists_providers(message: str, unknown: str, lacking: Collection[str]) -> bool:
    """Whether a message names two of the vendors beside the unknown provider, whatever it calls them.

    lacking: the providers that the subject says it does not have. Who has one vendor names that one.
    """
    vendors = {names for provider, names in _VENDORS.items() if provider not in lacking}
    rest = re.sub(rf"(?<![\w-]){re.escape(unknown)}(?![\w-])", "", message).lower() if unknown else message.lower()
    return sum(any(name in rest for name in names) for names in vendors) >= min(2, len(vendors))


# Shared rules, as this operation's targets ask for them.


def tool_refusals(view: ProviderTool) -> tuple[Refused, ...] | None:
    """Return what the provider's API refuses; of Anthropic's and Google's tools only where PRV-3 or PRV-4 is kept."""
    if view.target in (FLAT, CHAT):
        return refused_tools(view)
    if view.request_kind != USABLE or not view.pairs or not isinstance(view.pairs[0].body, dict):
        return None
    formed = anthropic_form(view) if isinstance(view, AnthropicTool) else google_declaration(view)
    return () if isinstance(formed, tuple) and formed else refused_tools(view)


def refs_resolve(view: ProviderTool) -> Findings:
    """REF-1: references resolve in the result; one into a union that had to leave the root need not."""
    if isinstance(view, AnthropicTool) and view.schema_kind == UNITED and refers_into_union(view.source):
        return None
    return fidelity.refs_resolve(view)


def schema_meaning(view: ProviderTool) -> Findings:
    """LAW-4: the tool takes what its source takes; for Google no less, since what it refuses may be dropped."""
    if isinstance(view, GoogleTool):
        if not view.places:
            return None
        return tuple(
            Failure("narrowed", output_at(*view.at(view.pairs[0], "parameters", *path)), message)
            for path, message in google_schemas.narrowed(view.source, view.places)
        )
    if isinstance(view, AnthropicTool) and (
        not view.schema_differences or view.request_kind not in (USABLE, BARE) or view.schema_kind != TAKEN
    ):
        return OK if view.pairs and not view.schema_differences else None
    return fidelity.schema_meaning(view)
