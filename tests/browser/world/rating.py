"""Pages of compositionality, with a crowd."""

from typing import Any
from uuid import uuid4

from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.projects import publish_guideline
from idiomaticity.adjudication.services import Verdict, adjudicate_compound
from idiomaticity.classes.services import judge_class, name_expert
from idiomaticity.crowd.codes import sign_return
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.joining import enter_crowd
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.paraphrases.services import Wish, decide_paraphrase
from idiomaticity.predictors.models import Predictor
from idiomaticity.screening.services.known_ratings import add_known_rating, request_competence
from idiomaticity.studies.services.demos import publish_demo
from tests.browser.world.visiting import Visit, page
from tests.factories import (
    make_member,
    make_user,
)
from tests.idiomaticity.making import (
    lease_rating,
    make_rating,
    make_rating_project,
    make_study_release,
    preview_study,
    run_job,
    submit_rating,
)
from tests.idiomaticity.making import preview as preview_compounds
from tests.idiomaticity.predicting import make_study, preview_table
from tests.idiomaticity.questionnaires.asking import make_asking_project

MISPLACED = (
    "compound\tsentence\nfish tank\tThe tank of my fish.\ngas tank\tTwo gas tanks.\ncrime scene\tA crime so scene.\n"
)


# Pages of a study that nobody has rated in yet.
EMPTY = {
    "predictors": "idiomaticity:predictors",
    "rating-plan": "evaluation:rating_plan",
    "token-type": "evaluation:token_type",
    "rating-agreement": "projects:agreement",
    "paraphrases": "idiomaticity:paraphrases",
    "classes": "idiomaticity:classes",
    "rating-releases": "projects:releases",
    "rating-release-new": "idiomaticity:release_new",
    "rating-results": "idiomaticity:results",
    "answers": "idiomaticity:answers",
}


