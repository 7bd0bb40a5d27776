"""What becomes of a user, whose id may be too long for the target: converters with a defect, and sound ones."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from tests.suite.selftest.model import Convert

Reread: TypeAlias = Callable[[Convert], Convert]

LOG = logging.getLogger("conformance.reference")
_MOST: Final = 64  # characters that OpenAI takes


def _user_of(given: Any) -> str:
    """Return the id of the user; an empty text where there is none, or one that is not too long."""
    metadata = given.get("metadata") if isinstance(given, dict) else None
    user = metadata.get("user_id") if isinstance(metadata, dict) else None
    return user if isinstance(user, str) and len(user) > _MOST else ""


def _with_user(change: Callable[[str], str | None]) -> Reread:
    """Make a converter that is given another id in place of one that is too long; none where that is None."""

    def reread(convert: Convert) -> Convert:
        def converted(given: Any) -> Any:
            user = _user_of(given)
            if not user:
                return convert(given)
            other = change(user)
            members = {key: value for key, value in given["metadata"].items() if key != "user_id"}
            return convert({**given, "metadata": members | ({} if other is None else {"user_id": other})})

        return converted

    return reread


def _passed_on(convert: Convert) -> Convert:
    """Give the target an id as it is."""

    def converted(given: Any) -> Any:
        user = _user_of(given)
        return convert(given) | ({"user": user} if user else {})

    return converted


def _reported(user: str) -> None:
    LOG.warning("metadata.user_id: the id of the user has %d characters; left out", len(user))


def _kept_in_metadata(convert: Convert) -> Convert:
    """Leave an id where the source has it, if it is not too long."""

    def converted(given: Any) -> Any:
        made = convert(given)
        metadata = given.get("metadata") if isinstance(given, dict) else None
        user = metadata.get("user_id") if isinstance(metadata, dict) else None
        if not isinstance(user, str) or not user or len(user) > _MOST:
            return made
        return {key: value for key, value in made.items() if key != "user"} | {"metadata": {"user_id": user}}

    return converted


# By name, with the check that must object.
DEFECTS: Mapping[str, tuple[str, Reread]] = {
    "passes_on_long_users": ("api-rules", _passed_on),
}
VARIANTS: Mapping[str, Reread] = {
    "keeps_users_in_metadata": _kept_in_metadata,
    "leaves_out_long_users": _with_user(_reported),
    "cuts_long_users": _with_user(lambda user: user[:_MOST]),
    "digests_long_users": _with_user(lambda user: hashlib.sha256(user.encode()).hexdigest()),
}
