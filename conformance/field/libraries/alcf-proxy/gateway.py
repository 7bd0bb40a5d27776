"""alcf-proxy, which lets clients of Anthropic's API use the models of a computing centre by Chat Completions.

uvicorn serves alcf_proxy.server.build_app, as its command does. The address of the centre is a constant of its module,
set here to the API of the test, and a token stands for the centre's login.
"""

# Run in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import sys
from importlib.metadata import version

import uvicorn
from alcf_proxy import endpoints
from alcf_proxy.config import Config
from alcf_proxy.server import build_app


class _Token:
    """What its TokenManager is after a login."""

    def get_valid_token(self):
        return "none"

    def hours_left(self):
        return 1.0


_port, _api = sys.argv[1:]
endpoints.base_url = lambda _cluster, _framework: f"{_api}/v1"
_config = Config({"endpoints": [{"cluster": "a", "framework": "b", "model": "m"}]})
print(json.dumps({"name": "alcf-proxy", "version": version("alcf-proxy")}), flush=True)
uvicorn.run(build_app(_config, _Token()), host="127.0.0.1", port=int(_port), log_level="error")
