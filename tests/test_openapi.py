"""The OpenAPI document: valid, without warnings, and complete."""

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from annotation_site.assignments.kinds import list_kinds
from annotation_site.help.openapi_document import make_document
from annotation_site.projects.models import Project
from tests.annotation_site.assignments.desks import CASES
from tests.factories import make_user

PROJECT_SHAPES = tuple(f"{name.capitalize()}Project" for name in Project.Kind.values)
METHODS = {"get", "post", "patch", "delete"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return SchemaGenerator(api_version="1").get_schema(request=None, public=True)


def test_the_document_is_valid_and_generated_without_a_warning() -> None:
    written = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=written)
    assert "/api/v1/assignments/{id}/operations/" in written.getvalue()


def test_every_address_of_the_api_is_in_the_document(document: dict[str, Any]) -> None:
    resolver = next(found for found in get_resolver().url_patterns if str(found.pattern) == "api/v1/")
    names = set(_named(resolver)) - {"schema"}
    assert len(document["paths"]) == len(names)


def test_every_operation_says_what_it_answers_and_how_it_refuses(document: dict[str, Any]) -> None:
    for address, operations in document["paths"].items():
        for method, operation in operations.items():
            if method not in METHODS:
                continue
            answers = set(operation["responses"])
            assert {"401", "403", "404"} <= answers, (address, method)
            assert any(status.startswith("2") for status in answers), (address, method)
            assert operation["description"], (address, method)
            # Programs of machines have keys, which open nothing else.
            scheme = "machine" if address.startswith("/api/v1/machine/") else "token"
            assert {scheme} in [set(way) for way in operation["security"]], (address, method)


def test_saving_is_described_field_by_field_for_every_kind(document: dict[str, Any]) -> None:
    operation = document["paths"]["/api/v1/assignments/{id}/operations/"]["post"]
    shape = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    shapes = document["components"]["schemas"]
    required = [set(shapes[each["$ref"].rsplit("/", 1)[1]]["required"]) for each in shapes[shape]["anyOf"]]
    step = {"operation_id", "version"}
    # Of each kind, the one field without which a step says nothing.
    saved = [{*CASES[kind.kind].saves[0]} for kind in list_kinds()]
    assert len(required) == len(saved)
    assert all(fields > step and fields - step <= own for fields, own in zip(required, saved, strict=True))
    assert "409" in operation["responses"]
    state = shapes["AssignmentState"]
    assert set(state["discriminator"]["mapping"]) == {kind.kind for kind in list_kinds()}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_project_fits_the_shape_of_its_kind_and_no_other(document: dict[str, Any], kind: str) -> None:
    project = CASES[kind].make()
    manager = Client()
    manager.force_login(project.created_by)
    answer = manager.get(f"/api/v1/projects/{project.slug}/").json()
    fitting = [name for name in PROJECT_SHAPES if fits(document, name, answer)]
    assert fitting == [f"{project.kind.capitalize()}Project"]


def test_a_refusal_may_fit_the_shapes_of_several_kinds(document: dict[str, Any]) -> None:
    assert fits(document, "SubmitProblem", {"code": "stale_version", "detail": "Another tab saved first."})
    assert not fits(document, "SubmitProblem", {"code": "stale_version"})


def fits(document: dict[str, Any], name: str, answer: Any) -> bool:
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return Draft202012Validator(schema).is_valid(answer)


@pytest.mark.django_db
def test_the_document_is_served_to_members_only() -> None:
    client = Client()
    assert client.get("/api/v1/schema/").status_code == 401
    client.force_login(make_user())
    served = client.get("/api/v1/schema/?version=a%0Ab")
    assert served.status_code == 200
    assert served.json()["info"]["title"] == "Interlinea"


@pytest.mark.django_db
def test_everybody_is_given_one_document_in_one_language() -> None:
    first, second = Client(), Client()
    for client in (first, second):
        client.force_login(make_user())
    served = first.get("/api/v1/schema/").json()
    made = make_document.cache_info().misses
    assert second.get("/api/v1/schema/?lang=pt").json() == served
    assert make_document.cache_info().misses == made


def _named(resolver: Any) -> list[str]:
    names = []
    for pattern in resolver.url_patterns:
        names += _named(pattern) if hasattr(pattern, "url_patterns") else [pattern.name]
    return names
