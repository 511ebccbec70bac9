"""Matters that wait for a person, as counted on home, on the overview and on the tabs."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from alignment.agreement.queries.changes import count_changes
from annotation_site.accounts.models import User
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.feedback.services.replies import acknowledge_gold, dispute_gold
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import retry_job
from annotation_site.notices.queries import list_pending_tasks, list_waiting
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.kinds import list_kinds
from annotation_site.projects.models import Membership, Project, Role
from annotation_site.projects.pending_tasks import COUNTED_AT_MOST
from evaluation.finding.models import Hit
from idiomaticity.classes.services import judge_class, name_expert
from tests.alignment.feedback.cases import Case
from tests.alignment.rounds.two import Two
from tests.evaluation.findings import make_finding
from tests.evaluation.judgements import make_evaluation_project
from tests.factories import make_member, make_project, make_reading, make_user
from tests.idiomaticity.making import make_rating_project
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def waiting(user: User, project: Project) -> dict[str, int]:
    fresh = Project.objects.get(pk=project.pk)
    return {each.task.name: each.count for each in list_waiting(user, [fresh])[project.pk]}


def look(user: User, address: str = "/") -> str:
    client = Client()
    client.force_login(user)
    return markup_of(client.get(address))


def test_an_open_round_waits_for_those_who_have_not_reviewed_their_pairs() -> None:
    two = Two()
    assert waiting(two.a.user, two.project) == {}
    two.open()
    assert waiting(two.a.user, two.project) == {"open_round": 1}
    assert waiting(two.b.user, two.project) == {"open_round": 1}
    assert "open_round" not in waiting(two.manager, two.project)
    two.close()
    assert waiting(two.a.user, two.project) == {}


def test_feedback_and_a_dispute_pass_between_annotator_and_adjudicator() -> None:
    case = Case()
    assert waiting(case.adjudicator, case.project) == {"disagreements": 1}
    case.decide_all()
    assert waiting(case.adjudicator, case.project) == {}
    assert waiting(case.annotator.user, case.project) == {"feedback": 1}
    step = {"user": case.annotator.user, "assignment_id": case.mine.pk, "operation_id": uuid4()}
    dispute_gold(**step, version=case.feedback().version, place="0-0", text="No.")
    assert waiting(case.annotator.user, case.project) == {}
    assert waiting(case.adjudicator, case.project)["disputes"] == 1
    case.decide((0, 0, "P"))
    assert "disputes" not in waiting(case.adjudicator, case.project)
    assert waiting(case.annotator.user, case.project) == {"feedback": 1}
    acknowledge_gold(**{**step, "operation_id": uuid4()}, version=case.feedback().version)
    assert waiting(case.annotator.user, case.project) == {}


def test_feedback_that_the_project_does_not_show_waits_for_nobody() -> None:
    case = Case(shows_feedback=False)
    case.decide_all()
    assert waiting(case.annotator.user, case.project) == {}


def test_compounds_wait_for_their_experts_only() -> None:
    project = make_rating_project()
    expert, annotator = make_member(project), make_member(project)
    asked = {"user": project.created_by, "project": project}
    name_expert(**asked, annotator_id=expert.pk, is_asked=True, operation_id=uuid4())
    total = waiting(expert.user, project)["classes_left"]
    assert total > 1
    assert waiting(annotator.user, project) == {}
    judge_class(user=expert.user, project=project, number=1, compound_class="C", operation_id=uuid4())
    assert waiting(expert.user, project) == {"classes_left": total - 1}
    exclude_annotator(**asked, annotator_id=expert.pk, reason="Always the same.", operation_id=uuid4())
    assert waiting(expert.user, project) == {}


def test_adjudicators_of_every_kind_are_told_what_waits_for_them() -> None:
    for kind in list_kinds():
        [tab] = [tab for tab in kind.tabs if tab.ability is can_adjudicate and tab.route.endswith(":adjudication")]
        assert tab.route in {task.route for task in kind.pending_tasks if task.ability is can_adjudicate}


def test_hits_wait_for_review() -> None:
    project = make_evaluation_project()
    make_finding(project)
    assert waiting(project.created_by, project) == {"hits_left": Hit.objects.count()}
    Hit.objects.update(verdict=Hit.Verdict.REJECTED)
    assert waiting(project.created_by, project) == {}


def test_jobs_that_failed_lately_wait_for_managers() -> None:
    project = make_project(pairs=1)
    adjudicator = make_member(project, Role.ADJUDICATOR)

    def fail(key: str, **ago: float) -> None:
        values = {"kind": "import", "requested_by": project.created_by, "state": Job.State.FAILED}
        finished = timezone.now() - timedelta(**ago)
        Job.objects.create(project=project, idempotency_key=key, finished_at=finished, **values)

    fail("now", hours=1)
    fail("long ago", days=15)
    assert waiting(project.created_by, project) == {"failed_jobs": 1}
    assert waiting(adjudicator.user, project) == {}
    assert "See 1 failed job" in look(project.created_by)
    failed = Job.objects.get(idempotency_key="now")
    client = Client()
    client.force_login(project.created_by)
    page = markup_of(client.get(f"/projects/{project.slug}/jobs/{failed.pk}/"))
    assert f"/projects/{project.slug}/jobs/{failed.pk}/dismiss/" in page
    client.post(f"/projects/{project.slug}/jobs/{failed.pk}/dismiss/")
    assert waiting(project.created_by, project) == {}
    retry_job(user=project.created_by, job=failed)
    Job.objects.filter(pk=failed.pk).update(state=Job.State.FAILED, finished_at=timezone.now())
    assert waiting(project.created_by, project) == {"failed_jobs": 1}


def test_nothing_waits_for_somebody_who_was_removed() -> None:
    two = Two()
    two.open()
    Membership.objects.filter(pk=two.a.pk).update(state=Membership.State.REMOVED)
    assert waiting(two.a.user, two.project) == {}


def test_it_is_said_on_home_on_the_overview_and_on_the_tab() -> None:
    two = Two()
    two.open()
    tab = reverse("alignment:reconciliation", args=[two.project.slug])
    for address in ("/", two.project.get_absolute_url()):
        page = look(two.a.user, address)
        assert f'href="{tab}">Reconcile 1 pair' in page, address
    assert f'<a href="{tab}"><span class="tab-label">Reconciliation</span><span class="count">1</span></a>' in look(
        two.a.user, two.project.get_absolute_url()
    )
    assert "Waiting for you" not in look(two.manager, two.project.get_absolute_url())


def test_a_tab_is_marked_for_a_page_that_stands_under_it() -> None:
    project = make_rating_project()
    expert = make_member(project)
    name_expert(user=project.created_by, project=project, annotator_id=expert.pk, is_asked=True, operation_id=uuid4())
    page = look(expert.user, project.get_absolute_url())
    count = waiting(expert.user, project)["classes_left"]
    assert f'My work</span><span class="count">{count}</span>' in page


@pytest.mark.parametrize("count", [1, 5])
def test_one_query_counts_for_any_number_of_projects(count: int) -> None:
    user = make_user(can_create_projects=True)
    projects = [make_project(user, pairs=1) for _ in range(count)]
    for project in projects:
        make_member(project, user=user)
        make_member(project, Role.ADJUDICATOR, user)
        make_reading(make_member(project), "0-0S")
        make_reading(make_member(project), "0-0P")
    count_changes(*(project.pk for project in projects))
    client = Client()
    client.force_login(user)
    with CaptureQueriesContext(connection) as queries:
        client.get("/")
    # Session and person, projects with their number and roles, the roles in any project, changes to count, the own
    # progress, and all that waits.
    assert len(queries) == 9, "\n".join(query["sql"][:200] for query in queries)
    assert sum(each.count for rows in list_waiting(user, projects).values() for each in rows) == count


def test_projects_of_every_kind_are_counted_beside_each_other() -> None:
    user = make_user(can_create_projects=True)
    alignment = make_project(user, pairs=1)
    others = [make_rating_project(user), make_evaluation_project(user)]
    for project in (alignment, *others):
        for role in (Role.ANNOTATOR, Role.ADJUDICATOR):
            make_member(project, role, user)
    for links in ("0-0S", "0-0P"):
        make_reading(make_member(alignment), links)
    count_changes(alignment.pk)
    found = list_waiting(user, [alignment, *others])
    assert [each.task.name for each in found[alignment.pk]] == ["disagreements"]
    for project in (alignment, *others):
        assert found[project.pk] == list_waiting(user, [project])[project.pk]
    client = Client()
    client.force_login(user)
    assert client.get("/").status_code == 200


def test_numbers_are_counted_to_a_bound_and_words_agree_with_them() -> None:
    task = next(each for each in list_pending_tasks(make_project()) if each.name == "disagreements")
    assert task.describe(1) == "Adjudicate 1 pair"
    assert task.describe(COUNTED_AT_MOST) == "Adjudicate 1,000 pairs"
    assert task.describe(COUNTED_AT_MOST + 1) == "Adjudicate more than 1,000 pairs"


def test_every_matter_has_a_name_of_its_own_and_a_tab_that_shows_its_count() -> None:
    for kind in list_kinds():
        tasks = [*kind.pending_tasks, *list_pending_tasks(Project(kind=kind.kind))[len(kind.pending_tasks) :]]
        assert len({task.name for task in tasks}) == len(tasks)
        tabs = {tab.route for tab in kind.tabs}
        assert not [task.name for task in tasks if kind.under.get(task.route, task.route) not in tabs]
