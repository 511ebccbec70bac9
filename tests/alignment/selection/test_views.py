"""Choosing sentences through the page and the API, with the real worker."""

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


def fields(**more: object) -> dict[str, object]:
    return {
        "request_id": str(uuid4()),
        "text_format": "table",
        "tokens": "spaces",
        "training_kind": "list",
        "choose": "0,1-10",
        "skip_punctuation": "on",
        "skip_numbers": "on",
        "length_tail": "0",
        "ratios": "0.1-9",
        "seed": "0",
        "first_file": a_file("text.tsv", TEXT),
        "source_training": a_file("s.txt", SOURCE_LIST),
        "target_training": a_file("t.txt", TARGET_LIST),
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


@pytest.mark.usefixtures("worker")
def test_sentences_are_chosen_seen_and_taken_in(project: Project, client: Client) -> None:
    answer = client.post(reverse("alignment:selection_new", args=[project.slug]), fields())
    job = finish(Job.objects.get(kind="selection"))
    assert answer["Location"] == reverse("alignment:selection", args=[project.slug, job.pk])
    page = client.get(answer["Location"])
    text = markup_of(page)
    assert page.context["words"] == [("English", 1), ("Italian", 1)]
    assert "<mark>dog</mark>" in text
    assert "<mark>cane</mark>" in text
    assert page.context["reasons"] == [("no word in the chosen frequency bands", 2)]
    client.post(reverse("alignment:selection_confirm", args=[project.slug, job.pk]))
    finish(Job.objects.get(kind="import"))
    pair = SentencePair.objects.get()
    assert (pair.source_tokens, pair.source_target_words, pair.target_target_words) == (["the", "dog", "sat"], [1], [1])
    assert "Sentences imported" in markup_of(client.get(answer["Location"]))
    assert "Show selection" in markup_of(client.get(reverse("projects:jobs", args=[project.slug])))


@pytest.mark.usefixtures("worker")
def test_other_settings_choose_from_the_same_files(project: Project, client: Client) -> None:
    client.post(reverse("alignment:selection_new", args=[project.slug]), fields())
    job = finish(Job.objects.get(kind="selection"))
    page = client.get(reverse("alignment:selection", args=[project.slug, job.pk]))
    initial = page.context["form"].initial
    again = {
        key: "on" if value is True else value
        for key, value in initial.items()
        if value is not None and value is not False
    }
    answer = client.post(reverse("alignment:selection_again", args=[project.slug, job.pk]), again | {"choose": "0"})
    second = finish(Job.objects.exclude(pk=job.pk).get(kind="selection"))
    assert answer["Location"] == reverse("alignment:selection", args=[project.slug, second.pk])
    assert SelectionSettings.from_json(second.parameters["settings"]) == SelectionSettings(
        length_tail=0, ratios=(0.1, 9), choose=parse_bands("0"), skip_punctuation=True, skip_numbers=True
    )
    assert second.result["target_words"] == {"source": [1], "target": [0]}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"choose": "5-1"}, "ends before it begins"),
        ({"choose": "0,1-10", "mark_also": "5-20"}, "overlap"),
        ({"source_lengths": "many"}, "Enter two numbers"),
        ({"source_lengths": "9-3"}, "the smaller one first"),
        ({"target_lengths": "1.5-3"}, "whole numbers"),
        ({"source_training": "", "target_training": ""}, "for at least one side"),
        ({"text_format": "moses"}, "needs the translation as a second, line-aligned file"),
        ({"first_file": ""}, "required"),
    ],
)
def test_what_cannot_work_is_said_at_its_field(project: Project, client: Client, wrong: dict, sentence: str) -> None:
    answer = client.post(reverse("alignment:selection_new", args=[project.slug]), fields(**wrong))
    assert answer.status_code == 400
    assert sentence in markup_of(answer)
    assert not Job.objects.exists()


def test_one_form_sent_twice_is_one_job(project: Project, client: Client) -> None:
    sent = fields()
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
