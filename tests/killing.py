"""Runs that are killed in the middle: the kernel stops them, and nothing cleans up after them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

_WRITES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir"}


def killed_at(number: int, folder: Path, work: Callable[[], Any]) -> bool:
    """Do some work in a process that is killed at its `number`th change in a folder."""
    child = os.fork()
    if child == 0:
        left = number

        def count(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal left
            if not arguments or not str(arguments[0]).startswith(str(folder)):
                return
            flags = arguments[2] if event == "open" else 0
            if event in _WRITES or (isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(count)
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)
