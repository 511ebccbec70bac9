"""Systems by the frequency of the linked words: figures worked out by hand, on the page, as CSV and by API."""

from typing import Any

import pgtrigger
import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job, Upload
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import BandScores, Output
from evaluation.aligner_scores.services import request_band_scores
from tests.evaluation.aligner_scores.test_runs import finish, score
from tests.evaluation.gold_releases import make_release
from tests.factories import make_project
from tests.markup import markup_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]

FIRST, SECOND = "0-0 1-2 2-2\n0-0 1-0\n0-0\n", "0-0 1-2 2-1\n1-0\n0-0 1-1\n"
# How often a word occurs in the text that the systems are said to have learnt from; "rains" and "piove" never.
LISTS = {
    "source": "a 100\nblack 3\ncat 20\nit 50\ngood 16\nnight 2\n",
    "target": "un\t100\ngatto\t5\nnero\t1\nbuona\t17\nnotte\t16\n",
}


@pytest.fixture
def release() -> Release:
    return make_release(make_project())


@pytest.fixture
def outputs(release: Release) -> list[Output]:
    return [score(release, text, name=name).output for name, text in (("first", FIRST), ("second", SECOND))]


def ask(release: Release, outputs: list[Output], **options: Any) -> Job:
    values: dict[str, Any] = {
        f"{side}_frequencies": ContentFile(text.encode(), f"{side}.txt") for side, text in LISTS.items()
    }
    project = release.project
    return request_band_scores(
        user=project.created_by,
        project=project,
        release=release,
        outputs=outputs,
        **{"bands": "0,1-15,16-", **values, **options},
    )


def compute(release: Release, outputs: list[Output], **options: Any) -> BandScores:
    job = finish(ask(release, outputs, **options))
    assert job.state == Job.State.SUCCEEDED, job.error
    return BandScores.objects.get(job=job)


def rates(found: BandScores) -> dict[tuple[Any, Any], float | None]:
    return {(row["source"], row["target"]): row["aer"] for row in [*found.result["rows"], *found.result["margins"]]}


def test_every_cell_is_as_worked_out_by_hand(release: Release, outputs: list[Output]) -> None:
    found = compute(release, outputs[:1])
    by_band = rates(found)
    # (a un) (good buona) · (cat gatto) missed, (cat nero) drawn · (it piove) Possible and drawn.
    assert [by_band["16-", name] for name in ("16-", "1-15", "0")] == [0, 1, 0]
    # (night notte) missed · (black nero).
    assert [by_band["1-15", name] for name in ("16-", "1-15", "0")] == [1, 0, None]
    assert [by_band["0", name] for name in ("16-", "1-15", "0")] == [None, None, 0]
    # Frequent source words: |A| 4, |S| 3, |A∩S| 2, |A∩P| 3.
    assert by_band["16-", None] == pytest.approx(2 / 7)
    assert found.result["overall"]["aer"] == pytest.approx(0.25)
    assert found.result["fertility"]["source"][2] == {
        "band": "16-",
        "words": 4,
        "words_with_sure": 3,
        "gold": 1,
        "system": 1,
    }
    assert "bands:0,1-15,16-" in found.signature and "bs:1000|seed:12345" in found.signature


def test_two_systems_are_compared_in_every_band(release: Release, outputs: list[Output]) -> None:
    result = compute(release, outputs).result
    assert result["systems"] == ["first", "second"]
    assert result["overall"]["second"]["aer"] == 0
    assert result["overall"]["comparison"]["difference"] == pytest.approx(-0.25)
    cell = next(row for row in result["rows"] if (row["source"], row["target"]) == ("16-", "1-15"))
    assert (cell["aer"], cell["second"]["aer"]) == (1, 0)


def test_only_sure_links_and_only_rare_words_change_what_counts(release: Release, outputs: list[Output]) -> None:
    sure = compute(release, outputs[:1], only_sure=True).result["overall"]
    # (it piove) is wrong now: |A| 6, |S| 6, |A∩S| = |A∩P| = 4.
    assert sure["aer"] == pytest.approx(1 - 8 / 12)
    rare = compute(release, outputs[:1], target_words="0-15").result["overall"]
    # Without (a un) and (good buona): |A| 4, |S| 4, |A∩S| 2, |A∩P| 3.
    assert (rare["links"], rare["sure"]) == (4, 4)
    assert rare["aer"] == pytest.approx(1 - 5 / 8)


def test_without_lists_the_words_of_the_release_are_counted(release: Release, outputs: list[Output]) -> None:
    found = compute(release, outputs[:1], source_frequencies=None, target_frequencies=None, bands="1,2-")
    assert rates(found)["1", "1"] == pytest.approx(0.25)  # every word occurs once
    assert found.result["frequencies"] == {"source": "", "target": ""}


def test_the_same_question_is_one_job_and_its_lists_are_kept_once(release: Release, outputs: list[Output]) -> None:
    first = ask(release, outputs)
    kept = Upload.objects.count()
    assert ask(release, outputs) == first
    assert Upload.objects.count() == kept
    finish(first)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"bands": "5-1"}, "ends before it begins"),
        ({"bands": "0-3,2-"}, "overlap"),
        ({"bands": ""}, "Give 1 to 6 frequency bands"),
        ({"bands": "0,1,2,3,4,5,6-"}, "Give 1 to 6 frequency bands"),
        ({"target_words": "few"}, "is not a frequency band"),
    ],
)
def test_bands_that_are_none_are_refused_in_one_sentence(
    release: Release, outputs: list[Output], options: dict[str, Any], sentence: str
) -> None:
    kept = Upload.objects.count()
    with pytest.raises(DomainError, match=sentence):
        ask(release, outputs, **options)
    assert Upload.objects.count() == kept


