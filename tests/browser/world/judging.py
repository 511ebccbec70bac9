"""Pages of human judgement of translations."""

from annotation_site.accounts.models import User
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from evaluation.judging.models import JudgingRound
from evaluation.test_sets.models import TestSet
from tests.browser.world.visiting import Visit, page
from tests.evaluation.adjudication.disputes import (
    BAD,
    GOOD,
    Said,
    decide,
    item_of,
    make_adjudicator,
    make_dispute,
    mark,
)
from tests.evaluation.attention import attend, guess, judge_all, make_attention_round
from tests.evaluation.deletions.deleting import delete, restore
from tests.evaluation.feedback.cases import Case
from tests.evaluation.judgements import (
    answer,
    bring_study,
    follow_study,
    lease_judgement,
    make_correlation,
    make_evaluation_project,
    make_round,
    measure_all,
    preview_judgements,
)
from tests.evaluation.releases.making import make_evaluation_release
from tests.evaluation.translated import make_test_set
from tests.factories import (
    make_member,
)

JUDGEMENTS_BY_SYSTEM = """Satznummer;Annotatorin;system one;system two;Bemerkung
1;Anna;80,5;90;Die erste Übersetzung lässt das Verb aus, die zweite nicht
1;Ben;70;NA;
2;Anna;60;1,5;
"""


def visit_evaluation(people: dict[str, User]) -> list[Visit]:
    project = make_evaluation_project(people["manager"], name="Idioms in translation")
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    test_set = make_test_set(project)
    opened = make_round(project, test_set, hides_reference=True)
    done = answer(lease_judgement(own))
    while lease_next(user=other.user, project=project):
        begun = lease_judgement(other)
        texts = [begun.item.judgement_task.outputs[place]["text"] for place in begun.shown_order.places]
        answer(begun, [1 + len(text) % 5 for text in texts])
    measure_all(test_set)
    third = make_member(project)
    answer(lease_judgement(third))
    exclude_annotator(
        user=people["manager"], project=project, annotator_id=third.pk, reason="Scores every reference low."
    )
    correlation = make_correlation(test_set, opened)
    of_study = follow_study(bring_study(test_set))
    by_system = preview_judgements(test_set, JUDGEMENTS_BY_SYSTEM)
    unknown = preview_judgements(test_set, "wer;was;wo;wie\nAnna;system one;1;4\n")
    empty = make_evaluation_project(people["manager"], name="Nothing yet")
    none_yet = page("evaluation-releases-none-yet", "manager", "projects:releases", project.slug)
    release = make_evaluation_release(project, test_set, note="As published.", licence="CC-BY-4.0")
    begun = lease_judgement(own)
    return [
        *visit_methods(people),
        *visit_disputes(people),
        *visit_judges_feedback(people),
        *visit_attention(people),
        page("correlations", "manager", "evaluation:correlations", project.slug, test_set.pk),
        page("study-new", "manager", "evaluation:study_new", project.slug, test_set.pk),
        page("study_preview", "manager", "evaluation:study_preview", project.slug, by_system.pk),
        page("study_preview-unknown", "manager", "evaluation:study_preview", project.slug, unknown.pk),
        page("correlation", "manager", "evaluation:correlation", project.slug, test_set.pk, correlation.pk),
        page("correlation-of-study", "manager", "evaluation:correlation", project.slug, test_set.pk, of_study.pk),
        page("judging-rounds", "manager", "evaluation:judging_rounds", project.slug),
        page("judging-agreement", "manager", "evaluation:judging_agreement", project.slug),
        page("judging-agreement-none-yet", "manager", "evaluation:judging_agreement", empty.slug),
        page("boards-none-yet", "manager", "evaluation:boards", empty.slug),
        page("judging-round", "manager", "evaluation:judging_round", project.slug, opened.number),
        page(
            "judging-annotator-quality", "manager", "evaluation:judging_annotator_quality", project.slug, opened.number
        ),
        page("judge-quality", "manager", "evaluation:judging_annotator_quality_detail", project.slug, third.pk),
        page("judge-quality-own", "annotator A", "evaluation:judging_annotator_quality_detail", project.slug, own.pk),
        page("judging-round-new", "manager", "evaluation:judging_round_new", project.slug, test_set.pk),
        page("judgement-wording", "manager", "evaluation:judgement_wording", project.slug, opened.number),
        page("judging-work", "annotator A", "evaluation:assignments", project.slug),
        page("judge", "annotator A", "evaluation:judge", begun.pk),
        page("judge-submitted", "annotator A", "evaluation:judge", done.pk),
        none_yet,
        page("evaluation-releases", "manager", "projects:releases", project.slug),
        page("evaluation-release", "manager", "projects:release", project.slug, release.number),
        page("evaluation-release-new", "manager", "evaluation:release_new", project.slug),
        page("evaluation-release-new-nothing", "manager", "evaluation:release_new", empty.slug),
        page("deletions-none-yet", "manager", "projects:deletions", empty.slug),
        *visit_deletions(project, test_set, opened),
        page("evaluation-new", "manager", "evaluation:new"),
        page("evaluation-overview", "manager", "evaluation:overview", project.slug),
        page("evaluation-settings", "manager", "evaluation:settings", project.slug),
        page("evaluation-overview-annotator", "annotator A", "evaluation:overview", project.slug),
    ]


