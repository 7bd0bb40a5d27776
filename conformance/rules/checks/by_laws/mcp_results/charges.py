"""The laws of a result that becomes a message or an item, each with whom it charges."""

from collections.abc import Mapping
from typing import Final

from conformance.rules.laws import held
from conformance.rules.laws.compared import Law
from conformance.rules.laws.law import Charge, Charges

_TEXTS: Final = Charge("texts-arrive")

LAWS: Final[Mapping[Law, Charges]] = {
    held.answered: {"form": Charge("answers-its-call")},
    held.texts: {"kept/text": _TEXTS, "order/text": _TEXTS},
    held.images: {"kept/image": Charge("images-arrive")},
    held.data: {"added/data": Charge("data-is-its-own")},
    held.anything: {"kept/anything": Charge("not-empty")},
    held.links: {
        "kept/link": Charge("links-arrive"),
        "kept/name": Charge("names-arrive"),
        "kept/description": Charge("descriptions-arrive"),
    },
    held.structured: {"kept/structured": Charge("structured-alone"), "twice/structured": Charge("not-twice")},
    held.neighbours: {"neighbours": Charge("neighbours-kept")},
}
