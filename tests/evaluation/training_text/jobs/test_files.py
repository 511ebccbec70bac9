"""Training and test files of a searched text: what is in them, and that the same question gives the same bytes."""

import io
import json
import zipfile
from collections import Counter
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError, RoleRequired
from evaluation.finding.models import Hit
from evaluation.finding.services.review import decide_hit
from evaluation.training_text.jobs.files import make_training_files
from evaluation.training_text.services import request_training_files
from tests.evaluation.findings import SOURCE, make_finding
from tests.evaluation.training_text.making import LINES, ask, make, unpack
from tests.evaluation.translated import keep, run
from tests.factories import make_member
from tests.markup import markup_of
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def test_half_of_each_expression_is_trained_on_and_half_tested(finding):
    job = run(ask(finding, condition="joint", seed=3), make_training_files)
    files = unpack(job)
    assert set(files) == {"train.source", "train.target", "test.source", "test.target", "test.spans", "manifest.json"}
    train, test = (set(files[f"{half}.source"]) for half in ("train", "test"))
    assert not train & test
    assert sum("walked off" in line for line in train) == sum("walked off" in line for line in test) == 5
    # An expression found once is in neither half, and of a repeated pair one is left.
    assert "He broke the ice ." not in train | test
    assert {"It rains .", "Yes .", "No ."} <= train
    pairs = list(zip(files["train.source"], files["train.target"], strict=True))
    assert set(pairs) < set(LINES)
    assert job.result["counts"] | {"train": 5, "test": 5, "single": 1, "repeated": 1} == job.result["counts"]
    assert job.result["phrases"] == {"walk off": {"train": 5, "test": 5}}
    assert json.loads("\n".join(files["manifest.json"]))["settings"]["seed"] == 3


def test_spans_point_into_the_tested_sentences(finding):
    files = make(finding, condition="joint", tokens="words")
    for source, line in zip(files["test.source"], files["test.spans"], strict=True):
        label, written = line.split("\t")
        start, end = map(int, written.strip("[()]").split(", "))
        assert (label, source[start:end]) == ("walk off", "walked off")


@pytest.mark.parametrize(("condition", "times"), [("zero", 0), ("joint", 1), ("upsampled", 4)])
def test_the_train_half_is_left_out_kept_or_repeated(finding, condition, times):
    counted = Counter(make(finding, condition=condition, times=4)["train.source"])
    assert counted["It rains ."] == 1
    walked = [count for line, count in counted.items() if "walked off" in line]
    assert walked == [times] * (5 if times else 0)


def test_the_same_seed_gives_the_same_bytes_and_another_one_another_half(finding):
    hashes = [
        run(ask(finding, condition="joint", seed=seed), make_training_files).result["sha256"] for seed in (7, 7, 8)
    ]
    assert hashes[0] == hashes[1] != hashes[2]


def test_rejected_hits_make_regular_pairs(finding):
    for hit in Hit.objects.filter(finding=finding, phrase__phrase="break the ice"):
        decide_hit(user=finding.created_by, finding=finding, hit=hit, verdict="rejected", seen=0, operation_id=uuid4())
    assert "He broke the ice ." in make(finding, condition="zero")["train.source"]
    everything = make(finding, condition="zero", hits="accepted")
    assert len(everything["train.source"]) == len(LINES)
    assert everything["test.source"] == []


def test_expressions_are_marked_as_words_with_spaces(finding):
    files = make(finding, marking="spaces")
    assert set(files) == {"train.source", "train.target", "manifest.json"}
    assert files["train.source"][0] == "He walked_off 1 times ."
    assert files["train.source"][9] == "He broke_the_ice ."
    assert files["train.target"] == [target for _, target in LINES]


def test_expressions_are_marked_by_factors_and_so_is_the_test_source(finding):
    files = make(finding, marking="factors", condition="joint")
    assert "It|it|O rains|rain|O .|.|O" in files["train.source"]
    marked = dict(zip(files["test.source"], files["test.marked"], strict=True))
    for plain, line in marked.items():
        words = [word.split("|") for word in line.split()]
        assert [word[0] for word in words] == plain.split()
        assert [word[2] for word in words] == ["O", "B", "I"] + ["O"] * (len(words) - 3)
        assert words[1] == ["walked", "walk_off", "B"]


def test_raw_text_is_split_into_words_with_marks_in_their_place(project):
    texts = ("“They walked off, didn't they?”\n", "Se ne andarono, vero?\n")
    files = make(make_finding(project, texts=texts), marking="spaces", tokens="words")
    assert files["train.source"] == ["“ They walked_off , didn 't they ? ”"]
    assert files["train.target"] == ["Se ne andarono , vero ?"]


def test_a_dictionary_and_back_translations_are_added_with_marking(finding):
    project = finding.project
    dictionary = keep(project, "d.tsv", "walk off\tandarsene; svignarsela\nhouse\tcasa\n")
    back = [keep(project, "b.en", "We walk off .\n\n"), keep(project, "b.it", "Ce ne andiamo .\nNiente .\n")]
    job = run(ask(finding, marking="spaces", dictionary=dictionary, back_translated=back), make_training_files)
    files = unpack(job)
    assert list(zip(files["train.source"], files["train.target"], strict=True))[-3:] == [
        ("walk_off", "andarsene"),
        ("walk_off", "svignarsela"),
        ("We walk_off .", "Ce ne andiamo ."),
    ]
    counts = job.result["counts"]
    assert (counts["dictionary"], counts["back_translated"], counts["corpus"]) == (2, 1, len(LINES))
    assert [file["name"] for file in job.result["files"]][-3:] == ["d.tsv", "b.en", "b.it"]


