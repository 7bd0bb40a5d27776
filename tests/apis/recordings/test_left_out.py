"""What is no recording, or a broken one, is named and left out; nothing of it harms the reader."""

from __future__ import annotations

import gzip
import json
import os

import pytest
import yaml

from conformance.apis.recordings import folder as folders
from conformance.apis.recordings import read_folder
from conformance.base.errors import UsageError
from tests.apis.recordings.conftest import ANSWER, as_yaml, cassette


def laughs() -> str:
    """A document of a few lines that has billions of members."""
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for name, before in zip("bcdefghij", "abcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]")
    body = as_yaml(cassette(parsed_body="HERE", body=None)).replace("HERE", "*j")
    return "\n".join([*lines, body])


FOREIGN = {
    "README.md": "# Recordings",
    "index.json": '{"entries": []}',
    "notes.txt": "Some words.",
    "config.yaml": "a: 1",
    "documents.yaml": "---\na: 1\n---\nb: 2\n",
    "list.json": "[1, 2]",
    "text.json": '"text"',
    "empty-list.json": "[]",
    "package.json": '{"name": "a", // a comment\n}',
    "openapi.yaml": 'openapi: 3.1.0\nexample: {"object": "chat.completion"}',
    "latin.yaml": "a: ü".encode("latin-1"),
    "deep.yaml": "[" * 200_000,
    "deep-lists.yaml": "- " * 20_000 + "a",
    "deep.json": "[" * 200_000,
    "control.yaml": "a: \x01",
    "llms.txt": 'An answer has "object": "chat.completion".',
    "photo.png": "PNG",
}
DAMAGED = {
    "cut.yaml": as_yaml(cassette())[:200],
    "cut.json": json.dumps(cassette())[:200],
    "cut.yaml.gz": gzip.compress(as_yaml(cassette()).encode())[:-30],
    "no.yaml.gz": b"no gzip",
    "latin.yaml": "interactions: ü".encode("latin-1"),
    "code.yaml": "interactions: !!python/object/apply:os.system ['touch harmed']",
    "name.yaml": "interactions: [!!python/name:os.system]",
    "deep.yaml": "interactions: " + "[" * 200_000,
    "deep-lists.yaml": "interactions:\n" + "- " * 20_000 + "a",
    "deep.json": '{"interactions": ' + "[" * 200_000,
    "two.yaml": f"---\n{as_yaml(cassette())}---\n- [\n",
    "nan.json": '{"interactions": [NaN]}',
    "huge-number.json": '{"interactions": [1e999]}',
    "control.yaml": "uri: https://a.example/v1/messages\na: \x01",
    "unequal.yaml": "requests: [1]\nresponses: []",
    "lines.jsonl": '{"type": "response.created"}\n{"type": ',
}
UNKNOWN = {
    "log.json": json.dumps({"calls": [{"out": ANSWER}]}),
    "log.jsonl": json.dumps({"out": {"object": "chat.completion", "choices": []}}),
    "text.json": json.dumps({"out": json.dumps({"object": "chat.completion"})}),
    "stream.yaml": as_yaml({"out": [{"type": "message_start"}]}),
    "message.json": json.dumps({"out": {"role": "assistant", "stop_reason": "end_turn"}}),
}
TRACES = {
    "not-a-trace.httprr": (b"POST / HTTP/1.1", "httprr trace v1"),
    "no-lengths.httprr": (b"httprr trace v1\nfour five\n", "byte 16"),
    "cut.httprr": (b"httprr trace v1\n30 400\nPOST http://a/v1/responses HTT", "byte 16"),
    "no-request.httprr": (b"httprr trace v1\n4 18\nGET\nHTTP/1.1 200 OK\n\n", "byte 16"),
    "no-answer.httprr": (b"httprr trace v1\n19 5\nGET / HTTP/1.1\nA: b\nhello", "byte 16"),
    "cut-answer.httprr": (
        b"httprr trace v1\n16 36\nGET / HTTP/1.1\n\nHTTP/1.1 200 OK\nContent-Length: 9\n\n",
        "byte 16",
    ),
}
INTERACTIONS = {
    "no-response.json": {"interactions": [{"request": {}}]},
    "null.json": {"interactions": [None]},
    "no-status.yaml": cassette(status=None),
    "cut-body.yaml": cassette(body={"string": '{"id": '}),
    "cut-request.yaml": cassette(request_body='{"model": '),
    "no-body.yaml": cassette(body=None),
    "strange-body.yaml": cassette(body={"bytes": 3}),
    "number-body.yaml": cassette(body={"string": 3}),
    "dated.yaml": cassette(body=None, parsed_body={"created": yaml.safe_load("2025-01-01")}),
    "cut-event.yaml": cassette(body={"string": 'data: {"type": \n\n'}),
    "address.yaml": cassette(request_uri="http://[1/v1/responses"),
    "base64.yaml": cassette(body={"base64_string": "a"}),
}


