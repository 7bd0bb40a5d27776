"""Runs the command that a page shows, as fast as a test needs it.

A reader's run draws a seed and a hundred examples; here the seed is always the same, and where the page does not show
what is printed, the worked cases alone are asked. A service is reached where the fixture serves it. A command that
serves is interrupted once it prints its address.
"""

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from functools import partial

LISTENING = "Listening on http://"


def adapted(words: list[str], service: str, is_whole: bool = False) -> list[str]:
    """Return the words with a seed, few inputs (unless the run is whole) and the URL of the fixture's service."""
    words = [word.replace("http://127.0.0.1:8000", service) for word in words]
    if words[0] in ("certify", "diff-subjects"):
        words += [] if "--seed" in words else ["--seed", "1"]
        few = "1" if "--update-expected" in words else "0"  # which needs a whole run
        words += [] if is_whole or "--max-examples" in words else ["--max-examples", few]
    return words


def main(words: list[str]) -> int:
    words = adapted(words, os.environ["SERVICE"])
    if words[0] in ("serve", "emulate", "gateway") and not {"--stdio", "--scripts"} & set(words):
        return served([*words, "--port", "0"])
    return subprocess.run([sys.executable, "-m", "conformance", *words], check=False).returncode


def served(words: list[str]) -> int:
    command = [sys.executable, "-m", "conformance", *words]
    # A job in the background of a shell ignores SIGINT, and so would what it starts.
    reached = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=reached) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        if line.startswith(LISTENING):
            answers(line.split()[-1])
        server.send_signal(signal.SIGINT)
        print(line, server.communicate()[0])
    return 0 if line.startswith(LISTENING) and server.returncode in (0, 130, -signal.SIGINT) else 1


def answers(address: str) -> None:
    """Wait until a server answers, whatever it says: before, it may not be interrupted cleanly."""
    try:
        urllib.request.urlopen(address, timeout=10).close()
    except urllib.error.HTTPError as refused:
        refused.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
