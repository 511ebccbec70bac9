"""A text is previewed, confirmed and imported on its pages."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.projects.models import AlignmentSettings
from alignment.suggestions.models import Suggestion
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from tests.alignment.imports.importing import SOURCE, TARGET, confirm, finish, preview, upload
from tests.factories import make_member, make_project
from tests.markup import markup_of


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(
    ("text_format", "texts"),
    [
        ("moses", (SOURCE, TARGET)),
        ("bitext", ("a black cat ||| un gatto nero\nit is raining ||| piove\n",)),
        ("table", ("target\tsource\nun gatto nero\ta black cat\npiove\tit is raining\n",)),
    ],
)
def test_a_text_is_previewed_confirmed_and_imported(text_format: str, texts: tuple[str, ...]) -> None:
    project = make_project()
    client, job, page = preview(project, *texts, text_format=text_format)
    assert page.context["result"]["counts"] == {"pairs": 2, "source_tokens": 6, "target_tokens": 4, "rejected": 0}
    assert not Item.objects.exists()
    first, second = (confirm(client, job) for _ in range(2))
    started = Job.objects.get(kind="import")
    assert first["Location"] == second["Location"] == reverse("projects:job", args=[project.slug, started.pk])
    assert finish(started).state == Job.State.SUCCEEDED
    pairs = [item.sentence_pair for item in Item.objects.select_related("sentence_pair").order_by("number")]
    assert [pair.source_tokens for pair in pairs] == [["a", "black", "cat"], ["it", "is", "raining"]]
    assert "Text imported" in markup_of(client.get(reverse("alignment:import_preview", args=[project.slug, job.pk])))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_of_26_imported_pairs_a_quarter_are_controls() -> None:
    project = make_project()
    AlignmentSettings.objects.update(suggestion_control_share=25)
    client, job, _ = preview(project, "a black cat\n" * 26, "un gatto nero\n" * 26)
    confirm(client, job)
    finish(Job.objects.get(kind="import"))
    items = list(Item.objects.all())
    Suggestion.objects.bulk_create(Suggestion(item=each, source_index=0, target_index=0, label="S") for each in items)
    assert len(items) == 26
    assert Suggestion.objects.of_controls().count() in (6, 7)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_rows_that_cannot_be_used_are_shown_and_left_out_only_on_consent() -> None:
    project = make_project()
    rows = ["a ||| b", *["no bar"] * 150]
    client, job, page = preview(project, "\n".join(rows), text_format="bitext")
    text = markup_of(page)
    assert "The first 100 of 150" in text
    assert "times; exactly one is required." in text
    refused = confirm(client, job)
    assert refused.status_code == 400
    assert "150 rows have errors and would be left out" in markup_of(refused)
    confirm(client, job, leave_out_rejected="on")
    assert finish(Job.objects.get(kind="import")).result["imported"] == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_files_of_different_length_are_refused_in_a_sentence() -> None:
    client, job, page = preview(make_project(), SOURCE, "piove\n")
    assert job.state == Job.State.FAILED
    assert re.search(r"second_file\.txt, line 2: .*The files are not line-aligned", markup_of(page))
    assert confirm(client, job).status_code == 409


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("worker")
def test_target_words_choose_the_pairs() -> None:
    project = make_project(scope="target_words")
    client, job, page = preview(project, SOURCE, TARGET, source_words="Cat\n\n  dog  \n", target_words="")
    assert page.context["result"]["counts"]["pairs"] == 1
    confirm(client, job, leave_out_rejected="on")
    finish(Job.objects.get(kind="import"))
    assert Item.objects.get().sentence_pair.source_target_words == [2]


@pytest.mark.django_db
def test_the_number_of_files_must_be_that_of_the_format() -> None:
    project = make_project()
    missing, surplus = upload(project, SOURCE)[1], upload(project, SOURCE, TARGET, text_format="table")[1]
    assert "This format needs the translation as a second, line-aligned file." in markup_of(missing)
    assert "This format uses one file. Leave the second one empty." in markup_of(surplus)
    assert (missing.status_code, surplus.status_code) == (400, 400)
    assert not project.uploads.exists()


@pytest.mark.django_db
def test_target_words_are_asked_for_where_the_project_needs_them() -> None:
    project = make_project(scope="target_words")
    assert "This project aligns only target words. List them, one per line." in markup_of(
        upload(project, SOURCE, TARGET)[1]
    )


@pytest.mark.django_db
def test_an_upload_sent_twice_is_looked_at_once() -> None:
    project, request_id = make_project(), str(uuid4())
    first, second = (upload(project, SOURCE, TARGET, request_id=request_id)[1] for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Job.objects.count() == 1
    assert project.uploads.count() == 2


@pytest.mark.django_db
def test_a_preview_of_another_project_does_not_exist() -> None:
    project = make_project()
    upload(project, SOURCE, TARGET)
    job, other = Job.objects.get(), make_project()
    client = Client()
    client.force_login(other.created_by)
    for slug in (project.slug, other.slug):
        assert client.get(reverse("alignment:import_preview", args=[slug, job.pk])).status_code == 404
        assert client.post(reverse("alignment:import_confirm", args=[slug, job.pk])).status_code == 404
    client.force_login(make_member(project).user)
    assert client.get(reverse("alignment:import_preview", args=[project.slug, job.pk])).status_code == 403
