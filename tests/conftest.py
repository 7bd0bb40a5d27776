"""The option that runs the tests of real libraries; they are skipped without it."""

import pytest

pytest_plugins = ["pytester"]
OPTION = "--run-real-libraries"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="install the libraries that have an adapter, and certify them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption(OPTION):
        return
    left_out = pytest.mark.skip(reason=f"installs libraries; {OPTION} runs it")
    for item in items:
        if "real_libraries" in item.keywords:
            item.add_marker(left_out)
