"""Files that are no Python, as users name them."""

from __future__ import annotations

import pytest

from conformance.running.subjects.foreign_files import runner_of


@pytest.mark.parametrize(
    ("file", "runner"),
    [
        ("./adapter.go", ("go", "go run ./adapter.go")),
        ("my adapter.rb", ("ruby", "ruby 'my adapter.rb'")),
        ("./adapter.mjs", None),
        ("main.rs", ("rust", "main.rs")),
        ("package.module:object", None),
        ("file.py:function", None),
        ("./adapter.mjs", None),
        ("reference", None),
    ],
)
def test_a_file_of_another_language_is_known_by_its_name(file, runner):
    assert runner_of(file) == runner
