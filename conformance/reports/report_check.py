"""Whether a report has the form of specs/report.schema.json; generated from it by fastjsonschema.

Checked at every write: importing a validator would cost more than all that the reports cost together.
`python -m tests.reports.make_report_check` writes this module anew.
"""
# ruff: noqa
# mypy: ignore-errors


class JsonSchemaValueException(Exception):
    """The report breaks its schema; the message says where."""


import re


REGEX_PATTERNS = {
    '^sha256:[0-9a-f]{64}$': re.compile('^sha256:[0-9a-f]{64}\\Z')
}

NoneType = type(None)

def validate(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['format', 'suite', 'subject', 'run', 'choices', 'summary', 'rules']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        if "format" in data_keys:
            data_keys.remove("format")
            data__format = data["format"]
            if not (isinstance(data__format, (int, float)) and not isinstance(data__format, bool) and data__format == 1):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".format must be one of [1]")
        if "suite" in data_keys:
            data_keys.remove("suite")
            data__suite = data["suite"]
            if not isinstance(data__suite, (dict)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".suite must be object")
            data__suite_is_dict = isinstance(data__suite, dict)
            if data__suite_is_dict:
                data__suite__missing_keys = set(['version', 'specs_digest']) - data__suite.keys()
                if data__suite__missing_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".suite must contain ")
                data__suite_keys = set(data__suite.keys())
                if "version" in data__suite_keys:
                    data__suite_keys.remove("version")
                    data__suite__version = data__suite["version"]
                    if not isinstance(data__suite__version, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".suite.version must be string")
                if "specs_digest" in data__suite_keys:
                    data__suite_keys.remove("specs_digest")
                    data__suite__specsdigest = data__suite["specs_digest"]
                    if not isinstance(data__suite__specsdigest, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".suite.specs_digest must be string")
                    if isinstance(data__suite__specsdigest, str):
                        if not REGEX_PATTERNS['^sha256:[0-9a-f]{64}$'].search(data__suite__specsdigest):
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".suite.specs_digest must match pattern ^sha256:[0-9a-f]{64}$")
                if data__suite_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".suite must not contain "+str(data__suite_keys)+" properties")
        if "subject" in data_keys:
            data_keys.remove("subject")
            data__subject = data["subject"]
            if not isinstance(data__subject, (dict)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".subject must be object")
            data__subject_is_dict = isinstance(data__subject, dict)
            if data__subject_is_dict:
                data__subject__missing_keys = set(['name', 'version', 'language', 'adapter']) - data__subject.keys()
                if data__subject__missing_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".subject must contain ")
                data__subject_keys = set(data__subject.keys())
                if "name" in data__subject_keys:
                    data__subject_keys.remove("name")
                    data__subject__name = data__subject["name"]
                    if not isinstance(data__subject__name, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".subject.name must be string")
                if "version" in data__subject_keys:
                    data__subject_keys.remove("version")
                    data__subject__version = data__subject["version"]
                    if not isinstance(data__subject__version, (str, NoneType)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".subject.version must be string or null")
                if "language" in data__subject_keys:
                    data__subject_keys.remove("language")
                    data__subject__language = data__subject["language"]
                    if not isinstance(data__subject__language, (str, NoneType)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".subject.language must be string or null")
                if "adapter" in data__subject_keys:
                    data__subject_keys.remove("adapter")
                    data__subject__adapter = data__subject["adapter"]
                    if not isinstance(data__subject__adapter, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".subject.adapter must be string")
                if data__subject_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".subject must not contain "+str(data__subject_keys)+" properties")
        if "run" in data_keys:
            data_keys.remove("run")
            data__run = data["run"]
            if not isinstance(data__run, (dict)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".run must be object")
            data__run_is_dict = isinstance(data__run, dict)
            if data__run_is_dict:
                data__run__missing_keys = set(['started', 'seconds', 'seed', 'max_examples', 'requirements', 'complete', 'faults', 'platform']) - data__run.keys()
                if data__run__missing_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".run must contain ")
                data__run_keys = set(data__run.keys())
                if "started" in data__run_keys:
                    data__run_keys.remove("started")
                    data__run__started = data__run["started"]
                    if not isinstance(data__run__started, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.started must be string")
                if "seconds" in data__run_keys:
                    data__run_keys.remove("seconds")
                    data__run__seconds = data__run["seconds"]
                    if not isinstance(data__run__seconds, (int, float)) or isinstance(data__run__seconds, bool):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.seconds must be number")
                    if isinstance(data__run__seconds, (int, float)) and not isinstance(data__run__seconds, bool):
                        if data__run__seconds < 0:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.seconds must be bigger than or equal to 0")
                if "seed" in data__run_keys:
                    data__run_keys.remove("seed")
                    data__run__seed = data__run["seed"]
                    if not isinstance(data__run__seed, (int)) and not (isinstance(data__run__seed, float) and data__run__seed.is_integer()) or isinstance(data__run__seed, bool):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.seed must be integer")
                if "max_examples" in data__run_keys:
                    data__run_keys.remove("max_examples")
                    data__run__maxexamples = data__run["max_examples"]
                    if not isinstance(data__run__maxexamples, (int)) and not (isinstance(data__run__maxexamples, float) and data__run__maxexamples.is_integer()) or isinstance(data__run__maxexamples, bool):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.max_examples must be integer")
                    if isinstance(data__run__maxexamples, (int, float)) and not isinstance(data__run__maxexamples, bool):
                        if data__run__maxexamples < 0:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.max_examples must be bigger than or equal to 0")
                if "requirements" in data__run_keys:
                    data__run_keys.remove("requirements")
                    data__run__requirements = data__run["requirements"]
                    if not isinstance(data__run__requirements, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.requirements must be string")
                if "complete" in data__run_keys:
                    data__run_keys.remove("complete")
                    data__run__complete = data__run["complete"]
                    if not isinstance(data__run__complete, (bool)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.complete must be boolean")
                if "faults" in data__run_keys:
                    data__run_keys.remove("faults")
                    data__run__faults = data__run["faults"]
                    if not isinstance(data__run__faults, (int)) and not (isinstance(data__run__faults, float) and data__run__faults.is_integer()) or isinstance(data__run__faults, bool):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.faults must be integer")
                    if isinstance(data__run__faults, (int, float)) and not isinstance(data__run__faults, bool):
                        if data__run__faults < 0:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.faults must be bigger than or equal to 0")
                if "platform" in data__run_keys:
                    data__run_keys.remove("platform")
                    data__run__platform = data__run["platform"]
                    if not isinstance(data__run__platform, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".run.platform must be string")
                if data__run_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".run must not contain "+str(data__run_keys)+" properties")
        if "choices" in data_keys:
            data_keys.remove("choices")
            data__choices = data["choices"]
            if not isinstance(data__choices, (dict)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".choices must be object")
            data__choices_is_dict = isinstance(data__choices, dict)
            if data__choices_is_dict:
                data__choices_keys = set(data__choices.keys())
                for data__choices_key in data__choices_keys:
                    if data__choices_key not in []:
                        data__choices_value = data__choices.get(data__choices_key)
                        if not isinstance(data__choices_value, (dict)):
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".choices.{data__choices_key}".format(**locals()) + " must be object")
                        data__choices_value_is_dict = isinstance(data__choices_value, dict)
                        if data__choices_value_is_dict:
                            data__choices_value_keys = set(data__choices_value.keys())
                            for data__choices_value_key in data__choices_value_keys:
                                if data__choices_value_key not in []:
                                    data__choices_value_value = data__choices_value.get(data__choices_value_key)
                                    if not isinstance(data__choices_value_value, (dict)):
                                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".choices.{data__choices_key}.{data__choices_value_key}".format(**locals()) + " must be object")
                                    data__choices_value_value_is_dict = isinstance(data__choices_value_value, dict)
                                    if data__choices_value_value_is_dict:
                                        data__choices_value_value__missing_keys = set(['answer', 'found']) - data__choices_value_value.keys()
                                        if data__choices_value_value__missing_keys:
                                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".choices.{data__choices_key}.{data__choices_value_key}".format(**locals()) + " must contain ")
                                        data__choices_value_value_keys = set(data__choices_value_value.keys())
                                        if "answer" in data__choices_value_value_keys:
                                            data__choices_value_value_keys.remove("answer")
                                            data__choices_value_value__answer = data__choices_value_value["answer"]
                                            if not isinstance(data__choices_value_value__answer, (str)):
                                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".choices.{data__choices_key}.{data__choices_value_key}.answer".format(**locals()) + " must be string")
                                        if "found" in data__choices_value_value_keys:
                                            data__choices_value_value_keys.remove("found")
                                            data__choices_value_value__found = data__choices_value_value["found"]
                                            if not (isinstance(data__choices_value_value__found, str) and data__choices_value_value__found == 'probed' or isinstance(data__choices_value_value__found, str) and data__choices_value_value__found == 'stated'):
                                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".choices.{data__choices_key}.{data__choices_value_key}.found".format(**locals()) + " must be one of ['probed', 'stated']")
                                        if data__choices_value_value_keys:
                                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".choices.{data__choices_key}.{data__choices_value_key}".format(**locals()) + " must not contain "+str(data__choices_value_value_keys)+" properties")
        if "summary" in data_keys:
            data_keys.remove("summary")
            data__summary = data["summary"]
            if not isinstance(data__summary, (dict)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".summary must be object")
            data__summary_is_dict = isinstance(data__summary, dict)
            if data__summary_is_dict:
                data__summary__missing_keys = set(['conforms', 'MUST', 'SHOULD']) - data__summary.keys()
                if data__summary__missing_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".summary must contain ")
                data__summary_keys = set(data__summary.keys())
                if "conforms" in data__summary_keys:
                    data__summary_keys.remove("conforms")
                    data__summary__conforms = data__summary["conforms"]
                    if not isinstance(data__summary__conforms, (bool)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".summary.conforms must be boolean")
                if "MUST" in data__summary_keys:
                    data__summary_keys.remove("MUST")
                    data__summary__MUST = data__summary["MUST"]
                    validate____defs_counts(data__summary__MUST, custom_formats, (name_prefix or "data") + ".summary.MUST")
                if "SHOULD" in data__summary_keys:
                    data__summary_keys.remove("SHOULD")
                    data__summary__SHOULD = data__summary["SHOULD"]
                    validate____defs_counts(data__summary__SHOULD, custom_formats, (name_prefix or "data") + ".summary.SHOULD")
                if data__summary_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".summary must not contain "+str(data__summary_keys)+" properties")
        if "ledger" in data_keys:
            data_keys.remove("ledger")
            data__ledger = data["ledger"]
            if not isinstance(data__ledger, (dict)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".ledger must be object")
            data__ledger_is_dict = isinstance(data__ledger, dict)
            if data__ledger_is_dict:
                data__ledger__missing_keys = set(['items', 'operations', 'by_operation']) - data__ledger.keys()
                if data__ledger__missing_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".ledger must contain ")
                data__ledger_keys = set(data__ledger.keys())
                if "items" in data__ledger_keys:
                    data__ledger_keys.remove("items")
                    data__ledger__items = data__ledger["items"]
                    validate____defs_totals(data__ledger__items, custom_formats, (name_prefix or "data") + ".ledger.items")
                if "operations" in data__ledger_keys:
                    data__ledger_keys.remove("operations")
                    data__ledger__operations = data__ledger["operations"]
                    validate____defs_totals(data__ledger__operations, custom_formats, (name_prefix or "data") + ".ledger.operations")
                if "by_operation" in data__ledger_keys:
                    data__ledger_keys.remove("by_operation")
                    data__ledger__byoperation = data__ledger["by_operation"]
                    if not isinstance(data__ledger__byoperation, (dict)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".ledger.by_operation must be object")
                    data__ledger__byoperation_is_dict = isinstance(data__ledger__byoperation, dict)
                    if data__ledger__byoperation_is_dict:
                        data__ledger__byoperation_keys = set(data__ledger__byoperation.keys())
                        for data__ledger__byoperation_key in data__ledger__byoperation_keys:
                            if data__ledger__byoperation_key not in []:
                                data__ledger__byoperation_value = data__ledger__byoperation.get(data__ledger__byoperation_key)
                                if not isinstance(data__ledger__byoperation_value, (dict)):
                                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".ledger.by_operation.{data__ledger__byoperation_key}".format(**locals()) + " must be object")
                                data__ledger__byoperation_value_is_dict = isinstance(data__ledger__byoperation_value, dict)
                                if data__ledger__byoperation_value_is_dict:
                                    data__ledger__byoperation_value_keys = set(data__ledger__byoperation_value.keys())
                                    for data__ledger__byoperation_value_key in data__ledger__byoperation_value_keys:
                                        if data__ledger__byoperation_value_key not in []:
                                            data__ledger__byoperation_value_value = data__ledger__byoperation_value.get(data__ledger__byoperation_value_key)
                                            validate____defs_totals(data__ledger__byoperation_value_value, custom_formats, (name_prefix or "data") + ".ledger.by_operation.{data__ledger__byoperation_key}.{data__ledger__byoperation_value_key}".format(**locals()))
                                    data__ledger__byoperation_value_len = len(data__ledger__byoperation_value)
                                    if data__ledger__byoperation_value_len != 0:
                                        data__ledger__byoperation_value_property_names = True
                                        for data__ledger__byoperation_value_key in data__ledger__byoperation_value:
                                            try:
                                                if not (isinstance(data__ledger__byoperation_value_key, str) and data__ledger__byoperation_value_key == 'case' or isinstance(data__ledger__byoperation_value_key, str) and data__ledger__byoperation_value_key == 'example' or isinstance(data__ledger__byoperation_value_key, str) and data__ledger__byoperation_value_key == 'chain' or isinstance(data__ledger__byoperation_value_key, str) and data__ledger__byoperation_value_key == 'repetition' or isinstance(data__ledger__byoperation_value_key, str) and data__ledger__byoperation_value_key == 'exchange'):
                                                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".ledger.by_operation.{data__ledger__byoperation_key}".format(**locals()) + " must be one of ['case', 'example', 'chain', 'repetition', 'exchange']")
                                            except JsonSchemaValueException:
                                                data__ledger__byoperation_value_property_names = False
                                        if not data__ledger__byoperation_value_property_names:
                                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".ledger.by_operation.{data__ledger__byoperation_key}".format(**locals()) + " must be named by propertyName definition")
                if data__ledger_keys:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".ledger must not contain "+str(data__ledger_keys)+" properties")
        if "rules" in data_keys:
            data_keys.remove("rules")
            data__rules = data["rules"]
            if not isinstance(data__rules, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".rules must be array")
            data__rules_is_list = isinstance(data__rules, (list, tuple))
            if data__rules_is_list:
                data__rules_len = len(data__rules)
                for data__rules_x, data__rules_item in enumerate(data__rules):
                    validate____defs_rule(data__rules_item, custom_formats, (name_prefix or "data") + ".rules[{data__rules_x}]".format(**locals()))
        if "losses" in data_keys:
            data_keys.remove("losses")
            data__losses = data["losses"]
            if not isinstance(data__losses, (dict)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".losses must be object")
            data__losses_is_dict = isinstance(data__losses, dict)
            if data__losses_is_dict:
                data__losses_keys = set(data__losses.keys())
                for data__losses_key in data__losses_keys:
                    if data__losses_key not in []:
                        data__losses_value = data__losses.get(data__losses_key)
                        validate____defs_losses(data__losses_value, custom_formats, (name_prefix or "data") + ".losses.{data__losses_key}".format(**locals()))
        if "unmatched_expected_failures" in data_keys:
            data_keys.remove("unmatched_expected_failures")
            data__unmatchedexpectedfailures = data["unmatched_expected_failures"]
            if not isinstance(data__unmatchedexpectedfailures, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".unmatched_expected_failures must be array")
            data__unmatchedexpectedfailures_is_list = isinstance(data__unmatchedexpectedfailures, (list, tuple))
            if data__unmatchedexpectedfailures_is_list:
                data__unmatchedexpectedfailures_len = len(data__unmatchedexpectedfailures)
                for data__unmatchedexpectedfailures_x, data__unmatchedexpectedfailures_item in enumerate(data__unmatchedexpectedfailures):
                    if not isinstance(data__unmatchedexpectedfailures_item, (dict)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".unmatched_expected_failures[{data__unmatchedexpectedfailures_x}]".format(**locals()) + " must be object")
                    data__unmatchedexpectedfailures_item_is_dict = isinstance(data__unmatchedexpectedfailures_item, dict)
                    if data__unmatchedexpectedfailures_item_is_dict:
                        data__unmatchedexpectedfailures_item__missing_keys = set(['operation', 'rule', 'reason']) - data__unmatchedexpectedfailures_item.keys()
                        if data__unmatchedexpectedfailures_item__missing_keys:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".unmatched_expected_failures[{data__unmatchedexpectedfailures_x}]".format(**locals()) + " must contain ")
                        data__unmatchedexpectedfailures_item_keys = set(data__unmatchedexpectedfailures_item.keys())
                        if "operation" in data__unmatchedexpectedfailures_item_keys:
                            data__unmatchedexpectedfailures_item_keys.remove("operation")
                            data__unmatchedexpectedfailures_item__operation = data__unmatchedexpectedfailures_item["operation"]
                            if not isinstance(data__unmatchedexpectedfailures_item__operation, (str)):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".unmatched_expected_failures[{data__unmatchedexpectedfailures_x}].operation".format(**locals()) + " must be string")
                        if "rule" in data__unmatchedexpectedfailures_item_keys:
                            data__unmatchedexpectedfailures_item_keys.remove("rule")
                            data__unmatchedexpectedfailures_item__rule = data__unmatchedexpectedfailures_item["rule"]
                            if not isinstance(data__unmatchedexpectedfailures_item__rule, (str)):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".unmatched_expected_failures[{data__unmatchedexpectedfailures_x}].rule".format(**locals()) + " must be string")
                        if "reason" in data__unmatchedexpectedfailures_item_keys:
                            data__unmatchedexpectedfailures_item_keys.remove("reason")
                            data__unmatchedexpectedfailures_item__reason = data__unmatchedexpectedfailures_item["reason"]
                            if not isinstance(data__unmatchedexpectedfailures_item__reason, (str)):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".unmatched_expected_failures[{data__unmatchedexpectedfailures_x}].reason".format(**locals()) + " must be string")
                        if data__unmatchedexpectedfailures_item_keys:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".unmatched_expected_failures[{data__unmatchedexpectedfailures_x}]".format(**locals()) + " must not contain "+str(data__unmatchedexpectedfailures_item_keys)+" properties")
        if data_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must not contain "+str(data_keys)+" properties")
    return data

