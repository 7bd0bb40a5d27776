"""claude-code-proxy, which lets clients of Anthropic's API use a backend of Chat Completions.

uvicorn serves server.fastapi.app, as its command does. Models of a known name are sent to OpenAI.
"""

# Run in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import os
import sys
from importlib.metadata import version

_port, _api = sys.argv[1:]
os.environ |= {"OPENAI_BASE_URL": f"{_api}/v1", "OPENAI_API_BASE": f"{_api}/v1", "OPENAI_API_KEY": "none"}
os.environ |= {"BIG_MODEL": "claude-sonnet-4", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}

import uvicorn  # noqa: E402
from server.fastapi import app  # noqa: E402

print(json.dumps({"name": "claude-code-proxy", "version": version("claude-code-proxy")}), flush=True)
uvicorn.run(app, host="127.0.0.1", port=int(_port), log_level="error")
