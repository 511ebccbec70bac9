"""Raw ratings of a finished study."""

from io import BytesIO

import pytest

from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.coefficients.figure import Level
from annotation_site.projects.models import Membership
from annotation_site.tables.columns import propose_columns
from annotation_site.tables.reading import open_table
from annotation_site.web.exceptions import DomainError
from idiomaticity.compounds.models import Compound
from idiomaticity.formats import read_raw_ratings
from idiomaticity.formats.columns import RATING_ROLES
from idiomaticity.imports.jobs.ratings import _settle_items
from idiomaticity.imports.jobs.study import match_study
from idiomaticity.imports.services import RATING_IMPORT
from idiomaticity.ratings.models import Rating
from idiomaticity.results.queries.results import read_scores
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.screening.services.known_ratings import add_known_rating
from tests.annotation_site.imports.taking_back import take_back
from tests.factories import make_member
from tests.idiomaticity.making import (
    bring_study,
    lease_rating,
    make_rating_project,
    preview_study,
    run_job,
    submit_rating,
)
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
HEADER = b"compound,sentence_number,scale,annotator,rating\n"
STUDY = HEADER + (
    b"glass ceiling,1,head,w1,1\nglass ceiling,1,glass,w1,0\nglass ceiling,1,whole,w1,2\n"
    b"glass ceiling,1,whole,w2,1\nolive oil,2,whole,w2,5\n"
)


def test_ratings_become_submissions_of_annotators_nobody_can_sign_in_as() -> None:
    project = make_rating_project()
    bring_study(project, STUDY)
    item = Item.objects.get(project=project, identifier="glass ceiling-1")
    assert (item.state, item.required_count, item.submitted_count) == ("annotated", 2, 2)
    first = Assignment.objects.filter(item=item).order_by("pk").first()
    assert first
    assert (first.rating.head, first.rating.modifier, first.rating.whole) == (1, 0, 2)
    assert Submission.objects.get(assignment=first).reading["whole"] == 2
    assert not first.annotator.user.is_active
    assert set(project.memberships.filter(role="annotator").values_list("submitted_count", flat=True)) == {1, 2}


def test_scores_follow_from_the_ratings() -> None:
    project = make_rating_project()
    bring_study(project, STUDY)
    row = read_scores(project)[0]
    assert (row.score.token, row.ratings, row.sentences[0].mean) == (1.5, 2, 1.5)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (b"fish tank,1,whole,w1,2", "does not have this compound"),
        (b"glass ceiling,9,whole,w1,2", "no sentence 9"),
        (b"glass ceiling,1,floor,w1,2", "” is not the head or modifier of this compound, or is both."),
    ],
)
def test_a_row_without_a_place_is_reported(row: bytes, reason: str) -> None:
    project = make_rating_project()
    result = preview_study(project, HEADER + row).result
    assert result["counts"]["ratings"] == 0
    assert reason in result["left_out"][0]["reason"]


def test_a_sentence_that_people_rate_here_takes_no_study() -> None:
    project = make_rating_project()
    bring_study(project, STUDY)
    result = preview_study(project, STUDY).result
    assert result["counts"]["ratings"] == 0
    assert "This item has already been assigned to annotators." in result["left_out"][0]["reason"]


def test_a_second_score_for_the_same_thing_is_reported() -> None:
    project = make_rating_project()
    rows = b"glass ceiling,1,head,w1,3\nglass ceiling,1,ceiling,w1,4\nglass ceiling,2,head,w1,4\n"
    result = preview_study(project, HEADER + rows).result
    assert (result["counts"]["ratings"], result["counts"]["left_out"]) == (2, 1)
    assert (result["left_out"][0]["line"], result["left_out"][0]["reason"]) == (
        3,
        "This annotator has already rated this.",
    )


def test_what_is_given_out_between_look_and_import_is_not_taken_from_under_its_annotator() -> None:
    project = make_rating_project()
    looked = preview_study(project, STUDY)
    table = open_table(BytesIO(STUDY), "s.csv")
    rows = read_raw_ratings(table, propose_columns(RATING_ROLES, table.columns))
    study = match_study(project, rows, lambda done: None)
    annotator = make_member(project)
    while (begun := lease_rating(annotator)).item.identifier != "glass ceiling-1":
        submit_rating(begun)
    with pytest.raises(DomainError, match="have changed since"):
        _settle_items(project, study)
    with pytest.raises(DomainError, match="have changed since"):
        run_job(RATING_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True))
    item = Item.objects.get(pk=begun.item_id)
    assert (item.required_count, item.assigned_count, item.submitted_count) == (2, 1, 0)


