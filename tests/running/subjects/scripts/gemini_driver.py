"""A driver for tests that knows Gemini's API alone: it asks once, with the tools as they are."""

import json
import os
import sys
import urllib.request


def answer(given):
    declared = [
        {"name": tool["name"], "description": tool.get("description", ""), "parametersJsonSchema": tool["inputSchema"]}
        for tool in given["tools"]
    ]
    contents = [{"role": "user", "parts": [{"text": message["content"]}]} for message in given["messages"]]
    body = {"contents": contents, **({"tools": [{"functionDeclarations": declared}]} if declared else {})}
    url = f"{os.environ['GOOGLE_GEMINI_BASE_URL']}/v1beta/models/{given['model']}:generateContent"
    headers = {"Content-Type": "application/json", "x-goog-api-key": os.environ["GEMINI_API_KEY"]}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answered:
        parts = json.load(answered)["candidates"][0]["content"]["parts"]
    return "".join(part.get("text", "") for part in parts)


for line in sys.stdin:
    given = json.loads(line)
    made = {"sdk": {"name": "gemini-driver", "gemini": True}}
    if given["api"] != "gemini":
        made |= {"error": "there is no such API here", "unsupported": True}
    else:
        try:
            made["answer"] = answer(given)
        except Exception as error:
            made["error"] = str(error)
    print(json.dumps(made), flush=True)
