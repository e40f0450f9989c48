"""A generated server's own handlers behind the SDK's HTTP transport: what its endpoint is held against.

python benchmarks/sdk_path.py PORT      (the generated package on PYTHONPATH, its settings set)
"""

from __future__ import annotations

import importlib
import os
import sys


def main(port: str) -> None:
    import uvicorn

    service = importlib.import_module("bookshop_mcp.server").SERVICE
    runtime = "bookshop_mcp.runtime"
    settings = importlib.import_module(f"{runtime}.settings").Settings
    caller = importlib.import_module(f"{runtime}.call").Caller(
        service.api, service.hooks, settings.from_environment(service.api, os.environ)
    )
    server = importlib.import_module(f"{runtime}.protocol").ToolServer(service, caller).server
    app = server.streamable_http_app(json_response=True, stateless_http=True)
    uvicorn.run(app, port=int(port), log_level="warning", access_log=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
