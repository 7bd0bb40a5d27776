"""Runs the demonstration server: `python -m conformance.mcp_demo`; with `--tools FILE`, of given tools."""

import argparse
import sys

from conformance.base.extras import install_command


def main() -> int:
    """Serves until standard input ends; 2 where the mcp package cannot be imported, or the tools cannot be read."""
    parser = argparse.ArgumentParser(prog="conformance.mcp_demo", description="An MCP server over standard streams.")
    parser.add_argument("--tools", metavar="FILE", help="serve these tools: JSON, {tools, results}")
    path = parser.parse_args().tools
    try:
        if path is not None:
            return _serve_file(path)
        from conformance.commands.mcp_demo.server import server
    except ImportError as error:
        # mcp 1.x is installed but lacks MCPServer: the same line helps. Any other import is our own fault.
        if (error.name or "").split(".")[0] not in ("mcp", "mcp_types"):
            raise
        what = "conformance.mcp_demo needs the mcp package, version 2"
        print(f"{what}: {install_command('mcp')}", file=sys.stderr)
        return 2
    server.run("stdio")
    return 0


def _serve_file(path: str) -> int:
    from conformance.commands.mcp_demo.given import serve

    try:
        serve(path)
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        print(f"conformance.mcp_demo: {path} cannot be served: {reason}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
