"""OpenAPI 3.0, 3.1 and 3.2: parameters, bodies and responses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.openapi.base_urls import server_urls
from mcpgen.openapi.documents import Node, ReadingError
from mcpgen.openapi.model import (
    BaseUrl,
    Body,
    Encoding,
    MediaType,
    Parameter,
    Place,
    Response,
    Schema,
    SchemaRef,
    Style,
)
from mcpgen.openapi.reader import Reader, name_of, text_schema
from mcpgen.openapi.schemas import FixedSchema

_STYLES = {
    Place.PATH: (Style.SIMPLE, Style.MATRIX, Style.LABEL),
    Place.QUERY: (Style.FORM, Style.SPACE_DELIMITED, Style.PIPE_DELIMITED, Style.DEEP_OBJECT),
    Place.HEADER: (Style.SIMPLE,),
    Place.COOKIE: (Style.FORM, Style.COOKIE),
    # A query string is one whole value, always written by its media type.
    Place.QUERYSTRING: (Style.FORM,),
}


@dataclass(frozen=True, slots=True)
class OpenApi3:
    """Reads operations of an OpenAPI 3 document."""

    reader: Reader

    def parameter(self, node: Node) -> Parameter:
        name, place = name_of(node), self.reader.place(node)
        schema, media_type = self._parameter_schema(node)
        style = self._style(node, place)
        explode = node.raw("explode")
        return Parameter(
            name=name,
            place=place,
            required=place is Place.PATH or node.flag("required"),
            schema=schema,
            location=node.location,
            description=node.text("description"),
            style=style,
            explode=explode if isinstance(explode, bool) else style in (Style.FORM, Style.COOKIE),
            allow_reserved=node.flag("allowReserved"),
            allow_empty=node.flag("allowEmptyValue"),
            media_type=media_type,
            deprecated=node.flag("deprecated"),
        )

    def _parameter_schema(self, node: Node) -> tuple[SchemaRef, str]:
        for name, media in node.members("content"):
            return self._content_schema(self.reader.library.resolve(media)), name
        schema = node.get("schema")
        if schema is not None:
            return self.reader.schema(schema), ""
        if node.get("type") is not None:
            # Swagger 2.0 habits are common in OpenAPI 3 documents; the meaning is plain.
            return self.reader.schema(node), ""
        self.reader.report.warn(
            f"the parameter `{node.text('name')}` has no `schema`",
            node.location,
            detail="It is taken for a string.",
            hint="add its `schema`",
        )
        return text_schema(f"{node.key}/schema"), ""

    def _content_schema(self, media: Node) -> SchemaRef:
        return self._media_schema(media) or FixedSchema(f"{media.key}/schema", Schema())

    def _style(self, node: Node, place: Place) -> Style:
        word = node.text("style")
        allowed = _STYLES[place]
        if word in allowed:
            return Style(word)
        if word:
            self.reader.report.warn(
                f"`style: {word}` is not one for the place `{place}`",
                node.location,
                detail=f"The parameter `{node.text('name')}` is written as `{allowed[0]}`.",
                hint=f"write one of {', '.join(f'`{style}`' for style in allowed)}",
            )
        return allowed[0]

    def body(self, operation: Node, parameters: list[Node]) -> Body | None:
        del parameters  # OpenAPI 3 keeps the body apart from them.
        given = operation.get("requestBody")
        if given is None:
            return None
        node = self.reader.library.resolve(given)
        if not isinstance(node.value, dict):
            raise ReadingError("a request body must be an object", node.location)
        media_types = tuple(self._media_types(node, needed=True))
        if not media_types:
            self.reader.report.warn(
                "a request body has no `content`",
                node.location,
                detail="The operation is called without a body.",
                hint="add the media type and its schema",
            )
            return None
        return Body(node.flag("required"), media_types, node.location, node.text("description"))

    def responses(self, operation: Node) -> tuple[Response, ...]:
        return tuple(
            Response(
                status=status,
                description=node.text("description"),
                media_types=tuple(self._response_media(node)),
                headers=tuple(name for name, _ in node.members("headers")),
            )
            for status, node in self.reader.responses(operation)
        )

    def _response_media(self, node: Node) -> Iterator[MediaType]:
        try:
            yield from self._media_types(node, needed=False)
        except ReadingError as fault:
            self.reader.report.warn(fault.title, fault.location, fault.detail, fault.hint)

    def base_urls(self, node: Node) -> tuple[BaseUrl, ...]:
        return server_urls(node, self.reader)

    def _media_types(self, node: Node, *, needed: bool) -> Iterator[MediaType]:
        for name, given in node.members("content"):
            media = self.reader.library.resolve(given)
            schema = self._media_schema(media, needed=needed)
            yield MediaType(name, schema, tuple(self._encodings(media)))

    def _media_schema(self, media: Node, *, needed: bool = True) -> SchemaRef | None:
        find = self.reader.schema if needed else self.reader.schemas.at
        if (schema := media.get("schema")) is not None:
            return find(schema)
        if (item := media.get("itemSchema")) is not None:
            # OpenAPI 3.2 §4.14.2: a sequential media type as a whole is an array of its items.
            return FixedSchema(f"{media.key}/itemSchema[]", Schema(("array",), items=find(item)))
        return None

    def _encodings(self, media: Node) -> Iterator[Encoding]:
        for name, node in media.members("encoding"):
            style, explode = node.text("style"), node.get("explode")
            yield Encoding(
                name=name,
                content_type=node.text("contentType"),
                style=Style(style) if style in tuple(Style) else None,
                explode=explode.value if explode and isinstance(explode.value, bool) else None,
                allow_reserved=node.flag("allowReserved"),
            )
