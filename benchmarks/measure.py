"""What a process costs, and tables to print it."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
SAMPLE = ROOT / "samples" / "bookshop" / "openapi.yaml"
MCPGEN = (sys.executable, "-m", "mcpgen")


@dataclass(frozen=True, slots=True)
class Run:
    """A finished process: CPU time of it and its children, the most memory it held, what it said."""

    code: int
    cpu_seconds: float
    megabytes: float
    output: str
    errors: str


def run_measured(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    timeout: float = 600,
) -> Run:
    """Run to the end, killing what is not done after `timeout` seconds."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, env=env, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=errors
        )
        timer = threading.Timer(timeout, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGKILL:
            errors.write(f"\nkilled after {timeout:.0f} s, or out of memory".encode())
        output.seek(0)
        errors.seek(0)
        # Kilobytes everywhere but on macOS, which counts bytes.
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        return Run(
            process.returncode,
            usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / unit,
            output.read().decode(errors="replace"),
            errors.read().decode(errors="replace"),
        )


def cpu_seconds(pid: int) -> float:
    """CPU time a running process has used so far, in all of its threads (Linux only)."""
    used = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        used += int((task / "schedstat").read_text(encoding="ascii").split()[0])
    return used / 1e9


def resident_megabytes(pid: int) -> float:
    """Memory a running process holds now (Linux only)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns as wide as they need; the first on the left, numbers on the right."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    lines = []
    for row in cells:
        first = row[0].ljust(widths[0])
        others = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((first, *others)).rstrip())
    return "\n".join(lines)


def machine() -> str:
    """One line that says where figures come from."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    stamp = time.strftime("%Y-%m-%d")
    return f"{stamp}, Python {platform.python_version()}, {os.cpu_count()} CPUs{load}"


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure beside the limit it must keep."""

    name: str
    value: float
    limit: float
    unit: str = ""

    @property
    def kept(self) -> bool:
        return self.value <= self.limit

    def __str__(self) -> str:
        verdict = "ok" if self.kept else "MISSED"
        return f"{self.name}: {self.value:.2f}{self.unit} (at most {self.limit:g}{self.unit}) {verdict}"


def judge(bars: Sequence[Bar], check: bool) -> int:
    """Print each bar; 1 where `check` is on and one is missed."""
    print()
    for bar in bars:
        print(bar)
    return int(check and not all(bar.kept for bar in bars))
