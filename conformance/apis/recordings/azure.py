"""The sessions of the test proxy of Azure's SDKs: `{"Entries": [{"RequestUri", ..., "ResponseBody"}], "Variables"}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

# How the proxy knows text (RecordEntry.IsTextContentType). A body of any other type is base64.
_TEXTS: Final = ("text/", "json", "xml", "javascript", "urlencoded")


def is_azure_entry(entry: Any) -> bool:
    """Whether something is an exchange of such a session."""
    return isinstance(entry, Mapping) and {"RequestUri", "StatusCode"} <= entry.keys()


def of_azure(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an exchange of a session with its members where other recorders have them."""
    sent, came = (
        {"headers": entry.get(f"{whose}Headers"), **_body(entry.get(f"{whose}Body"), entry.get(f"{whose}Headers"))}
        for whose in ("Request", "Response")
    )
    return {
        "request": {"method": entry.get("RequestMethod"), "uri": entry["RequestUri"], **sent},
        "response": {"status": entry["StatusCode"], **came},
    }


def _body(body: Any, headers: Any) -> dict[str, Any]:
    """Read a body: a JSON object as it is, a text of one line or a list of its lines, other bytes in base64."""
    if body is None or isinstance(body, list):
        return {"body": body or None}  # an empty list is an empty body
    if not isinstance(body, str):
        return {"json": body}
    return {"body": body if _is_text(headers) else {"base64_string": body}}


def _is_text(headers: Any) -> bool:
    named = headers.items() if isinstance(headers, Mapping) else ()
    types = [str(value).lower() for name, value in named if str(name).lower() == "content-type"]
    return any(text in type_ for type_ in types for text in _TEXTS)
