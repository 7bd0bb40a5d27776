"""A local API that gives scripted answers: what a tool loop talks to while it is judged.

Imports nothing of the suite, so it can be used by itself:

    with Emulator() as api:
        base_url = api.open("chat", [{"tool_calls": [...]}, "Done."])
"""

from conformance.emulator.bodies import APIS, CHAT, RESPONSES, ROUTES, completed, error_body, refusal_of
from conformance.emulator.server import Emulator, Seen

__all__ = ["APIS", "CHAT", "RESPONSES", "ROUTES", "Emulator", "Seen", "completed", "error_body", "refusal_of"]
