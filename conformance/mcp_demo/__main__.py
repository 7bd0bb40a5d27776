"""Runs the demonstration server."""

import sys

from conformance.commands.mcp_demo.__main__ import main

sys.exit(main())
