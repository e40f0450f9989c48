"""Plans written by hand, so that rendering is tested without the stages before it."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.openapi.model import (
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuthScheme,
    Place,
    SecurityScheme,
)
from mcpgen.plan.model import (
    Annotations,
    Argument,
    BodyBinding,
    Call,
    Effect,
    FieldBinding,
    ParameterBinding,
    Tool,
    ToolPlan,
)

READ_HINTS = Annotations(read_only=True, destructive=False, idempotent=True, open_world=True)
CREATE_HINTS = Annotations(read_only=False, destructive=False, idempotent=False, open_world=True)

SCHEMES: tuple[SecurityScheme, ...] = (
    ApiKeyScheme("apiKey", "X-Key", Place.HEADER),
    HttpScheme("login", "basic"),
    OAuthScheme("oauth", ()),
    MutualTlsScheme("tls"),
)


def read_books() -> Tool:
    """A tool of two calls."""
    limit = ParameterBinding("limit", Place.QUERY, "limit", "form", True)
    tags = ParameterBinding("tags", Place.QUERY, "filter[tags]", "pipeDelimited", False)
    book = ParameterBinding("book_id", Place.PATH, "bookId", "simple", False)
    return Tool(
        name="shop_read_books",
        title="Read books",
        description="List or get books. list: books by tag.\nget: one book by its number.",
        effect=Effect.READ,
        annotations=READ_HINTS,
        arguments=(
            Argument("action", {"type": "string", "enum": ["list", "get"]}),
            Argument("limit", {"type": "integer", "minimum": 1, "default": 20}),
            Argument("tags", {"type": "array", "items": {"type": "string"}}),
            Argument("book_id", {"type": "string", "description": "The book's number."}),
        ),
        calls=(
            Call("list", "GET", "/books", "", Effect.READ, READ_HINTS, "/books", (limit, tags)),
            Call(
                "get",
                "GET",
                "/books/{bookId}",
                "",
                Effect.READ,
                READ_HINTS,
                "/books/{bookId}",
                (book,),
                required=("book_id",),
            ),
        ),
    )


def create_book() -> Tool:
    """A tool of one call with a body and security."""
    fields = (
        FieldBinding("title", ("title",)),
        FieldBinding("author_name", ("author", "fullName"), names=(("a", "A"),)),
    )
    return Tool(
        name="shop_create_book",
        title="Add a book",
        description="Add a book to the shop.",
        effect=Effect.CREATE,
        annotations=CREATE_HINTS,
        arguments=(
            Argument("title", {"type": "string", "maxLength": 100}),
            Argument("author_name", {"type": "string"}),
        ),
        calls=(
            Call(
                "create",
                "POST",
                "/books",
                "Add a book",
                Effect.CREATE,
                CREATE_HINTS,
                "/books",
                body=BodyBinding("application/json", True, fields),
                required=("title",),
                security=(("apiKey", "login"), ("oauth",)),
            ),
        ),
    )


def shop(*tools: Tool, title: str = "Corner shop") -> ToolPlan:
    """A plan of the given tools, by default the two above."""
    return ToolPlan(
        name="shop",
        prefix="shop",
        title=title,
        api_version="1.0",
        docs_url="https://shop.example/docs",
        base_url="https://shop.example/v1",
        instructions="Reads and adds books.",
        tools=tools or (read_books(), create_book()),
        left_out=(),
        decisions=(),
        security_schemes=SCHEMES,
    )


def with_text(text: str) -> ToolPlan:
    """A plan that has `text` in every place a document's free text can reach."""
    tool = read_books()
    call = replace(
        tool.calls[0],
        path=f"/{text}",
        request_path=f"/{text}",
        summary=text,
        parameters=(ParameterBinding("limit", Place.QUERY, text, "form", True),),
        security=((text,),),
        base_url=f"https://{text}",
    )
    tool = replace(
        tool,
        title=text,
        description=text,
        arguments=(
            Argument(
                "limit", {"type": "string", "enum": [text], "default": text, f"x{text}": text}
            ),
            Argument("action", {"description": text}),
        ),
        calls=(call,),
    )
    plan = shop(tool, title=text)
    return replace(
        plan,
        instructions=text,
        docs_url=text,
        base_url=text,
        security_schemes=(ApiKeyScheme(text, text, Place.QUERY, text),),
    )
