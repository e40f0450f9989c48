"""The sample's stub keeps to the sample's document: its operations, its keys, its answers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from referencing import Registry
from referencing.jsonschema import DRAFT202012

SAMPLE = Path(__file__).resolve().parent.parent / "samples" / "bookshop"
METHODS = ("get", "put", "post", "patch", "delete")
KEY = {"X-Api-Key": "bookshop-demo"}
ADDRESS = {"name": "A", "street": "B 1", "city": "C", "postcode": "1", "country": "DE"}
BOOK: dict[str, Any] = {"title": "T", "author_ids": ["author-1"], "isbn": "9789999999999"}
BOOK |= {"price": {"amount": 100, "currency": "EUR"}}
ORDER = {"customer_email": "a@b.example", "lines": [{"book_id": "book-1"}], "ship_to": ADDRESS}


@dataclass(frozen=True, slots=True)
class Step:
    """One request of the story; `template` is its path in the document."""

    method: str
    template: str
    status: int
    url: str = ""
    body: Any = None


STORY = (
    Step("GET", "/books", 200, "/books?q=inspector&genre=crime,poetry&sort=-price&limit=1"),
    Step("POST", "/books/search", 200, body={"text": "pell", "price": {"at_most": 2000}}),
    Step("GET", "/books/{book_id}", 200, "/books/book-1"),
    Step("GET", "/books/{book_id}", 404, "/books/book-99"),
    Step("GET", "/books/{book_id}/cover", 200, "/books/book-1/cover"),
    Step("GET", "/isbn/{isbn}", 200, "/isbn/9780000000011"),
    Step("POST", "/books", 201, body=BOOK),
    Step("POST", "/books", 409, body=BOOK),
    Step("PATCH", "/books/{book_id}", 200, "/books/book-9", {"genre": "poetry"}),
    Step("PUT", "/inventory", 200, body={"counts": [{"book_id": "book-9", "in_stock": 2}]}),
    Step("DELETE", "/books/{book_id}", 204, "/books/book-9"),
    Step("GET", "/authors", 200, "/authors?name=ada"),
    Step("GET", "/authors/{author_id}", 200, "/authors/author-2"),
    Step("POST", "/orders", 201, body=ORDER),
    Step("POST", "/orders", 422, body={"customer_email": "a@b.example"}),
    Step("GET", "/orders", 200, "/orders?status=placed"),
    Step("GET", "/orders/{order_id}", 200, "/orders/order-1001"),
    Step("POST", "/orders/{order_id}/ship", 200, "/orders/order-1001/ship", {"carrier": "post"}),
    Step("POST", "/orders/{order_id}/cancel", 409, "/orders/order-1001/cancel", {}),
    Step("POST", "/orders", 201, body=ORDER),
    Step("POST", "/orders/{order_id}/cancel", 200, "/orders/order-1002/cancel", {}),
)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((SAMPLE / "openapi.yaml").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture
def api() -> Iterator[httpx2.Client]:
    command = [sys.executable, str(SAMPLE / "stub.py"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with httpx2.Client(base_url=process.stdout.readline().strip()) as client:
            yield client
        process.terminate()


def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (method.upper(), path): item[method]
        for path, item in document["paths"].items()
        for method in METHODS
        if method in item
    }


def response_schema(document: dict[str, Any], step: Step) -> dict[str, Any] | None:
    """The schema of the answer, or None where the document gives none."""
    response = operations(document)[step.method, step.template]["responses"][str(step.status)]
    if "$ref" in response:
        response = document["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
    for media_type in response.get("content", {}).values():
        schema: dict[str, Any] | None = media_type.get("schema")
        return schema
    return None


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    validate(document)


def test_the_story_meets_every_operation(document: dict[str, Any]) -> None:
    assert {(step.method, step.template) for step in STORY} == set(operations(document))


def test_every_answer_fits_its_schema(document: dict[str, Any], api: httpx2.Client) -> None:
    resource = DRAFT202012.create_resource(document)
    registry: Registry[Any] = Registry().with_resource("urn:document", resource)
    for step in STORY:
        body = None if step.body is None else json.dumps(step.body)
        answer = api.request(step.method, step.url or step.template, content=body, headers=KEY)
        assert answer.status_code == step.status, (step, answer.text)
        schema = response_schema(document, step)
        if schema is not None:
            inside = json.loads(json.dumps(schema).replace('"#/', '"urn:document#/'))
            Draft202012Validator(inside, registry=registry).validate(answer.json())


def test_the_cover_is_a_picture(api: httpx2.Client) -> None:
    answer = api.get("/books/book-1/cover")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")


def test_only_open_operations_do_without_a_key(
    document: dict[str, Any], api: httpx2.Client
) -> None:
    for step in STORY:
        needs_key = "security" not in operations(document)[step.method, step.template]
        answer = api.request(step.method, step.url or step.template, json=step.body or {})
        assert (answer.status_code == 401) == needs_key, step


def test_pages_join_to_the_whole_list(api: httpx2.Client) -> None:
    whole = [book["id"] for book in api.get("/books").json()["items"]]
    pages: list[str] = []
    cursor = None
    while True:
        query = {"limit": "3"} | ({"cursor": cursor} if cursor else {})
        answer = api.get("/books", params=query).json()
        pages += [book["id"] for book in answer["items"]]
        cursor = answer["next_cursor"]
        if cursor is None:
            break
    assert pages == whole
    assert len(whole) == 8
