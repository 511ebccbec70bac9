"""No secret that is shown once can be read in the database: not in its own table, history, jobs or operations."""

import logging

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from annotation_site.machines.services import create_key
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Role
from annotation_site.projects.services.members import invite
from annotation_site.webhooks.services import renew_secret
from tests.annotation_site.machines.making import make_machine
from tests.annotation_site.webhooks.making import make_webhook
from tests.factories import PASSWORD, make_project
from tests.stand_ins.outside_hosts import OutsideHost

pytestmark = pytest.mark.django_db


def read_everything() -> dict[str, str]:
    """Return the rows of every table as text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [name for (name,) in cursor.fetchall()]
        found = {}
        for table in tables:
            cursor.execute(f'SELECT coalesce(string_agg(t::text, chr(10)), %s) FROM "{table}" t', [""])
            [(found[table],)] = cursor.fetchall()
    return found


def test_no_table_holds_a_secret_and_no_line_of_the_log(caplog: pytest.LogCaptureFixture, settings: object) -> None:
    caplog.set_level(logging.DEBUG)
    settings.OUTGOING_HOSTS = ["hooks.example.org:80"]  # type: ignore[attr-defined]
    project = make_project()
    manager = project.created_by
    machine = make_machine(project)
    webhook, first = make_webhook(project, OutsideHost("hooks.example.org"))
    secrets = {
        "invitation": invite(user=manager, project=project, role=Role.ANNOTATOR, days=3, use_limit=1)[1],
        "token": create_token(user=manager, name="a program", scope="write", days=3)[1],
        "machine key": create_key(user=manager, machine=machine, days=3)[1],
        "webhook": first,
        "webhook, renewed": renew_secret(user=manager, webhook=webhook),
        "password": PASSWORD,
    }
    client = Client()
    client.get(reverse("projects:invitation", args=[secrets["invitation"]]))
    client.get(reverse("api:projects"), headers={"authorization": f"Bearer {secrets['token']}"})
    client.get(reverse("api:machine-items"), headers={"authorization": f"Bearer {secrets['machine key']}"})
    client.get(reverse("api:projects"), headers={"authorization": f"Bearer {secrets['machine key']}x"})
    tables = read_everything()
    assert project.name in tables["projects_project"]
    for name, secret in secrets.items():
        assert len(secret) > 10
        for table, rows in tables.items():
            assert secret not in rows, f"{table} holds the {name}"
            assert secret.removeprefix("whsec_") not in rows, f"{table} holds the {name}"
        assert secret not in caplog.text, f"the log has the {name}"
