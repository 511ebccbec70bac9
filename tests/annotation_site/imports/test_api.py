"""Managers take an import back through the API."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.imports.services import request_taking_back
from annotation_site.web.exceptions import RoleRequired
from tests.annotation_site.imports.taking_back import bring_pairs
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db


def test_the_api_takes_back_and_only_managers_may() -> None:
    project = make_project()
    imported = bring_pairs(project)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:job-take-back", args=[project.slug, imported.pk])
    answered = client.post(address, {"request_id": str(uuid4())}, content_type="application/json")
    assert (answered.status_code, answered.json()["kind"]) == (202, "take_back_import")
    with pytest.raises(RoleRequired):
        request_taking_back(user=make_member(project).user, project=project, imported=imported, request_id=uuid4())
