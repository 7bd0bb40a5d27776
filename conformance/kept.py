"""Bytes in the cache with a checksum before them: what is damaged there is as if nothing were kept."""

from __future__ import annotations

import os
from zlib import crc32

from conformance.files import cache_folder, keep_in_cache

_CHECK_SIZE = 4


def keep(name: str, data: bytes) -> None:
    """Keep bytes under the name of a file. What cannot be written has to be made again."""
    keep_in_cache(_path(name), _check(data) + data)


def kept(name: str) -> bytes | None:
    """Return what is kept under a name; None where nothing is, or where it is damaged."""
    try:
        with open(_path(name), "rb") as file:
            found = file.read()
    except OSError:
        return None
    check, data = found[:_CHECK_SIZE], found[_CHECK_SIZE:]
    return data if data and _check(data) == check else None


def _path(name: str) -> str:
    return os.path.join(cache_folder(), name)


def _check(data: bytes) -> bytes:
    return crc32(data).to_bytes(_CHECK_SIZE, "big")
