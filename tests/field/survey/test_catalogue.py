"""The libraries of the catalogue, as a survey takes them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.base.errors import UsageError
from conformance.field.survey.catalogue import Meant, Package, libraries_named, reason_for
from conformance.running.subjects import named
from conformance.running.subjects.named import library_names

SINGLE = "mcp-tool-to-chat-tool"


def test_every_library_of_the_catalogue_is_taken():
    assert [element.name for element in libraries_named([])] == library_names()


def test_packages_have_a_name_extras_and_a_version(tidy):
    assert tidy.packages == (
        Package(name="tidy", extras="", version="1.2.0"),
        Package(name="other", extras="[more]", version="2.5.1"),
    )


def test_a_package_of_npm_may_have_a_scope():
    (library,) = libraries_named(["openai-agents-js"])
    assert library.packages[0].name == "@openai/agents"


def test_what_serves_an_adapter_in_javascript_is_a_part_of_it(monkeypatch, tmp_path):
    (adapter,), (driver,) = libraries_named(["ai-sdk-openai"]), libraries_named(["ai-sdk"])
    before = adapter.adapter_digest, driver.adapter_digest
    server = tmp_path / "serve.mjs"
    server.write_text("// another one", "utf-8")
    monkeypatch.setattr(named, "SERVE_ADAPTER", str(server))
    assert adapter.adapter_digest != before[0]
    assert driver.adapter_digest == before[1]


def test_a_requirement_without_one_version_is_refused(catalogue):
    table = catalogue / "tidy" / "library.toml"
    table.write_text(table.read_text("utf-8").replace("tidy==1.2.0", "tidy>=1"), "utf-8")
    with pytest.raises(UsageError, match="'tidy>=1' is not one version of a package"):
        libraries_named(["tidy"])


def test_what_is_meant_so_is_told_by_the_rule_and_by_words(tidy):
    words = Meant(operation=SINGLE, rule="CONV-1", words="twice", reason="names are refused twice")
    library = replace(tidy, design=(*tidy.design, words))
    assert reason_for(library, SINGLE, "MCP-2", "any message") == "defaults are kept on purpose, says its README"
    assert reason_for(library, SINGLE, "CONV-1", "the call fails: twice") == "names are refused twice"
    assert reason_for(library, SINGLE, "CONV-1", "the call fails") is None
