"""Where the suite's own files lie; and files are written whole or not at all."""

from __future__ import annotations

import os

from conformance.errors import UsageError


def specs_folder() -> str:
    """Return the folder of the specifications: $CONFORMANCE_SPECS, or the one installed in or beside the package.

    Raises UsageError where there is none.
    """
    package = os.path.dirname(os.path.abspath(__file__))
    chosen = os.environ.get("CONFORMANCE_SPECS")
    candidates = (
        [chosen] if chosen else [os.path.join(package, "specs"), os.path.join(os.path.dirname(package), "specs")]
    )
    for folder in candidates:
        if os.path.isfile(os.path.join(folder, "sources.yaml")):
            return folder
    if chosen:
        raise UsageError(f"CONFORMANCE_SPECS: {chosen} has no sources.yaml.", "Point it at a specs folder or unset it.")
    raise UsageError(f"No specifications in {candidates[0]}.", "The installation is damaged; install it again.")


API_FOLDER = "api"  # below specs/


def api_folder() -> str:
    """Return the folder of what is pinned of the APIs: of the chosen specifications where they have one, or our own."""
    folder = os.path.join(specs_folder(), API_FOLDER)
    if os.path.isdir(folder):
        return folder
    package = os.path.dirname(os.path.abspath(__file__))
    own = os.path.join(package, "specs", API_FOLDER)
    return own if os.path.isdir(own) else os.path.join(os.path.dirname(package), "specs", API_FOLDER)


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
        _thin(folder)
    except OSError:
        pass


def _thin(folder: str) -> None:
    """Remove the older half of a cache's files where there are too many; folders in it stay. Raises OSError."""
    with os.scandir(folder) as entries:
        kept = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
    if len(kept) <= MOST_KEPT:
        return
    kept.sort(key=lambda entry: entry.stat().st_mtime)
    for entry in kept[: -MOST_KEPT // 2]:
        os.unlink(entry.path)


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
