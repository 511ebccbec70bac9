"""Keys are taken, once and in order, for rows that come later."""

import pytest
from django.db import connection

from annotation_site.accounts.models import User
from annotation_site.server.postgresql.sequences import take_ids
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_keys_are_those_that_the_next_rows_would_have_had() -> None:
    last = make_user().pk
    with connection.cursor() as cursor:
        assert list(take_ids(cursor, User._meta.db_table, 3)) == [last + 1, last + 2, last + 3]
        assert list(take_ids(cursor, User._meta.db_table, 0)) == []
    assert make_user().pk == last + 4
