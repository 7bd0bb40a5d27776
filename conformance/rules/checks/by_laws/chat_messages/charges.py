"""The laws of a conversation that becomes Chat messages, each with whom it charges."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.laws import instructions, kept_messages, results, turns
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_SAID: Final = Charge("texts-and-images")
_CALLS: Final = Charge("calls-kept")
_RESULTS: Final = Charge("results-follow")

# In the order in which their failures are listed.
LAWS: Final[Mapping[Law, Charges]] = {
    turns.one_message_a_turn: {"one": Charge("one-message-a-turn")},
    kept_messages.result_is_list: {"form": _SAID},
    kept_messages.kept_messages: {
        **dict.fromkeys(("kept", "kept/text", "kept/image"), _SAID),
        "kept/refusal": Charge("refusals-kept"),
        "kept/file": Charge("files-kept"),
        "kept/call": _CALLS,
    },
    kept_messages.order: {"order/said": _SAID},
    kept_messages.twice: {"twice/said": _SAID, "twice/call": _CALLS, "twice/result": _RESULTS},
    results.kept_results: {"kept/result": _RESULTS},
    turns.same_messages: {"same": Charge("same-messages")},
    instructions.kept_instructions: {"kept/instruction": Charge("instructions-survive")},
    instructions.added_instructions: {"added/instruction": Charge("nothing-invented")},
}
