"""The table of variables that the settings read, from the code that reads them."""

import ast
from collections.abc import Iterator

from django.conf import settings

READERS = {"read_flag", "read_hosts", "read_list", "read_quota", "get"}


def write_settings() -> str:
    """Return the variables of each module of settings with their defaults in the code, as Markdown."""
    lines = ["", "| variable | default in the code | part |", "|---|---|---|"]
    for path in sorted((settings.BASE_DIR / "annotation_site" / "settings").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        part = (ast.get_docstring(tree) or "").partition(":")[0].rstrip(".")
        lines += [f"| `{name}` | {default} | {part} |" for name, default in _find_reads(tree)]
    return "\n".join(lines) + "\n"


def _find_reads(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Give each variable with its default; one that is required, or read without one, has a dash."""
    seen = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function, first = node.func, node.args[0]
        reader = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        is_name = isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value.isupper()
        if reader in READERS and is_name and isinstance(first, ast.Constant) and first.value not in seen:
            seen.add(first.value)
            default = [*node.args[1:], *(word.value for word in node.keywords)]
            yield str(first.value), f"`{ast.unparse(default[0])}`" if default else "–"
