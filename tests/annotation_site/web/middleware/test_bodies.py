"""Large bodies: refused by their announced length, except where a file is expected."""

import ast
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db
LARGE = b'--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n' + b"x" * 3_000_000 + b"\r\n--b--\r\n"
MULTIPART = "multipart/form-data; boundary=b"


def send(client: Client, address: str, body: bytes = LARGE, content_type: str = MULTIPART) -> tuple[int, str]:
    answer = client.post(address, body, content_type=content_type)
    return answer.status_code, answer.content.decode()


def test_files_of_somebody_unknown_are_not_even_read(client: Client) -> None:
    status, text = send(client, reverse("alignment:import", args=["any"]))
    assert (status, "You are not signed in" in text) == (413, True)


def test_a_large_body_goes_where_a_file_is_expected_only(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    assert send(client, reverse("alignment:import", args=[project.slug]))[0] == 400, "read, and then refused as a form"
    assert send(client, reverse("api:uploads", args=[project.slug]))[0] == 400
    for name, args in [
        ("account_login", []),
        ("projects:account", []),
        ("projects:guideline_new", [project.slug]),
        ("api:projects", []),
        ("api:next", [project.slug]),
    ]:
        assert send(client, reverse(name, args=args))[0] == 413, name
    status, text = send(client, reverse("api:projects"), b'{"name": "' + b"x" * 3_000_000 + b'"}', "application/json")
    assert (status, "too_large" in text) == (413, True)


def test_the_check_of_the_forms_token_reads_no_large_body() -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_user())
    assert send(strict, reverse("projects:account"))[0] == 413


def test_more_than_two_files_can_hold_is_refused_to_everybody(client: Client, settings: Settings) -> None:
    settings.UPLOAD_LIMIT_BYTES = 1000
    project = make_project()
    client.force_login(project.created_by)
    assert send(client, reverse("alignment:import", args=[project.slug]), LARGE * 2)[0] == 413


def test_every_view_that_reads_files_may_receive_them() -> None:
    unmarked = []
    for app in site_settings.OWN_APPS:
        for path in (site_settings.BASE_DIR / app).rglob("*.py"):
            unmarked += [f"{path.name}: {name}" for name in find_unmarked(path)]
    assert not unmarked


def find_unmarked(path: Path) -> list[str]:
    functions = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
    readers = [
        function
        for function in functions
        if any(isinstance(node, ast.Attribute) and node.attr == "FILES" for node in ast.walk(function))
    ]
    marks = {each: " ".join(ast.unparse(decorator) for decorator in each.decorator_list) for each in readers}
    return [each.name for each in readers if "takes_files" not in marks[each]]
