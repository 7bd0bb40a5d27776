"""Where the checks of each operation are, and what is known of an operation before any check looks at it.

The package of an operation is imported when a run first judges something of it: a run of one operation loads one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module

from conformance.checks.family import Family
from conformance.checks.shared import SHARED
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
    "chat-stream-to-tool-calls": "tool_calls",
    "chat-messages-to-responses-input": "responses_input",
    "responses-output-to-chat-message": "chat_message",
    "responses-input-to-chat-messages": "chat_messages",
    "chat-request-to-responses-request": "requests",
    "responses-request-to-chat-request": "requests",
    "responses-response-to-chat-response": "chat_responses",
    "mcp-result-to-tool-message": "mcp_results",
    "mcp-result-to-function-call-output": "mcp_results",
    "responses-tools-to-chat-tools": "responses_tools",
    "responses-stream-to-chat-stream": "chat_responses",
    "tool-loop": "tool_loop",
}

# Operations of which each entry of the input's list is asked alone too, by the key under which the list is; None where
# it is the input itself.
ENTRIES_ALONE: dict[str, str | None] = {
    "chat-tools-to-responses-tools": None,
    "mcp-tools-to-chat-tools": None,
    "mcp-tools-to-responses-tools": None,
    "registry-tools-to-chat-tools": None,
    "registry-request-to-chat-request": "tools",
    "responses-output-to-chat-message": None,
    "responses-tools-to-chat-tools": None,
}

# Operations whose subject talks to an API: their inputs are planned with the API's answers, and `Trial.requests` is
# what the API saw.
SCRIPTED = frozenset({"tool-loop"})


@cache
def family(operation: str) -> Family:
    """Return what judges an operation. Raises KeyError for one that has no checks."""
    families: dict[str, Family] = import_module(f"conformance.checks.{PACKAGES[operation]}").FAMILIES
    own = families[operation]
    return replace(own, checks={**SHARED, **own.checks})


def view_of(trial: Trial) -> View:
    """Return the view of a trial."""
    return family(trial.operation).view(trial)
