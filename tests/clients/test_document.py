"""Every route, field and filter of the client is in the OpenAPI document, and none of those it covers is missing."""

from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from drf_spectacular.generators import SchemaGenerator

from annotation_site.projects.kinds import list_kinds
from idiomaticity.answers.table import COLUMNS
from interlinea.arguments import KINDS, STATES
from interlinea.models import Job, Model, Project, Release, Upload
from interlinea.routes import RELEASE_CREATE, ROUTES, Route
from interlinea.tables import ANSWER_TYPES

TYPES = {str: "string", int: "integer", list: "array", dict: "object", bool: "boolean", float: "number"}
# Lists leave these out.
OF_DETAILS = ("result", "manifest")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return SchemaGenerator(api_version="1").get_schema(request=None, public=True)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_a_route_takes_what_the_document_says(document: dict[str, Any], route: Route) -> None:
    assert find_differences(document, route) == []


@pytest.mark.parametrize("model", [Project, Upload, Job, Release])
def test_a_model_has_fields_of_the_document(document: dict[str, Any], model: type[Model]) -> None:
    for name in model.schemas:
        assert find_missing(document, model, name) == []


def test_a_difference_is_found(document: dict[str, Any]) -> None:
    assert find_differences(document, Route("GET", "projects/{slug}/nowhere/"))
    assert find_differences(document, Route("POST", "projects/{slug}/jobs/{id}/cancel/", takes=("reason",)))
    assert find_differences(document, Route("GET", "projects/", filters=("colour",)))
    assert find_missing(document, Release, "JobRow") == [
        *("number", "file_name", "size", "sha256", "created_at", "note", "doi"),
    ]
    assert find_missing(document, Project, "ReleaseRow")


def test_kinds_states_and_columns_are_those_of_the_site(document: dict[str, Any]) -> None:
    shapes = document["components"]["schemas"]
    assert set(KINDS) == set(shapes["Project"]["discriminator"]["mapping"])
    assert set(RELEASE_CREATE) == {each.kind for each in list_kinds() if each.has_tab("projects:releases")}
    listing = document["paths"]["/api/v1/projects/"]["get"]["parameters"]
    assert set(STATES) == set(next(each for each in listing if each["name"] == "state")["schema"]["enum"])
    assert set(ANSWER_TYPES) == {name for name, kind in COLUMNS.items() if kind != "text"}


def find_differences(document: dict[str, Any], route: Route) -> list[str]:
    """Return what is wrong with a route, in words."""
    operation = document["paths"].get(f"/api/v1/{route.path}", {}).get(route.method.lower())
    if operation is None:
        return ["no such route"]
    queries = {each["name"] for each in operation.get("parameters", []) if each["in"] == "query"}
    differences = [f"filter {name}" for name in set(route.filters) ^ queries]
    content = operation.get("requestBody", {}).get("content", {})
    bodies = [set(shape["properties"]) for body in content.values() for shape in list_shapes(document, body["schema"])]
    # Of a body that differs by kind, the route is that of one kind.
    wrong = min((set(route.takes) ^ taken for taken in bodies or [set[str]()]), key=len)
    return [*differences, *(f"field {name}" for name in wrong)]


def list_shapes(document: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the shapes that a body may have."""
    shape = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return [document["components"]["schemas"][each["$ref"].rsplit("/", 1)[1]] for each in shape.get("anyOf", [])] or [
        shape
    ]


def find_missing(document: dict[str, Any], model: type[Model], name: str) -> list[str]:
    """Return the fields of a model that a schema does not have, or not with their type."""
    schema = document["components"]["schemas"][name]
    hints = get_type_hints(model)
    found = []
    for each in fields(model):
        if each.name in OF_DETAILS and each.name not in schema["properties"]:
            continue
        kinds = set(get_args(hints[each.name])) if isinstance(hints[each.name], UnionType) else {hints[each.name]}
        shape = schema["properties"].get(each.name, {})
        is_surely_there = each.default is not MISSING or each.name in schema["required"]
        is_null_expected = NoneType in kinds or not shape.get("nullable")
        names = {TYPES[get_origin(kind) or kind] for kind in kinds - {NoneType}}
        if {shape.get("type") or type_of_choice(shape)} != names or not is_surely_there or not is_null_expected:
            found.append(each.name)
    return found


def type_of_choice(shape: dict[str, Any]) -> str | None:
    """Return the type of a choice, which the document describes elsewhere."""
    return "string" if shape.get("$ref", "").endswith("Enum") else None