def validate____defs_losses(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['inputs', 'fields', 'defaulted', 'invented']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        if "inputs" in data_keys:
            data_keys.remove("inputs")
            data__inputs = data["inputs"]
            if not isinstance(data__inputs, (int)) and not (isinstance(data__inputs, float) and data__inputs.is_integer()) or isinstance(data__inputs, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".inputs must be integer")
            if isinstance(data__inputs, (int, float)) and not isinstance(data__inputs, bool):
                if data__inputs < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".inputs must be bigger than or equal to 0")
        if "fields" in data_keys:
            data_keys.remove("fields")
            data__fields = data["fields"]
            if not isinstance(data__fields, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".fields must be array")
            data__fields_is_list = isinstance(data__fields, (list, tuple))
            if data__fields_is_list:
                data__fields_len = len(data__fields)
                for data__fields_x, data__fields_item in enumerate(data__fields):
                    validate____defs_field(data__fields_item, custom_formats, (name_prefix or "data") + ".fields[{data__fields_x}]".format(**locals()))
        if "defaulted" in data_keys:
            data_keys.remove("defaulted")
            data__defaulted = data["defaulted"]
            if not isinstance(data__defaulted, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".defaulted must be array")
            data__defaulted_is_list = isinstance(data__defaulted, (list, tuple))
            if data__defaulted_is_list:
                data__defaulted_len = len(data__defaulted)
                for data__defaulted_x, data__defaulted_item in enumerate(data__defaulted):
                    validate____defs_made(data__defaulted_item, custom_formats, (name_prefix or "data") + ".defaulted[{data__defaulted_x}]".format(**locals()))
        if "invented" in data_keys:
            data_keys.remove("invented")
            data__invented = data["invented"]
            if not isinstance(data__invented, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".invented must be array")
            data__invented_is_list = isinstance(data__invented, (list, tuple))
            if data__invented_is_list:
                data__invented_len = len(data__invented)
                for data__invented_x, data__invented_item in enumerate(data__invented):
                    validate____defs_made(data__invented_item, custom_formats, (name_prefix or "data") + ".invented[{data__invented_x}]".format(**locals()))
        if data_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must not contain "+str(data_keys)+" properties")
    return data

