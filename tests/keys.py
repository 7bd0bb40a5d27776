"""Keys of every issuer in every spelling, each with a part that no other text has: what a leak is found by."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

PART = 18  # characters of what a key is searched for by
_LETTERS = string.ascii_letters + string.digits
_UPPER = string.ascii_uppercase + string.digits

# Of each kind of key: the alphabet of its random part, how long that is, and the key around it.
FORMS: dict[str, tuple[str, int, str]] = {
    "OpenAI": (_LETTERS, 40, "sk-proj-{}"),
    "OpenAI, old": (_LETTERS, 40, "sk-{}"),
    "Anthropic": (_LETTERS, 40, "sk-ant-api03-{}"),
    "GitHub": (_LETTERS, 36, "ghp_{}"),
    "GitHub, fine-grained": (_LETTERS, 40, "github_pat_{}"),
    "GitLab": (_LETTERS, 20, "glpat-{}"),
    "AWS": (_UPPER, 16, "AKIA{}"),
    "Google": (_LETTERS, 35, "AIza{}"),
    "Google, OAuth": (_LETTERS, 40, "ya29.{}"),
    "Slack": (_LETTERS, 24, "xoxb-1234567890-{}"),
    "Hugging Face": (_LETTERS, 34, "hf_{}"),
    "npm": (_LETTERS, 36, "npm_{}"),
    "PyPI": (_LETTERS, 40, "pypi-{}"),
    "Stripe": (_LETTERS, 24, "sk_live_{}"),
    "JSON web token": (_LETTERS, 40, "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.{}"),
    "private key": (_LETTERS, 40, "-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----"),
}


def _each(key: str, form: str, chars: str = "-_.") -> str:
    return "".join(form.format(ord(char)) if char in chars else char for char in key)


def _html(key: str) -> str:
    names = {"-": "&#45;", "_": "&lowbar;", ".": "&#x2e;"}
    return "".join(names.get(char, char) for char in key)


# How a key with a form of its own may be written.
IN_TEXT: dict[str, Callable[[str], str]] = {
    "alone": lambda key: key,
    "in a sentence": lambda key: f"the key {key} is wrong",
    "after a line feed": lambda key: f"key:\n{key}",
    "after an escaped line feed": lambda key: f"provided:\\n{key}",
    "after an escaped tab": lambda key: f"provided:\\t{key}",
    "after an escaped carriage return": lambda key: f"provided:\\r{key}",
    "after a line feed escaped twice": lambda key: f"provided:\\\\n{key}",
    "in a repr": lambda key: repr(f"provided:\n{key}\n"),
    "in JSON text": lambda key: json.dumps({"message": f"provided:\n{key}"}),
    "in JSON text in JSON text": lambda key: json.dumps(json.dumps({"message": f"provided:\n{key}"})),
    "in a repr of JSON text": lambda key: repr(json.dumps([f"\t{key}"])),
    "after a colour": lambda key: f"\x1b[31m{key}\x1b[0m",
    "after an escaped colour": lambda key: f"\\x1b[31m{key}\\x1b[0m",
    "after a colour in JSON": lambda key: f"\\u001b[1;31m{key}\\u001b[0m",
    "with a colour inside": lambda key: f"{key[:3]}\x1b[1m{key[3:]}",
    "after %3D": lambda key: f"api%3D{key}",
    "after %20": lambda key: f"with%20{key}%20here",
    "percent-encoded": lambda key: quote(key, safe="").replace("-", "%2D").replace("_", "%5F").replace(".", "%2E"),
    "percent-encoded twice": lambda key: quote(_each(key, "%{:02X}")),
    "all percent-encoded": lambda key: "".join(f"%{ord(char):02x}" for char in key),
    "in a query": lambda key: f"https://host/path?key={key}&page=2",
    "in the user part": lambda key: f"https://{key}@host/path",
    "as a password": lambda key: f"https://user:{key}@host/path",
    "after a letter": lambda key: f"x{key}",
    "after a word": lambda key: f"description{key}",
    "after a digit": lambda key: f"0{key}",
    "after an underscore": lambda key: f"KEY_{key}",
    "after a dash": lambda key: f"--{key}",
    "with escaped dashes": lambda key: _each(key, "\\u{:04x}"),
    "with hexadecimal escapes": lambda key: _each(key, "\\x{:02x}"),
    "with entities": _html,
    "with decimal entities": lambda key: f"&quot;{_each(key, '&#{};')}&quot;",
    "in an assignment": lambda key: f"API_KEY={key}",
    "after Bearer": lambda key: f"Authorization: Bearer {key}",
    "before a full stop": lambda key: f"the key {key}.",
}
# How a value may be written that only its name shows to be a key: {} stands for 20 letters and digits.
UNDER_A_NAME: dict[str, Callable[[str], Any]] = {
    "Authorization: token": "Authorization: token {}".format,
    "Authorization: Bearer, escaped": "provided\\nAuthorization: Bearer {}".format,
    "authorization in JSON text": '{{"authorization": "token {}"}}'.format,
    "Proxy-Authorization": "Proxy-Authorization: Token {}".format,
    "password=": "password={}".format,
    "passwd in a repr": "'\\npasswd={}\\n'".format,
    "after %20": "with%20password%3D{}%26x".format,
    "X-Api-Key": "X-Api-Key: {}".format,
    "a variable": "export ACME_API_KEY={} npm start".format,
    "AWS": 'AWS_SECRET_ACCESS_KEY="{}"'.format,
    "an option": "acme --api-key {} --serve".format,
    "an option with =": "acme --auth-token={}".format,
    "a query": "https://host/?api_key={}&page=2".format,
    "client_secret": "client_secret={}&grant=x".format,
    "Cookie": "Cookie: sid={}; theme=dark".format,
    "Set-Cookie": "Set-Cookie: session={}; Path=/; HttpOnly".format,
    "Set-Cookie, escaped": "GET /\\r\\nSet-Cookie: theme=dark; session={}".format,
    "JSON text, camel case": '{{"apiKey": "{}"}}'.format,
    "compact JSON text": '[{{"apiKey":"{}"}}]'.format,
    "JSON text, cut": 'it begins {{"clientSecret": "{}", "a": ...'.format,
    "JSON text in JSON text": lambda key: json.dumps(json.dumps({"x-api-key": key})),
    "YAML": "config:\n  api-key: {}\n".format,
    "Python": "connect(password='{}')".format,
    "a pair in text": 'headers: [{{"name": "Authorization", "value": "{}"}}]'.format,
    "a pair in a repr": "[{{'name': 'X-Api-Key', 'value': '{}'}}]".format,
    "a list in text": 'sent ["Authorization", "token {}"]'.format,
    "a pair in text, value first": 'log: {{"value": "{}", "name": "X-Api-Key"}}'.format,
    "cookies in text": 'log: {{"cookies": [{{"name": "sid", "value": "{}"}}]}}'.format,
    "a tuple in text": "sent [('Cookie', 'sid={}')]".format,
    "a member": lambda key: {"apiKey": key},
    "a snake-case member": lambda key: {"deep": [{"client_secret": key}]},
    "a kebab-case member": lambda key: {"x-api-key": key},
    "a member, access token": lambda key: {"accessToken": key, "token_type": "bearer"},
    "a member, password": lambda key: {"db": {"password": key}},
    "a member, header": lambda key: {"headers": {"Authorization": f"token {key}"}},
    "a member, headers as lists": lambda key: {"headers": {"Authorization": [f"Bearer {key}"], "Cookie": [f"a={key}"]}},
    "a pair": lambda key: [{"name": "Authorization", "value": f"Bearer {key}"}],
    "a pair, value first": lambda key: {"headers": [{"value": key, "name": "X-Api-Key"}]},
    "a cookie": lambda key: {"cookies": [{"name": "sid", "value": key, "path": "/"}]},
    "a list": lambda key: [["Authorization", f"Token {key}"], ["Accept", "*/*"]],
    "a flat list": lambda key: ["Host", "host", "X-Api-Key", key],
    "a member in arguments": lambda key: {"arguments": json.dumps({"password": key, "page": 2})},
}


def _aligned(value: str, before: int) -> str:
    return base64.b64encode(b"u:pw"[:before] + value.encode()).decode()


# How a value of --env may be written, whatever it looks like. It has characters that every encoding changes.
OF_THE_ENVIRONMENT: dict[str, Callable[[str], str]] = {
    "alone": lambda value: value,
    "in a repr": lambda value: repr(f"got {value}"),
    "in JSON text": lambda value: json.dumps({"got": value}),
    "in JSON text in JSON text": lambda value: json.dumps(json.dumps([value])),
    "percent-encoded": lambda value: f"?x={quote(value, safe='')}&y=1",
    "as in a form": lambda value: f"x={quote(value).replace('%20', '+')}",
    "in base64": lambda value: _aligned(value, 0),
    "in base64, after one": lambda value: _aligned(value, 1),
    "in base64, after two": lambda value: _aligned(value, 2),
    "in base64 for addresses": lambda value: base64.urlsafe_b64encode(value.encode()).decode(),
    "as a user's password": lambda value: f"Authorization: Basic {_aligned(value, 4)}",
    "in hexadecimal": lambda value: value.encode().hex(),
    "in upper hexadecimal": lambda value: value.encode().hex().upper(),
    "with entities": lambda value: value.replace("&", "&amp;").replace('"', "&quot;"),
    "cut": lambda value: f"got {value[:-3]}...",
    "cut in JSON": lambda value: f"got {value[:-3]}\\u2026",
    "cut twice": lambda value: f"a... {value[:-2]}... b...",
}
VALUE = '{}"&/ é'  # of --env


class Written(NamedTuple):
    """A key as it is written. part: what it is searched for by. name: its kind and spelling. value: text or JSON."""

    name: str
    part: str
    value: Any


def keys_with_a_form(draw: random.Random) -> Iterator[Written]:
    """Yield each key in each spelling."""
    for kind, (alphabet, size, form) in FORMS.items():
        for spelling, written in IN_TEXT.items():
            part = _random(draw, alphabet, size)
            yield Written(f"{kind}, {spelling}", part[:PART], written(form.format(part)))
        part = _random(draw, alphabet, size)
        yield Written(f"{kind}, as a name", part[:PART], {form.format(part): 1})
        for dots in ("...", "\u2026"):
            if kind not in ("private key", "JSON web token"):
                part = _random(draw, alphabet, size)
                yield Written(f"{kind}, cut by {dots}", part[:9], f"got {form.format(part[:9])}{dots}")


def keys_under_a_name(draw: random.Random) -> Iterator[Written]:
    """Yield what only a name shows to be a key, in each way of writing that."""
    for spelling, written in UNDER_A_NAME.items():
        part = _random(draw, _LETTERS, 20)
        yield Written(spelling, part[:PART], written(part))


def spelled(part: str) -> Iterable[str]:
    """Return the spellings in which a part may not be found."""
    data = part.encode()
    encoded = "".join(f"%{byte:02x}" for byte in data)
    base = (base64.b64encode(b"\0" * before + data).decode()[4:-4] for before in range(3))
    return (part, encoded, encoded.upper(), data.hex(), data.hex().upper(), *(text for text in base if len(text) > 6))


def _random(draw: random.Random, alphabet: str, size: int) -> str:
    """Return random characters with a digit among the first: what has none may be a word."""
    text = "".join(draw.choices(alphabet, k=size))
    return f"{text[0]}{draw.choice(string.digits)}{text[2:]}"
