"""Where the checks of each operation are. A module is imported when its operation is judged for the first time."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from conformance.checks import conduct
from conformance.checks.family import Check, Family
from conformance.checks.trial import Trial
from conformance.checks.view import View

# Each of these packages has FAMILIES, a table of its operations.
PACKAGES = {
    "chat-tools-to-responses-tools": "chat_tools",
    "mcp-tool-to-chat-tool": "mcp_tools",
    "mcp-tools-to-chat-tools": "mcp_tools",
    "mcp-tools-to-responses-tools": "flat_mcp_tools",
    "registry-tools-to-chat-tools": "registry_tools",
    "registry-request-to-chat-request": "registry_tools",
    "tool-definition-to-provider-tool": "provider_tools",
    "responses-output-to-tool-calls": "tool_calls",
    "responses-stream-to-tool-calls": "tool_calls",
    "chat-response-to-tool-calls": "tool_calls",
    "chat-messages-to-responses-input": "responses_input",
    "responses-output-to-chat-message": "chat_message",
    "responses-input-to-chat-messages": "chat_messages",
    "tool-loop": "tool_loop",
}

# Laws that join operations: what the last operation of a chain makes of an operation's own input, by operation. The
# checks in JOINED look at it, and are asked only where the subject offers the whole chain.
CHAINS = {
    "mcp-tools-to-responses-tools": ("mcp-tools-to-chat-tools", "chat-tools-to-responses-tools"),
    "chat-messages-to-responses-input": ("chat-messages-to-responses-input", "responses-input-to-chat-messages"),
}
JOINED = frozenset({"two-steps-agree", "round-trip"})

# Checks that any operation may have.
SHARED: dict[str, Check] = {
    "result-is-json": conduct.result_is_json,
    "pure": conduct.pure,
    "deep-copy": conduct.deep_copy,
    "input-kept": conduct.input_kept,
    "same-again": conduct.same_again,
    "deep-and-wide": conduct.deep_and_wide,
    "wrong-shape": conduct.wrong_shape,
}
SHARED_CONDUCT = frozenset({"pure", "deep-copy", "input-kept", "same-again", "deep-and-wide"})


@cache
def family(operation: str) -> Family:
    """Return what judges an operation. Raises KeyError for one that has no checks."""
    families: dict[str, Family] = import_module(f"conformance.checks.{PACKAGES[operation]}").FAMILIES
    own = families[operation]
    return own._replace(checks={**SHARED, **own.checks}, conduct=SHARED_CONDUCT | own.conduct)


def view_of(trial: Trial) -> View:
    """Return the view of a trial."""
    return family(trial.operation).view(trial)