def validate____defs_made(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['field', 'number', 'values']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        if "field" in data_keys:
            data_keys.remove("field")
            data__field = data["field"]
            if not isinstance(data__field, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".field must be string")
        if "number" in data_keys:
            data_keys.remove("number")
            data__number = data["number"]
            if not isinstance(data__number, (int)) and not (isinstance(data__number, float) and data__number.is_integer()) or isinstance(data__number, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".number must be integer")
            if isinstance(data__number, (int, float)) and not isinstance(data__number, bool):
                if data__number < 1:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".number must be bigger than or equal to 1")
        if "values" in data_keys:
            data_keys.remove("values")
            data__values = data["values"]
            if not isinstance(data__values, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".values must be array")
            data__values_is_list = isinstance(data__values, (list, tuple))
            if data__values_is_list:
                data__values_len = len(data__values)
                for data__values_x, data__values_item in enumerate(data__values):
                    if not isinstance(data__values_item, (str)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".values[{data__values_x}]".format(**locals()) + " must be string")
        if data_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must not contain "+str(data_keys)+" properties")
    return data

def validate____defs_field(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['field', 'kept', 'renamed', 'changed', 'dropped', 'became']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        if "field" in data_keys:
            data_keys.remove("field")
            data__field = data["field"]
            if not isinstance(data__field, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".field must be string")
        if "kept" in data_keys:
            data_keys.remove("kept")
            data__kept = data["kept"]
            if not isinstance(data__kept, (int)) and not (isinstance(data__kept, float) and data__kept.is_integer()) or isinstance(data__kept, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".kept must be integer")
            if isinstance(data__kept, (int, float)) and not isinstance(data__kept, bool):
                if data__kept < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".kept must be bigger than or equal to 0")
        if "renamed" in data_keys:
            data_keys.remove("renamed")
            data__renamed = data["renamed"]
            if not isinstance(data__renamed, (int)) and not (isinstance(data__renamed, float) and data__renamed.is_integer()) or isinstance(data__renamed, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".renamed must be integer")
            if isinstance(data__renamed, (int, float)) and not isinstance(data__renamed, bool):
                if data__renamed < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".renamed must be bigger than or equal to 0")
        if "changed" in data_keys:
            data_keys.remove("changed")
            data__changed = data["changed"]
            if not isinstance(data__changed, (int)) and not (isinstance(data__changed, float) and data__changed.is_integer()) or isinstance(data__changed, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".changed must be integer")
            if isinstance(data__changed, (int, float)) and not isinstance(data__changed, bool):
                if data__changed < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".changed must be bigger than or equal to 0")
        if "dropped" in data_keys:
            data_keys.remove("dropped")
            data__dropped = data["dropped"]
            if not isinstance(data__dropped, (int)) and not (isinstance(data__dropped, float) and data__dropped.is_integer()) or isinstance(data__dropped, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".dropped must be integer")
            if isinstance(data__dropped, (int, float)) and not isinstance(data__dropped, bool):
                if data__dropped < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".dropped must be bigger than or equal to 0")
        if "empty" in data_keys:
            data_keys.remove("empty")
            data__empty = data["empty"]
            if not isinstance(data__empty, (int)) and not (isinstance(data__empty, float) and data__empty.is_integer()) or isinstance(data__empty, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".empty must be integer")
            if isinstance(data__empty, (int, float)) and not isinstance(data__empty, bool):
                if data__empty < 1:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".empty must be bigger than or equal to 1")
        if "became" in data_keys:
            data_keys.remove("became")
            data__became = data["became"]
            validate____defs_numbers(data__became, custom_formats, (name_prefix or "data") + ".became")
        if "went" in data_keys:
            data_keys.remove("went")
            data__went = data["went"]
            validate____defs_numbers(data__went, custom_formats, (name_prefix or "data") + ".went")
        if "came" in data_keys:
            data_keys.remove("came")
            data__came = data["came"]
            validate____defs_numbers(data__came, custom_formats, (name_prefix or "data") + ".came")
        if data_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must not contain "+str(data_keys)+" properties")
    return data

