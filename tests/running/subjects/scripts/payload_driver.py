"""A driver that sends the request it is given as the result `payload`, and answers what the API said to it."""

from __future__ import annotations

import json
import os
import sys
import urllib.error
import urllib.request

ROUTES = {"chat": "/chat/completions", "responses": "/responses"}


def said(api: str, payload: object) -> str:
    headers = {"Content-Type": "application/json"}
    url = os.environ["OPENAI_BASE_URL"] + ROUTES[api]
    try:
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(payload).encode(), headers)) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


for line in sys.stdin:
    given = json.loads(line)
    print(json.dumps({"answer": said(given["api"], given["results"].get("payload", {}))}), flush=True)
