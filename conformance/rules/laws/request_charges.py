"""Which check of specs/laws.yaml is charged with what each law of requests finds."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.laws import (
    instructions,
    kept_messages,
    request_calls,
    request_contents,
    request_documents,
    request_losses,
    request_members,
    request_order,
    request_results,
    request_tools,
    results,
    turns,
)
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_SAID: Final = Charge("said-kept")
_CALLS: Final = Charge("history-calls-kept")
_RESULTS: Final = Charge("results-paired")
_ADDED: Final = Charge("nothing-added")
_TURNS: Final = Charge("turns-kept")

# In the order in which their failures are listed.
OF_REQUESTS: Final[Mapping[Law, Charges]] = {
    request_contents.form: {"form": Charge("one-request")},
    turns.one_message_a_turn: {"one": _TURNS},
    kept_messages.kept_messages: {
        **dict.fromkeys(("kept", "kept/text", "kept/image", "kept/file", "kept/refusal"), _SAID),
        "kept/call": _CALLS,
    },
    kept_messages.order: {"order/said": _TURNS},
    request_order.kept_order: {"order/turn": _TURNS},
    request_order.users: {"order/turn": _TURNS},
    request_documents.order: {"order/said": _TURNS},
    request_documents.twice: {"twice/said": _ADDED},
    kept_messages.twice: {"twice/said": _ADDED, "twice/call": _CALLS, "twice/result": _RESULTS},
    results.kept_results: {"kept/result": _RESULTS},
    request_calls.customs: {"kept/call": _CALLS, "kept/content": Charge("result-contents-kept")},
    request_calls.speakers: {"kept/call": _CALLS, "kept/result": _RESULTS},
    request_calls.call_seals: {"kept/seal": _CALLS},
    turns.same_messages: {"same": _TURNS._replace(alone=True)},
    instructions.kept_instructions: {"kept/instruction": Charge("instructions-kept")},
    instructions.added_instructions: {"added/instruction": _ADDED},
    request_results.results: {"kept/content": Charge("result-contents-kept")},
    request_results.result_names: {"kept/result": _RESULTS},
    request_results.result_media: {
        "kept/media": Charge("result-contents-kept"),
        "added/media": _ADDED,
    },
    request_losses.failed: {"kept/failed": Charge("failures-of-tools-said")},
    request_documents.kept_documents: {"kept/document": _SAID},
    request_documents.names: {"kept/name": _SAID},
    request_contents.refusals: {"kept/refusal": _SAID},
    request_contents.thoughts: {"apart/thought": Charge("thoughts-apart"), "added/thought": _ADDED},
    request_contents.seals: {"apart/seal": Charge("thoughts-apart")},
    request_contents.added_contents: {"added/said": _ADDED},
    request_tools.tools: {
        "kept/tool": Charge("tools-kept"),
        "exact/tool": Charge("tools-kept"),
        "order/tool": Charge("tools-kept"),
        "added/tool": _ADDED,
    },
    request_members.choice: {
        "kept/choice": Charge("choice-kept"),
        "kept/parallel": Charge("choice-kept"),
        "added/choice": _ADDED,
    },
    request_members.format_: {"kept/format": Charge("answer-format-kept"), "added/format": _ADDED},
    request_members.settings: {"kept/setting": Charge("settings-kept")},
    request_members.added_settings: {"added/setting": _ADDED},
    request_losses.losses: {"lost": Charge("request-losses-reported")},
}
