"""Acts of operators on accounts: at once, with a record, and for operators only."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db import DatabaseError, transaction
from django.test import Client

from annotation_site.accounts.models import Session, User
from annotation_site.closing.services.erasing import delete_people_without_project
from annotation_site.operators.services.accounts import (
    deactivate_person,
    export_person,
    reactivate_person,
    reset_second_factor,
)
from annotation_site.operators.services.pseudonyms import pseudonymise_person
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Role
from annotation_site.projects.services.members import invite
from annotation_site.web.exceptions import NotEditable, RoleRequired
from tests.factories import PASSWORD, make_project, make_user


def sign_in(person: User) -> Client:
    client = Client()
    assert client.login(request=None, email=person.email, password=PASSWORD)
    return client


def acts_on(person: User) -> list[tuple[str, str]]:
    return [(act.kind, act.actor.name) for act in person.account_acts.order_by("pk")]


def test_sessions_and_tokens_of_a_deactivated_person_end_at_once(operator: User) -> None:
    ada = make_user("Ada")
    client, other = sign_in(ada), sign_in(operator)
    _, secret = create_token(user=ada, name="script", scope="read", days=3)
    headers = {"Authorization": f"Bearer {secret}"}
    assert Client(headers=headers).get("/api/v1/projects/").status_code == 200
    deactivate_person(user=operator, person=ada)
    assert client.get("/").status_code == 302
    assert Client(headers=headers).get("/api/v1/projects/").status_code == 401
    assert not Client().login(request=None, email=ada.email, password=PASSWORD)
    assert other.get("/").status_code == 200


def test_invitations_by_which_they_could_come_back_end_too(operator: User) -> None:
    project = make_project()
    invitation, _ = invite(user=project.created_by, project=project, role=Role.MANAGER, days=7, use_limit=1)
    deactivate_person(user=operator, person=project.created_by)
    invitation.refresh_from_db()
    assert not invitation.is_usable


def test_a_reactivated_person_signs_in_anew_and_old_ways_stay_closed(operator: User) -> None:
    ada = make_user("Ada")
    client = sign_in(ada)
    _, secret = create_token(user=ada, name="script", scope="read", days=3)
    deactivate_person(user=operator, person=ada)
    reactivate_person(user=operator, person=ada)
    assert client.get("/").status_code == 302
    assert Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/v1/projects/").status_code == 401
    assert sign_in(ada).get("/").status_code == 200
    assert acts_on(ada) == [("deactivate", "Olga"), ("reactivate", "Olga")]


def test_doing_it_twice_is_one_act(operator: User) -> None:
    ada = make_user("Ada")
    deactivate_person(user=operator, person=ada)
    deactivate_person(user=operator, person=ada)
    assert acts_on(ada) == [("deactivate", "Olga")]


def test_operators_cannot_lock_themselves_out(operator: User) -> None:
    with pytest.raises(NotEditable, match="your own account"):
        deactivate_person(user=operator, person=operator)
    with pytest.raises(NotEditable, match="your own account"):
        pseudonymise_person(user=operator, person=operator, typed=operator.email)


def test_somebody_without_account_is_not_given_one(operator: User) -> None:
    imported = make_user("Reader 1", is_active=False)
    User.objects.filter(pk=imported.pk).update(email="annotator-1@imported.invalid")
    with pytest.raises(NotEditable, match="no account"):
        reactivate_person(user=operator, person=imported)


def test_a_second_factor_is_removed_with_its_codes_and_its_owner_is_told(operator: User, mailoutbox: list[Any]) -> None:
    ada = make_user("Ada")
    client = sign_in(ada)
    for kind in ("totp", "recovery_codes"):
        Authenticator.objects.create(user=ada, type=kind, data={})
    reset_second_factor(user=operator, person=ada)
    assert not Authenticator.objects.filter(user=ada).exists()
    assert client.get("/").status_code == 302
    assert [mail.to for mail in mailoutbox] == [[ada.email]]
    with pytest.raises(NotEditable, match="no second factor"):
        reset_second_factor(user=operator, person=ada)
    assert acts_on(ada) == [("reset_second_factor", "Olga")]


@pytest.mark.parametrize(
    "act",
    [
        deactivate_person,
        reactivate_person,
        reset_second_factor,
        export_person,
        lambda **people: pseudonymise_person(**people, typed=people["person"].email),
    ],
)
def test_only_operators_act_on_accounts(db: None, act: Callable[..., Any]) -> None:
    ada, manager = make_user("Ada"), make_project().created_by
    with pytest.raises(RoleRequired, match="operators"):
        act(user=manager, person=ada)
    assert acts_on(ada) == []


def test_the_history_of_an_account_cannot_be_changed(operator: User) -> None:
    ada = make_user("Ada")
    deactivate_person(user=operator, person=ada)
    with pytest.raises(DatabaseError, match="Cannot update or delete"), transaction.atomic():
        ada.account_acts.update(kind="reactivate")


def test_sessions_of_others_are_kept(operator: User) -> None:
    ada, bela = make_user("Ada"), make_user("Bela")
    sign_in(ada), sign_in(ada), sign_in(bela)
    before = Session.objects.count()
    deactivate_person(user=operator, person=ada)
    assert Session.objects.count() == before - 2


def test_somebody_on_whom_an_operator_acted_outlives_their_projects(operator: User) -> None:
    ada, bela = make_user("Ada"), make_user("Bela")
    for person in (ada, bela):
        User.objects.filter(pk=person.pk).update(email=f"crowd-{person.pk}@crowd.invalid")
    deactivate_person(user=operator, person=ada)
    delete_people_without_project()
    assert list(User.objects.filter(pk__in=[ada.pk, bela.pk])) == [ada]
