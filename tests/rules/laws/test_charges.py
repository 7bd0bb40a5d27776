"""Which check is charged with what a law finds."""

from __future__ import annotations

import pytest

from conformance.rules.contracts import load_specifications
from conformance.rules.laws.charges import OF_ANSWERS
from conformance.rules.laws.law import Charge, charged

OF_LAWS = {
    rule.check
    for name in ("chat-response-to-responses-response", "chat-stream-to-responses-stream")
    for rule in load_specifications().contracts[name].rules
    if "-to-" not in rule.id and not rule.chain and rule.id not in load_specifications().contracts[name].shared
}


def test_the_longest_prefix_of_whole_words_decides() -> None:
    charges = {"kept/text": Charge("a"), "kept/text/beside": Charge("b"), "kept": None}
    assert charged("kept/text/beside/x", charges) == Charge("b")
    assert charged("kept/texts", charges) is None
    with pytest.raises(KeyError, match="other"):
        charged("other/text", charges)


def test_every_rule_of_the_laws_is_charged_by_one_and_no_other_check_is() -> None:
    charged = {element.check for own in OF_ANSWERS.values() for element in own.values() if element is not None}
    assert charged == OF_LAWS | {"seals-kept"}  # a rule of the contracts whose source signs calls
