"""Files are written whole or not at all."""

from __future__ import annotations

import os


def cache_folder() -> str:
    """Return the folder for what can be made again."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "tool-conformance")


MOST_KEPT = 400  # files in the cache; when there are more, the older half goes


def keep_in_cache(path: str, data: bytes) -> None:
    """Write a file of the cache. One that cannot be written costs the next start some time and nothing else."""
    if not os.path.isabs(path):
        return  # no home folder to keep it in
    folder = os.path.dirname(path)
    try:
        os.makedirs(folder, exist_ok=True)
        write_whole(path, data, lasting=False)
        with os.scandir(folder) as entries:
            kept = sorted(entries, key=lambda entry: entry.stat().st_mtime)
        for entry in kept[: -MOST_KEPT // 2] if len(kept) > MOST_KEPT else ():
            os.unlink(entry.path)
    except OSError:
        pass


def write_whole(path: str, data: bytes, *, lasting: bool = True) -> None:
    """Write `data` to `path` by way of a neighbour that is renamed over it. Raises OSError.

    lasting: whether it must outlive a crash of the machine.
    """
    temporary = f"{path}.{os.getpid()}.part"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        try:
            os.unlink(temporary)
        except OSError:
            pass
        raise
