"""The reference of the API, from its OpenAPI document."""

from collections.abc import Iterator, Mapping
from typing import Any

from drf_spectacular.generators import SchemaGenerator

Node = Mapping[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")
PREFIX = "/api/v1"
OF_PROJECT = f"{PREFIX}/projects/{{slug}}/"
OUTSIDE = "Projects and assignments"


def write_api() -> str:
    """Return every address of the API with its parameters, fields and answers, as Markdown."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    groups: dict[str, list[str]] = {}
    for address, operations in document["paths"].items():
        for method in METHODS:
            if operation := operations.get(method):
                lines = _document_operation(method, address, operation, document)
                groups.setdefault(_name_group(address), []).extend(lines)
    return "\n".join(line for name, lines in groups.items() for line in ["", f"## {name}", *lines]) + "\n"


def _name_group(address: str) -> str:
    """Return what the address of a project is about, by the word after the project's."""
    if not address.startswith(OF_PROJECT) or address == OF_PROJECT:
        return OUTSIDE
    word = address.removeprefix(OF_PROJECT).split("/")[0].partition(".")[0]
    return word.replace("-", " ").capitalize()


def _document_operation(method: str, address: str, operation: Node, document: Node) -> Iterator[str]:
    yield from ["", f"### `{method.upper()} {address.removeprefix(PREFIX)}`", "", operation["description"], ""]
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "query":
            yield _describe_field(f"?{parameter['name']}", parameter["schema"], parameter, document)
    for media, body in operation.get("requestBody", {}).get("content", {}).items():
        if "json" in media or "multipart" in media:
            yield from _describe_fields("Body", body["schema"], document)
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            yield from _describe_answer(status, answer, document)


def _describe_answer(status: str, answer: Node, document: Node) -> Iterator[str]:
    content = answer.get("content", {})
    if schema := content.get("application/json", {}).get("schema"):
        yield from _describe_fields(f"Answer {status}", schema, document)
    else:
        yield from ["", f"Answer {status}: {', '.join(content) or 'nothing'}."]


def _describe_fields(title: str, schema: Node, document: Node) -> Iterator[str]:
    """Give the fields of an object, or the type of anything else."""
    resolved = _follow(schema, document)
    items = _follow(resolved.get("items", {}), document)
    shown, is_list = (items, True) if items.get("properties") else (resolved, False)
    if not shown.get("properties"):
        yield from ["", f"{title}: {_name_type(schema, document)}."]
        return
    required = shown.get("required", [])
    yield from ["", f"{title}, a list of objects:" if is_list else f"{title}:", ""]
    for name, field in shown["properties"].items():
        is_needed = not title.startswith("Body") or name in required
        yield _describe_field(name, field, {**field, "required": is_needed}, document)


def _describe_field(name: str, schema: Node, about: Node, document: Node) -> str:
    optional = "" if about.get("required") else ", optional"
    description = " ".join(about.get("description", "").split("\n\n")[0].split())
    description = description if description and not description.startswith("* ") else ""
    return f"- `{name}` ({_name_type(schema, document)}{optional})" + (f": {description}" if description else "")


def _name_type(schema: Node, document: Node) -> str:
    """Return a type in words: choices are listed, objects only named as such."""
    resolved = _follow(schema, document)
    if choices := resolved.get("enum"):
        return " or ".join(f"`{choice}`" for choice in choices if choice not in (None, ""))
    for either in ("oneOf", "anyOf"):
        if options := resolved.get(either):
            names = dict.fromkeys(_name_type(option, document) for option in options)
            return " or ".join(name for name in names if name)
    kind = resolved.get("type", "object")
    kind = " or ".join(kind) if isinstance(kind, list) else kind
    if kind == "array":
        return f"list of {_name_type(resolved.get('items', {}), document)}"
    return f"{kind}, {resolved['format']}" if "format" in resolved else str(kind)


def _follow(schema: Node, document: Node) -> Node:
    """Return what a reference, or a single one that is wrapped for its description, leads to."""
    while True:
        if reference := schema.get("$ref"):
            schema = document["components"]["schemas"][reference.rpartition("/")[2]]
        elif len(schema.get("allOf", [])) == 1:
            schema = schema["allOf"][0]
        else:
            return schema
