"""SHA-256, without what the hashlib module loads besides: it is needed at every start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _find() -> Callable[[bytes], Any]:
    # The standard library's random module takes the same way round OpenSSL.
    for module in ("_sha2", "_sha256"):
        try:
            found: Callable[[bytes], Any] = __import__(module).sha256
        except ImportError:
            continue
        return found
    import hashlib

    return hashlib.sha256


sha256 = _find()
