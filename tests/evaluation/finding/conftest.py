"""A project in which expressions are searched, and its manager's browser."""

import pytest
from django.test import Client

from annotation_site.projects.models import Project
from tests.factories import make_project


@pytest.fixture
def project() -> Project:
    return make_project()


@pytest.fixture
def client(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client
