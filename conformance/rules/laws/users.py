"""Who asks: ids of users, which change no answer, and what may be in their place.

OpenAI's guide on safety asks for a hash of the name or address of a user in `safety_identifier`:
https://platform.openai.com/docs/guides/safety-best-practices
"""

from __future__ import annotations

import re
from typing import Final

# The settings that say who asks: `user`, `safety_identifier`, and `metadata.user_id`.
USERS: Final = ("user", "user_hash")
# Sixteen characters or more of an alphabet of digests, a digit among them: a shorter hash makes two users one.
_DIGEST: Final = re.compile(r"(?=.*[0-9])[A-Za-z0-9_:./+=-]{16,}")


def is_digest(got: object, id_: object) -> bool:
    """Whether a value can be a digest of an id: what is a piece of it, or has it as a piece, is none."""
    if not isinstance(got, str) or not isinstance(id_, str):
        return False
    return _DIGEST.fullmatch(got) is not None and got not in id_ and id_ not in got
