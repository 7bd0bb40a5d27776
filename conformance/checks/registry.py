"""The checks by the name that contract.yaml gives them, and the readers of choices by the choice's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.checks import (
    api,
    conduct,
    fidelity,
    flat_choices,
    flat_tools,
    flat_view,
    mcp_choices,
    mcp_tools,
    mcp_view,
)
from conformance.checks.findings import Findings
from conformance.checks.tools import ToolsView
from conformance.checks.trial import Trial

# A check takes the view of its operation; which one that is, the contracts decide.
Check = Callable[[Any], Findings]
Reader = Callable[[Any], str | None]

VIEWS: dict[str, Callable[[Trial], ToolsView]] = {
    "chat-tools-to-responses-tools": flat_view.FlatTools,
    "mcp-tool-to-chat-tool": mcp_view.McpTool,
    "mcp-tools-to-chat-tools": mcp_view.McpTools,
}

CHECKS: dict[str, Check] = {
    "flat-fields": flat_tools.flat_fields,
    "flat-type": flat_tools.flat_type,
    "flat-parameters": flat_tools.flat_parameters,
    "flat-strict": flat_tools.flat_strict,
    "flat-validation": flat_tools.flat_validation,
    "flat-parameters-absent": flat_tools.flat_parameters_absent,
    "flat-other-types": flat_tools.flat_other_types,
    "flat-no-function-key": flat_tools.no_function_key,
    "flat-required-fields": flat_tools.required_fields,
    "flat-not-longer": flat_tools.not_longer,
    "flat-unknown-type": flat_tools.unknown_type,
    "flat-unknown-type-reported": flat_tools.unknown_type_reported,
    "flat-missing-fields": flat_tools.missing_fields,
    "flat-missing-fields-reported": flat_tools.missing_fields_reported,
    "flat-not-an-object": flat_tools.not_an_object,
    "flat-not-a-list": flat_tools.not_a_list,
    "flat-error-names-entry": flat_tools.error_names_entry,
    "chat-form": mcp_tools.chat_form,
    "no-default-in-properties": mcp_tools.no_default_in_properties,
    "no-default-elsewhere": mcp_tools.no_default_elsewhere,
    "only-the-keyword-goes": mcp_tools.only_the_keyword_goes,
    "schema-kept": mcp_tools.schema_kept,
    "empty-properties-stay": mcp_tools.empty_properties_stay,
    "no-mcp-fields": mcp_tools.no_mcp_fields,
    "chat-keys-only": mcp_tools.chat_keys_only,
    "description-absent": mcp_tools.description_absent,
    "unusable-tool": mcp_tools.unusable_tool,
    "special-names": mcp_tools.special_names,
    "list-form": mcp_tools.list_form,
    "strict-not-invented": api.strict_not_invented,
    "api-schema": api.api_schema,
    "api-rules": api.api_rules,
    "pure": conduct.pure,
    "deep-copy": conduct.deep_copy,
    "input-kept": conduct.input_kept,
    "same-again": conduct.same_again,
    "order-kept": conduct.order_kept,
    "neighbours-do-not-matter": conduct.neighbours,
    "result-is-json": conduct.result_is_json,
    "deep-and-wide": conduct.deep_and_wide,
    "wrong-shape": conduct.wrong_shape,
    "numbers-exact": fidelity.numbers_exact,
    "text-exact": fidelity.text_exact,
    "key-order": fidelity.key_order,
    "refs-resolve": fidelity.refs_resolve,
    "schema-meaning": fidelity.schema_meaning,
    "target-form-kept": fidelity.target_form_kept,
}

# Checks that depend on more than input, output and choices: on the calls around them, on what was logged, on
# the argument afterwards. An output that is known to be right settles all the others.
CONDUCT = frozenset({
    "pure", "deep-copy", "input-kept", "same-again", "neighbours-do-not-matter", "list-form", "deep-and-wide",
    "flat-unknown-type-reported", "flat-missing-fields-reported", "unusable-tool", "chat-form",
})  # fmt: skip

READERS: dict[str, Reader] = {
    "extra-function-fields": flat_choices.read_extra_fields,
    "missing-properties": flat_choices.read_missing_properties,
    "strict-when-absent": flat_choices.read_strict,
    "on-invalid": flat_choices.read_on_invalid,
    "parameters-when-absent": flat_choices.read_parameters_absent,
    "other-tool-types": flat_choices.read_other_types,
    "unsafe-names": mcp_choices.read_unsafe_names,
    "description-when-absent": mcp_choices.read_description,
    "unusable-tool": mcp_choices.read_unusable,
}

# Which further calls each operation's checks need beside the repetition that all have.
SINGLES = frozenset({"chat-tools-to-responses-tools", "mcp-tools-to-chat-tools"})
