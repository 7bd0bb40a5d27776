"""Lists of models, from the form of one API to that of another."""

from __future__ import annotations

from typing import Any

Object = dict[str, Any]


def names_in(listed: Any) -> list[str]:
    """Return the models that a list of any API names. Raises ValueError for what is none."""
    held = listed.get("data", listed.get("models")) if isinstance(listed, dict) else None
    if not isinstance(held, list):
        raise ValueError("the backend's answer is no list of models")
    named = [model.get("id", model.get("name")) for model in held if isinstance(model, dict)]
    return [name.removeprefix("models/") for name in named if isinstance(name, str)]


def list_for(api: str, names: list[str]) -> Object:
    """Return the list of models that an API gives its clients."""
    models = [model_for(api, name) for name in names]
    if api == "gemini":
        return {"models": models}
    if api == "anthropic":
        ends = {"first_id": names[0], "last_id": names[-1]} if names else {"first_id": None, "last_id": None}
        return {"data": models, "has_more": False, **ends}
    return {"object": "list", "data": models}


def model_for(api: str, name: str) -> Object:
    """Return a model as an API describes one: the name, and as little as there may be of what is not known."""
    if api == "gemini":
        methods = ["generateContent", "streamGenerateContent"]
        return {"name": f"models/{name}", "displayName": name, "supportedGenerationMethods": methods}
    if api == "anthropic":
        return {"type": "model", "id": name, "display_name": name, "created_at": "1970-01-01T00:00:00Z"}
    return {"id": name, "object": "model", "created": 0, "owned_by": "backend"}
