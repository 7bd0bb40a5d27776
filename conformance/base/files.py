"""Where the suite's own files lie; files of the user are read within limits; files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import IO, Any

from conformance.base.errors import UsageError
from conformance.base.strict_json import TooManyDigits, parse_json, read_error
from conformance.base.values import JSON

MIB = 1 << 20
LARGEST = 32 * MIB  # bytes of a file that the user names
DEEPEST = 900  # levels of lists and objects in it
MOST_NESTED = 5_000_000  # lists and objects in it; an alias of YAML counts as what it refers to
# What newer versions of libyaml say of what is nested too deeply, before their first event.
LIBYAML_TOO_DEEP = "exceeded maximum nesting depth"


def read_file(path: str, named: str, hint: str, largest: int = LARGEST) -> bytes:
    """Return the bytes of a file that the user names.

    named: how an error names it. hint: what the user can do. largest: the most bytes that are read. Raises UsageError,
    one line: the file cannot be read, is larger, or is a pipe or a device, which could wait or go on for ever.
    """
    try:
        # Without O_NONBLOCK, opening a pipe waits for its writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise UsageError(f"{named} is a pipe or a device, and only a file is read.", hint)
            data = file.read(largest + 1)
    except OSError as error:
        raise UsageError(f"{named} cannot be read: {error.strerror}.", hint) from None
    except ValueError as error:  # a name that no file can have
        raise UsageError(f"{named} cannot be read: {error}.", hint) from None
    if len(data) > largest:
        raise UsageError(f"{named} is larger than {largest // MIB} MiB.", hint)
    return data


def read_toml(data: bytes, named: str) -> dict[str, Any]:
    """Return what TOML says. Raises UsageError, one line: it is not TOML, or nested too deeply."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))  # some editors begin a file with a byte order mark
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{named} is not TOML: {error}.", "Correct the file.") from None
    except RecursionError:
        raise too_deep(named) from None
    except ValueError as error:
        raise UsageError(f"{named} cannot be read: {read_error(error)}.", "Correct the file.") from None
    check_nesting(table, named)
    return table


def read_json(path: str, named: str, hint: str, largest: int = LARGEST) -> JSON:
    """Return the value in a JSON file that the user names. Raises UsageError as `read_file` and `json_of` do."""
    return json_of(read_file(path, named, hint, largest), named, hint)


def json_of(data: bytes, named: str, hint: str) -> JSON:
    """Return the value of JSON text. Raises UsageError, one line: it is not JSON in UTF-8, or nested too deeply."""
    try:
        value = parse_json(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise UsageError(f"{named} is not JSON: it is not UTF-8.", hint) from None
    except RecursionError:
        raise too_deep(named) from None
    except TooManyDigits as error:
        raise UsageError(f"{named} cannot be read: {error}.", hint) from None
    except ValueError as error:
        raise UsageError(f"{named} is not JSON: {error}.", hint) from None
    check_nesting(value, named)
    return value


def check_nesting(value: Any, named: str) -> None:
    """Raise UsageError for a value that is nested too deeply, or has too many members, to be walked."""
    level, seen = [value] if isinstance(value, dict | list) else [], 0
    for _depth in range(DEEPEST):
        members = (element for each in level for element in (each.values() if isinstance(each, dict) else each))
        level = list(islice((member for member in members if isinstance(member, dict | list)), MOST_NESTED + 1))
        seen += len(level)
        if seen > MOST_NESTED:
            raise UsageError(f"{named} holds more than {MOST_NESTED:,} lists and objects.", "Name a smaller file.")
        if not level:
            return
    raise too_deep(named)


def too_deep(named: str) -> UsageError:
    """Return the error for a file that is nested too deeply."""
    return UsageError(f"{named} is nested too deeply to be read.", f"Keep it below {DEEPEST} levels.")


def specs_folder() -> str:
    """Return the folder of the specifications: $CONFORMANCE_SPECS, or the one installed in or beside the package.

    Raises UsageError where there is none.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
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
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
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


_STREAMS = ("/dev/", "/proc/")  # where systems name devices and the open files of a process


def is_stream(path: str) -> bool:
    """Whether a path names what the system has open, such as /dev/stdout or /dev/fd/63: it is written into."""
    return os.path.abspath(path).startswith(_STREAMS) and os.path.exists(path)


def write_whole(path: str, data: bytes, *, lasting: bool = True) -> None:
    """Write `data` to `path` by way of a neighbour that is renamed over whatever is there. Raises OSError.

    No link is followed and no pipe opened: a subject could have left one. lasting: whether it must outlive a crash of
    the machine.
    """
    if is_stream(path):
        with open(path, "wb") as stream:
            stream.write(data)
        return
    with _neighbour(path) as (file, temporary):
        file.write(data)
        if lasting:
            file.flush()
            os.fsync(file.fileno())
        file.close()
        os.replace(temporary, path)


def open_anew(path: str) -> IO[bytes]:
    """Return a new file in the place of whatever is at `path`, for what is written piece by piece. Raises OSError."""
    if is_stream(path):
        return open(path, "wb")
    with _neighbour(path) as (file, temporary):
        os.replace(temporary, path)
        return file


@contextmanager
def _neighbour(path: str) -> Iterator[tuple[IO[bytes], str]]:
    """Give a new file beside `path`, and its name; remove it where it cannot be written. Raises OSError."""
    temporary = f"{path}.{secrets.token_hex(8)}.part"
    # Nobody could have made this file, or a link of its name, before.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    file = os.fdopen(os.open(temporary, flags, 0o666), "wb")
    try:
        yield file, temporary
    except BaseException:
        file.close()
        with suppress(OSError):
            os.unlink(temporary)
        raise


def add_to(path: str, data: bytes) -> None:
    """Add `data` to the end of a file. Raises OSError, also for a link, and for a pipe that nobody reads."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags, 0o666), "ab") as file:
        file.write(data)


def read_regular(path: str, largest: int = LARGEST) -> bytes:
    """Return the bytes of a file that the suite wrote earlier; no link is followed.

    Raises OSError: there is none, it is larger than `largest` bytes, or it is no file.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode) or state.st_size > largest:
            raise OSError(errno.EINVAL, "it is no file, or too large", path)
        return file.read(largest)
