"""claude-openai-bridge, which lets clients of Chat Completions use Anthropic's API.

claude2openai.main.create_app makes its application, which its command serves.
"""

# Run in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import os
import sys
from importlib.metadata import version

from aiohttp import web
from claude2openai.main import create_app

_port, _api = sys.argv[1:]
os.environ["ANTHROPIC_ENDPOINT"] = _api
print(json.dumps({"name": "claude-openai-bridge", "version": version("claude-openai-bridge")}), flush=True)
web.run_app(create_app(), host="127.0.0.1", port=int(_port), print=None)
