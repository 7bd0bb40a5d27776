"""Each law of requests charges checks that the rules name."""

from __future__ import annotations

from conformance.rules.laws.law import charged
from conformance.rules.laws.request_charges import OF_REQUESTS
from tests.rules.laws.request_samples import ASKED, BECAME, compared


def test_every_key_that_a_law_yields_has_a_charge() -> None:
    for law, charges in OF_REQUESTS.items():
        for key, _found in law(compared(ASKED, BECAME)):
            assert charged(key, charges) is not None
