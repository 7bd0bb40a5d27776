"""The conformance suite for converters between LLM tool and message formats."""

# A literal: importlib.metadata alone would double the time the command takes to start.
__version__ = "0.1.0"
