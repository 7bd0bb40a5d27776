from __future__ import annotations

import json

from conformance.rules.checks.registry import family
from tests.rules.checks.letters.tool_calls.samples import OUTPUT, item, response


def test_shrunk_evidence_stays_as_sound_as_it_was() -> None:
    as_sound = family(OUTPUT).as_sound
    assert as_sound(response(item()), response(item(), item(2)))
    assert not as_sound(response(item(name=None)), response(item()))
    assert not as_sound({}, response(item()))
    assert not as_sound(response(status="failed"), response())
    assert as_sound(json.loads(json.dumps(response(item(arguments="")))), response(item(arguments=" ")))
