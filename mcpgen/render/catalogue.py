"""The catalogue's file: the operations of the long tail as JSON, one on each line."""

from __future__ import annotations

import json
from typing import Any

from mcpgen.plan.model import BodyBinding, Catalogue, CatalogueEntry, ParameterBinding
from mcpgen.render.paging import paging_fields

CATALOGUE_FILE = "catalog.json"


def catalogue_text(catalogue: Catalogue) -> str:
    """The file's text; with an operation a line, two versions of it merge well."""
    lines = [json.dumps(_entry(entry), ensure_ascii=True) for entry in catalogue.entries]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _entry(entry: CatalogueEntry) -> dict[str, Any]:
    call = entry.call
    optional = {
        "parameters": [_parameter(binding) for binding in call.parameters],
        "constants": [
            {"place": str(constant.place), "name": constant.name, "value": constant.value}
            for constant in call.constants
        ],
        "body": _body(call.body) if call.body is not None else None,
        "security": [list(schemes) for schemes in call.security],
        "base_url": call.base_url,
        "paging": paging_fields(call.paging) if call.paging is not None else None,
    }
    return {
        "id": entry.id,
        "effect": str(call.effect),
        "method": call.method,
        "path": call.request_path,
        "summary": call.summary,
        "text": entry.text,
        "arguments": {argument.name: argument.schema for argument in entry.arguments},
        "required": list(call.required),
    } | {key: value for key, value in optional.items() if value}


def _parameter(binding: ParameterBinding) -> dict[str, Any]:
    optional = {
        "style": binding.style,
        "allow_reserved": binding.allow_reserved,
        "allow_empty": binding.allow_empty,
        "media_type": binding.media_type,
        "names": dict(binding.names),
    }
    return {
        "argument": binding.argument,
        "place": str(binding.place),
        "name": binding.name,
        "explode": binding.explode,
    } | {key: value for key, value in optional.items() if value}


def _body(body: BodyBinding) -> dict[str, Any]:
    fields = []
    for binding in body.fields:
        optional = {
            "content_type": binding.content_type,
            "style": binding.style,
            "explode": binding.explode,
            "allow_reserved": binding.allow_reserved or None,
            "names": dict(binding.names),
        }
        given = {key: value for key, value in optional.items() if value not in (None, "", {})}
        fields.append({"argument": binding.argument, "path": list(binding.path)} | given)
    return {
        "media_type": body.media_type,
        "required": body.required,
        "fields": fields,
        "argument": body.argument,
        "names": dict(body.names),
    }
