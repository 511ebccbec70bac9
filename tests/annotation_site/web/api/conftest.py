"""A project, its manager and their browser."""

import pytest
from django.test import Client

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from tests.factories import make_project


@pytest.fixture
def project() -> Project:
    return make_project(pairs=2)


@pytest.fixture
def manager(project: Project) -> User:
    return project.created_by


@pytest.fixture
def client(manager: User) -> Client:
    client = Client()
    client.force_login(manager)
    return client
