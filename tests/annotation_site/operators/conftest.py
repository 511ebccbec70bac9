import pytest
from django.test import Client

from annotation_site.accounts.models import User
from tests.factories import confirm_password, make_user


@pytest.fixture
def operator(db: None) -> User:
    return make_user("Olga", is_superuser=True)


@pytest.fixture
def page(operator: User) -> Client:
    """Give the operator's browser, in which the password was entered a moment ago."""
    client = Client()
    client.force_login(operator)
    confirm_password(client)
    return client
