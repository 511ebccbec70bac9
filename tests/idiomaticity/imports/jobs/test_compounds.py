"""Compounds with their sentences: previewed, mended, imported all or nothing."""

from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, work_on
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.imports.jobs.compounds import find_brought_compounds, import_compounds, preview_compounds
from idiomaticity.imports.services import COMPOUND_IMPORT
from tests.idiomaticity.making import bring_in, make_rating_project, preview, run_job
from tests.shared_data import shared

pytestmark = pytest.mark.django_db
UNPLACED = """compound\tsentence
glass ceiling\tThe ceiling was made of dark glass.
cash cow\tA cash cow is a cash cow.
credit card fraud\tThis is credit card fraud.
olive oil\tsent3: ('x', 140)
"""


def test_a_preview_says_what_would_come_and_writes_nothing() -> None:
    project = make_rating_project(text="")
    result = preview(project, UNPLACED + "fish tank\tThe fish tanks were cold.\n").result
    assert result["counts"] == {
        "compounds": 1,
        "sentences": 1,
        "items": 1,
        "misplaced": 2,
        "pointers": 1,
        "type_scores": 0,
        "listed": 0,
        "labels": 0,
        "paraphrases": 0,
        "left_out": 2,
    }
    assert result["manners"]["inflected"] == 1
    assert [row["key"] for row in result["misplaced"]] == ["glass ceiling#1", "cash cow#1"]
    assert not Compound.objects.filter(project=project).exists()


SNAKES = "🐍🐍 He milked the cash cow ."


def preview_spans(project: Project, *rows: str) -> dict:
    return preview(project, "compound\tsentence\tspan\n" + "".join(f"{row}\n" for row in rows)).result


def test_a_span_that_cuts_a_word_or_is_another_word_is_reported_with_its_line() -> None:
    result = preview_spans(
        make_rating_project(text=""),
        "swan song\tA swan song .\t2-3",
        "cash cow\tTwo cash cows .\t4-12",
        "red tape\tIt is red tape .\t6-14",
        "gold mine\tNothing is here .\t0-7",
    )
    assert result["checks"] == [
        "Line 2: the span 2–3 is “s”, which is not a form of swan song.",
        "Line 3: the span 4–12 is “cash cow”, which cuts the word “cows”.",
        "Line 5: the span 0–7 is “Nothing”, which is not a form of gold mine.",
    ]
    assert result["counts"]["sentences"] == 4 and result["recognised_units"] == "code-points"


@pytest.mark.parametrize(
    ("span", "reason"),
    [
        ("20-4", "The span 20–4 ends before it begins."),
        ("4-4", "The span 4–4 is empty."),
        ("4-14,4-14", "The span 4–14 is given twice."),
        ("4-14,6-14", "The span 6–14 overlaps the one before it, which ends at 14."),
        ("100-108", "The span 100–108 is outside the sentence, which has 16 characters."),
    ],
)
def test_a_span_that_cannot_be_one_is_refused_with_its_own_reason(span: str, reason: str) -> None:
    result = preview_spans(make_rating_project(text=""), f"birth rate\tThe birth rate .\t{span}")
    assert [(row["line"], row["reason"]) for row in result["misplaced"]] == [(2, reason)]


def test_spans_that_count_utf16_are_recognised_and_read_again_when_chosen() -> None:
    project = make_rating_project(text="")
    looked = preview(project, f"compound\tsentence\tspan\ncash cow\t{SNAKES}\t19-27\nred tape\tA red tape .\t2-10\n")
    assert (looked.result["span_units"], looked.result["recognised_units"]) == ("code-points", "utf-16")
    assert looked.result["checks"][-1].startswith("All spans fit if their numbers count UTF-16 code units")
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk])).content.decode()
    assert "Read spans as UTF-16 code units" in page
    again = {"request_id": uuid4(), "span_units": "utf-16"}
    assert client.post(reverse("idiomaticity:import_again", args=[project.slug, looked.pk]), again).status_code == 302
    job = run_job(Job.objects.filter(kind="compound_preview").latest("pk"))
    assert job.result["checks"] == [] and job.result["span_units"] == "utf-16"
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=job, leave_out=False))
    spans = {each.compound.text: each.spans for each in Occurrence.objects.select_related("compound")}
    assert spans == {"cash cow": [[17, 25]], "red tape": [[2, 10]]}


