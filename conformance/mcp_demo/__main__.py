"""Runs the demonstration server: `python -m conformance.mcp_demo`."""

import sys

MISSING = "conformance.mcp_demo needs the mcp package, version 2: pip install 'tool-conformance[mcp]'"


def main() -> int:
    """Serves until standard input ends; 2 where the mcp package cannot be imported."""
    try:
        from conformance.mcp_demo.server import server
    except ImportError as error:
        # mcp 1.x is installed but lacks MCPServer: the same line helps. Any other import is our own fault.
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types"):
            raise
        print(MISSING, file=sys.stderr)
        return 2
    server.run("stdio")
    return 0


if __name__ == "__main__":
    sys.exit(main())
