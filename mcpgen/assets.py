"""The templates that come with mcpgen, in a checkout as in an installed wheel."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

_JUNK = {
    "__pycache__",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".DS_Store",
    "Thumbs.db",
}


def templates_folder(target: str = "python") -> Path:
    """The folder of a target's templates: inside the package when installed, else beside it."""
    package = Path(__file__).resolve().parent
    for folder in (package / "templates" / target, package.parent / "templates" / target):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the templates of `{target}` are missing beside {package}")


def read_templates(folder: Path) -> dict[PurePosixPath, bytes]:
    """Every file of a template folder by its path inside it, sorted."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    relative = ((PurePosixPath(path.relative_to(folder).as_posix()), path) for path in files)
    return {name: path.read_bytes() for name, path in relative if not _is_junk(name)}


def _is_junk(name: PurePosixPath) -> bool:
    return name.suffix == ".pyc" or not _JUNK.isdisjoint(name.parts)


def generator() -> str:
    """The name and version of this program."""
    checkout = Path(__file__).resolve().parent.parent / "pyproject.toml"
    if checkout.is_file():
        import tomllib

        return f"mcpgen {tomllib.loads(checkout.read_text('utf-8'))['project']['version']}"
    from importlib import metadata

    return f"mcpgen {metadata.version('mcpgen')}"
