"""What the API says to a request before it looks at what the request asks for.

Seen: the words of the real API's answers, as people reported them. Those of 405 and 413 are put together here.
"""

from __future__ import annotations

from typing import NamedTuple

from conformance.apis.emulator.bodies import error_body
from conformance.base.values import JSON

_NO_KEY = (
    "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth "
    "(i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API "
    "from your browser and are prompted for a username and password. You can obtain an API key from "
    "https://platform.openai.com/account/api-keys."
)
_WRONG_KEY = "Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys."
_NO_JSON = (
    "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library "
    "correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble "
    "figuring out how to fix this, please contact us through our help center at help.openai.com.)"
)
_NO_URL = "Please check the URL for typos, or see the docs at https://platform.openai.com/docs/api-reference/."
_OURS = "The server had an error while processing your request. Sorry about that!"


class ApiError(NamedTuple):
    """An answer that is an error: its status, its body, and the rule that it comes from."""

    status: int
    body: JSON
    rule: str


def no_key() -> ApiError:
    """No key in the request."""
    return ApiError(401, error_body(_NO_KEY), "http-key")


def wrong_key(*, is_google: bool) -> ApiError:
    """Another key than the one that is taken. is_google: whether Google's API says it."""
    if is_google:
        return ApiError(400, error_body("API key not valid. Please pass a valid API key."), "http-wrong-key")
    return ApiError(401, error_body(_WRONG_KEY, code="invalid_api_key"), "http-wrong-key")


def no_model(name: str) -> ApiError:
    """A model that is not there."""
    message = f"The model `{name}` does not exist or you do not have access to it."
    return ApiError(404, error_body(message, code="model_not_found"), "http-model")


def no_version() -> ApiError:
    """No version of Anthropic's API in the request."""
    return ApiError(400, error_body("anthropic-version: header is required"), "http-version")


def no_json() -> ApiError:
    """A body that is not JSON."""
    return ApiError(400, error_body(_NO_JSON), "http-json")


def no_route(method: str, path: str) -> ApiError:
    """A path that nothing answers at."""
    if path.startswith("/v1/"):
        return ApiError(404, error_body(f"Invalid URL ({method} {path})"), "http-route")
    return ApiError(
        404, error_body(f"Unknown request URL: {method} {path}. {_NO_URL}", code="unknown_url"), "http-route"
    )


def no_method(method: str, path: str) -> ApiError:
    """Another method than the path's own."""
    message = f"Not allowed to {method} on {path}. (HINT: Perhaps you meant to use a different HTTP method?)"
    return ApiError(405, error_body(message, code="method_not_supported"), "http-method")


def no_content_type(given: str) -> ApiError:
    """A body that is said to be something else than JSON."""
    message = (
        f"Unsupported content type: '{given}'. This API method only accepts 'application/json' requests, but you "
        f"specified the header 'Content-Type: {given}'. Please try again with a supported content type."
    )
    return ApiError(400, error_body(message, code="unsupported_content_type"), "http-content-type")


def too_large(most: int) -> ApiError:
    """A body of more bytes than are read."""
    return ApiError(413, error_body(f"The request is too large: at most {most} bytes are read."), "http-size")


def no_previous(response_id: str) -> ApiError:
    """A `previous_response_id` that was never given out, or was not kept."""
    message = f"Previous response with id '{response_id}' not found."
    return ApiError(
        400, error_body(message, param="previous_response_id", code="previous_response_not_found"), "previous"
    )


def no_item(item_id: str) -> ApiError:
    """A reference to an item that was never given out, or was not kept."""
    message = (
        f"Item with id '{item_id}' not found. Items are not persisted when `store` is set to false. Try again with "
        "`store` set to true, or remove this item from your input."
    )
    return ApiError(404, error_body(message, param="input"), "item")


def mismatch(script: str, reason: str) -> ApiError:
    """A request that the script does not fit: this the real API never says."""
    return ApiError(
        400, error_body(f"The script {script} does not fit this request: {reason}.", code="script_mismatch"), "script"
    )


def over(status: int, reason: str) -> ApiError:
    """A request to a script that is over: this the real API never says."""
    return ApiError(status, error_body(f"The script is over: {reason}.", code="script_over"), "script")


def our_fault() -> ApiError:
    """A mistake of this server."""
    return ApiError(500, error_body(_OURS, "server_error"), "server")
