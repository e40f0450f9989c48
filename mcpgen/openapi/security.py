"""Security schemes and requirements of every dialect."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.openapi.documents import Node, ReadingError
from mcpgen.openapi.model import (
    ApiKeyScheme,
    HttpScheme,
    MutualTlsScheme,
    OAuthFlow,
    OAuthScheme,
    OpenIdScheme,
    Place,
    Requirement,
    SecurityScheme,
)
from mcpgen.openapi.reader import TOKEN, Reader, name_of

# Swagger 2.0's names of the OAuth flows, in OpenAPI 3's words.
_FLOWS = {"application": "clientCredentials", "accessCode": "authorizationCode"}


def read_schemes(reader: Reader) -> tuple[SecurityScheme, ...]:
    """The declared schemes; one that cannot be understood costs only itself."""
    if reader.dialect == "2.0":
        declared = reader.root.members("securityDefinitions")
    else:
        components = reader.root.get("components")
        declared = components.members("securitySchemes") if components else iter(())
    return tuple(_schemes(declared, reader))


def _schemes(declared: Iterator[tuple[str, Node]], reader: Reader) -> Iterator[SecurityScheme]:
    for name, given in declared:
        if name.startswith("x-") and not isinstance(given.value, dict):
            continue
        try:
            yield _scheme(name, reader.library.resolve(given), reader)
        except ReadingError as fault:
            reader.report.warn(
                f"the security scheme `{name}` was left out",
                fault.location,
                f"{fault.title}. {fault.detail}".strip(),
                fault.hint,
            )


def _scheme(name: str, node: Node, reader: Reader) -> SecurityScheme:
    kind, description = node.text("type"), node.text("description")
    match kind:
        case "apiKey":
            place = reader.place(node)
            if place not in (Place.QUERY, Place.HEADER, Place.COOKIE):
                raise ReadingError(f"an API key cannot travel in `{place}`", node.location)
            wire = name_of(node)
            if place is Place.HEADER and not TOKEN.fullmatch(wire):
                raise ReadingError("no request can hold a header of this name", node.location)
            return ApiKeyScheme(name, wire, place, description)
        case "basic":
            return HttpScheme(name, "basic", description)
        case "http":
            if not node.text("scheme"):
                raise ReadingError("an `http` security scheme lacks `scheme`", node.location)
            return HttpScheme(name, node.text("scheme").lower(), description)
        case "oauth2":
            return OAuthScheme(name, tuple(_flows(node)), description)
        case "openIdConnect":
            return OpenIdScheme(name, node.text("openIdConnectUrl"), description)
        case "mutualTLS":
            return MutualTlsScheme(name, description)
    raise ReadingError(f"`type: {kind}` is not a kind of security scheme", node.location)


def _flows(node: Node) -> Iterator[OAuthFlow]:
    if node.get("flows") is None:
        kind = node.text("flow")
        flows = [(_FLOWS.get(kind, kind), node)] if kind else []
    else:
        flows = list(node.members("flows"))
    for kind, flow in flows:
        if not kind.startswith("x-"):
            scopes = tuple(scope for scope, _ in flow.members("scopes"))
            yield OAuthFlow(kind, flow.text("tokenUrl"), scopes)


def read_requirements(
    node: Node, fallback: tuple[Requirement, ...], known: frozenset[str], reader: Reader
) -> tuple[Requirement, ...]:
    """The alternatives of `security` at one place; `fallback` where the place has none."""
    given = node.get("security")
    if given is None:
        return fallback
    if not isinstance(given.value, list):
        reader.report.warn("`security` must be a list", given.location, "It was ignored.")
        return fallback
    return tuple(dict.fromkeys(_requirements(given, known, reader)))


def _requirements(given: Node, known: frozenset[str], reader: Reader) -> Iterator[Requirement]:
    for item in given.each():
        unknown = [name for name, _ in item.items() if name not in known]
        if not unknown:
            yield Requirement(
                tuple(
                    (
                        name,
                        tuple(scope.value for scope in node.each() if isinstance(scope.value, str)),
                    )
                    for name, node in item.items()
                )
            )
            continue
        reader.report.warn(
            f"the security scheme `{unknown[0]}` is not declared",
            item.location,
            detail="This way to authenticate was left out.",
            hint="declare it among the document's security schemes, or correct its name",
        )
