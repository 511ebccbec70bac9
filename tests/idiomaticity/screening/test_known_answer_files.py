"""Known answers of a file are items of their own: rated, checked, and counted nowhere among the compounds."""

from importlib import import_module
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.compounds.models import Compound
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.imports.jobs.study import find_compounds
from idiomaticity.overview.queries import count_ratings
from idiomaticity.releases.queries.preflight import look_ahead
from idiomaticity.results.queries.results import read_scores
from idiomaticity.screening.models import KnownRating
from idiomaticity.screening.services.known_answer_files import import_known_ratings
from idiomaticity.screening.services.known_ratings import remove_known_rating, set_screening
from tests.factories import make_member
from tests.idiomaticity.crowd.entering import enter, rate, set_up
from tests.idiomaticity.making import bring_in, lease_rating, make_rating_project, preview, preview_study, submit_rating
from tests.idiomaticity.screening.known import ROWS, always, choose

pytestmark = pytest.mark.django_db
KNOWN = """compound;sentence;expected whole;expected head;use;explanation
coffee cup;He drank from a coffee cup.;4-5;≥ 4;;
red herring;The clue was a red herring.;0;;tutorial;No fish, and nothing red.
"""


def bring_known(project: Project, text: str = KNOWN, **changes: object) -> int:
    asked = {"use": "attention", "operation_id": uuid4(), "user": project.created_by, **changes}
    return import_known_ratings(project=project, file=(text.encode(), "known.csv"), **asked)  # type: ignore[arg-type]


def test_they_are_no_compounds_of_the_study(project: Project) -> None:
    before = count_ratings(project), look_ahead(project), len(read_scores(project))
    assert bring_known(project) == 2
    assert (count_ratings(project), look_ahead(project), len(read_scores(project))) == before
    cup, herring = KnownRating.objects.filter(project=project)
    assert (cup.use, cup.expected, cup.item.identifier) == (
        "attention",
        {"whole": [4, 5], "head": [4, 5]},
        "coffee cup-1",
    )
    assert (herring.use, herring.expected, herring.explanation) == (
        "tutorial",
        {"whole": [0, 0]},
        "No fish, and nothing red.",
    )
    assert herring.item.occurrence.compound.modifier == "red"
    bring_in(project, "compound\tsentence\ncoal mine\tA coal mine.\n")
    assert Compound.objects.get(project=project, text="coal mine").number == 5


def test_raters_get_them_among_their_work_and_nothing_else_does(project: Project) -> None:
    bring_known(project)
    always(project)
    annotator = make_member(project)
    names = []
    for _ in range(5):
        names.append(submit_rating(lease_rating(annotator), 5, 3, 5).item.identifier)
    assert "coffee cup-1" in names
    assert Assignment.objects.get(item__identifier="coffee cup-1").purpose == "check"
    assert sum(row.ratings for row in read_scores(project)) == 4
    number = Item.objects.get(project=project, identifier="coffee cup-1").number
    with pytest.raises(NotEditable, match="answered"):
        remove_known_rating(user=project.created_by, project=project, number=number)


def test_one_that_nobody_saw_goes_with_its_compound(project: Project) -> None:
    items = project.item_count
    bring_known(project)
    for known in KnownRating.objects.filter(project=project):
        remove_known_rating(user=project.created_by, project=project, number=known.item.number)
    project.refresh_from_db()
    assert project.item_count == items
    assert not Compound.everything.filter(project=project, is_filler=True).exists()
    assert bring_known(project) == 2


def test_compounds_by_themselves_need_no_sentence() -> None:
    project = make_rating_project(text="compound\nfish tank\n", level="type")
    rows = "compound\texpected\nairbag\t1-5\n".replace("compound\t", "compound\tc1\tc2\t").replace(
        "airbag", "airbag\tair\tbag"
    )
    bring_known(project, rows)
    known = KnownRating.objects.get(project=project)
    assert (known.item.compound.head, known.expected) == ("bag", {"whole": [1, 5]})


def test_compounds_whose_items_all_have_known_answers_are_fillers_too(project: Project) -> None:
    known = choose(project)
    assert known
    assert count_ratings(project).compounds == 3
    assert [row.compound.text for row in read_scores(project)] == ["gas tank", "oil tank", "rain tank"]
    remove_known_rating(user=project.created_by, project=project, number=known.item.number)
    assert count_ratings(project).compounds == 4


