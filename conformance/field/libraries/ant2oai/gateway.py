"""ant2oai, a proxy that lets clients of Anthropic's API use a backend of Chat Completions.

a2o.server.run_server runs it, as its command does.
"""

# Run in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import sys
from importlib.metadata import version

from a2o.config import Config
from a2o.server import run_server

_port, _api = sys.argv[1:]
print(json.dumps({"name": "ant2oai", "version": version("ant2oai")}), flush=True)
run_server(Config(openai_base_url=f"{_api}/v1/chat/completions", port=int(_port)))
