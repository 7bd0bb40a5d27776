"""Contrasts: transformations that remove one feature from an input.

A call that fails is charged to the rule about a feature only if the same call without the feature succeeds. A rule
names its contrast in the contract (`contrast:`).
"""

from conformance.contrasts.conversations import CONVERSATIONS
from conformance.contrasts.exchanges import EXCHANGES
from conformance.contrasts.model import Contrast, explained
from conformance.contrasts.requests import REQUESTS
from conformance.contrasts.results import RESULTS
from conformance.contrasts.size import SIZE
from conformance.contrasts.tools import TOOLS

CONTRASTS = {**TOOLS, **CONVERSATIONS, **EXCHANGES, **REQUESTS, **RESULTS, **SIZE}

__all__ = ["CONTRASTS", "Contrast", "explained"]
