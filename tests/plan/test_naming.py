"""Names from free text."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.naming import identifier, kebab, shorten, singular, snake, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getPetByID", "get_pet_by_id"),
        ("XMLHttpRequest", "xml_http_request"),
        ("userIDs", "user_ids"),
        ("OAuth2Token", "oauth2_token"),
        ("filter[name]", "filter_name"),
        ("$top", "top"),
        ("\ufb01le name", "file_name"),
        ("café", "cafe"),
        ("!!!", ""),
    ],
)
def test_snake(text: str, expected: str) -> None:
    assert snake(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("pets", "pet"),
        ("categories", "category"),
        ("movies", "movie"),
        ("statuses", "status"),
        ("status", "status"),
        ("addresses", "address"),
        ("boxes", "box"),
        ("news", "news"),
        ("analytics", "analytics"),
        ("gas", "gas"),
    ],
)
def test_singular(word: str, expected: str) -> None:
    assert singular(word) == expected


def test_kebab_and_words() -> None:
    assert kebab("Pet Store") == "pet-store"
    assert words("listURLs") == ["list", "urls"]


@given(st.text())
def test_an_identifier_is_legal_and_no_keyword(text: str) -> None:
    name = identifier(text)
    assert name.isidentifier()
    assert name.isascii()
    assert not keyword.iskeyword(name)


@given(st.text(), st.integers(1, 50))
def test_shorten_keeps_the_limit_and_the_front(text: str, limit: int) -> None:
    name = snake(text)
    short = shorten(name, limit)
    assert len(short) <= limit
    assert name.startswith(short)
