"""Pseudonymising: afterwards no table holds the person's name or address, and their work is as it was."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import connection
from django.test import Client

from alignment.imported_annotation.services import PREVIEW
from alignment.readings.models import AlignmentLink
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import cancel_job
from annotation_site.mail.models import Mail
from annotation_site.operators.queries.people import list_remains
from annotation_site.operators.services.accounts import reactivate_person
from annotation_site.operators.services.pseudonyms import pseudonymise_person
from annotation_site.own_account.services import create_token
from annotation_site.projects.models import Membership, Role
from annotation_site.projects.services.invitations import invite_by_mail
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.factories import PASSWORD, make_member, make_project, make_reading, make_user

NAME, SECOND_ADDRESS = "Wilhelmina Quixote", "quixote@elsewhere.example"


def find_in_tables(text: str) -> list[str]:
    """Return the tables of which a row holds the text, whatever the case."""
    with connection.cursor() as cursor:
        found = []
        for table in connection.introspection.table_names():
            name = connection.ops.quote_name(table)
            cursor.execute(f"SELECT count(*) FROM {name} AS row WHERE row::text ILIKE %s", [f"%{text}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found


@pytest.fixture
def project(db: None) -> Any:
    return make_project(pairs=2)


@pytest.fixture
def person(project: Any) -> User:
    """Somebody who left traces wherever the site keeps them."""
    person = make_user(NAME)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    EmailAddress.objects.create(user=person, email=SECOND_ADDRESS, verified=True)
    sent_to = [person.email.upper(), SECOND_ADDRESS]
    invite_by_mail(user=project.created_by, project=project, role=Role.ANNOTATOR, days=7, addresses=sent_to)
    project.invitations.update(note=NAME)
    Mail.objects.create(address=SECOND_ADDRESS, subject=f"Hello {NAME}")
    make_reading(make_member(project, user=person))
    make_member(project, Role.MANAGER, user=person)
    create_token(user=person, name=f"Script of {NAME}", scope="write", days=7)
    Authenticator.objects.create(user=person, type="totp", data={"secret": NAME})
    SocialAccount.objects.create(user=person, provider="login.example.org", uid="1", extra_data={"name": NAME})
    Client().login(request=None, email=person.email, password=PASSWORD)
    job = Job.objects.create(project=project, kind="tokenise", requested_by=person, idempotency_key="1")
    cancel_job(user=person, job=job)
    Job.objects.create(
        project=project,
        kind=PREVIEW.becomes,
        requested_by=project.created_by,
        idempotency_key="2",
        parameters={"annotators": [{"name": NAME, "member": None}]},
    )
    return person


def pseudonymise(operator: User, person: User) -> User:
    return pseudonymise_person(user=operator, person=person, typed=person.email)


def test_no_table_holds_name_or_address_afterwards(operator: User, person: User) -> None:
    addresses = [person.email, SECOND_ADDRESS]
    assert {"projects_user", "projects_invitation", "projects_invitationevent", "projects_mail"} <= {
        table for text in (NAME, *addresses) for table in find_in_tables(text)
    }
    pseudonymise(operator, person)
    assert {text: find_in_tables(text) for text in (NAME, *addresses)} == {NAME: [], addresses[0]: [], addresses[1]: []}


def test_work_and_history_stay_under_the_lasting_stand_in(operator: User, person: User, project: Any) -> None:
    links, operations = AlignmentLink.objects.count(), person.operations.count()
    pseudonymise(operator, person)
    person.refresh_from_db()
    assert str(person) == f"Former member {person.pk}"
    assert (AlignmentLink.objects.count(), person.operations.count()) == (links, operations)
    memberships = Membership.objects.filter(user=person, project=project)
    assert {(each.role, each.pseudonym, each.state) for each in memberships} == {
        ("annotator", "A", "removed"),
        ("manager", "", "removed"),
    }


def test_nobody_signs_in_any_more_and_nobody_undoes_it(operator: User, person: User) -> None:
    address = person.email
    pseudonymise(operator, person)
    assert not Client().login(request=None, email=address, password=PASSWORD)
    person.refresh_from_db()
    with pytest.raises(NotEditable, match="no account"):
        reactivate_person(user=operator, person=person)
    with pytest.raises(NotEditable, match="before"):
        pseudonymise(operator, person)
    assert [act.kind for act in person.account_acts.all()] == ["pseudonymise"]


def test_it_is_confirmed_by_typing_the_address(operator: User, person: User) -> None:
    with pytest.raises(DomainError, match="Nothing was changed"):
        pseudonymise_person(user=operator, person=person, typed=NAME)
    assert find_in_tables(NAME)


def test_the_only_manager_of_a_project_stays_until_there_is_another(operator: User, project: Any) -> None:
    manager = project.created_by
    with pytest.raises(NotEditable, match="Nobody else manages"):
        pseudonymise(operator, manager)
    make_member(project, Role.MANAGER)
    pseudonymise(operator, manager)


def test_what_cannot_be_reached_is_said(person: User) -> None:
    said = " ".join(list_remains(person))
    assert "no release of their projects" in said
    assert "backups" in said.lower()
