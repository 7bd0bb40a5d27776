"""python -m tests.suite pairs."""

from __future__ import annotations

import re

import pytest

OPERATION = ("--operation", "chat-request-to-anthropic-request")
pytestmark = pytest.mark.usefixtures("suite")


@pytest.mark.expensive("runs three planted defects")
def test_pairs_are_listed_with_their_defects_and_counted(run):
    done = run("pairs", *OPERATION, "--pairs", "1", "--max-examples", "0", "--seed", "3")
    assert (done.status, done.err) == (0, "")
    assert re.search(
        r"^chat-request-to-anthropic-request: \w+ and \w+: \d defects, alone \d and \d$", done.out, re.MULTILINE
    )
    assert re.search(r"^1 pairs: [01] have one headline, 0 of these without both names", done.out, re.MULTILINE)


def test_an_operation_without_defects_that_go_together_is_a_mistake(run):
    done = run("pairs", "--operation", "tool-loop")
    assert done.status == 2
    assert "No two defects can be planted together in tool-loop." in done.err
