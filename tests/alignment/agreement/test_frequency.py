"""Agreement by bands of frequency equals counting by hand, whatever list the frequencies come from."""

import csv
import random
from itertools import combinations

import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from alignment.agreement.frequency import name_bands, read_frequencies, read_starts
from alignment.agreement.jobs.frequency import count_by_frequency
from alignment.agreement.models import AgreementTotal
from alignment.agreement.queries.changes import up_to_date
from alignment.agreement.queries.figures import read_changes
from alignment.agreement.queries.frequencies import find_frequencies
from alignment.agreement.services.frequency import request_frequency_agreement
from alignment.coefficients.agr import PairCounts, agr, count_pair
from alignment.pairs.models import SentencePair
from alignment.readings.links import Reading
from alignment.readings.queries.submissions import item_readings
from annotation_site.assignments.models import Item
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.factories import draw, lease, make_member, make_pair, make_project, submit
from tests.markup import markup_of

TEXT = ["The cat saw the dog", "a dog ran", "The rain in May", "cat and dog and cat", "May the dog run"]


def read_project(*, has_targets: bool, seed: int = 1) -> Project:
    chance = random.Random(seed)
    project = make_project(annotators_per_item=3)
    for sentence in TEXT:
        length = len(sentence.split())
        asked = sorted(chance.sample(range(length), 2)) if has_targets else None
        make_pair(project, sentence, sentence.upper(), source_target_words=asked)
    for _ in range(3):
        annotator = make_member(project)
        for _ in TEXT:
            assignment = lease(annotator)
            words = range(len(assignment.item.sentence_pair.source_tokens))
            cells = [(s, t) for s in words for t in words if chance.random() < 0.3]
            # Target words alone would leave the others without a mark: everything is full text here.
            submit(draw(assignment, " ".join(f"{s}-{t}{chance.choice('SSP')}" for s, t in cells) or "0-0S"))
    return project


def run(job: Job) -> Job:
    # Without the heartbeat, which has a connection of its own and would not see what is not committed.
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    count_by_frequency(JobRun(Job.objects.get(pk=job.pk), 1))
    return Job.objects.get(pk=job.pk)


def ask(project: Project, starts: str = "0, 1, 16", side: str = "source", text: str | None = None) -> Job:
    file = ContentFile(text.encode()) if text is not None else None
    asked = {"user": project.created_by, "project": project, "side": side, "starts": starts}
    return request_frequency_agreement(**asked, file=file, file_name="corpus.tsv")  # type: ignore[arg-type]


def count_by_hand(
    project: Project, frequency: dict[str, int], low: int, high: int, side: str
) -> tuple[int, PairCounts]:
    """Every word, every two readings, link by link."""
    words, total = 0, PairCounts()
    for item in Item.objects.filter(project=project):
        pair = SentencePair.objects.get(item=item)
        tokens = pair.source_tokens if side == "source" else pair.target_tokens
        place = 0 if side == "source" else 1
        marked = [pair.source_target_words, pair.target_target_words]
        asked = marked[place] if any(marked) else range(len(tokens))
        inside = {i for i in asked if low <= frequency.get(tokens[i].lower(), 0) <= high}
        words += len(inside)
        kept = [
            Reading(
                {cell: label for cell, label in reading.links.items() if cell[place] in inside},
                reading.unaligned_source & inside if place == 0 else frozenset(),
                reading.unaligned_target & inside if place == 1 else frozenset(),
            )
            for _, reading in item_readings(item)
        ]
        for first, second in combinations(kept, 2):
            total += count_pair(first, second)
    return words, total


@pytest.mark.django_db
@pytest.mark.parametrize("has_targets", [False, True])
@pytest.mark.parametrize("side", ["source", "target"])
def test_each_band_is_what_counting_by_hand_gives(has_targets: bool, side: str) -> None:
    project = read_project(has_targets=has_targets)
    run(ask(project, "2, 4", side))
    tokens = " ".join(TEXT).lower().split()
    frequency = {word: tokens.count(word) for word in tokens}
    report = find_frequencies(project, read_changes(project))
    assert report is not None
    assert report.is_current
    assert [stretch.label for stretch in report.stretches] == ["0–1", "2–3", "4–"]
    for (words, stretch), (low, high) in zip(report.rows, [(0, 1), (2, 3), (4, 10**9)], strict=True):
        assert (words, stretch.row.counts) == count_by_hand(project, frequency, low, high, side)
        assert stretch.row.figures["both"] == agr(stretch.row.counts, "both")


@pytest.mark.django_db
def test_without_target_words_the_bands_divide_all_links() -> None:
    project = read_project(has_targets=False)
    run(ask(project, "1, 2, 3"))
    report = find_frequencies(project, 0)
    assert report is not None
    total = up_to_date(AgreementTotal, project).filter(part="all")
    assert sum(stretch.row.counts.both_any for stretch in report.stretches) == sum(row.both_any for row in total)
    assert sum(stretch.row.counts.first_any for stretch in report.stretches) == sum(row.first_any for row in total)


