"""The names APIs give to the parts of a paged list, as snake_case words."""

from __future__ import annotations

CURSOR_PARAMETERS = tuple("""
    cursor page_cursor start_cursor next_cursor after_cursor cursor_mark page_token next_page_token
    next_token pagination_token continuation_token continue_token starting_token sync_page_token
    continuation continue next_page page_after marker bookmark scroll_id page_key start_key next_key
    exclusive_start_key skiptoken skip_token starting_after after after_id
    """.split())
"""Parameters that take a value an earlier answer gave, the plainest first."""

ITEM_PARAMETERS = frozenset({"starting_after", "after", "after_id"})
"""Those of them that take the id of the last item."""

PAGE_PARAMETERS = tuple("""
    page page_number page_num page_no page_index pagenumber pageno page_idx current_page
    """.split())
INDEX_PARAMETERS = frozenset({"page_index", "page_idx"})

OFFSET_PARAMETERS = tuple("""
    offset skip start start_index start_at start_item start_position page_offset from_index
    """.split())

SIZE_PARAMETERS = tuple("""
    limit per_page page_size pagesize perpage max_results max_items results_per_page
    items_per_page hits_per_page page_limit size count top take rows num_results first
    """.split())

NEXT_CURSORS = tuple("""
    next_cursor next_page_token next_token next_page_cursor next_continuation_token
    continuation_token continuation continue end_cursor next_marker next_page next_offset
    next_page_offset next_start next_start_at next_key next_id next_scroll_id scroll_id
    pagination_token bookmark next after cursor
    """.split())
"""Properties of an answer that hold the next cursor, the plainest first."""

NEXT_URLS = tuple("""
    next_url next_uri next_link next_href next_page_url next_page_uri next_page_link
    next_results_url odata_next_link
    """.split())
"""Properties of an answer that can only hold a URL."""

NEXT_URLS_MAYBE = ("next", "next_page")
PREVIOUS = frozenset({"previous", "prev", "previous_page", "prev_page", "first", "last"})

MORE = frozenset("""
    has_more has_next has_next_page has_more_items has_more_results more more_results is_truncated
    has_more_pages more_available more_items
    """.split())
LAST = frozenset({"is_last", "is_last_page", "last", "last_page"})
TOTAL = frozenset("""
    total total_count total_results total_items total_records total_elements total_size total_hits
    count_total
    """.split())
PAGES = frozenset("""
    total_pages page_count pages last_page num_pages pages_count pages_total number_of_pages
    """.split())
CURRENT = frozenset({"page", "current_page", "page_number", "number", "page_num", "page_index"})

WRAPPERS = frozenset("""
    meta metadata pagination paging page_info page cursors cursor links response_metadata
    result_info list_metadata search_metadata data result results response payload embedded body
    collection
    """.split())
"""Objects around a list or around what is told of its paging."""

LISTS = tuple("""
    items data results records entries values list rows elements objects hits docs resources value
    """.split())