def validate____defs_numbers(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                if not isinstance(data_value, (int)) and not (isinstance(data_value, float) and data_value.is_integer()) or isinstance(data_value, bool):
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".{data_key}".format(**locals()) + " must be integer")
                if isinstance(data_value, (int, float)) and not isinstance(data_value, bool):
                    if data_value < 1:
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".{data_key}".format(**locals()) + " must be bigger than or equal to 1")
    return data

def validate____defs_rule(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['operation', 'id', 'level', 'origin', 'title', 'source', 'verdict', 'cases_run', 'examples_run', 'evidence']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        if "operation" in data_keys:
            data_keys.remove("operation")
            data__operation = data["operation"]
            if not isinstance(data__operation, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".operation must be string")
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".id must be string")
        if "level" in data_keys:
            data_keys.remove("level")
            data__level = data["level"]
            if not (isinstance(data__level, str) and data__level == 'MUST' or isinstance(data__level, str) and data__level == 'SHOULD'):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".level must be one of ['MUST', 'SHOULD']")
        if "origin" in data_keys:
            data_keys.remove("origin")
            data__origin = data["origin"]
            if not (isinstance(data__origin, str) and data__origin == 'document' or isinstance(data__origin, str) and data__origin == 'api' or isinstance(data__origin, str) and data__origin == 'field'):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".origin must be one of ['document', 'api', 'field']")
        if "title" in data_keys:
            data_keys.remove("title")
            data__title = data["title"]
            if not isinstance(data__title, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".title must be string")
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".source must be string")
        if "verdict" in data_keys:
            data_keys.remove("verdict")
            data__verdict = data["verdict"]
            validate____defs_verdict(data__verdict, custom_formats, (name_prefix or "data") + ".verdict")
        if "reason" in data_keys:
            data_keys.remove("reason")
            data__reason = data["reason"]
            if not isinstance(data__reason, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".reason must be string")
        if "cases_run" in data_keys:
            data_keys.remove("cases_run")
            data__casesrun = data["cases_run"]
            if not isinstance(data__casesrun, (int)) and not (isinstance(data__casesrun, float) and data__casesrun.is_integer()) or isinstance(data__casesrun, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".cases_run must be integer")
            if isinstance(data__casesrun, (int, float)) and not isinstance(data__casesrun, bool):
                if data__casesrun < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".cases_run must be bigger than or equal to 0")
        if "examples_run" in data_keys:
            data_keys.remove("examples_run")
            data__examplesrun = data["examples_run"]
            if not isinstance(data__examplesrun, (int)) and not (isinstance(data__examplesrun, float) and data__examplesrun.is_integer()) or isinstance(data__examplesrun, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".examples_run must be integer")
            if isinstance(data__examplesrun, (int, float)) and not isinstance(data__examplesrun, bool):
                if data__examplesrun < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".examples_run must be bigger than or equal to 0")
        if "evidence" in data_keys:
            data_keys.remove("evidence")
            data__evidence = data["evidence"]
            if not isinstance(data__evidence, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".evidence must be array")
            data__evidence_is_list = isinstance(data__evidence, (list, tuple))
            if data__evidence_is_list:
                data__evidence_len = len(data__evidence)
                for data__evidence_x, data__evidence_item in enumerate(data__evidence):
                    validate____defs_evidence(data__evidence_item, custom_formats, (name_prefix or "data") + ".evidence[{data__evidence_x}]".format(**locals()))
        if data_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must not contain "+str(data_keys)+" properties")
    return data

