"""Where code of the suite is, as FILE:LINE."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable
from typing import Any

from conformance.rules.contracts.locate import relative_path


def place_of(code: Callable[..., Any]) -> str:
    """Return FILE:LINE of a function or a class; the path is relative to the current folder where it is inside it."""
    while isinstance(code, functools.partial):
        code = code.func
    code = inspect.unwrap(code)
    try:
        _source, number = inspect.getsourcelines(code)
        path = inspect.getsourcefile(code) or ""
    except (OSError, TypeError):
        return "(no source)"
    return f"{relative_path(os.path.abspath(path))}:{number}"