def test_what_cannot_be_made_is_refused(project, finding):
    with pytest.raises(DomainError, match="Training files need a parallel text"):
        ask(make_finding(project, texts=[SOURCE], text_format="text"))
    with pytest.raises(DomainError, match="Expressions can be marked only in the source language"):
        ask(make_finding(project, "andare via\n", side="target"), marking="spaces")
    with pytest.raises(DomainError, match="two line-aligned files"):
        ask(finding, back_translated=[keep(project, "x", "x")])
    with pytest.raises(DomainError, match="1 to 1,000"):
        ask(finding, times=0)
    with pytest.raises(RoleRequired):
        adjudicator = make_member(project, Role.ADJUDICATOR).user
        request_training_files(user=adjudicator, finding=finding, request_id=uuid4())


def test_a_broken_dictionary_fails_with_its_line(finding):
    job = ask(finding, dictionary=keep(finding.project, "d.tsv", "walk off andarsene\n"))
    work_on(job.pk, make_training_files)
    job.refresh_from_db()
    assert job.error == "d.tsv: line 1: The line must be an expression, a tab and translations."


def test_the_target_side_is_divided_too(project):
    finding = make_finding(
        project,
        "rompere il ghiaccio\n",
        texts=("a\nb\n", "Ruppe il ghiaccio .\nRuppe il ghiaccio ieri .\n"),
        side="target",
    )
    files = make(finding, condition="joint")
    assert len(files["test.source"]) == 1
    assert files["test.target"][0][slice(*map(int, files["test.spans"][0].split("\t")[1].strip("[()]").split(", ")))]


def test_files_of_a_question_that_is_refused_are_not_kept(project, finding, settings):
    client, before = Client(), project.uploads.count()
    client.force_login(project.created_by)
    settings.JOBS_WAITING_PER_PERSON = 0
    asked = {"request_id": str(uuid4()), "hits": "not_rejected", "condition": "joint", "times": "20", "seed": "1"}
    asked |= {"tokens": "spaces", "dictionary": SimpleUploadedFile("d", b"a\tb\n")}
    url = reverse("evaluation:training_files_new", args=[project.slug, finding.pk])
    assert "waiting jobs. Wait for some to finish." in markup_of(client.post(url, asked))
    assert project.uploads.count() == before


@pytest.mark.usefixtures("worker")
def test_the_pages_make_show_and_serve_the_files(project, finding):
    client = Client()
    client.force_login(project.created_by)
    url = reverse("evaluation:training_files_new", args=[project.slug, finding.pk])
    assert client.get(url).status_code == 200
    asked = {"request_id": str(uuid4()), "hits": "not_rejected", "condition": "joint", "times": "20", "seed": "1"}
    asked |= {"marking": "factors", "tokens": "spaces", "most_words": "80", "length_ratio": "1.5", "pieces": "60"}
    cut = markup_of(client.post(url, {**asked, "subwords": "bpe"}))
    assert "Words with factors cannot be cut into pieces" in cut
    asked |= {"marking": "spaces", "subwords": "bpe"}
    refused = client.post(url, {**asked, "back_source": SimpleUploadedFile("b", b"x\n")})
    assert "Choose both sides of the back-translated text, or neither." in markup_of(refused)
    answer = client.post(url, asked)
    job = Job.objects.get(kind="training_files")
    assert answer["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, "the files were not made")
    page = markup_of(client.get(reverse("evaluation:training_files", args=[project.slug, job.pk])))
    assert "5 in train, 5 in test" in page
    assert "0 pairs with more than 80 words · 0 pairs with a length ratio over 1.5" in page
    assert "BPE, at most 60" in page
    download = client.get(reverse("evaluation:training_files_download", args=[project.slug, job.pk]))
    assert download["Content-Disposition"].startswith("attachment")
    archive = zipfile.ZipFile(io.BytesIO(b"".join(download.streaming_content)))
    assert archive.testzip() is None
    assert "test.marked" in archive.namelist()


def test_the_api_makes_and_serves_the_files(project, finding):
    client = Client()
    client.force_login(project.created_by)
    root = f"/api/v1/projects/{project.slug}/"
    asked = {"request_id": str(uuid4()), "condition": "upsampled", "times": 3, "seed": 5}
    asked |= {"most_words": 80, "length_ratio": 1.5, "subwords": "unigram", "pieces": 60}
    answer = client.post(f"{root}findings/{finding.pk}/training-files/", asked, content_type="application/json")
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["id"])
    assert client.get(f"{root}training-files/{job.pk}/download/").status_code == 400
    job = run(job, make_training_files)
    download = client.get(f"{root}training-files/{job.pk}/download/")
    assert b"".join(download.streaming_content).startswith(b"PK")
    asked |= {"condition": "halves", "request_id": str(uuid4())}
    answer = client.post(f"{root}findings/{finding.pk}/training-files/", asked, content_type="application/json")
    assert answer.status_code == 400
