"""What is collected: without a file or folder that says otherwise, all that runs in minutes on two cores."""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["pytester", "tests.approved", "tests.costs", "tests.few_cases"]
TESTS = Path(__file__).parent
# Collected only where the command line names them, or a file in them: `pytest tests/browser`. An environment of tox.ini
# runs each of them.
APART = tuple(
    TESTS / name
    for name in (
        "browser",
        "real_libraries",
        "docs/pages",
        "faults",
        "commands/faults",
        "running/subjects/test_floods.py",
    )
)
# No test depends on a clock: a machine that pauses is no fault of a strategy.
settings.register_profile(
    "at any speed",
    parent=settings.get_profile(settings.get_current_profile_name()),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("at any speed")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    for apart in APART:
        if collection_path == apart or apart in collection_path.parents:
            named = (Path(argument.partition("::")[0]).absolute() for argument in config.args)
            return None if any(name == apart or apart in name.parents for name in named) else True
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage, and never look at what was collected.

    Collecting makes millions of objects and hardly any garbage. Each pytest that a test runs in this process looks for
    garbage five times when it ends.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
