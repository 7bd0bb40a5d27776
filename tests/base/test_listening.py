"""What listening needs, or one line that says what is missing."""

from __future__ import annotations

import pytest

from conformance.base.errors import UsageError
from conformance.base.listening import importing_server


@pytest.mark.parametrize("package", ["starlette.routing", "uvicorn", "h11", "anyio"])
def test_a_package_that_is_missing_is_named(package: str) -> None:
    named = f"The API needs starlette and uvicorn; {package} is not installed"
    with pytest.raises(UsageError, match=named), importing_server("The API", "emulate"):
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def test_a_module_of_our_own_that_is_missing_is_our_fault() -> None:
    with pytest.raises(ModuleNotFoundError), importing_server("The API", "emulate"):
        raise ModuleNotFoundError("No module named 'conformance.gone'", name="conformance.gone")