def put(folder, name, content):
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_recording_is_foreign(name, folder, read):
    put(folder, name, FOREIGN[name])
    found = read()
    assert (found.files, found.used, found.interactions) == (1, 0, ())
    ((skipped_file),) = found.skipped
    assert (skipped_file.file, skipped_file.number, skipped_file.kind) == (name, None, "foreign")


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_answer_in_a_form_that_is_not_known_is_unknown(name, folder, read):
    put(folder, name, UNKNOWN[name])
    found = read()
    (skipped_file,) = found.skipped
    assert (skipped_file.file, skipped_file.number, skipped_file.kind, found.unread) == (name, None, "unknown", 1)
    assert skipped_file.why.startswith("it holds an answer of an API, in a form that is not known: it ")


def test_what_could_not_be_read_is_counted_by_files_that_gave_nothing(folder, read):
    broken = cassette(body={"string": "{"})
    both = {**broken, "interactions": [*broken["interactions"], *cassette()["interactions"]]}
    put(folder, "both.json", json.dumps(both))
    put(folder, "broken.json", json.dumps({**broken, "interactions": broken["interactions"] * 2}))
    put(folder, "package.json", "{,}")
    put(folder, "others.json", json.dumps(cassette(request_method="GET")))
    found = read()
    assert (found.used, found.unread, found.is_mostly_unread) == (1, 1, False)
    put(folder, "cut.json", json.dumps(cassette())[:-9])
    assert (read().unread, read().is_mostly_unread) == (2, True)


@pytest.mark.parametrize("name", DAMAGED)
def test_what_cannot_be_read_is_damaged(name, folder, read, monkeypatch):
    monkeypatch.chdir(folder)
    put(folder, name, DAMAGED[name])
    found = read()
    (skipped_file,) = found.skipped
    assert (skipped_file.file, skipped_file.number, skipped_file.kind, found.interactions) == (
        name,
        None,
        "damaged",
        (),
    )
    assert skipped_file.why
    assert "\n" not in skipped_file.why
    assert not (folder / "harmed").exists()


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
def test_a_number_of_too_many_digits_is_said_in_words_of_the_suite(name, folder, read):
    put(folder, name, f'{{"interactions": {"9" * 5000}}}')
    (skipped_file,) = read().skipped
    assert skipped_file.why.endswith(": a number has more digits than this suite reads (4,300)")
    assert "sys" not in skipped_file.why


@pytest.mark.parametrize("name", TRACES)
def test_a_broken_trace_is_named_with_its_place(name, folder, read):
    content, place = TRACES[name]
    put(folder, name, content)
    (skipped_file,) = read().skipped
    assert (skipped_file.file, skipped_file.number, skipped_file.kind) == (name, None, "damaged")
    assert place in skipped_file.why
    assert "\n" not in skipped_file.why


