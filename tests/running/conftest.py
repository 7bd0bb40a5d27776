"""What tests of gateways share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.running.backends import Backend, serving


@pytest.fixture
def backend() -> Iterator[Backend]:
    with serving() as served:
        yield served