def visit_deletions(project: Project, test_set: TestSet, opened: JudgingRound) -> list[Visit]:
    """Delete two studies, of which one comes back, and return the pages of what is gone, asked and refused."""
    judged = test_set.translations.earliest("pk")
    delete(project, "study", bring_study(test_set, name="A study brought by mistake").pk)
    restore(delete(project, "study", bring_study(test_set, name="Another study").pk))
    return [
        page("deletions", "manager", "projects:deletions", project.slug),
        page("deletion-refused", "manager", "projects:deletion_new", project.slug, "translation", judged.pk),
        page("deletion-of-round", "manager", "projects:deletion_new", project.slug, "judging-round", opened.pk),
    ]


def visit_attention(people: dict[str, User]) -> list[Visit]:
    """Somebody who reads, and somebody who does not."""
    opened = make_attention_round(10, manager=people["manager"], name="With attention items", required_count=2)
    careful, careless = make_member(opened.project), make_member(opened.project)
    judge_all(careful, attend)
    judge_all(careless, guess(1))
    slug = opened.project.slug
    return [
        page("judging-round-attention", "manager", "evaluation:judging_round", slug, opened.number),
        page("judging-quality-attention", "manager", "evaluation:judging_annotator_quality", slug, opened.number),
        page("judge-quality-attention", "manager", "evaluation:judging_annotator_quality_detail", slug, careless.pk),
    ]


def visit_methods(people: dict[str, User]) -> list[Visit]:
    visits = []
    for method in ("percent", "preference", "esa", "mqm", "expression"):
        project = make_evaluation_project(people["manager"], name=f"Idioms by {method}")
        make_round(project, method=method, name=method)
        begun = lease_judgement(make_member(project, user=people["annotator A"]))
        visits.append(page(f"judge-{method}", "annotator A", "evaluation:judge", begun.pk))
    return visits


def visit_disputes(people: dict[str, User]) -> list[Visit]:
    visits, who = [], "adjudicator"
    for method in ("esa", "mqm"):
        category = "Error" if method == "esa" else "Accuracy/Mistranslation"
        score = 40 if method == "esa" else 0
        first: Said = {GOOD: (score, []), BAD: (score, [mark(BAD, "spaccato il gelo", "major", category)])}
        second: Said = {GOOD: (score, []), BAD: (score, [mark(BAD, "gelo", "minor", category)])}
        opened = make_dispute(first, second, method=method)
        make_adjudicator(opened.project, people[who])
        place = opened.project.slug, item_of(opened).number
        visits.append(page(f"judgement-queue-{method}", who, "evaluation:adjudication", opened.project.slug))
        visits.append(page(f"judgement-dispute-{method}", who, "evaluation:adjudicate", *place))
    done = make_dispute()
    decide(done, make_adjudicator(done.project, people[who]), answers=[90, 30], note="A is right.")
    query = "?show=decided"
    return [
        *visits,
        page("judgement-queue-decided", who, "evaluation:adjudication", done.project.slug, query=query),
        page("judgement-decided", who, "evaluation:adjudicate", done.project.slug, item_of(done).number),
    ]


def visit_judges_feedback(people: dict[str, User]) -> list[Visit]:
    """Two judges' feedback on an item; one of them disputes it."""
    case = Case(judges=(people["annotator A"], people["annotator B"]), adjudicator=people["adjudicator"])
    case.finish()
    case.dispute()
    queue = case.project.slug
    return [
        page("judges-feedback", "annotator A", "evaluation:feedback", queue),
        page("judges-feedback-disputed", "annotator A", "evaluation:feedback_item", case.mine.pk),
        page("judges-feedback-item", "annotator B", "evaluation:feedback_item", case.theirs.pk),
        page("judgement-queue-disputed", "adjudicator", "evaluation:adjudication", queue),
        page("judgement-disputed", "adjudicator", "evaluation:adjudicate", queue, case.item.number),
    ]
