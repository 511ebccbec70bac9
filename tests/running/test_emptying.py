"""Tables are emptied after a test although a request that it made is still writing."""

import threading

import pytest
from django.db import connection, transaction

from annotation_site.accounts.models import User
from tests.factories import make_user
from tests.running.emptying import empty_tables
from tests.servers import wait_until

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = 'ExclusiveLock' AND relation IS NOT NULL"


@pytest.mark.django_db(transaction=True)
def test_a_writer_that_the_emptying_would_block_goes_first() -> None:
    make_user()
    has_begun = threading.Event()

    def is_emptying() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            return bool(cursor.fetchone()[0])

    def write() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE projects_user SET name = 'Late'")  # among the last tables, then the first
            has_begun.set()
            wait_until(is_emptying, "nobody empties")
            cursor.execute("UPDATE account_emailaddress SET verified = true")
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    has_begun.wait(60)
    empty_tables()
    writer.join(60)
    assert not writer.is_alive()
    assert not User.objects.exists()
