"""Steps on an assignment through the API."""

from typing import Any
from uuid import uuid4

from django.test import Client

from annotation_site.assignments.models import Assignment


def sign_in(assignment: Assignment) -> Client:
    client = Client()
    client.force_login(assignment.annotator.user)
    return client


def post(client: Client, assignment: Assignment, step: str, **body: Any) -> Any:
    address = f"/api/v1/assignments/{assignment.pk}/{step}/"
    return client.post(address, {"operation_id": str(uuid4()), **body}, content_type="application/json")