def validate____defs_evidence(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['kind', 'case', 'input', 'expected', 'actual', 'error', 'diagnostics', 'at', 'message', 'reproduce']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        if "kind" in data_keys:
            data_keys.remove("kind")
            data__kind = data["kind"]
            if not (isinstance(data__kind, str) and data__kind == 'case' or isinstance(data__kind, str) and data__kind == 'example'):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".kind must be one of ['case', 'example']")
        if "case" in data_keys:
            data_keys.remove("case")
            data__case = data["case"]
            if not isinstance(data__case, (str, NoneType)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".case must be string or null")
        if "input" in data_keys:
            data_keys.remove("input")
            data__input = data["input"]
            pass
        if "expected" in data_keys:
            data_keys.remove("expected")
            data__expected = data["expected"]
        if "actual" in data_keys:
            data_keys.remove("actual")
            data__actual = data["actual"]
        if "error" in data_keys:
            data_keys.remove("error")
            data__error = data["error"]
            data__error_one_of_count1 = 0
            if data__error_one_of_count1 < 2:
                try:
                    if not isinstance(data__error, (NoneType)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".error must be null")
                    data__error_one_of_count1 += 1
                except JsonSchemaValueException: pass
            if data__error_one_of_count1 < 2:
                try:
                    if not isinstance(data__error, (dict)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".error must be object")
                    data__error_is_dict = isinstance(data__error, dict)
                    if data__error_is_dict:
                        data__error__missing_keys = set(['kind', 'message']) - data__error.keys()
                        if data__error__missing_keys:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".error must contain ")
                        data__error_keys = set(data__error.keys())
                        if "kind" in data__error_keys:
                            data__error_keys.remove("kind")
                            data__error__kind = data__error["kind"]
                            if not (isinstance(data__error__kind, str) and data__error__kind == 'error' or isinstance(data__error__kind, str) and data__error__kind == 'not-json' or isinstance(data__error__kind, str) and data__error__kind == 'exit' or isinstance(data__error__kind, str) and data__error__kind == 'hang' or isinstance(data__error__kind, str) and data__error__kind == 'garbage' or isinstance(data__error__kind, str) and data__error__kind == 'start' or isinstance(data__error__kind, str) and data__error__kind == 'memory'):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".error.kind must be one of ['error', 'not-json', 'exit', 'hang', 'garbage', 'start', 'memory']")
                        if "type" in data__error_keys:
                            data__error_keys.remove("type")
                            data__error__type = data__error["type"]
                            if not isinstance(data__error__type, (str, NoneType)):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".error.type must be string or null")
                        if "message" in data__error_keys:
                            data__error_keys.remove("message")
                            data__error__message = data__error["message"]
                            if not isinstance(data__error__message, (str)):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".error.message must be string")
                        if "log" in data__error_keys:
                            data__error_keys.remove("log")
                            data__error__log = data__error["log"]
                            if not isinstance(data__error__log, (list, tuple)):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".error.log must be array")
                            data__error__log_is_list = isinstance(data__error__log, (list, tuple))
                            if data__error__log_is_list:
                                data__error__log_len = len(data__error__log)
                                for data__error__log_x, data__error__log_item in enumerate(data__error__log):
                                    if not isinstance(data__error__log_item, (str)):
                                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".error.log[{data__error__log_x}]".format(**locals()) + " must be string")
                        if data__error_keys:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".error must not contain "+str(data__error_keys)+" properties")
                    data__error_one_of_count1 += 1
                except JsonSchemaValueException: pass
            if data__error_one_of_count1 != 1:
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".error must be valid exactly by one definition")
        if "diagnostics" in data_keys:
            data_keys.remove("diagnostics")
            data__diagnostics = data["diagnostics"]
            if not isinstance(data__diagnostics, (list, tuple, NoneType)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".diagnostics must be array or null")
            data__diagnostics_is_list = isinstance(data__diagnostics, (list, tuple))
            if data__diagnostics_is_list:
                data__diagnostics_len = len(data__diagnostics)
                for data__diagnostics_x, data__diagnostics_item in enumerate(data__diagnostics):
                    if not isinstance(data__diagnostics_item, (dict)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".diagnostics[{data__diagnostics_x}]".format(**locals()) + " must be object")
        if "at" in data_keys:
            data_keys.remove("at")
            data__at = data["at"]
            if not isinstance(data__at, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".at must be string")
        if "message" in data_keys:
            data_keys.remove("message")
            data__message = data["message"]
            if not isinstance(data__message, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".message must be string")
        if "reproduce" in data_keys:
            data_keys.remove("reproduce")
            data__reproduce = data["reproduce"]
            if not isinstance(data__reproduce, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".reproduce must be string")
        if "yields_to" in data_keys:
            data_keys.remove("yields_to")
            data__yieldsto = data["yields_to"]
            if not isinstance(data__yieldsto, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".yields_to must be string")
        if "recording" in data_keys:
            data_keys.remove("recording")
            data__recording = data["recording"]
            if not isinstance(data__recording, (str)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".recording must be string")
        if "requests" in data_keys:
            data_keys.remove("requests")
            data__requests = data["requests"]
            if not isinstance(data__requests, (list, tuple)):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".requests must be array")
            data__requests_is_list = isinstance(data__requests, (list, tuple))
            if data__requests_is_list:
                data__requests_len = len(data__requests)
                for data__requests_x, data__requests_item in enumerate(data__requests):
                    if not isinstance(data__requests_item, (dict)):
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".requests[{data__requests_x}]".format(**locals()) + " must be object")
                    data__requests_item_is_dict = isinstance(data__requests_item, dict)
                    if data__requests_item_is_dict:
                        data__requests_item__missing_keys = set(['path', 'body', 'answer']) - data__requests_item.keys()
                        if data__requests_item__missing_keys:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".requests[{data__requests_x}]".format(**locals()) + " must contain ")
                        data__requests_item_keys = set(data__requests_item.keys())
                        if "path" in data__requests_item_keys:
                            data__requests_item_keys.remove("path")
                            data__requests_item__path = data__requests_item["path"]
                            if not isinstance(data__requests_item__path, (str)):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".requests[{data__requests_x}].path".format(**locals()) + " must be string")
                        if "body" in data__requests_item_keys:
                            data__requests_item_keys.remove("body")
                            data__requests_item__body = data__requests_item["body"]
                        if "answer" in data__requests_item_keys:
                            data__requests_item_keys.remove("answer")
                            data__requests_item__answer = data__requests_item["answer"]
                            if not isinstance(data__requests_item__answer, (int, NoneType)) and not (isinstance(data__requests_item__answer, float) and data__requests_item__answer.is_integer()) or isinstance(data__requests_item__answer, bool):
                                raise JsonSchemaValueException("" + (name_prefix or "data") + ".requests[{data__requests_x}].answer".format(**locals()) + " must be integer or null")
                        if data__requests_item_keys:
                            raise JsonSchemaValueException("" + (name_prefix or "data") + ".requests[{data__requests_x}]".format(**locals()) + " must not contain "+str(data__requests_item_keys)+" properties")
        if data_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must not contain "+str(data_keys)+" properties")
    return data

