"""Changes of files, as they come: the port to watchfiles, and to git for what a project ignores."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Collection, Iterator, Sequence

from conformance.base.errors import UsageError
from conformance.base.extras import install_command

BEGINS = 200  # milliseconds that watchfiles waits before it says that nothing changed


def changes(paths: Sequence[str], left_out: Collection[str]) -> Iterator[list[str]]:
    """Yield the files that changed, each time some did; files of editors, caches and version control are none.

    The first list is empty and comes as soon as the files are watched, so that no change is missed after it.
    paths: files and folders. left_out: files and folders below them that are no matter. A signal raises
    KeyboardInterrupt. Raises UsageError without watchfiles, and where the files cannot be watched.
    """
    try:
        from watchfiles import Change, DefaultFilter, watch
    except ImportError:
        raise UsageError("--watch needs watchfiles.", f"Install the extra: {install_command('watch')}") from None
    usual, out = DefaultFilter(), [os.path.abspath(path) for path in left_out]
    folders = [os.path.abspath(path) for path in paths if os.path.isdir(path)]
    # A file that is deleted and made again is another one, which nobody would watch: its folder stays. So does that of
    # the file that a link leads to.
    files = {
        seen for path in paths if not os.path.isdir(path) for seen in (os.path.abspath(path), os.path.realpath(path))
    }

    def matters(change: Change, path: str) -> bool:
        is_named = path in files or any(_is_within(path, folder) for folder in folders)
        return is_named and usual(change, path) and not any(_is_within(path, text) for text in out)

    watched = False
    places = sorted({*folders, *map(os.path.dirname, files)})
    try:
        for found in watch(
            *places, watch_filter=matters, rust_timeout=BEGINS, yield_on_timeout=True, recursive=bool(folders)
        ):
            if found or not watched:
                yield sorted({path for _change, path in found})
            watched = True
    except OSError as error:
        raise UsageError(f"The files cannot be watched: {error}.", "Name fewer with --watch-path.") from None
    except UnicodeError:
        raise UsageError(f"The files cannot be watched: {', '.join(places)} is not UTF-8.", "Rename it.") from None
    except RuntimeError as error:  # watchfiles' own, for a name below that is not UTF-8
        raise UsageError(f"The files cannot be watched: {error}.", "Rename it, or use --watch-path.") from None


def _is_within(path: str, place: str) -> bool:
    return path == place or path.startswith(place + os.sep)


def without_ignored(paths: Sequence[str], folder: str) -> list[str]:
    """Return the files that git would list; all of them where the folder is in no repository."""
    try:
        done = subprocess.run(
            ["git", "check-ignore", "--stdin", "-z"],
            cwd=folder,
            input=os.fsencode("\0".join(paths)),
            capture_output=True,
            check=False,
        )
    except OSError:  # there is no git
        return list(paths)
    ignored = set(os.fsdecode(done.stdout).split("\0")) if done.returncode == 0 else set()
    return [path for path in paths if path not in ignored]
