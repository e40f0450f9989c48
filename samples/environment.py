"""A virtual environment under `.cache/`, made once and used again while nothing it holds changed.

Standard library only: it runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


class Failure(Exception):  # noqa: N818 - it is printed, not only raised
    """What went wrong, as one sentence for the person at the terminal."""


def check_python() -> None:
    """Refuse a Python that mcpgen does not run on."""
    if sys.version_info < OLDEST:
        have = "{}.{}".format(*sys.version_info)
        raise Failure(f"mcpgen needs Python {OLDEST[0]}.{OLDEST[1]} or newer, and this is {have}")


def fingerprint(*paths: Path) -> str:
    """A digest of files and folders: their names and their bytes."""
    digest = hashlib.sha256(sys.version.encode())
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                data = file.read_bytes()
                digest.update(f"{file.relative_to(ROOT)}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def run_visibly(title: str, command: list[str], cwd: Path = ROOT) -> None:
    """Run a command that says nothing itself: one line with the time it took, its output if it fails."""
    live = sys.stdout.isatty()
    start = time.monotonic()
    print(title, end=" ", flush=True)
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=cwd, stdout=output, stderr=subprocess.STDOUT)
        try:
            while process.poll() is None:
                time.sleep(0.2)
                if live:
                    print(f"\r{title} {time.monotonic() - start:.0f} s", end=" ", flush=True)
        except BaseException:
            process.kill()
            raise
        if process.returncode:
            output.seek(0)
            print("failed\n" + output.read().decode(errors="replace").rstrip(), flush=True)
            raise Failure(f"{title} failed with exit code {process.returncode}")
    print(f"\r{title} {time.monotonic() - start:.0f} s" if live else "done", flush=True)


class Environment:
    """The environment `.cache/<name>`."""

    def __init__(self, name: str) -> None:
        self.folder = ROOT / ".cache" / name
        self._stamp = self.folder / "holds"
        self._programs = self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> str:
        return self.program("python")

    def program(self, name: str) -> str:
        """The path of a program installed here."""
        return str(self._programs / (f"{name}.exe" if os.name == "nt" else name))

    def prepare(self, holds: str, *installs: tuple[str, ...]) -> None:
        """Run pip install with each of `installs`, unless `holds` says that it was done before."""
        if self._stamp.is_file() and self._stamp.read_text(encoding="utf-8") == holds:
            return
        self._make()
        for title, *arguments in installs:
            self.install(title, *arguments)
        self._stamp.write_text(holds, encoding="utf-8")

    def install(self, title: str, *arguments: str) -> None:
        run_visibly(title, [self.python, *PIP, "install", *arguments])

    def _make(self) -> None:
        self._stamp.unlink(missing_ok=True)
        if Path(self.python).exists():
            return
        command = [sys.executable, "-m", "venv", "--clear", str(self.folder)]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode:
            raise Failure(
                f"`{sys.executable} -m venv` failed: install the venv module of this Python "
                "(`apt install python3-venv` on Debian and Ubuntu)"
            )
