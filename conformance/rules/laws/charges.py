"""Which check of specs/laws.yaml is charged with what each law finds, by the law's keys."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.laws import calls, citations_and_media, ends, form, reasoning, refusals, seals, streams, texts
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_OPENED: Final = Charge("opened-and-closed")
_ENDS: Final = Charge("stream-ends-once")
_PLACES: Final = Charge("places-counted")
_WHOLE: Final = Charge("pieces-make-the-whole")
_ID: Final = Charge("one-id-an-item")

# In the order in which their failures are listed.
OF_ANSWERS: Final[Mapping[Law, Charges]] = {
    form.form: {"form": Charge("one-answer")},
    texts.kept_texts: {
        "kept/text": Charge("texts-kept"),
        "kept/text/beside-refusal": Charge("text-beside-refusal"),
        "kept/text/beside-refusal/other": Charge("texts-kept"),
        "order/text": Charge("texts-kept"),
        # In these operations nothing is free between texts: more of them is no other form of the same.
        "joined/text": Charge("texts-kept", "text"),
        "added/text": Charge("no-text-added", "added"),
        **{f"added/text/{beside}/blank": None for beside in ("calls", "refusal", "nothing")},
        **{f"added/text/{beside}/shown": None for beside in ("calls", "refusal", "nothing", "more")},
    },
    texts.so_far: {"added/text": Charge("no-text-added", "added")},
    refusals.kept_refusals: {
        "kept/refusal": Charge("refusals-kept"),
        "kept/refusal/beside-text": Charge("text-beside-refusal"),
    },
    refusals.added_refusals: {"added/refusal": Charge("no-refusal-added"), "added/refusal/filtered": None},
    calls.kept_calls: {
        "kept/call/function": Charge("calls-kept"),
        "kept/call/written": Charge("calls-kept"),
        "kept/call/custom": Charge("custom-calls-kept"),
    },
    calls.exact: {
        "exact/call/function": Charge("calls-kept"),
        "exact/call/function/group": Charge("groups-named"),
        "exact/call/written": Charge("calls-kept"),
        "exact/call/written/group": Charge("groups-named"),
        "exact/call/custom": Charge("custom-calls-kept"),
        "exact/call/custom/group": Charge("groups-named"),
    },
    calls.apart: {"apart/call": Charge("calls-apart")},
    calls.added_calls: {"added/call": Charge("no-call-added")},
    calls.so_far: {"added/call": Charge("no-call-added")},
    calls.order: {"order/call": Charge("calls-in-order")},
    calls.behind: {"order/said": Charge("calls-in-order")},
    reasoning.apart: {"apart/reasoning": Charge("reasoning-apart")},
    reasoning.kept_reasoning: {"kept/reasoning": Charge("reasoning-kept")},
    reasoning.order: {"order/reasoning": Charge("calls-in-order")},
    reasoning.added_reasoning: {"added/reasoning": Charge("no-reasoning-added"), "added/reasoning/other": None},
    citations_and_media.citations: {
        "kept/citation": Charge("citations-kept"),
        "exact/citation": Charge("citations-exact"),
    },
    citations_and_media.tokens: {
        "kept/token": Charge("losses-reported"),
        "exact/token": Charge("tokens-exact"),
    },
    citations_and_media.media: {"kept/media": Charge("losses-reported")},
    citations_and_media.hosted: {"kept/hosted": Charge("losses-reported")},
    seals.seals: {"kept/seal": Charge("seals-kept")},
    ends.end: {
        "end": Charge("end-true"),
        "end/failed": Charge("cut-is-not-whole"),
    },
    ends.states: {"state": Charge("end-true")},
    ends.failure: {"failure": Charge("failure-named")},
    ends.usage: {
        "kept/usage": Charge("usage-true"),
        "added/usage": Charge("no-usage-added"),
    },
    ends.identity: {"same": Charge("same-model"), "same/model/absent": None},
    ends.created: {"same/created": Charge("same-time"), "same/created/fraction": None},
    ends.echo: {"same/request": Charge("same-request")},
    streams.ids: {"own/id": Charge("ids-apart")},
    streams.grammar: {
        **dict.fromkeys(("stream/head", "stream/no-end", "stream/after-end", "stream/other-response"), _ENDS),
        "stream/event": Charge("one-answer"),
        "stream/end": Charge("end-true"),
        "stream/number": Charge("events-numbered"),
        **dict.fromkeys(("stream/opened-twice", "stream/not-opened", "stream/not-open"), _OPENED),
        **dict.fromkeys(("stream/not-closed", "stream/closed-twice"), _OPENED),
        **dict.fromkeys(("stream/overlap", "stream/other-block", "stream/early-input"), _OPENED),
        **dict.fromkeys(("stream/index", "stream/part-index"), _PLACES),
        **dict.fromkeys(("stream/item-id", "stream/item-changed"), _ID),
        **dict.fromkeys(("stream/pieces", "stream/final"), _WHOLE),
    },
}

# A result may say that the answer failed instead of what it said, but a stream that says so is still a stream.
OF_GIVEN_UP: Final[frozenset[Law]] = frozenset({form.form, streams.grammar})
