"""The shop behind the stub: books, authors and orders in memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from catalogue import Json, opening_authors, opening_books

OPENING = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


class ApiError(Exception):
    """An answer of the API that is not a success (RFC 9457)."""

    def __init__(self, status: int, title: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.title = title
        self.detail = detail


def not_found(kind: str, key: str) -> ApiError:
    return ApiError(404, "Not found", f"there is no {kind} `{key}`")


def invalid(detail: str) -> ApiError:
    return ApiError(422, "Invalid", detail)


class Shop:
    """Each change moves the shop's clock one minute on, so a run always gives the same answers."""

    def __init__(self) -> None:
        self.authors = opening_authors()
        self.books = opening_books()
        self.orders: dict[str, Json] = {}
        self._placed: dict[str, Json] = {}
        self._changes = 0

    def _now(self) -> str:
        self._changes += 1
        return f"{OPENING + timedelta(minutes=self._changes):%Y-%m-%dT%H:%M:%SZ}"

    def book(self, book_id: str) -> Json:
        if book_id not in self.books:
            raise not_found("book", book_id)
        return self.books[book_id]

    def book_by_isbn(self, isbn: str) -> Json:
        for book in self.books.values():
            if book["isbn"] == isbn:
                return book
        raise not_found("book with the ISBN", isbn)

    def list_books(self, query: dict[str, str]) -> list[Json]:
        found = [book for book in self.books.values() if _matches(book, query)]
        sort = query.get("sort", "title")
        field = sort.removeprefix("-")
        if field not in ("title", "price", "published_on"):
            raise invalid(f"`sort` cannot be `{sort}`")

        def key(book: Json) -> Any:
            return book["price"]["amount"] if field == "price" else book.get(field, "")

        return sorted(found, key=key, reverse=sort.startswith("-"))

    def search_books(self, query: Json) -> list[Json]:
        words = str(query.get("text") or "").lower().split()
        price = query.get("price") or {}
        published = query.get("published") or {}
        hits: list[Json] = []
        for book in self.list_books({}):
            score = self._score(book, words)
            if (
                score
                and query.get("isbn") in (None, book["isbn"])
                and price.get("at_least", 0) <= book["price"]["amount"]
                and book["price"]["amount"] <= price.get("at_most", 10**9)
                and published.get("after", "") <= book.get("published_on", "")
                and book.get("published_on", "") <= published.get("before", "9999")
            ):
                hits.append({"score": score, "book": book})
        hits.sort(key=lambda hit: -hit["score"])
        return hits[: query.get("limit", 10)]

    def _score(self, book: Json, words: list[str]) -> float:
        names = (self.authors[author]["name"] for author in book["author_ids"])
        text = " ".join((book["title"], book["subtitle"] or "", *names)).lower()
        return round(sum(word in text for word in words) / len(words), 2) if words else 1.0

    def create_book(self, new: Json) -> Json:
        for field in ("title", "author_ids", "isbn", "price"):
            if not new.get(field):
                raise invalid(f"`{field}` is missing")
        for author_id in new["author_ids"]:
            self.author(author_id)
        if any(book["isbn"] == new["isbn"] for book in self.books.values()):
            raise ApiError(409, "Conflict", f"a book with the ISBN `{new['isbn']}` exists already")
        book_id = f"book-{1 + max(int(key.split('-')[1]) for key in self.books)}"
        defaults: Json = {"subtitle": None, "tags": []}
        book = {"id": book_id} | defaults | new
        self.books[book_id] = book | {"in_stock": 0, "updated_at": self._now()}
        return self.books[book_id]

    def update_book(self, book_id: str, change: Json) -> Json:
        if unknown := set(change) - {"title", "subtitle", "genre", "price", "tags"}:
            raise invalid(f"`{min(unknown)}` cannot be changed")
        self.book(book_id).update(change, updated_at=self._now())
        return self.book(book_id)

    def delete_book(self, book_id: str) -> None:
        self.book(book_id)
        del self.books[book_id]

    def author(self, author_id: str) -> Json:
        if author_id not in self.authors:
            raise not_found("author", author_id)
        count = sum(author_id in book["author_ids"] for book in self.books.values())
        return self.authors[author_id] | {"books": count}

    def list_authors(self, name: str) -> list[Json]:
        authors = [self.author(author_id) for author_id in self.authors]
        found = [author for author in authors if name.lower() in author["name"].lower()]
        return sorted(found, key=lambda author: author["name"].split()[-1])

    def order(self, order_id: str) -> Json:
        if order_id not in self.orders:
            raise not_found("order", order_id)
        return self.orders[order_id]

    def list_orders(self, status: str, placed_after: str) -> list[Json]:
        newest_first = reversed(self.orders.values())
        return [
            order
            for order in newest_first
            if status in ("", order["status"]) and order["placed_at"] > placed_after
        ]

    def create_order(self, new: Json, key: str) -> Json:
        if key and key in self._placed:
            return self._placed[key]
        for field in ("customer_email", "lines", "ship_to"):
            if not new.get(field):
                raise invalid(f"`{field}` is missing")
        lines = [(self.book(line["book_id"]), line.get("quantity", 1)) for line in new["lines"]]
        for book, quantity in lines:
            if book["in_stock"] < quantity:
                raise ApiError(409, "Out of stock", f"{book['in_stock']} left of `{book['id']}`")
        for book, quantity in lines:
            book["in_stock"] -= quantity
        total = sum(book["price"]["amount"] * quantity for book, quantity in lines)
        order: Json = {"id": f"order-{1001 + len(self.orders)}", "status": "placed"} | new
        order |= {"total": {"amount": total, "currency": "EUR"}, "placed_at": self._now()}
        order |= {"carrier": None, "tracking_number": None, "cancel_reason": None}
        self.orders[order["id"]] = order
        if key:
            self._placed[key] = order
        return order

    def cancel_order(self, order_id: str, reason: str) -> Json:
        order = self._still_placed(order_id, "cancelled")
        for line in order["lines"]:
            if line["book_id"] in self.books:
                self.books[line["book_id"]]["in_stock"] += line.get("quantity", 1)
        order.update(status="cancelled", cancel_reason=reason)
        return order

    def ship_order(self, order_id: str, parcel: Json) -> Json:
        if parcel.get("carrier") not in ("post", "courier", "pickup"):
            raise invalid("`carrier` must be `post`, `courier` or `pickup`")
        order = self._still_placed(order_id, "shipped")
        number = parcel.get("tracking_number")
        order.update(status="shipped", carrier=parcel["carrier"], tracking_number=number)
        return order

    def _still_placed(self, order_id: str, wanted: str) -> Json:
        order = self.order(order_id)
        if order["status"] != "placed":
            detail = f"`{order_id}` is {order['status']}, so it cannot be {wanted}"
            raise ApiError(409, "Wrong state", detail)
        return order

    def set_inventory(self, counts: list[Json]) -> list[Json]:
        if not counts:
            raise invalid("`counts` is empty")
        books = [self.book(count["book_id"]) for count in counts]
        for book, count in zip(books, counts, strict=True):
            book.update(in_stock=count["in_stock"], updated_at=self._now())
        return counts


def _matches(book: Json, query: dict[str, str]) -> bool:
    text = f"{book['title']} {book['subtitle'] or ''}".lower()
    genre = str(book.get("genre", ""))
    return (
        all(word in text for word in query.get("q", "").lower().split())
        and query.get("author_id", book["author_ids"][0]) in book["author_ids"]
        and genre in query.get("genre", genre).split(",")
        and (query.get("in_stock") != "true" or book["in_stock"] > 0)
    )
