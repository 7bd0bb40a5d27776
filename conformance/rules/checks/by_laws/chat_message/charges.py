"""The laws of an answer that becomes an assistant message, each with whom it charges."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.laws import calls, citations_and_media, form, reasoning, refusals, texts
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_MESSAGE: Final = Charge("message-text")
_FUNCTION, _INLINE, _CUSTOM = (Charge(f"{kind}-calls") for kind in ("function", "inline", "custom"))
# Steps from where a law finds that a call differs to the call.
_ABOVE: Final = {"kind": 1, "id": 1, "name": 2, "arguments": 2}

# In the order in which their failures are listed.
LAWS: Final[Mapping[Law, Charges]] = {
    form.form: {"form": Charge("message-text", "no-message"), "form/speaker": _MESSAGE},
    form.read: {"read": Charge("response-object")},
    form.members: {
        "form/refusal": Charge("refusal-invented", "no-text"),
        "form/reasoning": Charge("separate-reasoning", "reasoning"),
        "form/citation": Charge("citations-exact", "no-annotations"),
    },
    refusals.kept_refusals: {
        "kept/refusal": Charge("refusal-kept"),
        "kept/refusal/beside-text": Charge("text-beside-refusal"),
    },
    texts.kept_texts: {
        **dict.fromkeys(("kept/text", "order/text", "joined/text", "added/text/more", "added/text/refusal"), _MESSAGE),
        "kept/text/beside-refusal": Charge("text-beside-refusal"),
        "added/text": None,  # calls-and-content and empty-output
    },
    refusals.added_refusals: {"added/refusal": Charge("refusal-invented")},
    calls.kept_calls: {"kept/call/function": _FUNCTION, "kept/call/written": _INLINE, "kept/call/custom": _CUSTOM},
    calls.exact: {
        "exact/call/function": _FUNCTION,
        "exact/call/function/kind": Charge("function-calls", "type"),
        "exact/call/written": _INLINE,
        "exact/call/written/kind": Charge("inline-calls", "type"),
        # It extends the rule on functions, which would explain its failures if they were of the same kinds.
        **{f"exact/call/custom/{member}": Charge("custom-calls", "changed", above) for member, above in _ABOVE.items()},
        "exact/call/custom/id/counter": None,
        "exact/call/custom": _CUSTOM,
    },
    calls.added_calls: {"added/call": Charge("function-calls", reaches=False)},
    calls.order: {
        "order/call": None,
        "order/call/function": _FUNCTION,
        "order/call/written": _INLINE,
        "order/call/written/mixed": Charge("inline-calls", alone=True),
        "order/call/custom": _CUSTOM,
    },
    reasoning.apart: {"apart/reasoning": Charge("no-reasoning", "leaked")},
    reasoning.added_reasoning: {"added/reasoning": Charge("separate-reasoning", "reasoning")},
    form.neighbours: {"neighbours": Charge("unknown-items")},
    citations_and_media.citations: {
        "kept/citation": Charge("citations-kept"),
        "exact/citation": Charge("citations-exact"),
    },
}
