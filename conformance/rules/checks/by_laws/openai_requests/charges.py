"""Which rule of a whole request is charged with what each law of requests finds, in both directions.

The laws, and their order, are those of `laws.request_charges`: what this table does not name goes to the messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.rules.checks.by_laws.openai_requests.view import DETAILS, KEPT
from conformance.rules.checks.findings import REORDERED
from conformance.rules.laws import request_losses, request_members, request_search, request_tools
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges
from conformance.rules.laws.request_charges import OF_REQUESTS

_ADDED: Final = Charge("nothing-added")
_CHOICE, _FORMAT = Charge("tool-choice"), Charge("answer-format")
_LIMIT, _LOGPROBS, _SEARCH = Charge("token-limit"), Charge("log-probabilities"), Charge("web-search")
_MOVED, _VANISHED = Charge("moved-members"), Charge("nothing-vanishes")
# By setting, those with a rule of their own. What is stored, letter.py says.
_OF_SETTINGS: Final[Mapping[str, Charge | None]] = {
    "limit": _LIMIT, "effort": _MOVED, "verbosity": _MOVED, "logprobs": _LOGPROBS, "likeliest": _LOGPROBS,
    "search": _SEARCH, "store": None,
}  # fmt: skip
_FREE: Final = ("store", "cache_key", "include")  # may be added: they change no answer


def _charges(
    messages: Charge,
    tools: Charge,
    reported: Charge,
    *,
    settings: Mapping[str, Charge | None],
    losses: Mapping[str, Charge | None],
) -> Mapping[Law, Charges]:
    """Return whom each law charges.

    messages, tools, reported: the checks of parts. settings: by the setting's name. losses: by the key of a loss.
    """
    of_settings = {**_OF_SETTINGS, **settings}
    ordered = tools._replace(kind=REORDERED)  # which says the same
    own: dict[Law, Charges] = {
        request_tools.tools: {
            "kept/tool": tools, "exact/tool": tools, "order/tool": ordered, "added/tool": _ADDED,
        },
        request_tools.customs: {"exact/tool": tools, "order/tool": ordered},
        request_members.choice: {
            "kept/choice": _CHOICE, "kept/parallel": Charge("same-members"), "added/choice": _ADDED,
        },
        request_members.format_: {"kept/format": _FORMAT, "added/format": _ADDED},
        request_members.settings: {
            "kept/setting": Charge("same-members"),
            **{f"kept/setting/{name}": setting for name, setting in of_settings.items()},
        },
        request_members.added_settings: {"added/setting": _ADDED, **{f"added/setting/{name}": None for name in _FREE}},
        request_losses.losses: {
            "lost": None, "lost/tool": reported, "lost/strict": tools, "lost/format": _FORMAT,
            "lost/setting": _VANISHED, "lost/media/name": messages,
            **{f"lost/setting/{name}": setting for name, setting in of_settings.items()},
            **{f"lost/{key}": loss for key, loss in losses.items()},
        },
        request_search.searches: {"kept/search": _SEARCH},
    }  # fmt: skip
    of_messages: dict[Law, Charges] = {
        law: {key: None if charge is None else charge._replace(check=messages.check) for key, charge in charges.items()}
        for law, charges in OF_REQUESTS.items()
    }
    return of_messages | own


_MESSAGES, _INPUT = Charge("messages-as-part"), Charge("input-as-part")
_REPORTED, _NESTED_REPORTED = Charge("parts-reported"), Charge("nested-tools-reported")
TO_RESPONSES: Final = _charges(
    _MESSAGES,
    Charge("tools-as-part"),
    _REPORTED,
    settings={},
    losses={"media": _REPORTED, "media/sound": None, "choice": None},
)
TO_CHAT: Final = _charges(
    _INPUT,
    Charge("tools-as-nested"),
    _NESTED_REPORTED,
    settings={"metadata": Charge("metadata")},
    losses={
        **{f"setting/{name}": None for name in KEPT}, "media": _INPUT, "choice": _CHOICE,
        "said/additional_tools": _VANISHED, "said/item_reference": _INPUT,
        **{f"setting/{name}": Charge("details-reported") for name in DETAILS},
    },
)  # fmt: skip
