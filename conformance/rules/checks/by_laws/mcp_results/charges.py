"""The laws of a result that becomes a message or an item, each with whom it charges."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.laws import kept_result_parts
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_TEXTS: Final = Charge("texts-arrive")

LAWS: Final[Mapping[Law, Charges]] = {
    kept_result_parts.answered: {"form": Charge("answers-its-call")},
    kept_result_parts.texts: {"kept/text": _TEXTS, "order/text": _TEXTS},
    kept_result_parts.images: {"kept/image": Charge("images-arrive")},
    kept_result_parts.data: {"added/data": Charge("data-is-its-own")},
    kept_result_parts.anything: {"kept/anything": Charge("not-empty")},
    kept_result_parts.links: {
        "kept/link": Charge("links-arrive"),
        "kept/name": Charge("names-arrive"),
        "kept/description": Charge("descriptions-arrive"),
    },
    kept_result_parts.structured: {
        "kept/structured": Charge("structured-alone"),
        "twice/structured": Charge("not-twice"),
    },
    kept_result_parts.neighbours: {"neighbours": Charge("neighbours-kept")},
}