def validate____defs_verdict(data, custom_formats={}, name_prefix=None):
    if not (isinstance(data, str) and data == 'pass' or isinstance(data, str) and data == 'fail' or isinstance(data, str) and data == 'expected-failure' or isinstance(data, str) and data == 'unexpected-pass' or isinstance(data, str) and data == 'not-applicable' or isinstance(data, str) and data == 'not-observable' or isinstance(data, str) and data == 'not-run'):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be one of ['pass', 'fail', 'expected-failure', 'unexpected-pass', 'not-applicable', 'not-observable', 'not-run']")
    return data

def validate____defs_totals(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['planned', 'judged', 'excused', 'open']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        if "planned" in data_keys:
            data_keys.remove("planned")
            data__planned = data["planned"]
            if not isinstance(data__planned, (int)) and not (isinstance(data__planned, float) and data__planned.is_integer()) or isinstance(data__planned, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".planned must be integer")
            if isinstance(data__planned, (int, float)) and not isinstance(data__planned, bool):
                if data__planned < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".planned must be bigger than or equal to 0")
        if "judged" in data_keys:
            data_keys.remove("judged")
            data__judged = data["judged"]
            if not isinstance(data__judged, (int)) and not (isinstance(data__judged, float) and data__judged.is_integer()) or isinstance(data__judged, bool):
                raise JsonSchemaValueException("" + (name_prefix or "data") + ".judged must be integer")
            if isinstance(data__judged, (int, float)) and not isinstance(data__judged, bool):
                if data__judged < 0:
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".judged must be bigger than or equal to 0")
        if "excused" in data_keys:
            data_keys.remove("excused")
            data__excused = data["excused"]
            validate____defs_reasons(data__excused, custom_formats, (name_prefix or "data") + ".excused")
        if "open" in data_keys:
            data_keys.remove("open")
            data__open = data["open"]
            validate____defs_reasons(data__open, custom_formats, (name_prefix or "data") + ".open")
        if data_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must not contain "+str(data_keys)+" properties")
    return data

