"""Requests at the same moment, each on its own connection: what is for one is given once, and nothing is lost."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.projects.services.members import invite, remove_member
from tests.factories import lease, make_member, make_pair, make_project, make_user
from tests.running.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 6


def make_link(project: Project, uses: int) -> str:
    _, secret = invite(user=project.created_by, project=project, role=Role.ANNOTATOR, days=1, use_limit=uses)
    return secret


def bring(user: User, secret: str) -> Callable[[], int]:
    """Return the act of a person who has opened an invitation and presses the button."""
    client = Client()
    client.force_login(user)
    client.get(reverse("projects:invitation", args=[secret]))
    sent = {"invitation": str(Invitation.objects.get().pk)}
    return lambda: int(client.post(reverse("projects:join"), sent).status_code)


def test_an_invitation_for_one_admits_one_of_many() -> None:
    project = make_project()
    secret = make_link(project, 1)
    at_once([bring(make_user(), secret) for _ in range(MANY)])
    assert project.memberships.annotators().count() == Invitation.objects.get().use_count == 1


def test_a_person_who_presses_many_times_joins_once() -> None:
    project, user = make_project(), make_user()
    secret = make_link(project, MANY)
    answers = at_once([bring(user, secret) for _ in range(MANY)])
    assert set(answers) == {302}
    assert project.memberships.filter(user=user).count() == Invitation.objects.get().use_count == 1
    assert Operation.objects.filter(project=project, kind="accept_invitation").count() == 1


def test_people_who_join_together_have_pseudonyms_of_their_own() -> None:
    project = make_project()
    secret = make_link(project, MANY)
    at_once([bring(make_user(), secret) for _ in range(MANY)])
    names = list(project.memberships.annotators().values_list("pseudonym", flat=True))
    assert len(names) == len(set(names)) == MANY


def test_two_managers_who_remove_each_other_leave_one() -> None:
    project = make_project()
    first = Membership.objects.get(project=project)
    second = make_member(project, Role.MANAGER)
    at_once(
        [
            lambda: remove_member(user=first.user, membership=second),
            lambda: remove_member(user=second.user, membership=first),
        ]
    )
    assert Membership.objects.active().filter(project=project, role=Role.MANAGER).count() == 1


def test_who_is_removed_while_saving_saves_nothing_after_it_and_loses_nothing_before() -> None:
    project = make_project()
    make_pair(project)
    annotator = make_member(project)
    assignment = lease(annotator)
    client = Client()
    client.force_login(annotator.user)
    address = reverse("api:assignment-operations", args=[assignment.pk])
    acknowledged: list[str] = []
    refused: set[int] = set()

    def save() -> None:
        for version in range(40):
            sent = {"operation_id": str(uuid4()), "version": version, "kind": "set", "links": [[0, version % 3, "S"]]}
            answer = client.post(address, sent, content_type="application/json")
            if answer.status_code == 200:
                acknowledged.append(sent["operation_id"])
            else:
                refused.add(answer.status_code)

    at_once([save, lambda: remove_member(user=project.created_by, membership=annotator)])
    removal = Operation.objects.get(kind="remove_member")
    kept = Operation.objects.filter(operation_id__in=acknowledged)
    assert kept.count() == len(acknowledged)
    assert refused <= {403, 404}
    sent = {"operation_id": str(uuid4()), "version": len(acknowledged), "kind": "set", "links": [[0, 0, "P"]]}
    assert client.post(address, sent, content_type="application/json").status_code in (403, 404)
    assert Operation.objects.filter(assignment=assignment, created_at__gt=removal.created_at).count() <= 1