def test_the_api_takes_the_units_of_spans() -> None:
    project = make_rating_project(text="")
    client = Client()
    client.force_login(project.created_by)
    upload = preview(project, f"compound\tsentence\tspan\ncash cow\t{SNAKES}\t23-31\n").parameters["uploads"]
    asked = {"content": "compounds", "uploads": upload, "request_id": str(uuid4()), "span_units": "utf-8"}
    address = f"/api/v1/projects/{project.slug}/study-imports/"
    answer = client.post(address, asked, content_type="application/json")
    assert answer.status_code == 202, answer.content
    job = run_job(Job.objects.get(pk=answer.json()["id"]))
    assert job.result["shown"][0]["sentences"][0]["spans"] == [[17, 25]]
    asked |= {"span_units": "bytes", "request_id": str(uuid4())}
    assert client.post(address, asked, content_type="application/json").status_code == 400


def test_what_could_not_be_placed_is_placed_by_hand() -> None:
    project = make_rating_project(text="")
    bring_in(project, UNPLACED, corrections={"glass ceiling#1": "ceiling … glass", "cash cow#1": "cash cow"})
    occurrence = Occurrence.objects.get(compound__project=project)
    assert (occurrence.spans, occurrence.manner) == ([[4, 11], [29, 34]], "given")


def test_an_import_makes_an_item_of_every_sentence() -> None:
    project = make_rating_project(annotators_per_item=7)
    assert project.item_count == 6
    items = Item.objects.filter(project=project).order_by("number")
    assert [item.required_count for item in items] == [7] * 6
    assert items[0].identifier == "glass ceiling-1"
    assert items[0].occurrence.compound.head == "ceiling"


def test_at_type_level_every_compound_is_an_item() -> None:
    project = make_rating_project(level="type")
    assert project.item_count == 3
    assert Compound.objects.filter(project=project, item__isnull=False).count() == 3
    assert Occurrence.objects.filter(compound__project=project, item__isnull=True).count() == 6


def test_a_second_import_follows_the_first_and_leaves_out_what_is_there() -> None:
    project = make_rating_project()
    bring_in(project, "compound\tsentence\nOlive Oil\tNew olive oil.\nfish tank\tA fish tank.\n")
    assert project.item_count == 7
    summary = Job.objects.filter(project=project, kind="compound_import").latest("pk").result["summary"]
    assert summary == "1 compound imported; 1 item to rate; 1 row left out."
    assert list(Compound.objects.filter(project=project).values_list("number", flat=True)) == [1, 2, 3, 4]


def test_rows_that_cannot_be_used_need_a_word_of_consent() -> None:
    project = make_rating_project(text="")
    looked = preview(project, UNPLACED + "fish tank\tThe fish tanks were cold.\n")
    with pytest.raises(DomainError, match="4 rows have errors and would be left out"):
        COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=False)


def test_one_preview_gives_one_import() -> None:
    project = make_rating_project(text="")
    looked = preview(project, "compound\tsentence\nfish tank\tA fish tank.\n")
    jobs = {
        COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=False).pk
        for _ in "ab"
    }
    assert len(jobs) == 1


def test_nothing_is_imported_without_a_finished_preview() -> None:
    project = make_rating_project()
    job = Job.objects.filter(project=project, kind="compound_import").get()
    with pytest.raises(NotEditable):
        COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=job, leave_out=True)


def test_an_import_that_would_bring_something_else_than_its_preview_fails_whole() -> None:
    project = make_rating_project(text="")
    looked = preview(project, "compound\tsentence\nfish tank\tA fish tank.\nolive oil\tGood olive oil.\n")
    bring_in(project, "compound\tsentence\nfish tank\tA fish tank.\n")
    with pytest.raises(DomainError, match="changed since the preview"):
        run_job(
            COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True)
        )
    assert Compound.objects.filter(project=project).count() == 1


