"""Sessions know their person: one query finds both, one statement ends them, and Django's checks stay."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from annotation_site.accounts.models import Session, User
from annotation_site.own_account.services import end_sessions
from tests.factories import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_a_request_finds_session_and_person_in_one_query() -> None:
    client = sign_in(make_user("Ada"))
    client.get("/account/")
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/account/").status_code == 200
    of_people = [each["sql"] for each in asked if each["sql"].startswith("EXECUTE")]
    assert len(of_people) == 1, of_people
    assert not [each["sql"] for each in asked if 'FROM "projects_user"' in each["sql"]]


def test_the_row_names_whoever_signed_in_last_with_it() -> None:
    ada, bela = make_user("Ada"), make_user("Bela")
    client = sign_in(ada)
    assert [row.user for row in Session.objects.all()] == [ada]
    client.force_login(bela)
    assert [row.user for row in Session.objects.all()] == [bela]
    client.logout()
    assert not Session.objects.exists()


def test_a_session_without_a_person_becomes_theirs_when_they_sign_in(client: Client) -> None:
    ada = make_user("Ada")
    session = client.session
    session["kept"] = "yes"
    session.save()
    assert Session.objects.get().user is None
    client.post(reverse("account_login"), {"login": ada.email, "password": PASSWORD})
    assert Session.objects.get().user == ada
    assert client.session["kept"] == "yes"


def test_who_is_signed_in_is_what_the_signed_data_say() -> None:
    """The column only saves a query: changed by hand it lets nobody be somebody else."""
    ada, bela = make_user("Ada"), make_user("Bela")
    client = sign_in(ada)
    Session.objects.update(user=bela)
    assert client.get("/account/").context["user"] == ada
    assert client.session[SESSION_KEY] == str(ada.pk)


def test_a_changed_password_ends_sessions_with_the_old_one() -> None:
    ada = make_user("Ada")
    client = sign_in(ada)
    assert is_signed_in(client)
    ada.set_password("another one, long enough")
    ada.save()
    assert not is_signed_in(client)


def test_an_inactive_person_and_an_ended_session_are_signed_out() -> None:
    ada, bela = make_user("Ada"), make_user("Bela")
    clients = sign_in(ada), sign_in(bela)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    Session.objects.filter(user=bela).update(expire_date=timezone.now() - timedelta(seconds=1))
    assert [is_signed_in(client) for client in clients] == [False, False]


def test_all_sessions_of_a_person_end_by_one_statement_and_no_others() -> None:
    ada, bela = make_user("Ada"), make_user("Bela")
    of_ada, of_bela = [sign_in(ada) for _ in range(3)], sign_in(bela)
    visitor = Client().session
    visitor["kept"] = "yes"
    visitor.save()
    with CaptureQueriesContext(connection) as asked:
        end_sessions(ada)
    assert [each["sql"].split()[0] for each in asked] == ["DELETE"]
    assert [is_signed_in(client) for client in [*of_ada, of_bela]] == [False, False, False, True]
    assert Session.objects.filter(user=None).count() == 1


def test_a_session_that_was_ended_is_not_stored_again() -> None:
    ada = make_user("Ada")
    client = sign_in(ada)
    session = client.session
    assert session[SESSION_KEY] == str(ada.pk)
    end_sessions(ada)
    session["late"] = "yes"
    with pytest.raises(UpdateError):
        session.save()
    assert not Session.objects.exists()