def visit_ratings(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_rating_project(manager, name="Noun compounds")
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    done = make_rating(own, 1, "barrier")
    for whole in (0, 4, 5):
        make_rating(other, whole, "barrier", "wall", "walls")
    for annotator in (own, other):
        name_expert(user=manager, project=project, annotator_id=annotator.pk, is_asked=True, operation_id=uuid4())
    for annotator, given in ((own, ("C", "NC")), (other, ("NC", "NC"))):
        for number, compound_class in enumerate(given, start=1):
            judge_class(
                user=annotator.user,
                project=project,
                number=number,
                compound_class=compound_class,
                operation_id=uuid4(),
            )
    adjudicate_compound(
        user=manager,
        project=project,
        number=1,
        version=0,
        verdict=Verdict("NC", "a barrier, not a ceiling", is_done=False),
        operation_id=uuid4(),
    )
    decide_paraphrase(user=manager, project=project, operation_id=uuid4(), wish=Wish("barrier", "reject"))
    begun = lease_rating(own)
    left = project.items.filter(state="open", assignments=None).first()
    if left is not None:
        add_known_rating(
            user=manager, project=project, item=left.identifier, use="tutorial", expected={"whole": (0, 1)}
        )
    absent = make_member(project)
    exclude_annotator(user=manager, project=project, annotator_id=absent.pk, reason="Always the same answer.")
    types = make_rating_project(manager, name="Compounds as such", level="type")
    study = make_rating_project(manager, text="", name="A finished study", level="type")
    rated = preview_study(study, b"compound,scale,annotator,rating\nfish tank,head,w1,4\nfish tank,head,w2,9\n")
    looked = preview_compounds(project, MISPLACED)
    run_job(request_competence(user=manager, project=project))
    machines = make_study(project)
    tables = [preview_table(project, "translations", WORDS), preview_table(project, "similarities", UNKNOWN)]
    return _list_ratings(people, begun, done, looked, machines, tables, other, own, project, rated, study, types)


WORDS = b"Nr;Wort;Italienisch;Bemerkung\n1;glass ceiling;soffitto di cristallo;\n2;glass;vetro;gut\n"
UNKNOWN = b"was;wo;wie\nglass ceiling;1;0,5\n"


def _list_ratings(
    people: dict[str, User],
    begun: Assignment,
    done: Assignment,
    looked: Job,
    machines: list[Predictor],
    tables: list[Job],
    other: Membership,
    own: Membership,
    project: Project,
    rated: Job,
    study: Project,
    types: Project,
) -> list[Visit]:
    who = "manager"
    return [
        page("project-kinds", who, "projects:project_new"),
        page("rating-project-new", who, "idiomaticity:new"),
        page("study-from-published", who, "idiomaticity:study_from_published", "semeval-2022"),
        page("study-from-file", who, "idiomaticity:study_from_file"),
        *[
            page(f"rating-{name}", who, f"idiomaticity:{name}", project.slug)
            for name in ("overview", "settings", "import", "results")
        ],
        page("rating-import-preview", who, "idiomaticity:import_preview", project.slug, looked.pk),
        page("rating-study-preview", who, "idiomaticity:import_preview", study.slug, rated.pk),
        page("compound", who, "idiomaticity:compound", project.slug, 1),
        page("compound-other-projects", who, "evaluation:other_projects", project.slug, 1),
        page("compound-of-a-type", who, "idiomaticity:compound", types.slug, 1),
        page("predictors", who, "idiomaticity:predictors", project.slug),
        *[page(f"{name}-empty", who, route, study.slug) for name, route in EMPTY.items()],
        page("predictor-new", who, "idiomaticity:predictor_new", project.slug),
        *[
            page(f"predictor_preview-{table.pk}", who, "idiomaticity:predictor_preview", project.slug, table.pk)
            for table in tables
        ],
        *[page(f"predictor-{each.source}", who, "idiomaticity:predictor", project.slug, each.pk) for each in machines],
        page("rating-agreement", who, "projects:agreement", project.slug),
        page("rating-plan", who, "evaluation:rating_plan", project.slug),
        page("token-type", who, "evaluation:token_type", project.slug),
        page("paraphrases", who, "idiomaticity:paraphrases", project.slug),
        page("paraphrase-review", who, "idiomaticity:paraphrase_review", project.slug),
        page("paraphrases-of", who, "idiomaticity:paraphrases_of", project.slug, 1),
        page("classes", who, "idiomaticity:classes", project.slug),
        page("classify", "annotator A", "idiomaticity:classify", project.slug),
        page("classify-again", "annotator A", "idiomaticity:classify", project.slug, query="?compound=1"),
        page("compound-adjudication", who, "idiomaticity:adjudication", project.slug),
        page("compound-adjudicate", who, "idiomaticity:adjudicate", project.slug, 1),
        page("rating-release-new", who, "idiomaticity:release_new", project.slug),
        page("rating-release", who, "projects:release", project.slug, make_study_release(project).number),
        page("rating-overview-annotator", "annotator A", "idiomaticity:overview", project.slug),
        page("rating-annotator-quality", who, "idiomaticity:annotator_quality", project.slug),
        page("rating-quality-annotator", who, "idiomaticity:annotator_quality_detail", project.slug, other.pk),
        page("rating-quality-own", "annotator A", "idiomaticity:annotator_quality_detail", project.slug, own.pk),
        page("known-ratings", who, "idiomaticity:known_ratings", project.slug),
        page("bulk-exclusion", who, "idiomaticity:bulk_exclusion", project.slug, query="?rho=1"),
        page("answers", who, "idiomaticity:answers", project.slug),
        page("rating-work", "annotator A", "idiomaticity:assignments", project.slug),
        page("rate", "annotator A", "idiomaticity:rate", begun.pk),
        page("rate-submitted", "annotator A", "idiomaticity:rate", done.pk),
        page("rate-type", "annotator A", "idiomaticity:rate", _lease_type(types, people).pk),
    ]


def visit_crowd(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_rating_project(manager, name="A crowd's compounds", annotators_per_item=5)
    known: dict[str, Any] = {"user": manager, "project": project}
    items = (
        ("olive oil-1", "tutorial", (4, 5)),
        ("cash cow-1", "qualification", (0, 1)),
        ("olive oil-2", "attention", (4, 5)),
    )
    for item, use, ends in items:
        add_known_rating(
            **known, item=item, use=use, expected={"whole": ends}, explanation="Oil that is made of olives."
        )
    consent = "**You rate** how literally compounds are meant.\n\nYou may stop at any time; your answers are published."
    call = set_up_crowd(**known, consent=consent, limit_each=2, most_people=50, lists="apart")
    open_crowd(**known, is_open=True)
    workers = [enter_crowd(call_id=call.pk, entry_id=uuid4(), consent_version=1) for _ in range(3)]
    for worker, whole in zip(workers, (5, 0, None), strict=True):
        while whole is not None and (given := lease_next(user=worker.membership.user, project=project)):
            submit_rating(given, 3, 3, 0 if given.item.identifier == "cash cow-1" else whole)
    people["excluded"] = make_user("Ewa, whom nobody counts", can_create_projects=False)
    for name in ("annotator A", "annotator B", "excluded"):
        own = make_member(project, user=people[name])
        CrowdWorker.objects.create(membership=own, call=call, consent=call.consents.get())
    given = lease_rating(project.memberships.get(user=people["annotator B"]))
    submit_rating(given, 3, 3, 2)
    exclude_annotator(
        **known, annotator_id=project.memberships.get(user=people["excluded"]).pk, reason="Known from another study."
    )
    done = CrowdWorker.objects.get(membership__user=people["annotator A"])
    CrowdWorker.objects.filter(pk=done.pk).update(
        is_qualified=True, completed_at=timezone.now(), completion_code="K7QM-XW3P-9TDR"
    )
    asking = make_asking_project(manager, asks_annotators=True)
    make_member(asking, user=people["annotator A"])
    publish_guideline(**known, text="# How to rate\nRead the **whole** sentence first.")
    demos = {each.pk: publish_demo(user=manager, project=each).key for each in (project, asking)}
    return [
        page("questions-preview", "manager", "idiomaticity:preview", project.slug),
        page("questionnaire-edit", "manager", "idiomaticity:questionnaire_edit", asking.slug),
        page("questionnaire-preview", "manager", "idiomaticity:questionnaire_preview", asking.slug),
        page("questionnaire", "annotator A", "idiomaticity:questionnaire", asking.slug),
        page("crowd", "manager", "idiomaticity:crowd", project.slug),
        page("crowd-settings", "manager", "idiomaticity:crowd_settings", project.slug),
        page("study", "manager", "idiomaticity:study", project.slug),
        page("study-opening", "manager", "idiomaticity:study_opening", project.slug),
        *[
            page(f"study-walk-{name}", "manager", "idiomaticity:study_walk", each.slug, name)
            for each, name in (
                (project, "consent"),
                (project, "items"),
                (asking, "questionnaire"),
                (asking, "end"),
            )
        ],
        *[
            page(f"study-demo-{name}", "", "idiomaticity:study_demo_page", demos[each.pk], name)
            for each, name in (
                (project, "consent"),
                (project, "instructions"),
                (project, "items"),
                (asking, "questionnaire"),
                (asking, "end"),
            )
        ],
        page("study-running", "manager", "idiomaticity:study_running", project.slug),
        page(
            "study-replace",
            "manager",
            "idiomaticity:study_replace",
            project.slug,
            query=f"?annotators={workers[0].membership.pseudonym}",
        ),
        page("study-running-empty", "manager", "idiomaticity:study_running", make_rating_project(manager).slug),
        page("study-paper", "manager", "idiomaticity:study_paper", project.slug),
        page("study-copy", "manager", "idiomaticity:study_copy", project.slug),
        page("crowd-texts", "manager", "idiomaticity:page_texts", project.slug),
        page("crowd-list", "manager", "idiomaticity:list", project.slug, 1),
        page("crowd-consent", "", "idiomaticity:crowd_link", call.key, leads_to="idiomaticity:crowd_consent"),
        page("crowd-return", "", "idiomaticity:crowd_return", sign_return(workers[0].pk)),
        page("crowd-closed", "", "idiomaticity:crowd_link", "no-such-link"),
        page("crowd-begun", "annotator B", "idiomaticity:crowd_home", project.slug),
        page("crowd-feedback", "annotator B", "idiomaticity:crowd_feedback", given.pk),
        page("crowd-done", "annotator A", "idiomaticity:crowd_home", project.slug),
        page("crowd-over", "excluded", "idiomaticity:crowd_home", project.slug),
    ]


def _lease_type(project: Project, people: dict[str, User]) -> Assignment:
    return lease_rating(make_member(project, user=people["annotator A"]))
