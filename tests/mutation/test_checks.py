from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("mutmut", reason="of the dependency group mutation")

from tests.mutation.checks import modules, own_tests


def test_tests_of_a_module_are_those_of_its_name_and_of_its_package() -> None:
    root = Path(__file__).parents[1] / "rules"
    assert own_tests("laws.ends") == [str(root / "laws" / "test_ends.py")]
    folder = root / "checks" / "by_laws" / "chat_responses"
    of_all = root / "checks" / "test_registry.py"
    assert own_tests("checks.by_laws.chat_responses.usage") == [str(folder / "test_whole.py"), str(folder), str(of_all)]


def test_each_module_that_is_changed_has_tests() -> None:
    assert [module for module in modules() if not own_tests(module)] == []
