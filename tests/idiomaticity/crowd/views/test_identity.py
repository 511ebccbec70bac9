"""Returning to one's own work in a crowd."""

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from idiomaticity.crowd.codes import digest_worker, read_return, sign_return
from idiomaticity.crowd.models import CrowdWorker
from tests.idiomaticity.crowd.entering import come_in, enter, link_of, set_up, who

pytestmark = pytest.mark.django_db


def test_a_worker_id_is_kept_as_a_keyed_hash_alone(project: Project) -> None:
    set_up(project, worker_parameter="PROLIFIC_PID")
    client, status = come_in(project, "?PROLIFIC_PID=5f3c0ffee")
    assert status == 302
    worker = CrowdWorker.objects.get()
    assert worker.worker_digest == digest_worker(project.pk, "5f3c0ffee")
    assert worker.worker_digest != digest_worker(project.pk + 1, "5f3c0ffee")
    stored = [list(User.objects.values()), list(Operation.objects.values()), list(CrowdWorker.objects.values())]
    assert "5f3c0ffee" not in str(stored)
    assert "5f3c0ffee" not in str(dict(client.session))


def test_the_same_browser_goes_on_with_the_same_id(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    client, _ = come_in(project, "?workerId=A1")
    before = who(client)
    again = client.get(link_of(project, "?workerId=A1"))
    assert again.headers["Location"] == reverse("idiomaticity:crowd_home", args=[project.slug])
    assert who(client) == before
    assert CrowdWorker.objects.count() == 1


def test_a_guessed_id_opens_nobodys_work(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    come_in(project, "?workerId=A1")
    thief, status = come_in(project, "?workerId=A1")
    assert status == 409
    assert who(thief) == ""
    assert CrowdWorker.objects.count() == 1
    assert thief.get(reverse("idiomaticity:crowd_home", args=[project.slug])).status_code == 302


def test_another_id_at_the_same_browser_is_another_person(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    client, _ = come_in(project, "?workerId=A1")
    first = who(client)
    come_in(project, "?workerId=B2", client)
    assert who(client) not in ("", first)
    assert CrowdWorker.objects.count() == 2


def test_without_an_id_nobody_comes_in_where_one_is_wanted(project: Project) -> None:
    set_up(project, worker_parameter="workerId")
    for query in ("", "?workerId=", "?workerId=a%20b", "?workerId=" + "x" * 101, "?other=A1"):
        assert Client().get(link_of(project, query)).status_code == 400


def test_the_return_link_opens_ones_own_work_in_another_browser(project: Project) -> None:
    client, _ = come_in(project)
    worker = CrowdWorker.objects.get()
    home = client.get(reverse("idiomaticity:crowd_home", args=[project.slug])).content.decode()
    address = reverse("idiomaticity:crowd_return", args=[sign_return(worker.pk)])
    assert address in home
    other = Client()
    assert other.get(address).status_code == 200
    assert who(other) == ""  # looking is not entering
    assert other.post(address).status_code == 302
    assert who(other) == who(client)


@pytest.mark.parametrize("signed", ["1", "1:x", "x:y:z", ""])
def test_a_return_link_cannot_be_made_up(signed: str) -> None:
    assert read_return(signed) is None
    forged = sign_return(1).replace("1:", "2:", 1)
    assert read_return(forged) is None
    if signed:
        address = reverse("idiomaticity:crowd_return", args=[signed])
        assert Client().get(address).status_code == Client().post(address).status_code == 404


def test_who_was_removed_comes_back_by_no_link(project: Project) -> None:
    worker = enter(project)
    worker.membership.state = "removed"
    worker.membership.save()
    assert Client().post(reverse("idiomaticity:crowd_return", args=[sign_return(worker.pk)])).status_code == 404