@pytest.mark.parametrize("name", INTERACTIONS)
def test_one_broken_exchange_leaves_the_others(name, folder, read):
    document = INTERACTIONS[name]
    document = {**document, "interactions": [*cassette()["interactions"], *document["interactions"]]}
    put(folder, name, json.dumps(document) if name.endswith(".json") else as_yaml(document))
    found = read()
    (skipped_file,) = found.skipped
    assert (skipped_file.file, skipped_file.number, skipped_file.kind) == (name, 1, "damaged")
    assert [kept.number for kept in found.interactions] == [0]
    assert (found.files, found.used, found.skipped_files) == (1, 1, 0)


def test_a_document_that_has_billions_of_members_is_damaged(folder, read):
    put(folder, "laughs.yaml", laughs())
    (skipped_file,) = read().skipped
    assert (skipped_file.number, skipped_file.kind, "1,000,000 members" in skipped_file.why) == (None, "damaged", True)


def test_a_value_that_contains_itself_is_damaged(folder, read):
    text = as_yaml(cassette(parsed_body="HERE", body=None)).replace("HERE", "&a [*a]")
    put(folder, "cycle.yaml", text)
    (skipped_file,) = read().skipped
    assert skipped_file.kind == "damaged"


def test_what_unpacks_to_too_much_is_damaged(folder, read, monkeypatch):
    monkeypatch.setattr("conformance.apis.recordings.bodies.LARGEST", 1_000_000)
    monkeypatch.setattr("conformance.apis.recordings.documents.LARGEST", 1_000_000)
    bomb = gzip.compress(b"0" * 2_000_000)
    put(folder, "body.yaml", as_yaml(cassette(headers={"content-encoding": ["gzip"]}, body={"string": bomb})))
    put(folder, "file.yaml.gz", bomb)
    assert [(skipped_file.file, skipped_file.kind) for skipped_file in read().skipped] == [
        ("body.yaml", "damaged"),
        ("file.yaml.gz", "damaged"),
    ]


def test_a_file_that_is_too_large_is_not_read(folder, read, monkeypatch):
    monkeypatch.setattr(folders, "LARGEST", 10)
    put(folder, "large.json", json.dumps(cassette()))
    (skipped_file,) = read().skipped
    assert (skipped_file.kind, "larger than" in skipped_file.why) == ("damaged", True)


def test_nothing_outside_the_folder_is_read(folder, read, tmp_path):
    put(tmp_path, "secret.json", json.dumps(cassette()))
    (tmp_path / "other").mkdir()
    put(tmp_path / "other", "secret.json", json.dumps(cassette()))
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    (folder / "folder").symlink_to(tmp_path / "other")
    (folder / "nowhere.json").symlink_to(folder / "missing.json")
    found = read()
    assert found.interactions == ()
    assert {(skipped_file.file, skipped_file.kind) for skipped_file in found.skipped} == {
        ("link.json", "foreign"),
        ("folder", "foreign"),
        ("nowhere.json", "damaged"),
    }


def test_a_link_inside_the_folder_is_followed(folder, read):
    put(folder, "a.json", json.dumps(cassette()))
    (folder / "b.json").symlink_to(folder / "a.json")
    assert [interaction.file for interaction in read().interactions] == ["a.json", "b.json"]


def test_a_pipe_is_not_waited_for(folder, read):
    os.mkfifo(folder / "pipe.json")
    (skipped_file,) = read().skipped
    assert (skipped_file.file, skipped_file.kind) == ("pipe.json", "foreign")


def test_hidden_folders_are_passed_over(folder, read):
    (folder / ".git").mkdir()
    put(folder / ".git", "a.json", json.dumps(cassette()))
    assert (read().files, read().interactions) == (0, ())


@pytest.mark.parametrize("name", ["missing", "file"])
def test_what_is_no_folder_is_a_mistake(name, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="folder"):
        read_folder(str(tmp_path / name))
