"""Pages of expressions in text."""

from uuid import uuid4

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import post_comment, skip_assignment
from annotation_site.projects.models import Project, Role
from annotation_site.projects.services.projects import publish_guideline
from expressions.adjudication.services import PassageVerdict, adjudicate_passage
from expressions.candidates.services import request_effects
from expressions.lexicon.cases import Case
from expressions.lexicon.services import decide_cases
from expressions.marks.marking import Mark
from expressions.passages.cutting import MOST_WORDS
from tests.browser.world.visiting import Visit, page
from tests.expressions.making import (
    DAY,
    RAIN,
    RAINED,
    TEXT,
    do,
    import_files,
    make_empty_project,
    make_passage_project,
    make_release,
    preview_files,
    propose,
    submit_marking,
    write_cupt,
)
from tests.factories import lease, make_member

# A sentence of 300 words, and one from right to left: both our own.
LONG = (*(("winterwetterwarnungsverordnungen" if place % 40 == 5 else "snow", "snow", "NOUN") for place in range(299)),
        (".", ".", "PUNCT"))  # fmt: skip
RIGHT_TO_LEFT = (("فتح", "فتح", "VERB"), ("الولد", "ولد", "NOUN"), ("باب", "باب", "NOUN"), ("البيت", "بيت", "NOUN"),
                 (".", ".", "PUNCT"))  # fmt: skip
READINGS = [[([1, 2, 4], "VID")], [([1, 4, 5], "LVC.full")], [([1, 2, 3, 4], "VID")]]


# What is marked in the passage that is decided.
ITEM = "?lemma=it&lemma=rain&show=all"


def visit_expressions(people: dict[str, User]) -> list[Visit]:
    manager, adjudicator = people["manager"], people["adjudicator"]
    project = make_empty_project(manager, name="Idioms in weather reports", asks_confidence=True)
    import_files(project, write_cupt(TEXT * 3))
    project.refresh_from_db()
    publish_guideline(user=manager, project=project, text="Mark idioms.")
    make_member(project, Role.ADJUDICATOR, adjudicator)
    read = _annotate(people, project)
    numbers = {name: (project.slug, assignment.item.number) for name, assignment in read.items()}
    verdict = PassageVerdict([Mark((1, 2), "VID")], "An idiom in every dictionary.")
    _, decided = numbers["decided"]
    adjudicate_passage(
        user=adjudicator, project=project, number=decided, version=0, verdict=verdict, operation_id=uuid4()
    )
    propose(project, gap=5)
    effects = _measure_effects(people)
    cases = [Case(("and", "cat", "dog"), "VID", "Also of snow."), Case(("it", "rain"), "")]
    decide_cases(user=adjudicator, project=project, cases=cases, operation_id=uuid4())
    release = make_release(project)
    of_project, at_work = (project.slug,), {name: assignment.pk for name, assignment in read.items()}
    own = read["begun"].annotator_id
    other = project.memberships.annotators().exclude(pk=own).values_list("pk", flat=True)[0]
    return [
        *_visit_new_ones(people),
        *_visit_odd_texts(people),
        page("expressions-new", "manager", "expressions:new"),
        page("expressions-overview", "manager", "expressions:overview", *of_project),
        page("expressions-overview-annotator", "annotator A", "expressions:overview", *of_project),
        page("expressions-settings", "manager", "expressions:settings", *of_project),
        page("passages", "manager", "expressions:passages", *of_project),
        page("passages-open", "manager", "expressions:passages", *of_project, query="?state=open"),
        page("passages-search", "manager", "expressions:passages", *of_project, query="?search=cats"),
        page("passages-nothing-found", "manager", "expressions:passages", *of_project, query="?search=zebra"),
        page("passage-open", "manager", "expressions:passage", *numbers["begun"]),
        page("passage-annotated", "manager", "expressions:passage", *numbers["disputed"]),
        page("passage-adjudicated", "manager", "expressions:passage", *numbers["decided"]),
        page("expressions-work", "annotator A", "expressions:assignments", *of_project),
        page("mark", "annotator A", "expressions:mark", at_work["begun"]),
        page("mark-submitted", "annotator A", "expressions:mark", at_work["disputed"]),
        page("mark-closed", "annotator A", "expressions:mark", at_work["decided"]),
        page("mark-skipped", "annotator A", "expressions:mark", at_work["skipped"]),
        page("expressions-agreement", "manager", "projects:agreement", *of_project),
        page("marking-quality", "manager", "expressions:annotator_quality", *of_project),
        page("marking-quality-annotator", "manager", "expressions:annotator_quality_detail", *of_project, other),
        page("marking-quality-own", "annotator A", "expressions:annotator_quality_detail", *of_project, own),
        page("marking-bulk-exclusion", "manager", "expressions:bulk_exclusion", *of_project, query="?f=1"),
        page("passage-queue", "adjudicator", "expressions:adjudication", *of_project),
        page("passage-queue-agreed", "adjudicator", "expressions:adjudication", *of_project, query="?show=agreed"),
        page("passage-queue-decided", "adjudicator", "expressions:adjudication", *of_project, query="?show=decided"),
        page("passage-adjudicate", "adjudicator", "expressions:adjudicate", *numbers["disputed"]),
        page("passage-adjudicate-agreed", "adjudicator", "expressions:adjudicate", *numbers["agreed"]),
        page("passage-adjudicate-decided", "adjudicator", "expressions:adjudicate", *numbers["decided"]),
        page("consistency", "adjudicator", "expressions:consistency", *of_project, query="?show=all"),
        page("consistency-empty", "adjudicator", "expressions:consistency", *of_project, query="?show=solved"),
        page("consistency-item", "adjudicator", "expressions:consistency_item", *of_project, query=ITEM),
        page("consistency-item-gone", "adjudicator", "expressions:consistency_item", *of_project, query="?lemma=zebra"),
        page("candidates", "manager", "expressions:candidates", *of_project),
        page("candidate-effects", "manager", "expressions:candidates", effects.slug),
        page("lexicon", "annotator A", "expressions:lexicon", *of_project),
        page("lexicon-decides", "adjudicator", "expressions:lexicon", *of_project),
        page("expressions-release-new", "manager", "expressions:release_new", *of_project),
        page("expressions-releases", "manager", "projects:releases", *of_project),
        page("expressions-release", "manager", "projects:release", *of_project, release.number),
        page("expressions-items", "manager", "projects:items", *of_project),
    ]