def test_an_item_whose_answer_is_known_takes_no_study() -> None:
    project = make_rating_project()
    known = {"user": project.created_by, "project": project, "use": "attention", "expected": {"whole": (0, 1)}}
    add_known_rating(item="glass ceiling-1", **known)  # type: ignore[arg-type]
    result = preview_study(project, STUDY).result
    assert (result["counts"]["ratings"], result["counts"]["left_out"]) == (1, 4)
    assert "known answer" in result["left_out"][0]["reason"]


def test_a_compound_none_of_whose_ratings_can_be_taken_is_not_made() -> None:
    project = make_rating_project(text="", level="type")
    rows = b"fish tank,,whole,w1,4\ngas tank,,pipe,w1,4\noil tank,3,whole,w1,4\n"
    bring_study(project, HEADER + rows)
    assert list(Compound.objects.values_list("text", flat=True)) == ["fish tank"]


def test_a_column_that_names_no_annotators_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("idiomaticity.imports.jobs.study.MOST_ANNOTATORS", 1)
    with pytest.raises(DomainError, match="more than 1 annotators"):
        preview_study(make_rating_project(), STUDY)


def test_scientific_compounds_give_the_published_alphas() -> None:
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    project = make_rating_project(text="", level="type")
    result = bring_study(project, path.read_bytes()).result
    assert (result["ratings"], result["annotators"], result["items"]) == (6000, 105, 200)
    assert result["summary"] == "6,000 ratings by 105 annotators imported."
    assert Compound.objects.filter(project=project).count() == 200
    assert Rating.objects.submitted(project).count() == result_assignments(project.pk)
    expected: dict[Level, tuple[float, float]] = {
        "nominal": (0.0428, 0.0466),
        "ordinal": (0.1083, 0.1179),
        "interval": (0.0976, 0.1022),
    }
    for level, alphas in expected.items():
        for with_excluded, alpha in zip((True, False), alphas, strict=True):
            units = read_score_table(project, with_excluded=with_excluded).count_all_units(["head", "modifier"])
            found = units.alpha(level).value
            assert found is not None
            assert round(found, 4) == alpha


def result_assignments(project: int) -> int:
    return Assignment.objects.filter(item__project=project, annotator__in=Membership.objects.all()).count()


TYPE = b"compound,scale,annotator,rating\nglass ceiling,whole,t1,1\nglass ceiling,whole,t2,2\nolive oil,head,t1,5\n"


def test_ratings_without_context_come_in_beside_those_of_sentences_and_can_be_taken_back() -> None:
    """Nobody here is asked about the compounds because of them."""
    project = make_rating_project()
    before = project.item_count
    bring_study(project, STUDY)
    imported = bring_study(project, TYPE)
    row, oil, _ = read_scores(project)
    assert (row.score.token, row.score.type) == (1.5, 1.5)
    assert oil.type["head"].mean == 5
    project.refresh_from_db()
    assert project.item_count == before + 2
    assert {each.item.occurrence.number for each in (lease_rating(make_member(project)) for _ in range(4))}
    take_back(imported)
    assert [each.score.type for each in read_scores(project)] == [1.0, 4.8, 1.5], "those of the file"
    assert not Item.objects.filter(project=project, compound__isnull=False).exists()
    project.refresh_from_db()
    assert project.item_count == before
    assert preview_study(project, TYPE).result["counts"]["ratings"] == 3


def test_a_column_for_each_rater_is_named_with_what_to_do() -> None:
    missing = preview_study(make_rating_project(), b"compound,id,R1,R2\nglass ceiling,1,5,4\nolive oil,2,NA,0\n").result
    assert missing["missing"] == (
        "ratings.csv: The table has a column for each rater or question (R1, R2). Make it long: a row for each "
        "rating, with the columns compound, scale (head, modifier or whole), annotator and rating."
    )
    others = preview_study(make_rating_project(), b"compound,scale,note\nglass ceiling,head,x\n").result["missing"]
    assert "No column is Annotator. Choose it" in others
