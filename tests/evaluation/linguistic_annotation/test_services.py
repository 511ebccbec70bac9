"""Lemmas added to existing texts: their use by measures, refusals, page and API."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError, RoleRequired
from evaluation.linguistic_annotation.jobs import import_linguistic_annotation
from evaluation.linguistic_annotation.models import LinguisticAnnotation, LinguisticSentence
from evaluation.linguistic_annotation.services import add_linguistic_annotation
from evaluation.measures.jobs import measure_translations
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, Translation, TranslationScore
from tests.evaluation.aligner_scores.test_runs import finish
from tests.evaluation.imports.jobs.with_lemmas import OUTPUT, REFERENCE, ask, conllu, take, text
from tests.evaluation.translated import add, run
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_wordnet(settings):
    settings.WORDNET_FOLDER = ""


@pytest.fixture
def bare() -> TestSet:
    """Make a test set of reference and one system as lines of text."""
    test_set = take(("r.txt", text(REFERENCE)))
    add(test_set, "one", text(OUTPUT), "h.txt")
    return test_set


def ask_to_annotate(test_set: TestSet, of: str | Translation, data: str, file_name: str = "h.conllu") -> Job:
    project = test_set.project
    content = ContentFile(data.encode())
    return add_linguistic_annotation(
        user=project.created_by, project=project, test_set=test_set, of=of, file=content, file_name=file_name
    )


def annotate(test_set: TestSet, of: str | Translation, data: str, file_name: str = "h.conllu") -> Job:
    return run(ask_to_annotate(test_set, of, data, file_name), import_linguistic_annotation)


def measured(test_set: TestSet) -> TranslationScore:
    job = run(ask(test_set), measure_translations)
    found: TranslationScore = TranslationScore.objects.get(job=job)
    return found


def value(score: TranslationScore) -> float:
    found: float = score.result["figures"]["score"]["value"]
    return found


def test_lemmas_added_later_count_like_those_that_came_with_the_text(bare: TestSet) -> None:
    whole = take(("r.conllu", conllu(REFERENCE)), name="Whole")
    add(whole, "one", conllu(OUTPUT), "h.conllu")
    before, expected = measured(bare), measured(whole)
    stored = SegmentValues.objects.filter(key=before.key).count()
    job = annotate(bare, bare.translations.get(), conllu(OUTPUT))
    assert job.result["summary"] == "one: linguistic annotation of 2 sentences."
    annotate(bare, "reference-0", conllu(REFERENCE), "r.conllu")
    after = measured(bare)
    assert value(after) == value(expected) != value(before)
    assert after.signature.partition("|testset")[0] == expected.signature.partition("|testset")[0]
    first, second = (LinguisticAnnotation.objects.filter(test_set=each).order_by("part") for each in (bare, whole))
    assert list(first.values_list("part", "sha256")) == list(second.values_list("part", "sha256"))
    # What was scored before stays, under the key that says so.
    assert TranslationScore.objects.filter(pk=before.pk, key=before.key).exists() and after.key != before.key
    assert SegmentValues.objects.filter(key=before.key).count() == stored


@pytest.mark.usefixtures("worker")
def test_a_worker_takes_lemmas_in_or_says_what_does_not_fit(bare: TestSet) -> None:
    refused = finish(ask_to_annotate(bare, bare.translations.get(), conllu(OUTPUT[::-1])))
    assert refused.state == Job.State.FAILED and "line 1: The words of this sentence differ" in refused.error
    done = finish(ask_to_annotate(bare, bare.translations.get(), conllu(OUTPUT)))
    assert (done.state, done.done, done.total) == (Job.State.SUCCEEDED, 2, 2)
    assert LinguisticAnnotation.objects.get().name == "one"


def test_a_segment_without_a_translation_has_no_sentence() -> None:
    test_set = take(("r.txt", text(REFERENCE)))
    add(test_set, "one", "\n" + text(OUTPUT[1:]), "h.txt")
    annotate(test_set, test_set.translations.get(), conllu(OUTPUT[1:]))
    assert list(LinguisticSentence.objects.values_list("number", flat=True)) == [2]


def test_words_may_be_split_otherwise_and_share_a_form() -> None:
    test_set = take(("r.txt", "du vin\nx\n"), target="fr")
    shared_form = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n" + "".join(
        f"{place}\t{form}\t{lemma}\t{upos}\t_\t_\t0\t_\t_\t_\n"
        for place, form, lemma, upos in ((1, "de", "de", "ADP"), (2, "le", "le", "DET"), (3, "vin", "vin", "NOUN"))
    )
    annotate(test_set, "reference-0", shared_form + "\n" + conllu([[("x", "x", "X")]]), "r.conllu")
    words = LinguisticSentence.objects.get(number=1).words
    assert [lemma for _, lemma, _ in words] == ["de", "le", "vin"]


@pytest.mark.parametrize(
    ("sentences", "fault"),
    [
        (
            OUTPUT[::-1],
            "h.conllu, line 1: The words of this sentence differ from segment 1, which begins “The luxury",
        ),
        (OUTPUT[:1], "h.conllu: The file ends before the sentence of segment 2."),
        ([*OUTPUT, OUTPUT[0]], "h.conllu, line 10: The file has more sentences than segments"),
        ([OUTPUT[0][:-1], OUTPUT[1]], "h.conllu, line 1: The words of this sentence differ from segment 1"),
    ],
)
def test_words_of_another_text_are_refused_whole(bare: TestSet, sentences: list[object], fault: str) -> None:
    with pytest.raises(DomainError, match=r"h\.conllu") as caught:
        annotate(bare, bare.translations.get(), conllu(sentences))  # type: ignore[arg-type]
    assert fault in str(caught.value)
    assert not LinguisticAnnotation.objects.exists() and not LinguisticSentence.objects.exists()


def test_a_file_that_is_no_conllu_is_refused_before_it_is_kept(bare: TestSet) -> None:
    kept = bare.project.uploads.count()
    with pytest.raises(DomainError, match="Linguistic annotation must be a CoNLL-U file:"):
        annotate(bare, bare.translations.get(), text(OUTPUT), "h.txt")
    assert bare.project.uploads.count() == kept


def test_a_text_is_annotated_once(bare: TestSet) -> None:
    annotate(bare, bare.translations.get(), conllu(OUTPUT))
    with pytest.raises(DomainError, match="“one” already has linguistic annotation"):
        annotate(bare, bare.translations.get(), conllu(OUTPUT))
    with pytest.raises(DomainError, match="Give the source or an existing reference"):
        annotate(bare, "reference-1", conllu(OUTPUT))


def test_the_same_file_sent_twice_is_one_job_and_one_upload(bare: TestSet) -> None:
    one = bare.translations.get()
    jobs = [ask_to_annotate(bare, one, conllu(OUTPUT)) for _ in range(2)]
    assert jobs[0] == jobs[1]
    assert bare.project.uploads.filter(name="h.conllu").count() == 1


def test_neither_another_project_nor_another_role_may(bare: TestSet) -> None:
    other = take(("r.txt", text(REFERENCE)), name="Other")
    one = bare.translations.get()
    asked = {"of": one, "file": ContentFile(conllu(OUTPUT).encode()), "file_name": "h.conllu"}
    with pytest.raises(DomainError, match="does not belong to this project"):
        add_linguistic_annotation(user=other.project.created_by, project=other.project, test_set=other, **asked)
    with pytest.raises(RoleRequired):
        adjudicator = make_member(bare.project, Role.ADJUDICATOR).user
        add_linguistic_annotation(user=adjudicator, project=bare.project, test_set=bare, **asked)


def test_the_page_offers_the_texts_without_lemmas(bare: TestSet) -> None:
    client = Client()
    client.force_login(bare.project.created_by)
    route = [bare.project.slug, bare.pk]
    assert (
        reverse("evaluation:linguistic_annotation_new", args=route)
        in client.get(reverse("evaluation:test_set_files", args=route)).content.decode()
    )
    annotate(bare, "reference-0", conllu(REFERENCE), "r.conllu")
    page = client.get(reverse("evaluation:linguistic_annotation_new", args=route)).content.decode()
    assert "the source</option>" in page and "one</option>" in page and "the reference</option>" not in page
    file = SimpleUploadedFile("h.conllu", conllu(OUTPUT).encode())
    data = {"of": str(bare.translations.get().pk), "file": file}
    assert client.post(reverse("evaluation:linguistic_annotation_new", args=route), data).status_code == 302
    assert run(Job.objects.latest("pk"), import_linguistic_annotation).result["test_set"] == bare.pk
    shown = client.post(reverse("evaluation:linguistic_annotation_new", args=route), {"of": "source"})
    assert shown.status_code == 400


def test_the_api_takes_lemmas_of_a_system_or_a_part(bare: TestSet) -> None:
    client, slug = Client(), bare.project.slug
    client.force_login(bare.project.created_by)
    address = f"/api/v1/projects/{slug}/test-sets/{bare.pk}/linguistic-annotations/"

    def send(data: str, **fields: str) -> tuple[int, dict[str, object]]:
        file = SimpleUploadedFile("h.conllu", data.encode())
        answer = client.post(address, {"file": file, **fields})
        return answer.status_code, answer.json()

    status, told = send(conllu(OUTPUT), system="one")
    assert status == 202
    run(Job.objects.get(pk=told["id"]), import_linguistic_annotation)
    status, told = send(conllu(REFERENCE), part="reference")
    assert status == 202
    run(Job.objects.get(pk=told["id"]), import_linguistic_annotation)
    assert {each.name for each in LinguisticAnnotation.objects.all()} == {"one", "reference"}
    assert send(conllu(OUTPUT), system="two")[0] == 404
    assert send(conllu(OUTPUT))[0] == send(conllu(OUTPUT), system="one", part="source")[0] == 400
    assert send(conllu(OUTPUT), part="reference 2")[0] == 400
