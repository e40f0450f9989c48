"""Swagger 2.0: its parameters, form fields, bodies and responses in OpenAPI 3's terms."""

from __future__ import annotations

from dataclasses import dataclass

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
    Style,
)
from mcpgen.openapi.reader import Reader, name_of
from mcpgen.openapi.schemas import FixedSchema

_FORM = "application/x-www-form-urlencoded"
_MULTIPART = "multipart/form-data"
_COLLECTION_STYLES = {
    "csv": (Style.FORM, False),
    "multi": (Style.FORM, True),
    "ssv": (Style.SPACE_DELIMITED, False),
    "tsv": (Style.TAB_DELIMITED, False),
    "pipes": (Style.PIPE_DELIMITED, False),
}


@dataclass(frozen=True, slots=True)
class Swagger2:
    """Reads operations of a Swagger 2.0 document."""

    reader: Reader

    def parameter(self, node: Node) -> Parameter | None:
        if node.text("in") in ("body", "formData"):
            return None
        name, place = name_of(node), self.reader.place(node)
        style, explode = _style(node)
        if place in (Place.PATH, Place.HEADER) and style is Style.FORM:
            style, explode = Style.SIMPLE, False
        return Parameter(
            name=name,
            place=place,
            required=place is Place.PATH or node.flag("required"),
            # Everything but a body carries its schema's keywords itself.
            schema=self.reader.schema(node.get("schema") or node),
            location=node.location,
            description=node.text("description"),
            style=style,
            explode=explode,
            allow_empty=node.flag("allowEmptyValue"),
        )

    def body(self, operation: Node, parameters: list[Node]) -> Body | None:
        consumes = self._media_names(operation, "consumes")
        for node in parameters:
            if node.text("in") == "body":
                return self._whole_body(node, consumes)
        fields = [node for node in parameters if node.text("in") == "formData"]
        return self._form(operation, fields, consumes) if fields else None

    def _whole_body(self, node: Node, consumes: tuple[str, ...]) -> Body:
        schema = node.get("schema")
        if schema is None:
            raise ReadingError("a body parameter lacks `schema`", node.location)
        found = self.reader.schema(schema)
        names = consumes or ("application/json",)
        media_types = tuple(MediaType(name, found) for name in names)
        return Body(node.flag("required"), media_types, node.location, node.text("description"))

    def _form(self, operation: Node, fields: list[Node], consumes: tuple[str, ...]) -> Body:
        schema = Schema(
            types=("object",),
            properties=tuple((name_of(node), self.reader.schema(node)) for node in fields),
            required=tuple(name_of(node) for node in fields if node.flag("required")),
            additional=False,
        )
        found = FixedSchema(f"{operation.key}/formData", schema)
        encodings = tuple(
            Encoding(name_of(node), style=style, explode=explode)
            for node in fields
            if node.text("type") == "array"
            for style, explode in (_style(node),)
        )
        names = tuple(name for name in consumes if name in (_FORM, _MULTIPART))
        if any(node.text("type") == "file" for node in fields):
            names = (_MULTIPART,)
        media_types = tuple(MediaType(name, found, encodings) for name in names or (_FORM,))
        return Body(bool(schema.required), media_types, fields[0].location)

    def responses(self, operation: Node) -> tuple[Response, ...]:
        produces = self._media_names(operation, "produces") or ("application/json",)
        return tuple(
            Response(
                status=status,
                description=node.text("description"),
                media_types=self._response_media(node, produces),
                headers=tuple(name for name, _ in node.members("headers")),
            )
            for status, node in self.reader.responses(operation)
        )

    def _response_media(self, node: Node, produces: tuple[str, ...]) -> tuple[MediaType, ...]:
        schema = node.get("schema")
        if schema is None:
            return ()
        return tuple(MediaType(name, self.reader.schemas.at(schema)) for name in produces)

    def base_urls(self, node: Node) -> tuple[BaseUrl, ...]:
        del node  # Swagger 2.0 has one host for all operations.
        return ()

    def _media_names(self, operation: Node, key: str) -> tuple[str, ...]:
        own = operation.get(key)
        return operation.texts(key) if own is not None else self.reader.root.texts(key)


def _style(node: Node) -> tuple[Style, bool]:
    """How an array is joined; anything else is written plainly."""
    if node.text("type") != "array":
        return Style.FORM, False
    return _COLLECTION_STYLES.get(node.text("collectionFormat"), (Style.FORM, False))