@pytest.mark.django_db
def test_a_list_of_a_training_text_takes_the_place_of_the_own_counts() -> None:
    project = read_project(has_targets=True)
    run(ask(project, text="THE\t10\nthe\t7\ndog\t3\n\ncat\t0\n"))
    report = find_frequencies(project, 0)
    assert report is not None
    assert report.text == "corpus.tsv"
    listed = {"the": 17, "dog": 3}
    for (words, stretch), (low, high) in zip(report.rows, [(0, 0), (1, 15), (16, 10**9)], strict=True):
        assert (words, stretch.row.counts) == count_by_hand(project, listed, low, high, "source")


@pytest.mark.django_db
def test_the_same_question_of_the_same_readings_is_one_job_and_one_file() -> None:
    project = read_project(has_targets=False)
    first = ask(project, text="the\t3\n")
    assert ask(project, "1 16", text="the\t3\n") == first
    assert ask(project, text="the\t4\n") != first
    assert project.uploads.count() == 2


@pytest.mark.parametrize(("text", "starts"), [("0, 1, 16", (0, 1, 16)), ("16 1", (0, 1, 16)), ("5;50", (0, 5, 50))])
def test_bands_are_read_from_where_they_begin(text: str, starts: tuple[int, ...]) -> None:
    assert read_starts(text) == starts


def test_bands_are_named_by_their_first_and_last_count() -> None:
    assert name_bands((0, 1, 16)) == ["0", "1–15", "16–"]


@pytest.mark.parametrize("text", ["", "0", "-1", "a", "1.5", " ".join(map(str, range(1, 20)))])
def test_bands_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="number"):
        read_starts(text)


@pytest.mark.parametrize("line", ["the", "the 3", "the\tthree", "\t3", "the\t-1", "the\t²"])
def test_a_broken_line_of_a_list_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"corpus.tsv, line 2"):
        read_frequencies(["dog\t1\n", f"{line}\n"], "corpus.tsv")


def test_a_byte_order_mark_is_no_part_of_the_first_word() -> None:
    assert read_frequencies(["\ufeffThe\t2\r\n", "the\t1"], "x") == {"the": 3}


@pytest.mark.django_db
def test_a_list_that_cannot_be_read_fails_the_job_with_a_sentence() -> None:
    project = read_project(has_targets=False)
    with pytest.raises(DomainError, match=r"corpus.tsv, line 1"):
        run(ask(project, text="no count here\n"))


@pytest.mark.django_db
def test_page_file_plot_and_api_tell_the_same() -> None:
    project = read_project(has_targets=False)
    client = Client()
    client.force_login(project.created_by)
    page = reverse("projects:agreement", args=[project.slug])
    assert "Compute agreement by word frequency" in markup_of(client.get(page))
    answer = client.post(
        reverse("alignment:agreement_frequency", args=[project.slug]), {"side": "source", "starts": "1 3"}
    )
    job = Job.objects.get(project=project, kind="agreement_frequency")
    assert answer.headers["Location"] == reverse("projects:job", args=[project.slug, job.pk])
    run(job)
    html = markup_of(client.get(page))
    assert "1–2" in html
    assert "Agreement by word frequency" in html
    assert "<h2>Agreement by word frequency</h2>" in html
    file = client.get(reverse("projects:agreement_table", args=[project.slug, "frequencies", "csv"]))
    rows = list(csv.DictReader(file.getvalue().decode().splitlines()))
    told = client.get(reverse("api:agreement", args=[project.slug])).json()["frequencies"]
    assert [row["frequency"] for row in rows] == ["0", "1–2", "3–"] == [row["band"] for row in told]
    for row, row_told in zip(rows, told, strict=True):
        assert row["agr_both"] == ("" if row_told["both"] is None else str(round(row_told["both"], 6)))
    assert client.get(reverse("projects:agreement_plot", args=[project.slug, "frequencies"])).status_code == 200


@pytest.mark.django_db
def test_bands_that_cannot_be_read_are_said_on_the_page() -> None:
    project = read_project(has_targets=False)
    client = Client()
    client.force_login(project.created_by)
    asked = {"side": "source", "starts": "often"}
    answer = client.post(reverse("alignment:agreement_frequency", args=[project.slug]), asked, follow=True)
    assert "Lower bounds must be whole numbers, such as 0, 1, 16." in markup_of(answer)
    assert not Job.objects.filter(project=project).exists()


@pytest.mark.django_db(transaction=True)
def test_all_is_counted_as_it_stood_at_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readings that are submitted meanwhile belong to the next count."""
    told: list[str] = []

    def report(self: JobRun, done: int, total: int | None = None) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_isolation")
            told.append(cursor.fetchone()[0])

    job = ask(read_project(has_targets=False))
    monkeypatch.setattr(JobRun, "report", report)
    run(job)
    assert set(told) == {"repeatable read"}
