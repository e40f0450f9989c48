"""What the stub's shop holds when it opens: always the same."""

from __future__ import annotations

import struct
import zlib
from typing import Any

Json = dict[str, Any]

AUTHORS: tuple[tuple[str, int | None], ...] = (
    ("Ada Fernhill", 1951),
    ("Bruno Okafor", 1968),
    ("Clara Whitlock", 1983),
    ("Deniz Arslan", None),
)

# title, subtitle, author, genre, published on, pages, price in cents, copies
BOOKS: tuple[tuple[str, str | None, int, str, str, int, int, int], ...] = (
    ("A Field Guide to Small Rivers", None, 1, "travel", "2011-04-02", 212, 1450, 7),
    (
        "Death in the Reading Room",
        "An Inspector Pell story",
        2,
        "crime",
        "2018-09-14",
        341,
        1199,
        3,
    ),
    ("Glass Harbours", None, 3, "poetry", "2020-02-20", 96, 990, 0),
    ("How Bridges Stand", "Forces you can feel", 4, "science", "2015-06-30", 268, 2250, 4),
    ("The Cartographer's Cat", None, 3, "children", "2022-10-01", 48, 1295, 12),
    ("The Inspector's Holiday", "An Inspector Pell story", 2, "crime", "2021-05-07", 318, 1199, 5),
    ("The Salt Roads", "A thousand years of trade", 1, "history", "2008-11-11", 520, 2890, 2),
    ("Under the Paper Moon", None, 4, "fantasy", "2019-03-18", 402, 1349, 0),
)


def opening_authors() -> dict[str, Json]:
    """The authors by id."""
    return {
        f"author-{number}": {"id": f"author-{number}", "name": name, "born": born}
        for number, (name, born) in enumerate(AUTHORS, start=1)
    }


def opening_books() -> dict[str, Json]:
    """The books by id."""
    books: dict[str, Json] = {}
    for number, row in enumerate(BOOKS, start=1):
        title, subtitle, author, genre, published, pages, price, copies = row
        books[f"book-{number}"] = {
            "id": f"book-{number}",
            "title": title,
            "subtitle": subtitle,
            "author_ids": [f"author-{author}"],
            "isbn": f"978000000{number:03d}{number % 10}",
            "genre": genre,
            "published_on": published,
            "pages": pages,
            "price": {"amount": price, "currency": "EUR"},
            "tags": [],
            "in_stock": copies,
            "updated_at": "2026-01-05T09:00:00Z",
            "cover_url": f"https://api.bookshop.example/v2/books/book-{number}/cover",
        }
    return books


def cover(book_id: str) -> bytes:
    """A picture of one colour, 24 by 36 pixels, as PNG."""
    colour = zlib.crc32(book_id.encode()).to_bytes(4, "big")[:3]
    header = struct.pack(">IIBBBBB", 24, 36, 8, 2, 0, 0, 0)
    pixels = zlib.compress((b"\0" + colour * 24) * 36)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    parts = (chunk(b"IHDR", header), chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
