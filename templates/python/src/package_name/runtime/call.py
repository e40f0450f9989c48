"""Runs a tool: check the arguments, send one request, shape the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import httpx2

from .arguments import ArgumentChecker
from .cap import NEXT_CURSOR
from .catalogue import Catalogue
from .credentials import Credentials, operation_base_url
from .errors import CallError
from .failure import describe_failure
from .hooks import Hooks
from .model import Api, Operation, Tool
from .paging import Page, open_page
from .redact import MASK, Redactor
from .request import Request, build_request
from .result import Outcome, answer, failed, shape
from .settings import Settings
from .upstream import Upstream

_NARROWING = frozenset(
    (
        *("limit", "per_page", "page_size", "pagesize", "max_results", "size", "count", "top"),
        *("page", "offset", "skip", "start", "cursor", "page_token", "after", "starting_after"),
        *("fields", "select", "filter", "query", "q", "search", "since"),
    )
)


class Caller:
    """Runs tools against the API."""

    def __init__(
        self,
        api: Api,
        hooks: Hooks,
        settings: Settings,
        transport: httpx2.AsyncBaseTransport | None = None,
        catalogue: Catalogue | None = None,
    ) -> None:
        self._api = api
        self._hooks = hooks
        self._settings = settings
        self._catalogue = catalogue
        self._arguments = ArgumentChecker()
        self.credentials = Credentials(api, settings)
        certificate = self.credentials.client_certificate()
        self._upstream = Upstream(settings, f"{api.name}-mcp", certificate, transport)
        self.credentials.connect(self._upstream.send)

    async def call(
        self, tool: Tool, arguments: Mapping[str, Any], *, max_chars: int | None = None
    ) -> Outcome:
        """The tool's result, or an error the model can act on.

        Nothing the model or the API does makes this raise; what a hook raises is passed on.
        """
        limit = self._settings.max_chars if max_chars is None else max_chars
        try:
            return await self._run(tool, dict(arguments), limit)
        except CallError as error:
            return failed(str(error), self._redactor)

    def dry_run(self, tool: Tool, arguments: Mapping[str, Any]) -> str:
        """The HTTP request a call would send, its secrets masked; CallError if it sends none."""
        try:
            checked, operation = self._arguments.check(tool, arguments)
            inner = self._inner(tool, checked)
            if inner is not None:
                return self.dry_run(inner, checked["arguments"])
            if operation is None:
                return (
                    f"{tool.name} is answered by this server itself; it has no request of its own."
                )
            _, request = self._build(operation, checked)
            return self._redactor.clean(self._show(request, operation))
        except CallError as error:
            raise CallError(self._redactor.clean(str(error))) from None

    async def aclose(self) -> None:
        """Close the connections to the API."""
        await self._upstream.aclose()

    @property
    def _redactor(self) -> Redactor:
        return self.credentials.redactor

    async def _run(self, tool: Tool, arguments: dict[str, Any], limit: int) -> Outcome:
        arguments = await self._hooks.run_before(tool.name, arguments)
        checked, operation = self._arguments.check(tool, arguments)
        replacement = self._hooks.replacement(tool.name)
        inner = self._inner(tool, checked) if replacement is None else None
        if replacement is not None:
            found = await replacement(checked)
        elif inner is not None:
            found = await self._run(inner, dict(checked["arguments"]), limit)
        elif self._catalogue is not None and self._catalogue.holds(tool):
            found = self._catalogue.answer(checked)
        elif operation is not None:
            found = await self._fetch(tool, operation, checked)
        else:
            raise CallError(f"{tool.name} has nothing behind it. Tell the user.")
        found = await self._hooks.run_after(tool.name, checked, found)
        if isinstance(found, Outcome):
            return found
        return answer(found, limit, self._redactor, _hint(operation))

    def _inner(self, tool: Tool, arguments: Mapping[str, Any]) -> Tool | None:
        """The operation of the catalogue that a call asks for."""
        if self._catalogue is None or not self._catalogue.holds(tool):
            return None
        return self._catalogue.target(tool, arguments)

    async def _fetch(self, tool: Tool, operation: Operation, arguments: dict[str, Any]) -> Any:
        page, plain = self._build(operation, arguments)
        tokens = await self.credentials.tokens(plain, operation)
        request = self.credentials.authorise(plain, operation, tokens)
        response = await self._upstream.send(request)
        if response.status == 401 and tokens:
            # The token was withdrawn before its time; with a 401 the API has done nothing yet.
            tokens = await self.credentials.tokens(plain, operation, refused=tokens)
            request = self.credentials.authorise(plain, operation, tokens)
            response = await self._upstream.send(request)
        if not 200 <= response.status < 300:
            variables = self.credentials.variables(operation)
            what = f"{request.method} {request.path}"
            raise CallError(describe_failure(response, what, variables, self._redactor))
        found = shape(response, f"resource://{self._api.name}/{tool.name}")
        if page is None:
            return found
        return page.answered(found, response, plain, self._hosts(operation), self._redactor.clean)

    def _build(
        self, operation: Operation, arguments: Mapping[str, Any]
    ) -> tuple[Page | None, Request]:
        """The request without its credentials, and the page it is for where there are several."""
        base_url = operation_base_url(operation, self._api, self._settings)
        page = open_page(operation, arguments)
        if page is None:
            return None, build_request(operation, arguments, base_url)
        return page, page.requested(build_request(operation, page.arguments, base_url))

    def _hosts(self, operation: Operation) -> frozenset[str]:
        """The API's own hosts. Behind a proxy it still names the one its document gives."""
        urls = (self._api.base_url, operation.base_url, self._settings.base_url)
        return frozenset(host for url in urls if (host := urlsplit(url).hostname))

    def _show(self, request: Request, operation: Operation) -> str:
        try:
            return _show(request, self.credentials.authorise(request, operation))
        except CallError as error:
            # The request is worth seeing even before its credentials are set up.
            return f"{_show(request, request)}\n\n{error}"


def _hint(operation: Operation | None) -> str:
    """How to get what a cut left out, by the arguments the operation has."""
    if operation is not None and operation.paging is not None:
        smaller = f"a smaller `{operation.paging.limit}`" if operation.paging.limit else "less"
        return (
            f"This page was too long. Ask for {smaller} to see all of its items: `{NEXT_CURSOR}`, "
            "where there is one, goes on after the whole page, past what was cut."
        )
    names = operation.arguments if operation else ()
    useful = [f"`{name}`" for name in names if name.lower() in _NARROWING]
    if useful:
        return f"Use {', '.join(useful)} to get the rest or less at once."
    return "Ask for a narrower part with the tool's arguments, if it has any for that."


def _show(request: Request, authorised: Request) -> str:
    """The request as text; what the credentials added is named and masked."""
    cookies = [*request.cookies, *_masked(authorised.cookies[len(request.cookies) :])]
    query = (*request.query, *_masked(authorised.query[len(request.query) :]))
    lines = [f"{request.method} {replace(request, query=query).url}"]
    for name, value in authorised.headers:
        lines.append(f"{name}: {value if (name, value) in request.headers else MASK}")
    lines += [f"Cookie: {'; '.join(cookies)}"] if cookies else []
    if request.body is not None:
        try:
            lines += ["", request.body.decode()]
        except UnicodeDecodeError:
            lines += ["", f"({len(request.body)} bytes)"]
    return "\n".join(lines)


def _masked(pairs: Iterable[str]) -> list[str]:
    return [f"{pair.partition('=')[0]}={MASK}" for pair in pairs]
