"""agent-wire-proxy, which lets clients of Anthropic's API use a backend of Chat Completions.

agent_wire_proxy.runtime.serve runs it, as its command does; the model is one of `chat_completions`.
"""

# Run in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import os
import sys
import tempfile
from importlib.metadata import version

from agent_wire_proxy.config import ModelConfig, ProxyConfig
from agent_wire_proxy.runtime import serve

_port, _api = sys.argv[1:]
_model = ModelConfig(model_id="m", target=_api, upstream_api="chat_completions", api_key_env=None, aliases=())
_folder = tempfile.mkdtemp()  # of its logs
print(json.dumps({"name": "agent-wire-proxy", "version": version("agent-wire-proxy")}), flush=True)
serve(
    config=ProxyConfig(default_model="m", models=(_model,)),
    listen=f"127.0.0.1:{_port}",
    log=os.path.join(_folder, "log.jsonl"),
    route_receipt_dir=os.path.join(_folder, "receipts"),
    anthropic_upstream_api="chat_completions",
)
