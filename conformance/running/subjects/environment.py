"""The environment that a child gets: what programs need to run, and none of the caller's keys."""

from __future__ import annotations

import os
from collections.abc import Sequence

from conformance.base.errors import UsageError
from conformance.base.redact.names import is_secret

_NEEDED = {
    "PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP", "SHELL",
    "SYSTEMROOT", "PATHEXT", "COMSPEC", "APPDATA", "LOCALAPPDATA", "USERPROFILE",
    "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "NODE_PATH",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
}  # fmt: skip


_SECRET = ("KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH")


def secret_values(passed: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the values of what is passed whose names say that they are keys. passed: as for `clean_environment`."""
    entries = (entry.partition("=") for entry in passed)
    named = (entry for entry in entries if any(word in entry[0].upper() for word in _SECRET))
    values = (value if equals else os.environ.get(name, "") for name, equals, value in named)
    return tuple(value for value in values if value)


def own_secrets() -> tuple[str, ...]:
    """Return the keys in the environment of this process: a subject in it can read them."""
    return tuple(filter(is_secret, secret_values(tuple(os.environ))))


def clean_environment(passed: Sequence[str] = ()) -> dict[str, str]:
    """Return the environment of a child. passed: NAME (handed on as it is here) or NAME=VALUE.

    Raises UsageError for a NAME that is not set here.
    """
    environment = {
        name: value for name, value in os.environ.items() if name.upper() in _NEEDED or name.startswith("LC_")
    }
    for entry in passed:
        name, equals, value = entry.partition("=")
        if not name:
            raise UsageError(f"--env {entry!r} names no variable.", "Write NAME or NAME=VALUE.")
        if not equals:
            if name not in os.environ:
                raise UsageError(f"--env {name}: the variable is not set here.", f"Set it, or write {name}=VALUE.")
            value = os.environ[name]
        environment[name] = value
    return environment
