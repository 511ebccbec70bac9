"""Selecting sentences through the three pages and the API, with the real worker."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from alignment.pairs.models import SentencePair
from alignment.selection import SelectionSettings, parse_bands
from alignment.selection.report import plot_coverage, plot_lengths
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from tests.factories import make_project
from tests.markup import markup_of
from tests.servers import wait_until

TEXT = "the cat sat\til gatto sedeva\nthe dog sat\til cane sedeva\nthe cat , 7 sat\til gatto , 7 sedeva\n"
SOURCE_LIST, TARGET_LIST = "the 50\nsat 50\ncat 50\n", "il 50\nsedeva 50\ngatto 50\ncane 2\n"


def a_file(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode())


def files(**more: object) -> dict[str, object]:
    return {
        "request_id": str(uuid4()),
        "text_format": "table",
        "tokens": "spaces",
        "training_kind": "list",
        "first_file": a_file("text.tsv", TEXT),
        "source_training": a_file("s.txt", SOURCE_LIST),
        "target_training": a_file("t.txt", TARGET_LIST),
    } | more


def criteria(**more: object) -> dict[str, object]:
    return {
        "request_id": str(uuid4()),
        "choose": "0,1-10",
        "skip_punctuation": "on",
        "skip_numbers": "on",
        "length_tail": "0",
        "ratios": "0.1-9",
        "seed": "0",
    } | more


@pytest.fixture
def project(transactional_db: None) -> Project:
    project = make_project()
    project.alignment.scope = "target_words"
    project.alignment.save()
    return project


@pytest.fixture
def client(project: Project) -> Client:
    client = Client()
    client.force_login(project.created_by)
    return client


def finish(job: Job) -> Job:
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, f"{job.kind} did not finish")
    return Job.objects.get(pk=job.pk)


def read_text(project: Project, client: Client) -> Job:
    """Take the first step; return the job that read the text."""
    answer = client.post(reverse("alignment:selection_new", args=[project.slug]), files())
    job = finish(Job.objects.get(kind="selection"))
    assert answer["Location"] == reverse("alignment:selection_criteria", args=[project.slug, job.pk])
    return job


@pytest.mark.usefixtures("worker")
def test_three_steps_lead_from_files_to_pairs(project: Project, client: Client) -> None:
    text = read_text(project, client)
    page = markup_of(client.get(reverse("alignment:selection_criteria", args=[project.slug, text.pk])))
    assert '<li aria-current="step">Criteria</li>' in page
    assert "<b>2</b> of 3 pairs" in page
    again = reverse("alignment:selection_again", args=[project.slug, text.pk])
    answer = client.post(again, criteria())
    job = finish(Job.objects.exclude(pk=text.pk).get(kind="selection"))
    assert answer["Location"] == reverse("alignment:selection", args=[project.slug, job.pk])
    page = client.get(answer["Location"])
    shown = markup_of(page)
    assert page.context["words"] == [("English", 1), ("Italian", 1)]
    assert "<mark>dog</mark>" in shown
    assert "<mark>cane</mark>" in shown
    assert page.context["reasons"] == [("no word in the chosen frequency bands", 2)]
    client.post(reverse("alignment:selection_confirm", args=[project.slug, job.pk]))
    finish(Job.objects.get(kind="import"))
    pair = SentencePair.objects.get()
    assert (pair.source_tokens, pair.source_target_words, pair.target_target_words) == (["the", "dog", "sat"], [1], [1])
    assert "Sentences imported" in markup_of(client.get(answer["Location"]))
    assert "Show selection" in markup_of(client.get(reverse("projects:jobs", args=[project.slug])))


@pytest.mark.usefixtures("worker")
def test_every_step_keeps_what_was_entered(project: Project, client: Client) -> None:
    text = read_text(project, client)
    again = reverse("alignment:selection_again", args=[project.slug, text.pk])
    client.post(again, criteria(choose="0", source_lengths="2-9"))
    second = finish(Job.objects.exclude(pk=text.pk).get(kind="selection"))
    assert SelectionSettings.from_json(second.parameters["settings"]) == SelectionSettings(
        length_tail=0, ratios=(0.1, 9), source_lengths=(2, 9), choose=parse_bands("0"), skip_punctuation=True,
        skip_numbers=True,
    )  # fmt: skip
    assert second.result["target_words"] == {"source": [1], "target": [0]}
    page = markup_of(client.get(reverse("alignment:selection_criteria", args=[project.slug, second.pk])))
    assert 'value="2–9"' in page and "<details open>" in page
    files_page = markup_of(client.get(reverse("alignment:selection_text", args=[project.slug, second.pk])))
    assert "text.tsv" in files_page and "Continue with these files" in files_page
    # The same criteria again are the same selection.
    again = reverse("alignment:selection_again", args=[project.slug, second.pk])
    answer = client.post(again, criteria(choose="0", source_lengths="2-9"))
    assert answer["Location"] == reverse("alignment:selection", args=[project.slug, second.pk])
    assert Job.objects.filter(kind="selection").count() == 2


@pytest.mark.usefixtures("worker")
def test_the_count_follows_the_criteria_and_the_address_keeps_them(project: Project, client: Client) -> None:
    text = read_text(project, client)
    count = reverse("alignment:selection_count", args=[project.slug, text.pk])
    answer = client.get(count, criteria())
    assert "<b>1</b> of 3 pairs" in markup_of(answer)
    page = markup_of(client.get(answer["HX-Replace-Url"]))
    assert "<b>1</b> of 3 pairs" in page and 'value="0.1-9"' in page
    assert "request_id" not in answer["HX-Replace-Url"]
    assert "ends before it begins" in markup_of(client.get(count, criteria(choose="5-1")))
    assert "The preview counts the pairs" in markup_of(client.get(count, criteria(fold_case="on")))


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"choose": "5-1"}, "ends before it begins"),
        ({"choose": "0,1-10", "mark_also": "5-20"}, "overlap"),
        ({"source_lengths": "many"}, "Enter two numbers"),
        ({"source_lengths": "9-3"}, "the smaller one first"),
        ({"target_lengths": "1.5-3"}, "whole numbers"),
    ],
)
def test_criteria_that_cannot_work_are_said_at_their_field(
    project: Project, client: Client, wrong: dict, sentence: str
) -> None:
    text = read_text(project, client)
    answer = client.post(reverse("alignment:selection_again", args=[project.slug, text.pk]), criteria(**wrong))
    assert answer.status_code == 400
    assert sentence in markup_of(answer) and '<li aria-current="step">Criteria</li>' in markup_of(answer)
    assert Job.objects.filter(kind="selection").count() == 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"source_training": "", "target_training": ""}, "for at least one side"),
        ({"text_format": "moses"}, "needs the translation as a second, line-aligned file"),
        ({"first_file": ""}, "required"),
    ],
)
def test_what_cannot_work_is_said_at_its_field(project: Project, client: Client, wrong: dict, sentence: str) -> None:
    answer = client.post(reverse("alignment:selection_new", args=[project.slug]), files(**wrong))
    assert answer.status_code == 400
    assert sentence in markup_of(answer)
    assert not Job.objects.exists()


def test_one_form_sent_twice_is_one_job(project: Project, client: Client) -> None:
    sent = files()
    first = client.post(reverse("alignment:selection_new", args=[project.slug]), sent)
    for each in ("first_file", "source_training", "target_training"):
        sent[each].seek(0)  # type: ignore[attr-defined]
    assert client.post(reverse("alignment:selection_new", args=[project.slug]), sent)["Location"] == first["Location"]


@pytest.mark.usefixtures("worker")
def test_the_api_selects_and_confirms(project: Project, client: Client) -> None:
    def post(route: str, body: object, *args: object, **more: object):  # type: ignore[no-untyped-def]
        return client.post(reverse(f"api:{route}", args=[project.slug, *args]), body, **more)

    keys = [
        post("uploads", {"file": a_file(name, text)}).json()["id"]
        for name, text in (("text.tsv", TEXT), ("s.txt", SOURCE_LIST), ("t.txt", TARGET_LIST))
    ]
    body = {
        "request_id": str(uuid4()), "uploads": keys[:1], "format": "tsv", "tokens": "spaces", "training_kind": "list",
        "source_training": keys[1], "target_training": keys[2],
        "settings": {"length_tail": 0, "ratios": [0.1, 9], "skip_punctuation": True, "skip_numbers": True},
    }  # fmt: skip
    answer = post("selections", body, content_type="application/json")
    assert answer.status_code == 202, answer.json()
    job = finish(Job.objects.get(pk=answer.json()["id"]))
    assert job.result["chosen"]["pairs"] == 1
    assert post("selection-confirm", {}, job.pk, content_type="application/json").status_code == 202
    wrong = body | {"request_id": str(uuid4()), "settings": {"choose": "16-"}}
    answer = post("selections", wrong, content_type="application/json")
    assert (answer.status_code, "upper end" in markup_of(answer)) == (400, True)


def test_the_plot_holds_every_sentence_that_is_not_far_out() -> None:
    lengths = [[3, 10], [5, 990], [900, 1]]
    stage = {"source": {"lengths": lengths}}
    kept = {"source": {"lengths": [[5, 990]]}}
    plot = plot_lengths({"corpus": stage, "within_bounds": kept, "bounds": {"source": [4, 60]}}, "source")
    assert plot.longer == 1
    assert sum(bar.count for bar in plot.bars) == 1_000
    assert [bar.length for bar in plot.bars if bar.kept] == [5]
    assert max(bar.all_height for bar in plot.bars) == plot.base - 8
    assert plot.edges == [plot.bars[3].x, plot.bars[60].x]


def test_bars_of_coverage_are_as_high_as_their_shares() -> None:
    stages = {"corpus": {"tokens": 200, "coverage": [2, 8, 0]}, "chosen": {"tokens": 50, "coverage": [10, 5, 0]}}
    plot = plot_coverage({name: {"source": stage} for name, stage in stages.items()}, "source")
    assert plot is not None
    assert [(bar.all_share, bar.chosen_share) for bar in plot.bars] == [(1, 20), (4, 10), (0, 0)]
    assert plot.most == 20
    first, second, _ = plot.bars
    assert first.chosen_height == pytest.approx(2 * second.chosen_height)
    assert first.chosen_height == pytest.approx(20 * first.all_height)
    assert first.chosen_top + first.chosen_height == plot.base
    assert first.chosen_x + first.width <= second.x


def test_a_text_without_rare_words_has_no_plot_of_them() -> None:
    stage = {"source": {"tokens": 5, "coverage": [0, 0]}}
    assert plot_coverage({"corpus": stage, "chosen": stage}, "source") is None
