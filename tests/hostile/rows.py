"""Where each row of the list of hostile inputs is proved.

A is code in texts, B names, C parsing, D fetching, E poisoning, F arguments, G answers, H transport
and secrets, I regeneration. `ending` says what becomes of the input: refused, or neutralised.
"""

from __future__ import annotations

from dataclasses import dataclass

REFUSED, NEUTRALISED = "refused", "neutralised"

OWN = "tests/hostile/"
WIRE = "tests/runtime/wire/test_wire_"
MCP = "tests/runtime/protocol/test_"
OPENAPI = "tests/openapi/test_"
ERRORS = "tests/errors/test_errors.py::test_error"
RECONCILE = "tests/project/test_reconcile.py::test_"
TRANSACTION = "tests/project/test_transaction.py::test_"


@dataclass(frozen=True)
class Row:
    """A row with the tests that prove it, and what of it waits for a feature."""

    ending: str
    proofs: tuple[str, ...]
    not_built: str = ""


def refused(*proofs: str, not_built: str = "") -> Row:
    return Row(REFUSED, proofs, not_built)


def neutralised(*proofs: str, not_built: str = "") -> Row:
    return Row(NEUTRALISED, proofs, not_built)


_A = f"{OWN}test_a_code.py::test_"
_B = f"{OWN}test_b_names.py::test_"
_C = f"{OWN}test_c_parsing.py::test_"
_D = f"{OWN}test_d_fetching.py::test_"
_E = f"{OWN}test_e_poisoning.py::test_"
_F = f"{OWN}test_f_arguments.py::test_"
_H = f"{OWN}test_h_transport.py::test_"
_PROSE, _EXACT = f"{_A}prose_is_data", f"{_A}what_is_sent_arrives_exactly"
_NAMES = f"{_B}a_name_is_only_a_name"
_MEET = f"{_B}names_that_meet_stay_two_tools"
_IN_BOUNDS = f"{_F}a_request_keeps_its_host_path_and_headers"
_FUZZ = f"{OWN}test_fuzz.py::test_any_document_is_refused_or_harmless"

