"""Names that say that their value is a key: of members, headers, cookies and parameters."""

from __future__ import annotations

import base64
import binascii
import re
from functools import lru_cache

# What such a name holds, in lower case.
HINTS = ("key", "secret", "token", "pass", "pwd", "credential", "authorization", "cookie", "session", "jwt")
SHORTEST = 6  # characters of a value that only its name shows to be a key
SHORTEST_LISTED = 16  # characters of one in a list, where it can also be another name

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SECRET = re.compile(
    r"(?:[a-z0-9_]{0,60}_)?(?:(?:api|access|secret|private|subscription|account|master|signing|encryption)_?key(?:_id)?"
    r"|auth_?key|secret|client_?secret|passw(?:or)?d|passphrase|pwd|credentials?|[a-z]{0,20}token|jwt|session_?id"
    r"|(?:proxy_)?authorization|(?:set_)?cookie)(?:_value)?"
)
# Tokens of paging, of progress and of language models are no keys.
_OTHER_TOKEN = re.compile(
    r"(?:[a-z0-9_]{0,60}_)?(?:page|next|prev|previous|continuation|continue|sync|cursor|progress|resume|start|end|stop|eos|"
    r"bos|pad|unk|mask|sep|cls|special|first|last|max|min)_?token"
)
_HEADER = re.compile(
    r"(?:proxy_)?authorization|(?:set_)?cookie|(?:x_)?(?:[a-z]{1,20}_){0,3}(?:api_?key|(?:auth|access|security|session)_?token)"
)
# What is to be filled in, or refers to something else.
_PLACEHOLDER = re.compile(r"\$[A-Z_{(]|#/|\*\*|<[^>]*>$|\[redacted|\{")
# Tokens of log probabilities that are a part of a letter: its bytes.
_BYTES = re.compile(r"(?:bytes:)?(?:\\x[0-9a-f]{2})+")
_SCHEME = re.compile(r"(?i)(?:basic|bearer|token|digest|negotiate|ntlm|api-?key|oauth|bot|key) +")


@lru_cache(4096)
def is_secret_name(name: str) -> bool:
    """Whether a member of this name holds a key, where it holds a text that can be one."""
    plain = _plain(name)
    return _SECRET.fullmatch(plain) is not None and _OTHER_TOKEN.fullmatch(plain) is None


@lru_cache(4096)
def is_header_name(name: str) -> bool:
    """Whether a header of this name holds a key."""
    return _HEADER.fullmatch(_plain(name)) is not None


def _plain(name: str) -> str:
    return _HUMP.sub("_", name[:100]).replace("-", "_").casefold()


def is_secret(value: str) -> bool:
    """Whether a text under such a name can be a key: one word with a digit, no number, nothing to be filled in."""
    if len(value) < SHORTEST or not is_filled_in(value) or not any(map(str.isdigit, value)):
        return False
    if _BYTES.fullmatch(value):
        return False
    return not any(map(str.isspace, value)) and not value.replace(".", "", 1).lstrip("-").isdigit()


def credential(value: str) -> str | None:
    """Return the credential in the value of a header of such a name; None where there is none.

    What follows a scheme is one whatever it looks like; without a scheme it has to look like a key.
    """
    scheme = _SCHEME.match(value)
    if scheme is not None:
        rest = value[scheme.end() :].strip()
        return rest if rest and is_filled_in(rest) else None
    if is_secret(value):
        return value
    return value if is_cookie(value) else None


def listed_credential(value: str) -> str | None:
    """Return the credential in a text that comes after such a name in a list; None where there is none.

    A list of names, as `required` of a schema, has texts there that may hold a digit.
    """
    return None if is_secret(value) and len(value) < SHORTEST_LISTED else credential(value)


def is_filled_in(value: str) -> bool:
    """Whether a text is no placeholder."""
    return _PLACEHOLDER.match(value) is None


def is_cookie(value: str) -> bool:
    """Whether a text is the value of a cookie header: name=value."""
    name, equals, rest = value.partition("=")
    return bool(equals and name and rest) and not any(map(str.isspace, name)) and is_filled_in(rest)


def is_basic(text: str) -> bool:
    """Whether a text is the credential of the scheme Basic: base64 of user:password."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
        return ":" in data.decode() and data.decode().isprintable()
    except (binascii.Error, ValueError):
        return False