def validate____defs_reasons(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                if not isinstance(data_value, (int)) and not (isinstance(data_value, float) and data_value.is_integer()) or isinstance(data_value, bool):
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".{data_key}".format(**locals()) + " must be integer")
                if isinstance(data_value, (int, float)) and not isinstance(data_value, bool):
                    if data_value < 1:
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".{data_key}".format(**locals()) + " must be bigger than or equal to 1")
    return data

def validate____defs_counts(data, custom_formats={}, name_prefix=None):
    if not isinstance(data, (dict)):
        raise JsonSchemaValueException("" + (name_prefix or "data") + " must be object")
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['pass', 'fail', 'expected-failure', 'unexpected-pass', 'not-applicable', 'not-observable', 'not-run']) - data.keys()
        if data__missing_keys:
            raise JsonSchemaValueException("" + (name_prefix or "data") + " must contain ")
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                if not isinstance(data_value, (int)) and not (isinstance(data_value, float) and data_value.is_integer()) or isinstance(data_value, bool):
                    raise JsonSchemaValueException("" + (name_prefix or "data") + ".{data_key}".format(**locals()) + " must be integer")
                if isinstance(data_value, (int, float)) and not isinstance(data_value, bool):
                    if data_value < 0:
                        raise JsonSchemaValueException("" + (name_prefix or "data") + ".{data_key}".format(**locals()) + " must be bigger than or equal to 0")
        data_len = len(data)
        if data_len != 0:
            data_property_names = True
            for data_key in data:
                try:
                    validate____defs_verdict(data_key, custom_formats, (name_prefix or "data") + "")
                except JsonSchemaValueException:
                    data_property_names = False
            if not data_property_names:
                raise JsonSchemaValueException("" + (name_prefix or "data") + " must be named by propertyName definition")
    return data
