"""The curl command of a request: a shell reads the same words from it, and keys from variables."""

from __future__ import annotations

import json
import subprocess

from conformance.results.reproduction.curl import curl_of

URL = "http://127.0.0.1:4000/v1/messages"


def words(command: str) -> list[str]:
    """What a shell gives to curl."""
    script = f'curl() {{ printf "%s\\0" "$@"; }}; API_KEY=sk-1; {command}'
    run = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    return run.stdout.split("\0")[:-1]


def test_a_shell_reads_body_and_headers_as_they_are() -> None:
    body = {"text": 'it\'s "quoted", $HOME and `date`\\n'}
    command = curl_of("POST", URL, {"Content-Type": "application/json", "x-api-key": "$API_KEY"}, body)
    assert "\n" not in command
    *before, sent = words(command)
    assert before == ["-sS", URL, "-H", "Content-Type: application/json", "-H", "x-api-key: sk-1", "--data-binary"]
    assert json.loads(sent) == body


def test_a_text_is_sent_as_it_is_and_a_method_is_named_where_it_is_another() -> None:
    assert words(curl_of("PUT", URL, {}, "{nope"))[1:] == ["-X", "PUT", URL, "--data-binary", "{nope"]
    assert words(curl_of("GET", URL, {}, None)) == ["-sS", URL]
