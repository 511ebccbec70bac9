"""Expressions of PostgreSQL, with what they give to Django."""

import pytest

from annotation_site.accounts.models import User
from annotation_site.server.postgresql.expressions import RowsAsJson
from tests.factories import make_user


@pytest.mark.django_db
def test_rows_as_one_value_keep_their_order_and_their_types() -> None:
    ada, grace = make_user("Ada"), make_user("Grace")
    columns = RowsAsJson(User.objects.order_by("-name"), "name", "is_active", "noticed_at", "quotas")
    nobody = RowsAsJson(User.objects.filter(name="Emmy"), "pk")
    [found] = User.objects.filter(pk=ada.pk).values_list(columns, nobody)
    assert found == ([[each.name, True, None, {}] for each in (grace, ada)], [])