def test_what_another_import_brought_while_the_files_were_read_is_noticed() -> None:
    project = make_rating_project(text="")
    text = "compound\tsentence\nfish tank\tA fish tank.\n"
    looked = preview(project, text)

    class Overtaken(JobRun):
        def report(self, done: int, total: int | None = None) -> None:
            if done and not Compound.objects.exists():
                bring_in(project, text)

    job = COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    with pytest.raises(DomainError, match="“fish tank” was added to the project after the preview"):
        import_compounds(Overtaken(Job.objects.select_related("project", "requested_by").get(pk=job.pk), 1))
    assert Compound.objects.filter(project=project).count() == 1


def test_the_database_keeps_sentences_as_they_were_imported() -> None:
    project = make_rating_project()
    occurrence = Occurrence.objects.filter(compound__project=project).first()
    assert occurrence
    for change in ({"sentence": "Another."}, {"spans": [[0, 1]]}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Occurrence.objects.filter(pk=occurrence.pk).update(**change)


def test_nctti_comes_in_whole_with_its_published_means() -> None:
    folder = shared("data/idiomaticity/nctti")
    project = make_rating_project(text="")
    files = [(folder / name).read_bytes() for name in ("data_en.tsv", "sentids_en.csv")]
    result = bring_in(project, *files).result
    assert (result["compounds"], result["items"]) == (280, 544)
    assert Occurrence.objects.filter(compound__project=project, published_mean__isnull=False).count() == 840


LISTS = """compound\tsentence1\tsentence2\tSynonyms\tSynonymsS1\tSynonymsS3
fish tank\tA fish tank.\tThe fish tank.\taquarium;aquarium;bowl\tglass box\tpond;pool
"""


def list_published(project: Project) -> list[list[str]]:
    compound = Compound.objects.get(project=project)
    return [
        compound.published_paraphrases,
        *compound.occurrences.order_by("number").values_list("published_paraphrases", flat=True),
    ]


def test_the_paraphrases_of_an_earlier_study_come_in_with_its_compounds() -> None:
    project = make_rating_project(text="")
    looked = preview(project, LISTS)
    assert looked.result["counts"]["paraphrases"] == 6
    job = bring_in(project, LISTS)
    assert job.result["items"] == 2
    assert list_published(project) == [["aquarium", "aquarium", "bowl"], ["glass box"], [], ["pond", "pool"]]


def test_they_come_in_later_and_are_taken_back() -> None:
    project = make_rating_project(text="")
    bring_in(project, "compound\tsentence1\tsentence2\nfish tank\tA fish tank.\tThe fish tank.\n")
    later = "compound\tSynonyms\tSynonymsS1\tSynonymsS3\nfish tank\taquarium\tglass box\tpond\n"
    looked = preview(project, later)
    assert (looked.result["counts"]["compounds"], looked.result["counts"]["listed"]) == (0, 1)
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk])).content.decode()
    assert "Add to compounds of the project" in page
    job = run_job(
        COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True)
    )
    assert list_published(project) == [["aquarium"], ["glass box"], [], ["pond"]]
    again = preview(project, later)
    assert (again.result["counts"]["listed"], again.result["counts"]["left_out"]) == (0, 1)
    find_brought_compounds(job).settle(project)
    assert list_published(project) == [[], [], []]


def test_labels_come_in_later_than_their_sentences_and_are_taken_back() -> None:
    """Sentences that have one keep it, and a text that a compound has twice is not guessed."""
    project = make_rating_project(text="")
    sentences = "compound\tsentence\tspan\tlabel\nfish tank\tA fish tank.\t\t\nfish tank\tThe fish tank.\t\tliteral\n"
    twice = "cash cow\tCash cow, cash cow.\t0-8\t\ncash cow\tCash cow, cash cow.\t10-18\t\n"
    bring_in(project, sentences + twice)
    later = (
        "compound\tsentence\tlabel\nfish tank\tA  fish tank.\ti\nfish tank\tThe fish tank.\ti\n"
        "cash cow\tCash cow, cash cow.\ti\n"
    )
    looked = preview(project, later)
    assert (looked.result["counts"]["compounds"], looked.result["counts"]["labels"]) == (0, 1)
    job = run_job(
        COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=True)
    )
    stored = Occurrence.objects.filter(compound__project=project).order_by("compound__number", "number")
    assert list(stored.values_list("label", flat=True)) == ["idiomatic", "literal", "", ""]
    assert preview(project, later).result["counts"]["labels"] == 0
    find_brought_compounds(job).settle(project)
    assert list(stored.values_list("label", flat=True)) == ["", "literal", "", ""]


