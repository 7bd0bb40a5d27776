"""What the content of messages may hold."""

from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.rules.checks.findings import NOT_OBSERVABLE
from tests.rules.checks.letters.responses_input.samples import call, calling, charged, judged, result, said, user


def test_lost_audio_is_reported_charged_or_not_observable() -> None:
    audio = {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}}
    given = [said([{"type": "text", "text": "Listen."}, audio])]
    assert charged(given, [user("Listen.", audio)]) == set()
    assert charged(given, [user("Listen.", audio | {"input_audio": {**audio["input_audio"], "id": "a"}})]) == set()
    assert charged(given, [user("Listen.", "[audio was left out]")]) == set()
    assert charged(given, [user("Listen.")]) == {"MSG-16b"}
    assert charged(given, Outcome(output=[user("Listen.")], diagnostics=({"level": "warning"},))) == set()
    other = ({"level": "warning", "message": "temperature is not supported"},)
    assert charged(given, Outcome(output=[user("Listen.")], diagnostics=other)) == {"MSG-16b"}
    assert judged(given, Outcome(output=[user("Listen.")]))["MSG-16b"] is NOT_OBSERVABLE


def test_audio_that_is_another_is_charged_whatever_is_reported() -> None:
    audio = {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}}
    custom = {"id": "call_1", "type": "custom", "custom": {"name": "run_sql", "input": "SELECT 1"}}
    reported = ({"level": "warning", "message": "a part of audio"},)
    for more in ([], [{"role": "assistant", "content": None, "tool_calls": [custom]}, result("call_1")]):
        given = [said([{"type": "text", "text": "Listen."}, audio]), *more]
        for other in ({"data": "AA"}, {"format": "mp3"}):
            came = user("Listen.", audio | {"input_audio": {**audio["input_audio"], **other}})
            assert "MSG-16b" in charged(given, Outcome(output=[came], diagnostics=reported))


def test_a_file_keeps_its_cache_breakpoint_or_loses_it() -> None:
    mark = {"prompt_cache_breakpoint": {"mode": "explicit"}}
    given = [said([{"type": "text", "text": "Read."}, {"type": "file", "file": {"file_id": "file-1"}, **mark}])]
    file = {"type": "input_file", "file_id": "file-1"}
    assert charged(given, [user("Read.", file | mark)]) == set()
    assert charged(given, [user("Read.", file)]) == set()
    assert "MSG-16a" in charged(given, [user("Read.", file | {"prompt_cache_breakpoint": {"mode": "implicit"}})])
    assert "MSG-16a" in charged(given, [user("Read.", file | {"file": {"file_id": "file-1"}})])


def test_cache_control_as_data_is_no_cache_control() -> None:
    arguments = '{"cache_control":{"type":"ephemeral"},"a":1}'
    given = [calling("a", arguments=arguments)]
    assert charged(given, [call("a", arguments=arguments)]) == set()
    assert charged(given, [call("a", arguments='{"a": 1}')]) >= {"MSG-7", "MSG-9"}
    assert charged(given, [call("a", arguments="{}")]) >= {"MSG-7"}
    assert "MSG-9" not in charged(given, [call("a", arguments="{}")])


def test_a_file_with_a_cache_breakpoint_is_found_between_empty_texts_of_one_voice() -> None:
    mark = {"prompt_cache_breakpoint": {"mode": "explicit"}}
    empty: list[JSON] = [{"type": "text", "text": ""}]
    file = said([{"type": "file", "file": {"file_id": "file-1"}, **mark}])
    given = [{"role": "system", "content": empty}, file, {"role": "developer", "content": empty}]
    developer = {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": ""}]}
    assert charged(given, [user({"type": "input_file", "file_id": "file-1", **mark}), developer]) == set()
    assert "MSG-16a" in charged(given, [developer])


def test_a_sound_that_became_a_file_is_not_the_file_that_is_lost() -> None:
    audio = {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}}
    given = [said([audio, {"type": "file", "file": {"file_id": "file-1"}}])]
    came = {"type": "input_file", "filename": "sound", "file_data": "AAAA"}
    findings = judged(given, [user(came)])["MSG-16a"]
    assert isinstance(findings, tuple) and [finding.kind for finding in findings] == ["file-lost"]