def test_a_line_of_the_list_that_is_no_count_is_named(release: Release, outputs: list[Output]) -> None:
    job = finish(ask(release, outputs, source_frequencies=ContentFile(b"a 1\nno count here\n", "words.txt")))
    assert job.error == "words.txt, line 2: The line must have a word and its count."
    assert not BandScores.objects.exists()


def test_outputs_of_another_release_or_the_same_one_twice_are_refused(release: Release, outputs: list[Output]) -> None:
    other = make_release(release.project)
    for which in ([outputs[0], outputs[0]], []):
        with pytest.raises(DomainError, match="Choose one system, or two different ones"):
            ask(release, which)
    with pytest.raises(DomainError, match="scored against this release"):
        ask(other, outputs)


def test_lists_of_a_question_that_is_refused_are_not_kept(release: Release, outputs: list[Output], settings) -> None:
    before, settings.JOBS_WAITING_PER_PERSON = release.project.uploads.count(), 0
    with pytest.raises(DomainError, match="Wait for some to finish"):
        ask(release, outputs, source_frequencies=ContentFile(b"a 1\n", "words.txt"))
    assert release.project.uploads.count() == before


def test_page_and_csv_show_the_tables(release: Release, outputs: list[Output], client: Client) -> None:
    project = release.project
    client.force_login(project.created_by)
    address = reverse("evaluation:band_scores_new", args=[project.slug, release.number])
    data = {"first": outputs[0].pk, "second": outputs[1].pk, "bands": "0,1-15,16-", "target_words": ""}
    files = {f"{side}_frequencies": SimpleUploadedFile(f"{side}.txt", text.encode()) for side, text in LISTS.items()}
    answer = client.post(address, {**data, **files})
    job = finish(Job.objects.get(kind="band_scores"))
    assert answer["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    found = BandScores.objects.get()
    page = markup_of(client.get(reverse("evaluation:band_scores", args=[project.slug, found.pk])))
    assert "28.6" in page  # 2/7
    assert "−25.0" in page
    rows = (
        b"".join(client.get(reverse("evaluation:band_scores_table", args=[project.slug, found.pk, "csv"])))
        .decode()
        .splitlines()
    )
    assert rows[1].startswith("first,all,all,0.25,")
    assert rows[2].startswith("second,all,all,0.0,") and ",-0.25," in rows[2]
    assert len(rows) == 1 + 2 * (1 + 9 + 6)
    address_of_paper = reverse("evaluation:band_scores_table", args=[project.slug, found.pk, "tex"])
    paper = markup_of(client.get(address_of_paper))
    assert r"Source & Target & AER $\downarrow$ first & AER $\downarrow$ second & F" in paper
    # Of fewer than 30 sentence pairs nothing is marked.
    assert r"all & 16- & 20.0 & 0.0 & 80.0 & 100.0 & –" in paper
    few = "Intervals and p-values are unreliable with fewer than 30 sentence pairs."
    assert f"% {few}" in paper and rows[2].endswith(f",-0.25,,{few}")
    assert few.lower() in page.lower() and "−25.0*" not in page
    with pgtrigger.ignore("evaluation.BandScores:immutable"):
        BandScores.objects.update(result={**found.result, "n": 30})
    paper = markup_of(client.get(address_of_paper))
    assert r"all & 16- & 20.0\rlap{$^\dagger$} & \textbf{0.0} & 80.0 & \textbf{100.0} & 0.290" in paper
    assert "% Dagger: not significantly" in paper
    listed = markup_of(client.get(address))
    assert reverse("evaluation:band_scores", args=[project.slug, found.pk]) in listed


def test_the_api_asks_and_answers(release: Release, outputs: list[Output], client: Client) -> None:
    project = release.project
    client.force_login(project.created_by)
    address = reverse("api:band-scores", args=[project.slug])
    scores = [output.scores.get().pk for output in outputs]
    files = {f"{side}_frequencies": SimpleUploadedFile(f"{side}.txt", text.encode()) for side, text in LISTS.items()}
    answer = client.post(address, {"release": release.number, "scores": scores, **files})
    assert answer.status_code == 202, answer.content
    finish(Job.objects.get(pk=answer.json()["id"]))
    (row,) = client.get(address).json()["results"]
    assert row["result"]["overall"]["aer"] == pytest.approx(0.25)
    assert client.get(f"{address}{row['id']}/").json() == row


def test_words_with_errors_are_marked_in_their_sentences(release: Release, client: Client) -> None:
    found = score(release, FIRST)
    client.force_login(release.project.created_by)
    page = markup_of(client.get(reverse("evaluation:score", args=[release.project.slug, found.pk])))
    # cat–gatto is missing and cat–nero is wrong.
    assert '<span class="fault missing wrong">cat</span>' in page
    assert '<span class="fault missing">gatto</span> <span class="fault wrong">nero</span>' in page
