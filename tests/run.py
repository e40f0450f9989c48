"""All checks of this repository in one command: `python3 tests/run.py`.

It makes its own environment under `.cache/`. `--fast` leaves out the slow tests, which generate
and install whole projects. Other arguments go to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "samples"))

from environment import Environment, Failure, check_python, fingerprint  # noqa: E402

# Checked where it stands: `package_name` becomes a package only in a generated project.
RUNTIME = "templates/python/src/package_name/runtime"
SCRIPTS = ("benchmarks", "samples/demo.py", "samples/client.py", "samples/bookshop/stub.py")
SCRIPT_FOLDERS = ("samples", "samples/bookshop", "benchmarks")


def main(arguments: list[str]) -> int:
    try:
        check_python()
        environment = Environment("tests")
        environment.prepare(
            fingerprint(ROOT / "pyproject.toml"),
            # pip learned `--group` (PEP 735) with 25.1, and Python 3.11 brings an older one.
            ("Updating pip", "--upgrade", "pip>=25.1"),
            ("Installing mcpgen and its tools", "--editable", ".", "--group", "dev"),
        )
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    fast = "--fast" in arguments
    rest = [argument for argument in arguments if argument != "--fast"]
    return check(environment, fast, rest)


def check(environment: Environment, fast: bool, rest: list[str]) -> int:
    """Run every check, the cheap ones first, and name those that failed."""
    python = environment.python
    checks = [
        ("black", [python, "-m", "black", "--check", "."]),
        ("ruff", [python, "-m", "ruff", "check", "--quiet", "."]),
        ("mypy", [python, "-m", "mypy"]),
        ("mypy, runtime", [python, "-m", "mypy", "--strict", RUNTIME]),
        ("mypy, scripts", [python, "-m", "mypy", "--strict", *SCRIPTS, "tests/run.py"]),
        ("import-linter", [environment.program("lint-imports"), "--no-cache"]),
        ("pytest", [python, "-m", "pytest", *rest]),
    ]
    if not fast:
        checks.append(("pytest, slow", [python, "-m", "pytest", "-m", "slow", "-rs", *rest]))
    env = os.environ | {"MYPYPATH": os.pathsep.join(SCRIPT_FOLDERS)}
    failed = []
    for name, command in checks:
        print(f"\n== {name}", flush=True)
        if subprocess.run(command, cwd=ROOT, env=env, check=False).returncode:
            failed.append(name)
    print()
    if failed:
        print(f"failed: {', '.join(failed)}")
        return 1
    print(f"all passed: {', '.join(name for name, _ in checks)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
