"""Somebody comes in by a crowd's link: set it up, enter, rate what is given."""

from uuid import uuid4

from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdCall, CrowdWorker
from idiomaticity.crowd.services.joining import enter_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from tests.idiomaticity.making import submit_rating

WORDS = ("fish", "gas", "oil", "rain", "think", "water", "septic", "drunk")
ROWS = "".join(f"{name} tank\tA {name} tank.\n" for name in WORDS)


def set_up(project: Project, **changes: object) -> CrowdCall:
    known = {"consent": "You may stop at any time.", "limit_each": 3, "most_people": 4, "worker_parameter": ""}
    return set_up_crowd(user=project.created_by, project=project, **{**known, **changes})  # type: ignore[arg-type]


def enter(project: Project, **changes: object) -> CrowdWorker:
    known = {"call_id": project.pk, "entry_id": uuid4(), "consent_version": 1}
    return enter_crowd(**{**known, **changes})  # type: ignore[arg-type]


def rate(worker: CrowdWorker, whole: int = 5) -> list[Assignment]:
    """Rate all that the worker is given."""
    membership = worker.membership
    done = []
    while (assignment := lease_next(user=membership.user, project=membership.project)) is not None:
        done.append(submit_rating(assignment, 3, 3, whole))
    worker.refresh_from_db()
    return done


def link_of(project: Project, query: str = "") -> str:
    return reverse("idiomaticity:crowd_link", args=[project.crowd_call.key]) + query


def come_in(project: Project, query: str = "", client: Client | None = None) -> tuple[Client, int]:
    """Open the link and agree."""
    client = client or Client()
    client.get(link_of(project, query))
    entry = client.session.get("crowd_entry", {})
    sent = {"entry_id": entry.get("entry_id", uuid4()), "version": 1, "agrees": "on"}
    return client, client.post(reverse("idiomaticity:crowd_consent"), sent).status_code


def who(client: Client) -> str:
    return str(client.session.get("_auth_user_id", ""))
