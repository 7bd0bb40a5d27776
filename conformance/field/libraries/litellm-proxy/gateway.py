"""The proxy of litellm, which lets clients of Chat Completions use Anthropic's API.

Its command `litellm` runs it, by a file of settings with one entry for all models.
"""

# Run in an environment of the library's own: no annotations to check here.
# mypy: ignore-errors

import json
import os
import sys
import tempfile
from importlib.metadata import version

_port, _api = sys.argv[1:]
_settings = {
    "model_list": [
        {"model_name": "*", "litellm_params": {"model": "anthropic/*", "api_base": _api, "api_key": "none"}},
    ],
    "litellm_settings": {"num_retries": 0, "telemetry": False},
    "general_settings": {"dangerously_permit_weak_or_unset_master_key": True},
}
_file = os.path.join(tempfile.mkdtemp(), "settings.yaml")
with open(_file, "w", encoding="utf-8") as file:
    json.dump(_settings, file)
os.environ |= {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_LOG": "ERROR"}
print(json.dumps({"name": "litellm, its proxy", "version": version("litellm")}), flush=True)
sys.argv = ["litellm", "--config", _file, "--host", "127.0.0.1", "--port", _port]

from litellm import run_server  # noqa: E402

run_server()
