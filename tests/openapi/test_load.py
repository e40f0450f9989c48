"""Where documents come from: files, standard input, the web; and what never shows of it."""

from __future__ import annotations

import gzip
import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import anyio
import pytest

from mcpgen.diagnostics import ExitCode, McpgenError, Report
from mcpgen.openapi.fetch import is_inside, public_url
from mcpgen.openapi.load import load_api

TEXT = """openapi: 3.0.3
info: {title: Café, version: 1.0}
servers: [{url: /v1}]
paths:
  /a:
    get:
      responses: {"200": {description: Done}}
"""


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-be"),
        json.dumps(
            {
                "openapi": "3.0.3",
                "info": {"title": "Café", "version": 1.0},
                "paths": {"/a": {"get": {"responses": {"200": {"description": "Done"}}}}},
            }
        ).encode(),
    ],
)
def test_a_file_in_any_encoding(tmp_path: Path, report: Report, data: bytes) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_bytes(data)
    steps: list[str] = []
    api = load_api(str(path), report, progress=steps.append)
    assert (api.title, api.version, api.source) == ("Café", "1.0", str(path))
    assert api.sha256 == sha256(data).hexdigest()
    assert api.operations[0].location.line in (1, 6)
    assert steps == [f"reading {path}", "checking its structure", "reading its operations"]


def test_json_with_a_comment_is_yaml(tmp_path: Path, report: Report) -> None:
    path = tmp_path / "openapi"
    path.write_text("{openapi: 3.0.3, info: {title: T}, paths: {/a: {get: {}}}} # flow style\n")
    assert load_api(str(path), report).operations[0].location.column == 49


@pytest.mark.parametrize("version", ["3", "3.0", "3.1", "3.2", "3.0.99"])
def test_a_version_without_quotes_is_understood(
    tmp_path: Path, report: Report, version: str
) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_text(TEXT.replace("3.0.3", version))
    assert load_api(str(path), report).dialect == version[:3].ljust(3, ".").replace("..", ".0")


def test_standard_input(tmp_path: Path, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.replace("get:", "put: {$ref: put.yaml}\n    get:")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "put.yaml").write_text("operationId: put\n")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    api = load_api("-", report)
    assert api.source == "-"
    assert {found.operation_id for found in api.operations} == {"put", ""}


def test_an_unreadable_file_is_no_fault_of_the_document(tmp_path: Path, report: Report) -> None:
    with pytest.raises(McpgenError) as caught:
        load_api("a\0b", report)
    assert caught.value.exit_code is ExitCode.ENVIRONMENT
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(McpgenError) as caught:
        load_api(str(tmp_path / "loop"), report)
    assert caught.value.exit_code is ExitCode.ENVIRONMENT


class _Site(BaseHTTPRequestHandler):
    """Serves `pages` of its server: bytes, a status, or a text to redirect to."""

    def do_GET(self) -> None:
        pages: dict[str, object] = self.server.pages
        self.server.seen.append((self.path, self.headers.get("Authorization")))
        page = pages.get(self.path.partition("?")[0], 404)
        if isinstance(page, str):
            self.send_response(302)
            self.send_header("Location", page)
            page = b""
        elif isinstance(page, int):
            self.send_response(page)
            page = b"no"
        else:
            self.send_response(200)
            if page[:2] == b"\x1f\x8b":
                self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *arguments: object) -> None:
        del arguments


@contextmanager
def _serve(pages: dict[str, object]) -> Iterator[tuple[str, list[tuple[str, str | None]]]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    server.pages = pages
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}", server.seen
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_url_gives_the_base_url_and_hides_credentials(report: Report) -> None:
    with _serve({"/docs/openapi.yaml": TEXT.encode(), "/moved": "/docs/openapi.yaml"}) as (
        host,
        seen,
    ):
        source = f"http://me:s3cret@{host}/moved?token=t0ken&format=yaml#frag"
        steps: list[str] = []
        api = load_api(source, report, progress=steps.append)
        assert seen[0] == ("/moved?token=t0ken&format=yaml", "Basic bWU6czNjcmV0")
    assert api.source == f"http://{host}/moved?format=yaml"
    assert [base.url for base in api.base_urls] == [f"http://{host}/v1"]
    shown = "".join([*steps, *map(str, report), api.operations[0].parameters.__repr__()])
    assert "s3cret" not in shown
    assert "t0ken" not in shown


