"""Which listeners hear of each trial."""

from __future__ import annotations

from conformance.running.engine.events import Event, follows_trials


class Quiet:
    follows_trials = False

    def __call__(self, _event: Event) -> None:
        """Listens to nothing."""


def test_a_listener_hears_of_each_trial_unless_it_says_not() -> None:
    assert follows_trials(lambda _event: None)
    assert not follows_trials(Quiet())
