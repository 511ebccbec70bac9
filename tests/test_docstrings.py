"""Names of modules in docstrings: a reader who follows them finds the module."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_layout import APPS, ROOT

# Commands have a space in them, settings of the site are in capitals.
NAME = re.compile(r"`([a-z_]\w*(?:[./]\w+)*)/?`")
FULL_NAME = re.compile(rf"`((?:{'|'.join(APPS)})(?:[./]\w+)+)`")


def find_file(name: str, folder: Path) -> Path | None:
    """Return the module or folder of this name in the folder or in one above it."""
    for above in (folder, *folder.parents):
        path = above / re.sub(r"\.(?!py$)", "/", name)
        if found := next((each for each in (path, path.with_suffix(".py")) if each.exists()), None):
            return found
        if above == ROOT:
            return None
    return None


def list_names(path: Path) -> Iterator[str]:
    """Yield the functions, classes, constants and arguments of a module, or of all modules of a folder."""
    for module in path.rglob("*.py") if path.is_dir() else (path,):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                    yield name
                case ast.Name(id=name, ctx=ast.Store()) if name.isupper():
                    yield name


def is_known(name: str, folder: Path) -> bool:
    """Return whether a name is that of a module, of something in one, or of something in the folder."""
    if find_file(name, folder):
        return True
    module, _, last = name.rpartition(".")
    path = find_file(module, folder) if module else folder
    return path is not None and last in list_names(path)


def test_docstrings_of_packages_name_modules_that_exist() -> None:
    unknown = [
        f"{path.relative_to(ROOT)}: {name}"
        for app in APPS
        for path in (ROOT / app).rglob("__init__.py")
        for name in NAME.findall(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
        if not is_known(name, path.parent)
    ]
    assert not unknown, "\n".join(sorted(unknown))


def test_full_names_of_modules_exist() -> None:
    unknown = [
        f"{path.relative_to(ROOT)}: {name}"
        for app in (*APPS, "tests")
        for path in (ROOT / app).rglob("*.py")
        for name in FULL_NAME.findall(path.read_text(encoding="utf-8"))
        if not is_known(name, ROOT)
    ]
    assert not unknown, "\n".join(sorted(unknown))
