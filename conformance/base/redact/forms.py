"""What keys look like: the forms that issuers give them, and how commands, logs, headers and addresses write them.

The forms follow the issuers' documentation; the public lists of detect-secrets and gitleaks were compared with them.
No form needs a word boundary in front of it: the character there may belong to an escape. Each pattern takes linear
time: it begins with a fixed text, looks ahead a bounded part, and repeats without bound only at its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from conformance.base.redact.names import HINTS as NAME_HINTS
from conformance.base.redact.names import credential, is_basic, is_cookie, is_filled_in, is_secret, listed_credential

KEY = "key"
# A name that says what follows is a key; what precedes it in the name does not matter, but for these.
_OTHER = (
    r"(?<!page)(?<!page[_-])(?<!next)(?<!next[_-])(?<!continuation)(?<!continuation[_-])(?<!progress)(?<!progress[_-])"
    r"(?<!sync)(?<!sync[_-])(?<!cursor[_-])(?<!stop[_-])(?<!eos[_-])(?<!bos[_-])(?<!pad[_-])(?<!max[_-])"
)
_NAME = (
    r"(?:(?:api|access|secret|private|subscription|account|master)[_-]?key|secret|" + _OTHER + r"token"
    r"|passwd|password|passphrase|pwd|credentials?|authorization)(?:[_-]?(?:key|id|value)){0,3}"
)
_HEADER = r"(?:authorization|cookie|api[_-]?key|(?:auth|access|security)[_-]token)"
_PAIR_NAME = (
    r"[\"'](?:name|key|header)[\"']\s{0,3}:\s{0,3}[\"'](?:[\w-]{0,30}[_-])?(?:" + _HEADER + "|" + _NAME + r")[\"']"
)
_PAIR_VALUE = r"[\"']value[\"']\s{0,3}:\s{0,3}[\"'](?P<key>[^\"'\r\n]{1,4000})"
_VALUE = r"[^\s\"'`&,;{}()\[\]<>\\]{6,}"
_SCHEME = r"(?:(?:basic|bearer|token|digest|negotiate|ntlm|api-?key|oauth|bot|key) +)"
# Base64 of an image or of encrypted reasoning holds any four characters somewhere.
_NOT_IN_BASE64 = r"(?<![A-Za-z0-9+/_-]{40})"
_BEGINNING = (
    r"(?:(?<![aeiou])sk-|gh[pousr]_|github_pat_|gl[a-z]{1,5}-|AKIA|ASIA|AIza|ya29\.|xox[a-z]-|hf_|gsk_|nvapi-|tgp_v1_|npm_|pypi-"
    r"|[rs]k_(?:live|test)_|eyJ)"
)


class KeyForm(NamedTuple):
    """One form of keys. hints: what a text that holds one holds, in lower case, any of them.

    pattern: where it names a group `key`, only that part is the key. accepts: what else the key has to be.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: str
    accepts: Callable[[str], bool] | None = None


