"""Files are written whole or not at all."""

from __future__ import annotations

import os


def write_whole(path: str, data: bytes) -> None:
    """Write `data` to `path` by way of a neighbour that is renamed over it. Raises OSError."""
    temporary = f"{path}.{os.getpid()}.part"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        try:
            os.unlink(temporary)
        except OSError:
            pass
        raise
