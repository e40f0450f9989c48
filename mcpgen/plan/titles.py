"""What the API is called: its title for people, its short name for tools and variables."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import urlsplit

from mcpgen.naming import identifier, shorten
from mcpgen.openapi.model import Api
from mcpgen.plan.addresses import fill_base_url
from mcpgen.plan.lexicon import TITLE_NOISE
from mcpgen.plan.text import clean

_NAME_LIMIT = 16


def short_name(api: Api) -> str:
    """The API's short name, `[a-z][a-z0-9_]*`: from its title, else from its host."""
    found = [w for w in _title_words(api.title) if w not in TITLE_NOISE]
    telling = [word for word in found if not re.fullmatch(r"v?\d+", word)]
    if not telling and api.base_urls:
        host = urlsplit(fill_base_url(api.base_urls[0])).hostname or ""
        telling = [part for part in host.split(".")[:-1] if part not in ("api", "www")][-1:]
    name = telling[0] if telling else "api"
    if len(telling) > 1 and len(f"{name}_{telling[1]}") <= _NAME_LIMIT:
        name = f"{name}_{telling[1]}"
    return shorten(identifier(name), _NAME_LIMIT).rstrip("_")  # `class` needs none in `class_mcp`


def headline_of(title: str) -> str:
    """A title up to where it starts to explain: `Acme - OpenAPI 3.0` is Acme."""
    head = re.split(r"\s[-+:|(]\s*|:\s", title, maxsplit=1)[0].strip()
    return head if re.search(r"\w", head) else title


def _title_words(title: str) -> list[str]:
    """The words of a title up to where it starts to explain: `Acme API - with fixes` is Acme API."""
    text = unicodedata.normalize("NFKD", clean(title)).encode("ascii", "ignore").decode().lower()
    head = re.split(r"\b(?:with|for|by)\b", headline_of(text), maxsplit=1)[0]
    plain = re.sub(r"'s\b", "", head if re.search(r"[a-z]", head) else text)
    return re.findall(r"[a-z0-9]+", plain)