def _measure_effects(people: dict[str, User]) -> Project:
    """Make a project whose candidates somebody has accepted, some of them in control passages."""
    project = make_passage_project(people["manager"], text=write_cupt([RAIN] * 6), name="Candidates in weather")
    propose(project, "corpus", share=50, text=write_cupt([RAIN], [[RAINED]]))
    annotator = make_member(project)
    for _ in range(6):
        submit_marking(lease(annotator), RAINED)
    do(request_effects(user=people["manager"], project=project))
    return project


def _annotate(people: dict[str, User], project: Project) -> dict[str, Assignment]:
    """Read four passages by two annotators: one alike, three apart; skip one, and begin another."""
    first, second = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    mine = [submit_marking(lease(first), ([0, 1], "VID"), ([2, 4], "LVC.full")) for _ in range(4)]
    for _ in mine:  # what is begun comes first
        assignment = lease(second)
        is_alike = assignment.item_id == mine[3].item_id
        marks = [([0, 1], "VID"), ([2, 4], "LVC.full")] if is_alike else [([0, 1], "LVC.cause"), ([2, 3, 4], "VID")]
        submit_marking(assignment, *marks)
    skipped = lease(first)
    skip_assignment(
        user=first.user, assignment_id=skipped.pk, operation_id=uuid4(), version=0, reason="The text is garbled"
    )
    begun = lease(first)
    post_comment(
        user=first.user, assignment_id=begun.pk, operation_id=uuid4(), text="One word or two?", is_question=True
    )
    return {"decided": mine[0], "disputed": mine[1], "agreed": mine[3], "skipped": skipped, "begun": begun}


def _visit_new_ones(people: dict[str, User]) -> list[Visit]:
    """Visit a project without text, and previews of what could be imported."""
    project = make_empty_project(people["manager"], name="Nothing yet", category_set="own", categories=["VID"])
    make_member(project, Role.ADJUDICATOR, people["adjudicator"])
    make_member(project, user=people["annotator A"])
    text = preview_files(project, write_cupt())
    readings = preview_files(project, write_cupt(TEXT, READINGS), write_cupt(TEXT, READINGS), use="readings")
    empty = (
        "overview",
        "passages",
        "import",
        "candidates",
        "consistency",
        "lexicon",
        "annotator_quality",
        "release_new",
    )
    return [
        page("expressions-without-text-agreement", "manager", "projects:agreement", project.slug),
        *(page(f"expressions-without-text-{name}", "manager", f"expressions:{name}", project.slug) for name in empty),
        page("expressions-without-text-queue", "adjudicator", "expressions:adjudication", project.slug),
        page("expressions-without-text-work", "annotator A", "expressions:assignments", project.slug),
        page("passages-preview", "manager", "expressions:import_preview", project.slug, text.pk),
        page("passages-preview-refused", "manager", "expressions:import_preview", project.slug, readings.pk),
    ]


def _visit_odd_texts(people: dict[str, User]) -> list[Visit]:
    """Visit a passage of 300 words, one of several sentences, and one from right to left."""
    texts = {
        "mark-long": write_cupt([LONG, DAY], documents=False),
        "mark-right-to-left": write_cupt([RIGHT_TO_LEFT]),
    }
    visits = []
    for name, text in texts.items():
        language = "ar" if name == "mark-right-to-left" else "de"
        project = make_empty_project(people["manager"], name=name.capitalize(), language=language, category_set="1.1")
        import_files(project, text, passage_words=MOST_WORDS)
        project.refresh_from_db()
        annotator = make_member(project, user=people["annotator A"])
        visits.append(page(name, "annotator A", "expressions:mark", lease(annotator).pk))
        visits.append(page(f"{name}-passage", "manager", "expressions:passage", project.slug, 1))
    finished = make_passage_project(people["manager"], name="Read by one")
    annotator = make_member(finished, user=people["annotator A"])
    for _ in range(3):
        submit_marking(lease(annotator))
    return [*visits, page("expressions-work-done", "annotator A", "expressions:assignments", finished.slug)]