@pytest.mark.parametrize("cell", ["x" * 201, ";".join("ab" for _ in range(1_001))])
def test_a_list_that_cannot_be_stored_is_refused(cell: str) -> None:
    result = preview(make_rating_project(text=""), f"compound\tsentence\tsynonyms\na b\tAn a b.\t{cell}\n").result
    assert (result["counts"]["compounds"], result["counts"]["left_out"]) == (0, 1)


def test_a_request_sent_twice_gives_one_job() -> None:
    project = make_rating_project()
    upload = project.uploads.get()
    request_id = uuid4()
    jobs = {
        COMPOUND_IMPORT.request_preview(
            user=project.created_by, project=project, uploads=[upload], request_id=request_id
        ).pk
        for _ in "ab"
    }
    assert len(jobs) == 1


def test_a_place_with_words_between_can_be_mended_or_left_out() -> None:
    text = (
        "compound\thead\tmodifier\tsentence\n"
        "take off\ttake\toff\tHe took his hat off.\n"
        "take off\ttake\toff\tShe took her hand quickly off the wheel and then off.\n"
        "take off\ttake\toff\tThey took one day off.\n"
    )
    project = make_rating_project(text="")
    first = preview(project, text)
    keys = [row["key"] for row in first.result["discontinuous"]]
    assert keys == ["take off#1", "take off#3"] or len(keys) == 3
    second = preview(project, text, corrections={"take off#1": "took his hat off", "take off#3": "-"})
    assert second.result["manners"]["given"] == 1
    assert "Left out as requested." in [row["reason"] for row in second.result["misplaced"]]


def test_the_page_asks_about_places_with_words_between() -> None:
    project = make_rating_project(text="")
    looked = preview(project, "compound\thead\tmodifier\tsentence\ntake off\ttake\toff\tHe took his hat off.\n")
    client = Client()
    client.force_login(project.created_by)
    page = client.get(reverse("idiomaticity:import_preview", args=[project.slug, looked.pk])).content.decode()
    assert 'name="at:take off#1"' in page
    again = reverse("idiomaticity:import_again", args=[project.slug, looked.pk])
    client.post(again, {"request_id": str(uuid4()), "at:take off#1": "-"})
    assert project.jobs.filter(kind="compound_preview").latest("pk").parameters["corrections"] == {"take off#1": "-"}


def test_type_scores_come_in_later_than_their_compounds() -> None:
    """Once; a second score of the same compound is left out."""
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n")
    scores = "compound\ttype_score\nfish tank\t4.5\n"
    looked = preview(project, scores)
    assert (looked.result["counts"]["compounds"], looked.result["counts"]["type_scores"]) == (0, 1)
    run_job(COMPOUND_IMPORT.confirm_import(user=project.created_by, project=project, preview=looked, leave_out=False))
    assert Compound.objects.get(project=project).type_score == 4.5
    again = preview(project, scores).result
    assert again["counts"]["type_scores"] == 0
    assert again["left_out"][0]["reason"] == "The project already has this compound."


@pytest.mark.django_db(transaction=True)
def test_a_small_table_is_read_in_an_encoding_of_the_projects_language() -> None:
    project = make_rating_project(text="", language="zh-hans")
    table = ContentFile("词语,句子,id\n吃醋,他又吃醋了。,1\n".encode("gb18030"))
    upload = store_upload(user=project.created_by, project=project, file=table, name="idioms.csv")
    job = COMPOUND_IMPORT.request_preview(
        user=project.created_by, project=project, uploads=[upload], request_id=uuid4()
    )
    work_on(job.pk, preview_compounds)
    job.refresh_from_db()
    assert job.result["table"]["sample"][0] == ["吃醋", "他又吃醋了。", "1"]
