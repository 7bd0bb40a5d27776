from __future__ import annotations

import pytest

from conformance.results.behaviours import read_behaviours
from conformance.rules.contracts import load_specifications
from conformance.running.engine.behaviours import ALIKE
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.behaviours import behaviour, described
from tests.suite.selftest.model import Mutant

TOOLS = "chat-tools-to-responses-tools"


def mutant(name: str) -> Mutant:
    """A converter of the bank by its name, or one that is only named."""
    found = {mutant.name: mutant for mutant in load_banks((TOOLS,)).mutants}.get(name)
    return found or Mutant(name, TOOLS, function=lambda tools: tools, rules=())


@pytest.mark.parametrize(
    ("name", "words"), [("drops_definitions", "drops definitions"), ("CallsOfEarlierLoops", "calls of earlier loops")]
)
def test_a_defect_is_described_by_its_name(name: str, words: str) -> None:
    assert described(mutant(name)) == words


def test_the_published_behaviour_is_what_the_defect_does() -> None:
    specifications = load_specifications()
    published = {tool.words: tool.symptoms for tool in read_behaviours([TOOLS])[TOOLS]}
    for name in ("drops_definitions", "strict_null"):
        found = behaviour(specifications, mutant(name))
        assert found is not None
        both = found.symptoms, published[found.words]
        assert len(both[0] & both[1]) > ALIKE * len(both[0] | both[1])  # cases and checks may have come since


def test_what_no_case_shows_has_no_behaviour() -> None:
    from conformance.reference import chat_tools_to_responses_tools

    sound = Mutant("sound", TOOLS, function=chat_tools_to_responses_tools, rules=())
    assert behaviour(load_specifications(), sound) is None