FORMS: tuple[KeyForm, ...] = (
    KeyForm(
        "private key",
        ("private key",),
        r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----"
        r".*?(?:-----END [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----|\Z)",
    ),
    KeyForm("Anthropic key", ("sk-ant-",), r"sk-ant-[A-Za-z0-9_-]{16,}"),
    KeyForm(
        # Words that end in sk have a vowel before it: `task-...` is no key, unless it looks like nothing else.
        "OpenAI key",
        ("sk-",),
        r"sk-(?:proj|svcacct|admin|or-v1)-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{16,}"
        r"|(?<![aeiou])" + _NOT_IN_BASE64 + r"sk-(?=[a-z_-]{0,200}[0-9A-Z])[A-Za-z0-9_-]{20,}"
        r"|"
        + _NOT_IN_BASE64
        + r"sk-(?=[a-z0-9]{0,100}[A-Z])(?=[A-Z0-9]{0,100}[a-z])(?=[A-Za-z]{0,100}[0-9])[A-Za-z0-9]{32,}",
    ),
    KeyForm(
        "GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}",
    ),
    KeyForm(
        "GitLab token",
        ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-"),
        r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt)-[A-Za-z0-9_-]{16,}",
    ),
    KeyForm("AWS key", ("akia", "asia"), r"(?:AKIA|ASIA)[0-9A-Z]{16}"),
    KeyForm(
        "Google key",
        ("aiza", "ya29.", "gocspx-"),
        _NOT_IN_BASE64 + r"AIza[0-9A-Za-z_-]{30,}|ya29\.[0-9A-Za-z_-]{20,}|GOCSPX-[0-9A-Za-z_-]{20,}",
    ),
    KeyForm(
        "Slack token",
        ("xox", "xapp-", "hooks.slack"),
        r"xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{10,}|(?<=hooks\.slack\.com/services/)[A-Za-z0-9/]{20,}",
    ),
    KeyForm("Hugging Face token", ("hf_",), _NOT_IN_BASE64 + r"hf_(?=[a-z]{0,200}[0-9A-Z])[A-Za-z0-9]{20,}"),
    *(
        # One word of letters and digits, both: models and organisations have names such as pplx-7b-online, xai-org.
        KeyForm(
            kind,
            (prefix.lower(),),
            _NOT_IN_BASE64 + prefix + r"(?=[A-Za-z]{0,200}[0-9])(?=[0-9]{0,200}[A-Za-z])[A-Za-z0-9]{20,}",
        )
        for kind, prefix in (
            ("Groq key", "gsk_"),
            ("xAI key", "xai-"),
            ("Replicate token", "r8_"),
            ("Perplexity key", "pplx-"),
            ("Fireworks key", "fw_"),
        )
    ),
    KeyForm("NVIDIA key", ("nvapi-",), _NOT_IN_BASE64 + r"nvapi-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}"),
    KeyForm("Together key", ("tgp_v1_",), _NOT_IN_BASE64 + r"tgp_v1_(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{20,}"),
    KeyForm("Databricks token", ("dapi",), _NOT_IN_BASE64 + r"(?<![A-Za-z])dapi[0-9a-f]{32}"),
    KeyForm("npm token", ("npm_",), r"npm_[A-Za-z0-9]{30,}"),
    KeyForm("PyPI token", ("pypi-",), r"pypi-[A-Za-z0-9_-]{30,}"),
    KeyForm(
        "Stripe key",
        ("k_live_", "k_test_", "whsec_"),
        r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}",
    ),
    KeyForm(
        # It ends in a part that it must have: begun at each `eyJ` of a long word this would take quadratic time.
        "JSON web token",
        ("eyj",),
        r"(?<![A-Za-z0-9_-])(?:(?!eyJ)[A-Za-z0-9_-])*+"
        r"(?P<key>eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]+)",
    ),
    KeyForm(
        "token",
        ("bearer ", "basic "),
        r"(?i)(?:bearer|basic) +(?P<key>(?=[^\s\"',]{0,200}[0-9])[A-Za-z0-9._~+/=-]{12,})",
    ),
    KeyForm("token", ("basic ",), r"(?i)basic +(?P<key>[A-Za-z0-9+/]{4,}={0,2})", is_basic),
    KeyForm(
        "token",
        ("authorization",),
        r"(?i)authorization[\"']?\s{0,3}(?::|=>?|,)\s{0,3}[\"'\[(]{0,2}"
        + _SCHEME
        + r"(?P<key>[^\s\"'`<>{}\[\](),;\\]+)",
        # No word of a sentence.
        lambda text: is_filled_in(text) and (len(text) < 3 or not text.isalpha() or len(text) >= 16),
    ),
    KeyForm(
        "cookie",
        ("cookie",),
        r"(?i)cookie[\"']?\s{0,3}(?::|=>?|,)\s{0,3}[\"'\[(]{0,2}"
        r"(?P<key>[\w!#$%&*+.^|~-]{1,100}=[^\s;,\"'\\]+(?:; ?[^\s;,\"'\\=]{1,100}(?:=[^\s;,\"'\\]{0,4000}+)?)*+)",
        is_cookie,
    ),
    KeyForm("password", ("://",), r"(?<=://)[^\s/:@\"']{0,200}:(?P<key>[^\s/@\"']{1,500})@", is_filled_in),
    KeyForm("password", ("://",), r"(?<=://)(?P<key>[^\s/:@\"']{16,500})@", is_secret),
    KeyForm(
        # As commands, logs, headers, addresses and JSON texts write it: API_KEY=..., X-Api-Key: ..., "apiKey":"..."
        KEY,
        NAME_HINTS,
        r"(?i)" + _NAME + r"[\"']?\s{0,3}(?::|=>?)\s{0,3}[\"'`]?(?P<key>(?=[^\s\"'&,;]{0,200}[0-9])" + _VALUE + ")",
        is_secret,
    ),
    KeyForm(
        KEY,
        ("--",),
        r"(?i)--(?:[a-z]{1,20}-){0,4}" + _NAME + r" +[\"']?(?P<key>(?=[^\s\"'&,;]{0,200}[0-9])" + _VALUE + ")",
        is_secret,
    ),
    KeyForm(KEY, ("?", "&"), r"[?&;](?:key|sig|auth|code|session)=(?P<key>[A-Za-z0-9._~%+/-]{16,})", is_secret),
    KeyForm(
        # A header or a parameter as logs of requests write it.
        KEY,
        ("authorization", "cookie", "key", "token", "secret", "passw"),
        r"(?i)" + _PAIR_NAME + r"\s{0,3},\s{0,9}" + _PAIR_VALUE,
        lambda text: credential(text) is not None,
    ),
    KeyForm(
        KEY,
        ("authorization", "cookie", "key", "token", "secret", "passw"),
        r"(?i)" + _PAIR_VALUE + r"[\"']\s{0,3},\s{0,9}" + _PAIR_NAME,
        lambda text: credential(text) is not None,
    ),
    KeyForm(
        "cookie",
        ("cookies",),
        # To the end of the list, or of what is left of it where the text was cut.
        r"(?i)cookies[\"']?\s{0,3}[:=]\s{0,3}\["
        r"(?P<key>[^\[\]]{1,8000}+(?=\]|\Z)|[^\[\]]{1,8000}(?=\.\.\.|\u2026))",
        lambda text: "value" in text.casefold(),
    ),
    KeyForm(
        KEY,
        ("authorization", "cookie", "key", "token"),
        r"(?i)[\"'(](?:[\w-]{0,30}-)?" + _HEADER + r"[\"']\s{0,3},\s{0,9}[\"'](?P<key>[^\"'\r\n]{1,4000})",
        lambda text: listed_credential(text) is not None,
    ),
    KeyForm(
        # What is left of one where a text was cut before it came here.
        KEY,
        ("...", "\u2026"),
        r"(?<![A-Za-z0-9_-])(?:(?!" + _BEGINNING + r")[A-Za-z0-9_-])*+"
        r"(?P<key>" + _BEGINNING + r"[A-Za-z0-9_-]{2,}+)(?=\.\.\.|\.{0,2}\u2026)",
    ),
)
HINTS = tuple(dict.fromkeys(hint for form in FORMS for hint in form.hints))


def found_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield each key of a text: where it starts and ends, and the number of its form."""
    folded = text.casefold()
    for number, form in enumerate(FORMS):
        for hint in form.hints:  # no generator: every text of every piece of evidence comes by here
            if hint in folded:
                break
        else:
            continue
        for match in compiled(form.pattern).finditer(text):
            group = match.lastgroup or 0
            if form.accepts is None or form.accepts(match[group]):
                yield (*match.span(group), number)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern. Compiled when a text holds a hint of it: nearly none does."""
    return re.compile(pattern, re.DOTALL)