def test_a_compound_that_was_rated_stays_in_the_study() -> None:
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=1)
    item = submit_rating(lease_rating(make_member(project))).item
    choose(project, item.identifier)
    assert count_ratings(project).compounds == 4


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("compound;sentence\ncoffee cup;A coffee cup.\n", "line 2: The row has no expected score"),
        ("compound;sentence;expected\ncoffee cup;A coffee cup.;9\n", "line 2: “9” is not a score"),
        ("compound;sentence;expected\ncoffee cup;A mug.;5\n", "line 2: .* Give its place in a column “span”"),
        ("compound;sentence;expected\nfish tank;A fish tank.;5\n", "line 2: The project already has this compound"),
        ("compound;sentence;expected;use\ncoffee cup;A coffee cup.;5;fun\n", "line 2: The use is one of: attention"),
        ("compound;expected\ncoffee cup;5\n", "line 2: This compound has no valid sentences"),
        ("word;expected\n", "The table has no rows"),
        ("compound;sentence;expected\nкофе;чашка кофе;5\n", "head of this compound is unknown"),
    ],
)
def test_the_first_row_that_is_wrong_is_named_and_nothing_is_imported(project: Project, text: str, fault: str) -> None:
    with pytest.raises(DomainError, match=f"known.csv.*{fault}.*Nothing was imported"):
        bring_known(project, text)
    assert not project.known_ratings.exists()
    assert Compound.everything.filter(project=project).count() == 4


def test_managers_alone_import_them_and_once(project: Project) -> None:
    with pytest.raises(RoleRequired):
        bring_known(project, user=make_member(project).user)
    operation_id = uuid4()
    assert (bring_known(project, operation_id=operation_id), bring_known(project, operation_id=operation_id)) == (2, 0)
    with pytest.raises(DomainError, match="line 2: This compound has a known answer"):
        bring_known(project)


def test_a_study_has_nothing_of_a_filler(project: Project) -> None:
    """Neither its raw ratings, nor a second compound of its name."""
    bring_known(project)
    rows = "compound,sentence_number,scale,annotator,rating\ncoffee cup,1,whole,a,5\ncoffee cup,,whole,a,5\n"
    reasons = {row["reason"] for row in preview_study(project, rows.encode()).result["left_out"]}
    assert reasons == {"This item has a known answer.", "This compound has no sentence None."}
    assert find_compounds(project)["coffee cup"].is_filler
    (row,) = preview(project, "compound\tsentence\ncoffee cup\tA coffee cup.\n").result["left_out"]
    assert row["reason"] == "This compound has a known answer. Remove it from the known answers first."


def test_the_page_imports_them_and_counts_them_apart(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("idiomaticity:known_rating_import", args=[project.slug])
    sent = {"file-operation_id": str(uuid4()), "file-use": "qualification", "file-encoding": ""}
    faulty = SimpleUploadedFile("known.csv", b"compound,sentence,expected\ncoffee cup,A mug.,5\n")
    refused = client.post(address, {**sent, "file-file": faulty})
    assert refused.status_code == 400
    assert "known.csv, line 2" in refused.content.decode()
    page = client.post(address, {**sent, "file-file": SimpleUploadedFile("known.csv", KNOWN.encode())}, follow=True)
    text = page.content.decode()
    assert "2 items with known answers imported" in text
    assert "fillers, not counted as compounds" in text
    assert KnownRating.objects.filter(project=project, use="qualification").count() == 1


def test_fillers_of_before_are_set_apart_by_the_migration(project: Project) -> None:
    first = submit_rating(lease_rating(make_member(project)), 3, 3, 3).item
    choose(project, next(each.identifier for each in project.items.all() if each.pk != first.pk))
    Compound.everything.filter(project=project).update(is_filler=False)
    with connection.cursor() as cursor:
        cursor.execute(import_module("idiomaticity.migrations.0009_set_fillers_apart").FIND)
    assert Compound.everything.filter(project=project, is_filler=True).count() == 1
    assert count_ratings(project).compounds == 3


def test_a_crowd_passes_its_tutorial_and_qualification_on_fillers() -> None:
    """Every compound of the study is left for work, and the figures are those of the study."""
    project = make_rating_project(text="compound\tsentence\n" + ROWS, annotators_per_item=2)
    bring_known(project, KNOWN + "door handle;She turned the door handle.;4-5;;qualification;\n")
    set_screening(user=project.created_by, project=project, attention_share=25, pass_mark=70)
    set_up(project, limit_each=4)
    open_crowd(user=project.created_by, project=project, is_open=True)
    for _ in range(2):
        done = rate(enter(project))
        assert [(each.item.identifier, each.purpose) for each in done[:2]] == [
            ("red herring-1", "training"),
            ("door handle-1", "training"),
        ]
        assert sorted(each.purpose for each in done[2:]) == ["check"] + ["work"] * 4
    progress = count_ratings(project)
    assert (progress.compounds, progress.items, progress.given, progress.required) == (4, 4, 8, 8)
    assert [row.ratings for row in read_scores(project)] == [2] * 4
