"""codex-router-proxy, which lets clients of the Responses API use a backend of Chat Completions.

codex_router.main.create_app makes its application, which its command gives to uvicorn; Codex' own files are left alone.
"""

# Run in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import uvicorn
from codex_router.config import ProxyConfig, UpstreamConfig
from codex_router.main import create_app

_port, _api = sys.argv[1:]
_config = ProxyConfig(upstream=UpstreamConfig(base_url=f"{_api}/v1", api_key="none"))
_folder = Path(tempfile.mkdtemp())  # of its statistics
print(json.dumps({"name": "codex-router-proxy", "version": version("codex-router-proxy")}), flush=True)
uvicorn.run(create_app(_config, _folder / "config.yaml"), host="127.0.0.1", port=int(_port), log_level="error")
