"""Reasons of annotators who skipped pairs, on the manager's page."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.services.assignments import resume_assignment, skip_assignment
from tests.factories import lease, make_member, make_project

pytestmark = pytest.mark.django_db


def test_a_reason_is_listed_by_pseudonym_until_the_pair_is_resumed() -> None:
    project = make_project(pairs=2)
    annotator = make_member(project)
    skipped = lease(annotator)
    skip_assignment(
        user=annotator.user, assignment_id=skipped.pk, operation_id=uuid4(), version=0, reason="<b>cut</b> off"
    )
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:skips", args=[project.slug])
    page = client.get(address)
    assert [row["assignment"].pk for row in page.context["rows"]] == [skipped.pk]
    html = page.content.decode()
    assert "&lt;b&gt;cut&lt;/b&gt; off" in html
    assert annotator.user.email not in html
    assert address in client.get(reverse("alignment:pairs", args=[project.slug])).content.decode()
    resume_assignment(user=annotator.user, assignment_id=skipped.pk, operation_id=uuid4())
    assert "No skipped pairs" in client.get(address).content.decode()