@pytest.mark.parametrize(
    ("page", "said", "code"),
    [
        (404, "answered with status 404", ExitCode.DOCUMENT),
        (401, "answered with status 401", ExitCode.DOCUMENT),
        (503, "answered with status 503", ExitCode.ENVIRONMENT),
        ("/x", "redirects more than 5 times", ExitCode.DOCUMENT),
        ("file:///etc/passwd", "redirects to file:///etc/passwd", ExitCode.DOCUMENT),
        (gzip.compress(bytes(65 << 20)), "is larger than 64 MiB", ExitCode.DOCUMENT),
    ],
)
def test_a_url_that_gives_no_document(
    report: Report, page: object, said: str, code: ExitCode
) -> None:
    with _serve({"/x": page}) as (host, _), pytest.raises(McpgenError, match=said) as caught:
        load_api(f"http://u:s3cret@{host}/x", report)
    assert caught.value.exit_code is code
    assert "s3cret" not in str(caught.value.diagnostic)


def test_nobody_listens(report: Report) -> None:
    with pytest.raises(McpgenError) as caught:
        load_api("http://u:s3cret@127.0.0.1:9/x?api_key=k3y", report)
    assert caught.value.exit_code is ExitCode.ENVIRONMENT
    assert "s3cret" not in str(caught.value.diagnostic)
    assert "k3y" not in str(caught.value.diagnostic)


def test_references_on_the_web_need_permission(report: Report) -> None:
    pages: dict[str, object] = {
        "/openapi.yaml": TEXT.replace("get:", "put: {$ref: parts/put.yaml}\n    get:").encode(),
        "/parts/put.yaml": b"operationId: put\n",
        "/parts/away.yaml": "/secret.yaml",
        "/secret.yaml": b"operationId: stolen\n",
    }
    with _serve(pages) as (host, seen):
        url = f"http://{host}/openapi.yaml"
        refused = load_api(url, report)
        assert [path for path, _ in seen] == ["/openapi.yaml"]
        assert [found.method for found in refused.unusable] == ["PUT"]
        allowed = load_api(url, report, allow_refs=(f"http://{host}/parts/",))
        assert [found.operation_id for found in allowed.operations] == ["put", ""]
        pages["/parts/put.yaml"] = "/secret.yaml"
        redirected = load_api(url, report, allow_refs=(f"http://{host}/parts/",))
        assert [found.method for found in redirected.unusable] == ["PUT"]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://u:p@a.example/x", "https://a.example/x"),
        ("https://a.example/x?access_token=abc", "https://a.example/x"),
        ("https://a.example/x?v=2&X-Amz-Signature=abc", "https://a.example/x?v=2"),
        ("https://a.example/x?q=a1b2c3d4e5f6a7b8c9d0e1", "https://a.example/x"),
        ("https://a.example/x?group=payments#secret", "https://a.example/x?group=payments"),
    ],
)
def test_public_url(url: str, shown: str) -> None:
    assert public_url(url) == shown


@pytest.mark.parametrize(
    ("host", "inside"),
    [
        ("127.0.0.1", True),
        ("10.1.2.3", True),
        ("169.254.169.254", True),
        ("[::1]", True),
        ("[::ffff:10.0.0.1]", True),
        ("2852039166", True),
        ("0x7f.1", True),
        ("8.8.8.8", False),
        ("[2606:4700::1111]", False),
    ],
)
def test_addresses_inside_the_network_are_recognised(host: str, inside: bool) -> None:
    assert anyio.run(is_inside, f"https://{host}/x") is inside
