import pytest

from annotation_site.accounts.models import User
from tests.factories import make_user


@pytest.fixture
def operator(db: None) -> User:
    return make_user("Olga", is_superuser=True)