ROWS: dict[str, Row] = {
    "A01": neutralised(_PROSE),
    "A02": neutralised(_PROSE, f"{_A}a02_no_text_of_a_document_is_in_a_comment_or_a_docstring"),
    "A03": neutralised(_EXACT),
    "A04": neutralised(_EXACT),
    "A05": neutralised(_PROSE, _EXACT),
    "A06": neutralised(f"{_A}a06_a_title_is_no_line_of_any_file"),
    "A07": neutralised(_EXACT, f"{_A}a07_code_in_any_text_is_refused_or_harmless", _FUZZ),
    "A08": neutralised(_PROSE, f"{_A}a08_a_text_is_never_a_template"),
    "A09": neutralised(
        _PROSE, _EXACT, "tests/render/test_project.py::test_every_text_arrives_unchanged"
    ),
    "A10": neutralised(_PROSE, f"{OWN}test_guards.py::test_a_declaration_of_an_encoding_is_seen"),
    "A11": neutralised(_PROSE, _EXACT, f"{ERRORS}[header_name]"),
    "A12": refused(
        f"{_A}a12_numbers_no_json_holds",
        f"{_A}a12_yaml_scalars_are_text",
        f"{OPENAPI}values.py::test_a_plain_scalar_is_read_by_the_core_schema",
    ),
    "A13": neutralised(f"{_A}a13_an_extension_changes_no_file"),
    "A14": neutralised(
        "tests/cli/test_commands.py::test_inspect_prints_the_tools_and_no_control_character",
        f"{MCP}terminal.py::test_help_of_a_hostile_document",
    ),
    "A15": neutralised(not_built="preview"),
    "A16": neutralised(_PROSE, "tests/render/test_filters.py::test_markdown_text_is_text"),
    "A17": neutralised(
        f"{_A}a17_a_credential_is_reported_and_copied_nowhere", f"{ERRORS}[credential]"
    ),
    "A18": refused(f"{_A}a18_long_prose_is_cut", f"{_A}a18_anything_else_that_long_is_refused"),
    "B01": neutralised(
        _NAMES, "tests/project/test_paths.py::test_a_path_that_is_not_safe_is_refused"
    ),
    "B02": refused(
        f"{_B}b02_no_file_is_written_through_a_link",
        "tests/project/test_paths.py::test_a_symbolic_link_on_the_way_is_refused",
        f"{RECONCILE}nothing_is_read_or_written_through_a_link",
    ),
    "B03": neutralised(
        _MEET, "tests/project/test_paths.py::test_two_names_of_one_file_are_refused"
    ),
    "B04": neutralised(
        _NAMES, "tests/render/test_project.py::test_a_module_name_means_nothing_to_anybody_else"
    ),
    "B05": neutralised(
        _NAMES, "tests/plan/test_naming.py::test_an_identifier_is_legal_and_no_keyword"
    ),
    "B06": neutralised(_NAMES, "tests/plan/test_naming.py::test_snake"),
    "B07": neutralised(_NAMES, _MEET),
    "B08": neutralised(_NAMES),
    "B09": neutralised(f"{_B}b09_an_operation_without_an_id_is_named_by_method_and_path"),
    "B10": neutralised(_MEET, f"{ERRORS}[same_operation_id]"),
    "B11": neutralised(
        f"{_B}b11_one_name_in_every_place_is_an_argument_for_each",
        f"{WIRE}styles.py::test_parameters_of_the_same_name_in_all_places_stay_apart",
    ),
    "B12": neutralised(
        _NAMES, "tests/render/test_project.py::test_a_module_name_means_nothing_to_anybody_else"
    ),
    "B13": refused(f"{RECONCILE}a_file_of_the_team_in_the_way_is_a_conflict"),
    "B14": neutralised(
        _NAMES, "tests/project/test_paths.py::test_a_path_that_is_not_safe_is_refused"
    ),
    "C01": refused(f"{ERRORS}[alias_bomb]"),
    "C02": refused(f"{ERRORS}[self_alias]"),
    "C03": refused(
        f"{ERRORS}[too_deep]",
        f"{ERRORS}[too_deep_json]",
        f"{OPENAPI}values.py::test_a_hundred_thousand_brackets_are_refused",
    ),
    "C04": refused(f"{ERRORS}[tag]"),
    "C05": refused(f"{ERRORS}[duplicate_key]", f"{ERRORS}[duplicate_key_json]"),
    "C06": neutralised(
        f"{OPENAPI}values.py::test_a_plain_scalar_is_read_by_the_core_schema",
        f"{OPENAPI}values.py::test_keys_are_text",
    ),
    "C07": neutralised(
        f"{_C}c07_a_circle_of_references_ends",
        f"{OPENAPI}schemas.py::test_references_that_only_refer_to_each_other_end",
    ),
    "C08": neutralised(
        f"{_C}c08_a_bomb_of_references_costs_no_more_than_a_tool",
        f"{OPENAPI}schemas.py::test_a_bomb_of_references_is_read_one_level_at_a_time",
    ),
    "C09": refused(
        f"{ERRORS}[ref_to_itself]",
        f"{ERRORS}[unresolved_only_operation]",
        f"{OPENAPI}schemas.py::test_words_beside_a_reference_count_since_3_1",
    ),
    "C10": neutralised(f"{_C}c10_thousands_of_operations_are_planned"),
    "C11": neutralised(f"{OPENAPI}values.py::test_surrogate_pairs_in_json_are_one_character"),
    "C12": refused(
        *(f"{ERRORS}[{name}]" for name in ("html_page", "gzip", "empty", "only_null", "list")),
        *(f"{ERRORS}[{name}]" for name in ("two_documents", "latin_1")),
        f"{OPENAPI}load.py::test_a_file_in_any_encoding",
    ),
    "C13": refused(
        *(f"{ERRORS}[{name}]" for name in ("swagger_1", "asyncapi", "postman", "graphql")),
        f"{ERRORS}[unsupported_version]",
    ),
    "C14": refused(
        f"{_C}c14_the_wrong_kind_of_value_is_told",
        f"{OPENAPI}faults.py::test_any_value_at_any_place",
    ),
    "C15": neutralised(
        f"{_C}c15_c16_a_pattern_is_told_and_never_run",
        f"{WIRE}arguments.py::test_patterns_are_never_run",
    ),
    "C16": neutralised(f"{_C}c15_c16_a_pattern_is_told_and_never_run"),
    "D01": refused(
        f"{_D}d01_d02_a_reference_is_not_followed",
        f"{OPENAPI}references.py::test_a_reference_may_not_leave",
        f"{OPENAPI}load.py::test_references_on_the_web_need_permission",
    ),
    "D02": refused(f"{_D}d01_d02_a_reference_is_not_followed", f"{ERRORS}[ref_outside_folder]"),
    "D03": refused(
        f"{OPENAPI}load.py::test_addresses_inside_the_network_are_recognised",
        f"{OPENAPI}load.py::test_references_on_the_web_need_permission",
    ),
    "D04": neutralised(
        f"{OPENAPI}load.py::test_a_url_gives_the_base_url_and_hides_credentials",
        f"{OPENAPI}load.py::test_public_url",
    ),
    "D05": refused(f"{OPENAPI}load.py::test_a_url_that_gives_no_document"),
    "D06": refused(not_built="a report of changes whose document `--expect` names"),
    "D07": refused(not_built="overlays"),
    "D08": neutralised(
        f"{_A}a13_an_extension_changes_no_file",
        not_built="overlays, and a report of changes with `host-changed` and `auth-changed`",
    ),
    "E01": neutralised(
        f"{_E}nothing_hidden_is_shown_and_its_place_is_told",
        f"{_E}a_value_with_a_hidden_message_is_not_offered",
        f"{ERRORS}[hidden_text]",
    ),
    "E02": neutralised(
        f"{_E}nothing_hidden_is_shown_and_its_place_is_told",
        f"{_E}a_value_with_accidents_is_sent_as_it_is",
        f"{_E}emoji_and_scripts_that_need_joiners_are_no_suspicion",
    ),
    "E03": refused(
        f"{_E}e03_an_order_is_reported_with_its_place",
        f"{_E}e03_plain_documentation_is_no_order",
        f"{ERRORS}[order_strict]",
    ),
    "E04": neutralised(f"{_E}e04_long_texts_are_cut_with_a_mark"),
    "E05": neutralised(f"{_E}e05_no_tool_is_called_like_another_servers"),
    "E06": neutralised("tests/plan/test_effects.py::test_effect"),
    "E07": neutralised(f"{_E}e07_no_extension_reaches_a_schema"),
    "E08": neutralised(
        f"{WIRE}results.py::test_hidden_characters_are_taken_out_of_both_channels",
        f"{_H}e08_a_result_changes_no_tool",
    ),
    "E09": neutralised(
        f"{_E}e09_a_changed_text_changes_the_lock_and_the_tool",
        not_built="a report of changes with `tool-text-changed`",
    ),
    "F01": neutralised(_IN_BOUNDS, f"{WIRE}paths.py::test_a_value_stays_one_segment"),
    "F02": refused(
        f"{WIRE}paths.py::test_a_value_that_is_no_segment_is_refused",
        f"{WIRE}paths.py::test_a_style_cannot_make_a_dot_segment",
    ),
    "F03": refused(
        f"{_F}f03_what_is_no_segment_is_named",
        f"{WIRE}paths.py::test_a_value_that_is_no_segment_is_refused",
    ),
    "F04": neutralised(_IN_BOUNDS, f"{WIRE}paths.py::test_any_text_is_sent_as_itself_or_refused"),
    "F05": refused(f"{WIRE}bodies.py::test_header_values_that_are_refused", _IN_BOUNDS),
    "F06": refused(
        f"{_F}f06_a_header_that_steers_the_request_is_no_argument",
        f"{WIRE}bodies.py::test_headers_no_argument_sets",
    ),
    "F07": neutralised(f"{WIRE}styles.py::test_an_unencoded_cookie_cannot_add_another", _IN_BOUNDS),
    "F08": refused(
        f"{WIRE}styles.py::test_a_query_value_arrives_as_it_was_given",
        f"{WIRE}paths.py::test_an_endless_url_is_refused",
    ),
    "F09": refused(
        f"{WIRE}arguments.py::test_messages",
        f"{WIRE}arguments.py::test_an_unknown_argument",
        f"{WIRE}arguments.py::test_a_missing_argument",
    ),
    "F10": refused(
        f"{_F}f10_a_field_the_api_sets_itself_is_no_argument",
        "tests/plan/test_budget.py::test_a_parameter_with_one_value_is_sent_without_asking",
    ),
    "F11": neutralised(
        f"{_F}f11_a_variable_of_the_address_is_no_argument",
        f"{OPENAPI}base_urls.py::test_a_variable_takes_a_value_of_its_list",
    ),
    "F12": refused(
        f"{WIRE}bodies.py::test_a_file_cannot_write_headers",
        f"{WIRE}bodies.py::test_what_is_no_file_is_refused",
    ),
    # An XML body is one text argument: the caller writes it whole, so there is nothing to escape.
    "F13": neutralised(
        f"{WIRE}bodies.py::test_form", f"{WIRE}bodies.py::test_text_is_passed_through"
    ),
    "F14": neutralised(f"{_F}f14_an_address_in_an_argument_is_data", not_built="lint's note on it"),
    "G01": neutralised(f"{WIRE}upstream.py::test_a_gzip_bomb_is_read_to_the_limit_only"),
    "G02": neutralised(f"{WIRE}upstream.py::test_an_endless_body_is_read_to_the_limit_only"),
    "G03": neutralised(
        f"{WIRE}cap.py::test_a_list_keeps_its_first_items_whole",
        f"{WIRE}results.py::test_a_cut_result_says_so_in_both_channels",
    ),
    "G04": refused(
        f"{WIRE}upstream.py::test_a_drip_ends_at_the_deadline",
        f"{WIRE}upstream.py::test_silence_after_a_post_may_have_been_a_success",
    ),
    "G05": refused(
        f"{WIRE}upstream.py::test_redirects_are_named_and_never_followed",
        f"{WIRE}credentials.py::test_no_redirect_takes_the_credentials_anywhere",
    ),
    "G06": refused(f"{WIRE}upstream.py::test_redirects_are_named_and_never_followed"),
    "G07": neutralised(
        f"{WIRE}upstream.py::test_retry_after",
        f"{WIRE}upstream.py::test_a_wait_beyond_the_deadline_is_told",
        f"{WIRE}upstream.py::test_what_is_safe_is_tried_again",
    ),
    "G08": refused(
        f"{WIRE}upstream.py::test_what_is_not_safe_is_sent_once",
        f"{WIRE}upstream.py::test_a_lost_connection",
        f"{WIRE}failures.py::test_a_failed_write_may_have_happened",
    ),
    "G09": neutralised(
        f"{WIRE}results.py::test_json_that_is_none_is_a_text", f"{WIRE}results.py::test_text"
    ),
    "G10": neutralised(
        f"{WIRE}results.py::test_json_that_is_none_is_a_text",
        f"{WIRE}results.py::test_json_too_deep_for_clients_is_a_text",
    ),
    "G11": neutralised(f"{_H}g11_no_tool_promises_the_shape_of_an_answer"),
    "G12": neutralised(
        f"{WIRE}failures.py::test_html_is_reduced_to_its_title",
        f"{WIRE}results.py::test_the_secret_never_comes_back",
    ),
    "G13": neutralised(
        f"{WIRE}results.py::test_images_audio_and_other_binary",
        f"{WIRE}results.py::test_binary_that_is_too_large_is_a_fact",
    ),
    "G14": neutralised(f"{WIRE}upstream.py::test_no_cookie_is_kept"),
    "G15": neutralised(
        f"{WIRE}results.py::test_no_content_is_a_plain_fact",
        f"{WIRE}results.py::test_head_tells_the_headers",
        f"{WIRE}upstream.py::test_broken_http",
    ),
    "G16": refused(f"{_H}g16_the_next_page_is_asked_of_the_same_host"),
    "H01": refused(
        f"{MCP}mcp_headers.py::test_other_hosts_and_origins_are_refused",
        f"{MCP}guard.py::test_other_hosts_are_not",
        f"{MCP}guard.py::test_origins",
    ),
    "H02": refused(
        f"{MCP}terminal.py::test_http_does_not_listen_to_the_world_by_itself",
        f"{MCP}guard.py::test_other_machines_are_served_on_request_only",
    ),
    "H03": neutralised(
        f"{_H}h03_h04_what_a_client_sends_with_its_request_goes_nowhere",
        not_built="authorization of MCP clients, which would check the token's audience",
    ),
    "H04": neutralised(
        f"{_H}h03_h04_what_a_client_sends_with_its_request_goes_nowhere",
        not_built="credentials of each user",
    ),
    "H05": neutralised(
        f"{WIRE}credentials.py::test_the_documents_own_other_host_gets_the_credentials",
        f"{WIRE}credentials.py::test_a_base_url_set_by_hand_takes_the_credentials_with_it",
    ),
    "H06": neutralised(
        f"{WIRE}credentials.py::test_no_secret_in_any_text",
        f"{MCP}mcp_calls.py::test_a_crash_tells_nothing",
    ),
    "H07": refused(
        f"{WIRE}credentials.py::test_secrets_that_cannot_be_right_stop_the_start",
        f"{WIRE}credentials.py::test_what_is_missing_is_named",
    ),
    "H08": neutralised(f"{MCP}mcp_stdio.py::test_a_conversation"),
    "H09": refused(
        f"{MCP}mcp_headers.py::test_a_body_over_the_limit_is_not_read",
        f"{WIRE}upstream.py::test_only_so_many_calls_run_at_once",
        f"{WIRE}upstream.py::test_a_cancelled_call_closes_its_request",
    ),
    "H10": refused(f"{WIRE}credentials.py::test_no_credentials_over_plain_http"),
    "H11": neutralised(f"{WIRE}upstream.py::test_proxies_of_the_environment_are_not_used"),
    "H12": refused(f"{MCP}mcp_methods.py::test_a_cursor_from_elsewhere_is_refused"),
    "I01": neutralised(
        f"{TRANSACTION}killed_at_any_step_the_next_run_ends_it",
        f"{TRANSACTION}killed_again_while_it_recovers",
    ),
    "I02": refused(
        f"{TRANSACTION}a_file_edited_meanwhile_stops_the_run",
        f"{TRANSACTION}a_file_edited_after_a_run_was_cut_off_is_not_overwritten",
    ),
    "I03": neutralised(f"{RECONCILE}an_edited_file_that_is_generated_no_more_is_kept"),
    "I04": neutralised(f"{RECONCILE}a_deleted_file_stays_deleted_until_it_is_asked_for"),
    "I05": neutralised(
        f"{RECONCILE}line_endings_and_byte_order_mark_stay",
        f"{RECONCILE}a_checkout_that_converts_line_endings_is_no_edit",
    ),
    "I06": neutralised(f"{RECONCILE}the_teams_formatter_makes_no_conflict"),
    "I07": refused(
        f"{RECONCILE}files_older_or_newer_than_the_lock_heal",
        f"{RECONCILE}without_its_base_text_an_edited_file_is_a_conflict",
        "tests/project/test_lock.py::test_a_lock_that_is_not_sound_is_refused",
    ),
    "I08": refused(f"{RECONCILE}a_clean_merge_that_defines_a_name_twice_is_a_conflict"),
    "I09": refused(
        "tests/project/test_new.py::test_a_folder_that_holds_anything_is_left_alone",
        f"{RECONCILE}a_lock_cannot_make_mcpgen_delete_what_is_outside",
    ),
    "I10": refused(f"{TRANSACTION}only_one_run_holds_a_project"),
}
