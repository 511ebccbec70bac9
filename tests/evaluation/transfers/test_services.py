"""Accepted hits on their way into a test set, an alignment project, a project of compounds."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.imports.jobs.imports import import_pairs
from alignment.imports.jobs.previews import preview_import
from alignment.imports.services import confirm_import
from alignment.pairs.models import SentencePair
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, RoleRequired
from evaluation.finding.models import Finding, Hit
from evaluation.finding.services.review import decide_hit
from evaluation.measures.jobs import measure_translations
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.transfers.jobs import transfer_hits
from evaluation.transfers.services import find_targets, preview_transfer, request_transfer
from evaluation.translations.models import TranslationScore
from idiomaticity.compounds.models import Occurrence
from idiomaticity.imports.jobs.compounds import import_compounds, preview_compounds
from idiomaticity.imports.services import COMPOUND_IMPORT
from tests.evaluation.findings import SOURCE, make_finding
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import add, run
from tests.factories import make_project, make_user
from tests.idiomaticity.making import make_rating_project
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project() -> Project:
    return make_project(scope="target_words")


def accept(finding: Finding, *lines: int) -> Finding:
    """Accept the hits of these lines, or all; reject the others."""
    for hit in Hit.objects.filter(finding=finding).select_related("sentence").order_by("pk"):
        verdict = "accepted" if not lines or hit.sentence.line in lines else "rejected"
        decide_hit(
            user=finding.created_by, finding=finding, hit=hit, verdict=verdict, seen=hit.seen, operation_id=uuid4()
        )
    return finding


def ask(finding: Finding, use: str, project: Project | None = None, **more: object) -> Job:
    asked: dict[str, object] = {"name": "From hits", "request_id": uuid4(), **more}
    return request_transfer(
        user=finding.created_by, finding=finding, use=use, project=project or finding.project, **asked
    )  # type: ignore[arg-type]


def test_accepted_hits_become_a_test_set(project):
    finding = accept(make_finding(project, gap=1), 2, 5)
    job = run(ask(finding, "test_set"), transfer_hits)
    test_set = TestSet.objects.get(pk=job.result["test_set"])
    assert (test_set.name, test_set.segment_count, test_set.expression_count) == ("From hits", 2, 3)
    first, second = test_set.segments.order_by("number")
    assert (first.source, first.references) == (
        "They broke the ice , and he walked off .",
        ["Hanno rotto il ghiaccio e se n' è andato ."],
    )
    assert list(first.expressions.values_list("label", "source_spans")) == [
        ("break the ice", [[5, 18]]),
        ("walk off", [[28, 38]]),
    ]
    assert list(second.expressions.values_list("source_spans", flat=True)) == [[[4, 10], [19, 22]]]
    kept = [{name: file[name] for name in ("name", "size", "sha256")} for file in test_set.files[:-1]]
    assert kept == finding.job.result["files"]


def test_a_test_set_of_accepted_hits_is_measured_under_a_hash_of_its_own(project):
    finding = accept(make_finding(project, gap=1), 2, 5)
    first = TestSet.objects.get(pk=run(ask(finding, "test_set"), transfer_hits).result["test_set"])
    accept(finding)
    second = TestSet.objects.get(pk=run(ask(finding, "test_set", name="All"), transfer_hits).result["test_set"])
    assert first.sha256 != second.sha256
    assert [file["part"] for file in first.files] == ["phrases", "text", "second text", "hits"]
    assert first.files[-1]["sha256"] != second.files[-1]["sha256"]
    add(first, "one", "\n" * first.segment_count)
    job = request_measures(user=project.created_by, project=project, test_set=first, measures=["chrf"])
    run(job, measure_translations)
    assert f"|testset:{first.sha256[:12]}|" in TranslationScore.objects.get().signature


def test_hits_of_the_target_side_are_marked_in_the_reference(project):
    finding = accept(make_finding(project, "rompere il ghiaccio\n", side="target"))
    test_set = TestSet.objects.get(pk=run(ask(finding, "test_set"), transfer_hits).result["test_set"])
    segment = test_set.segments.first()
    assert (segment.source, segment.references) == ("He broke the ice .", ["Ha rotto il ghiaccio ."])
    expression = segment.expressions.get()
    assert (expression.source_spans, expression.reference_spans) == ([], [[3, 20]])
    assert expression.reference_text == "rotto il ghiaccio"


def test_accepted_hits_become_words_to_align_through_the_projects_own_import(project):
    finding = accept(make_finding(project, gap=1), 2, 5)
    job = run(ask(finding, "target_words"), transfer_hits)
    assert job.result["counts"] == {"sentences": 2, "hits": 3, "left_out": 0}
    preview = preview_transfer(user=finding.created_by, project=project, job=job)
    assert preview_transfer(user=finding.created_by, project=project, job=job) == preview
    preview = run(preview, preview_import)
    assert preview.result["counts"]["pairs"] == 2
    run(
        confirm_import(user=finding.created_by, project=project, preview=preview, leave_out_rejected=False),
        import_pairs,
    )
    pairs = SentencePair.objects.filter(item__project=project).order_by("item__number")
    assert [[pair.source_tokens[word] for word in pair.source_target_words] for pair in pairs] == [
        ["broke", "the", "ice", "walked", "off"],
        ["walked", "off"],
    ]
    assert [pair.target_target_words for pair in pairs] == [[], []]


def test_words_split_by_rules_are_placed_in_the_raw_text(project):
    texts = ("They didn't break the ice, did they?\n", "Non hanno rotto il ghiaccio, vero?\n")
    finding = accept(make_finding(project, "break the ice\n", texts))
    job = run(ask(finding, "target_words", tokens="words"), transfer_hits)
    preview = run(preview_transfer(user=finding.created_by, project=project, job=job), preview_import)
    run(
        confirm_import(user=finding.created_by, project=project, preview=preview, leave_out_rejected=False),
        import_pairs,
    )
    pair = SentencePair.objects.get(item__project=project)
    assert [pair.source_tokens[word] for word in pair.source_target_words] == ["break", "the", "ice"]


def test_hits_of_the_target_side_are_words_of_the_target_side(project):
    finding = accept(make_finding(project, "rompere il ghiaccio\n", side="target"), 1)
    job = run(ask(finding, "target_words"), transfer_hits)
    preview = run(preview_transfer(user=finding.created_by, project=project, job=job), preview_import)
    run(
        confirm_import(user=finding.created_by, project=project, preview=preview, leave_out_rejected=False),
        import_pairs,
    )
    pair = SentencePair.objects.get(item__project=project)
    assert (pair.source_tokens[0], pair.source_target_words, pair.target_target_words) == ("He", [], [1, 2, 3])


def test_accepted_hits_become_occurrences_of_compounds():
    project = make_rating_project()
    text = "A  fish tank stood there.\nHe has two fish tanks .\nNo more.\n"
    finding = accept(make_finding(project, "fish tank\n", [text], "text"))
    job = run(ask(finding, "occurrences"), transfer_hits)
    preview = run(preview_transfer(user=finding.created_by, project=project, job=job), preview_compounds)
    before = Occurrence.objects.filter(compound__project=project).count()
    run(
        COMPOUND_IMPORT.confirm_import(user=finding.created_by, project=project, preview=preview, leave_out=False),
        import_compounds,
    )
    found = Occurrence.objects.filter(compound__project=project).order_by("pk")[before:]
    words = [[each.sentence[start:end] for start, end in each.spans] for each in found]
    assert words == [["fish tank"], ["fish tanks"]]
    assert found[0].sentence == "A fish tank stood there."


def test_projects_are_offered_that_fit_and_that_the_person_manages(project):
    manager = project.created_by
    other = make_project(manager, source_language="de")
    evaluation = make_evaluation_project(manager)
    ratings = make_rating_project(manager)
    make_project()
    finding = make_finding(project)
    assert set(find_targets(manager, finding, "test_set")) == {project, evaluation}
    assert find_targets(manager, finding, "target_words") == [project]
    assert find_targets(manager, finding, "occurrences") == [ratings]
    assert other not in find_targets(manager, finding, "test_set")
    alone = make_finding(project, texts=[SOURCE], text_format="text")
    assert find_targets(manager, alone, "target_words") == []
    assert project in find_targets(manager, alone, "test_set")


def test_what_does_not_fit_is_refused(project):
    finding = accept(make_finding(project))
    with pytest.raises(DomainError, match="The project and the text are in different languages"):
        ask(finding, "target_words", make_project(project.created_by, source_language="de"))
    with pytest.raises(DomainError, match="of this kind"):
        ask(finding, "occurrences")
    with pytest.raises(RoleRequired):
        ask(finding, "target_words", make_project(make_user(can_create_projects=True)))
    with pytest.raises(DomainError, match="There are no accepted hits to transfer yet"):
        ask(make_finding(project), "target_words")


def test_whoever_lost_the_sight_of_the_hits_gets_none(project):
    finding = accept(make_finding(project))
    other = make_evaluation_project(project.created_by)
    job = ask(finding, "test_set", other)
    Membership.objects.filter(project=project, user=project.created_by).update(state=Membership.State.REMOVED)
    work_on(job.pk, transfer_hits)
    job.refresh_from_db()
    assert (job.state, job.error) == (Job.State.FAILED, "You no longer have access to these hits.")


def test_a_second_test_set_of_one_name_is_refused(project):
    finding = accept(make_finding(project))
    first, second = ask(finding, "test_set"), ask(finding, "test_set")
    run(first, transfer_hits)
    work_on(second.pk, transfer_hits)
    second.refresh_from_db()
    assert second.error == "This project already has a test set called “From hits”."


@pytest.mark.usefixtures("worker")
def test_the_pages_lead_from_hits_to_the_import(project):
    finding = accept(make_finding(project))
    client = Client()
    client.force_login(project.created_by)
    url = reverse("evaluation:finding_use", args=[project.slug, finding.pk])
    page = client.get(url).content.decode()
    assert "4 hits accepted" in page
    assert "You do not manage a project that can use these hits." in page
    data = {"request_id": str(uuid4()), "use": "target_words", "project": project.slug, "tokens": "spaces"}
    answer = client.post(url, data)
    job = Job.objects.get(kind="transfer")
    assert answer["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished, "the transfer did not finish")
    next_url = reverse("evaluation:transferred", args=[project.slug, job.pk])
    assert next_url in client.get(answer["Location"]).content.decode()
    assert "4 expressions in 3 sentences." in client.get(next_url).content.decode()
    answer = client.post(next_url)
    preview = Job.objects.get(kind="import_preview")
    assert answer["Location"] == reverse("alignment:import_preview", args=[project.slug, preview.pk])
    wait_until(lambda: Job.objects.get(pk=preview.pk).is_finished, "the preview did not finish")
    assert client.get(answer["Location"]).status_code == 200


def test_the_api_hands_over_and_previews(project):
    finding = accept(make_finding(project))
    client = Client()
    client.force_login(project.created_by)
    root = f"/api/v1/projects/{project.slug}/"
    asked = {"request_id": str(uuid4()), "use": "target_words", "project": project.slug}
    answer = client.post(f"{root}findings/{finding.pk}/transfer/", asked, content_type="application/json")
    assert answer.status_code == 202
    job = Job.objects.get(pk=answer.json()["id"])
    refused = client.post(f"{root}transfers/{job.pk}/preview/")
    assert refused.status_code == 409
    run(job, transfer_hits)
    answer = client.post(f"{root}transfers/{job.pk}/preview/")
    assert (answer.status_code, answer.json()["kind"]) == (202, "import_preview")
    foreign = make_project(make_user(can_create_projects=True))
    asked |= {"project": foreign.slug, "request_id": str(uuid4())}
    answer = client.post(f"{root}findings/{finding.pk}/transfer/", asked, content_type="application/json")
    assert answer.status_code == 404
