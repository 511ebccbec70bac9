"""An installed aligner's links become suggestions; without one, everything says so."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client, override_settings
from django.urls import reverse

from alignment.pairs.models import SentencePair
from alignment.suggestions.jobs.suggesting import align_project
from alignment.suggestions.models import AlignerPriors, Suggestion
from alignment.suggestions.services import request_aligner
from annotation_site.assignments.models import Item
from annotation_site.assignments.queries import describe_state
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobRun
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.metrics.alignment.scores import AlignmentCounts, count_links, score
from tests.alignment.suggestions.aligners.installed import eflomal_folder, encoder_folder, make_program
from tests.factories import lease, make_member, make_pairs, make_project
from tests.running.kept_rows import made_once
from tests.shared_data import shared

pytestmark = pytest.mark.django_db


@pytest.fixture
def installed(files_folder: Any) -> Iterator[None]:
    with override_settings(ALIGNER_FOLDERS={"eflomal": eflomal_folder(), "fast_align": ""}):
        yield


def ask(project: Project, **options: Any) -> Job:
    values = {"request_id": uuid4(), "aligner": "eflomal", **options}
    return request_aligner(user=project.created_by, project=project, **values)


def do(job: Job) -> dict[str, Any]:
    """Run the job's body without its heartbeat, whose own connection would not see uncommitted rows."""
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
    align_project(JobRun(Job.objects.get(pk=job.pk), 1))
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED
    return job.result


def hansards() -> tuple[list[tuple[list[str], list[str]]], list[dict[tuple[int, int], str]]]:
    """Return its pairs, and their gold links."""
    folder = shared("data/alignment/hansards-enfr")
    rows = [line.split(" ||| ") for line in (folder / "enfr.src-tgt").read_text().splitlines()]
    pairs = [(row[0].split(), row[1].split()) for row in rows]
    gold = []
    for line in (folder / "enfr.gold").read_text().splitlines():
        links: dict[tuple[int, int], str] = {}
        for word in line.split():
            sign = "S" if "-" in word else "P"
            source, target = word.replace("p", "-").split("-")
            links[int(source) - 1, int(target) - 1] = sign
        gold.append(links)
    return pairs, gold


def fill(project: Project, pairs: list[tuple[list[str], list[str]]]) -> None:
    make_pairs(project, [(" ".join(source), " ".join(target)) for source, target in pairs])


# --- with eflomal


def align_hansards() -> Project:
    """Return a project of the Hansards that eflomal has aligned."""
    project = make_project(pairs=0)
    fill(project, hansards()[0])
    do(ask(project))
    return project


def test_eflomal_on_the_hansards_errs_as_it_is_known_to_and_the_editor_shows_it(installed: None) -> None:
    project = made_once(align_hansards)
    result = Job.objects.get(project=project).result
    _, gold = hansards()
    assert (result["pairs"], result["learnt_from"]) == (447, 447)
    sure: dict[int, set[tuple[int, int]]] = {}
    for number, *cell in Suggestion.objects.filter(label="S").values_list(
        "item__number", "source_index", "target_index"
    ):
        sure.setdefault(number, set()).add((cell[0], cell[1]))
    counts = sum(
        (count_links(links, sure.get(number, set())) for number, links in enumerate(gold, start=1)), AlignmentCounts()
    )
    error_rate = score(counts, 0.5).aer
    print(f"AER of the intersection {error_rate:.4f}")
    assert 0.14 < error_rate < 0.20  # a sampler: not the same each time
    assert Suggestion.objects.filter(label="P").exists()
    assignment = lease(make_member(project))
    shown = describe_state(assignment)["suggestions"]
    assert len(shown) == Suggestion.objects.filter(item=assignment.item).count() > 0


def test_pairs_that_come_later_are_aligned_by_what_was_learnt(installed: None) -> None:
    project = made_once(align_hansards)
    learnt = AlignerPriors.objects.get()
    assert (learnt.pair_count, learnt.upload.project) == (447, project)
    before = list(Suggestion.objects.order_by("pk").values_list("pk", flat=True))
    pairs, _ = hansards()
    # Without their full stops they are not among what was learnt.
    fill(project, [(source[:-1], target[:-1]) for source, target in pairs if min(len(source), len(target)) > 5][:20])
    result = do(ask(project, pairs="new"))
    assert 15 <= result["pairs"] <= 20
    assert list(Suggestion.objects.filter(pk__in=before).order_by("pk").values_list("pk", flat=True)) == before
    assert Suggestion.objects.filter(item__number__gt=447).count() == result["suggestions"]
    assert AlignerPriors.objects.count() == 1


def test_a_training_text_is_learnt_from_and_not_aligned(installed: None) -> None:
    pairs, _ = hansards()
    project = make_project(pairs=0)
    fill(project, pairs[:5])
    training = pairs[5:100]
    texts = [ContentFile("\n".join(" ".join(pair[side]) for pair in training).encode(), "t.txt") for side in (0, 1)]
    result = do(ask(project, source_text=texts[0], target_text=texts[1]))
    assert (result["pairs"], result["learnt_from"]) == (5, 100)
    ranges = SentencePair.objects.in_bulk(list(Item.objects.values_list("pk", flat=True)), field_name="item_id")
    assert all(row.source_index < len(ranges[row.item_id].source_tokens) for row in Suggestion.objects.all())


def test_a_begun_pair_keeps_what_it_had(installed: None) -> None:
    project = make_project(pairs=6)
    begun = lease(make_member(project)).item
    result = do(ask(project))
    assert result["kept"] == 1
    assert not begun.suggestions.exists()


def test_training_files_of_different_length_are_refused_by_line(installed: None) -> None:
    project = make_project(pairs=2)
    texts = [ContentFile(text.encode(), f"{name}.txt") for name, text in (("long", "a\nb\nc\n"), ("short", "a\n"))]
    with pytest.raises(DomainError, match=r"short\.txt, line 2: The file ends here, but long\.txt has more"):
        do(ask(project, source_text=texts[0], target_text=texts[1]))


# --- with the encoder


def make_counting_encoder(folder: Path, *, second: str) -> str:
    """Return the folder of a program that links 0-0 everywhere, and does `second` when it is asked again."""
    program = folder / "encoder-align"
    program.write_text(
        "#!/bin/sh\nlink=0-0\n"
        f'if [ -e "{folder}/asked" ]; then {second}; fi\n'
        f'echo "{{}}" > ${{13}}; touch "{folder}/asked"\n'
        'sed "s/.*/$link/" $3 > $7; cp $7 $9; sed "s/.*/$link:0.9/" $3 > ${11}\n'
    )
    program.chmod(0o755)
    return str(folder)


def make_long_project() -> Project:
    project = make_project(pairs=0)
    fill(project, [(["a", "b"], ["c", "d"])] * 101)
    return project


def test_the_first_pairs_of_a_long_text_have_suggestions_before_the_rest_is_linked(
    tmp_path: Path, files_folder: Any
) -> None:
    project = make_long_project()
    with override_settings(ALIGNER_FOLDERS={"encoder": make_counting_encoder(tmp_path, second="exit 1")}):
        job = ask(project, aligner="encoder")
        Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, attempt=1)
        with pytest.raises(DomainError, match="encoder-align failed"):
            align_project(JobRun(Job.objects.get(pk=job.pk), 1))
    assert list(Suggestion.objects.order_by("item__number").values_list("item__number", flat=True)) == [*range(1, 31)]
    stored = Operation.objects.of_project(project, "suggest_links").get().payload
    assert (stored["suggestions"], stored["job"]) == (30, job.pk)


def test_the_links_of_the_whole_text_replace_those_of_the_first_pairs(tmp_path: Path, files_folder: Any) -> None:
    project = make_long_project()
    with override_settings(ALIGNER_FOLDERS={"encoder": make_counting_encoder(tmp_path, second="link=1-1")}):
        result = do(ask(project, aligner="encoder"))
    assert (result["pairs"], result["suggestions"]) == (101, 101)
    assert set(Suggestion.objects.values_list("source_index", "target_index")) == {(1, 1)}


def test_the_encoder_aligns_new_pairs_without_having_learnt(files_folder: Any) -> None:
    project = make_project(pairs=0)
    fill(project, [(["a", "black", "cat"], ["un", "gatto", "nero"])])
    with override_settings(ALIGNER_FOLDERS={"encoder": encoder_folder()}):
        result = do(ask(project, aligner="encoder", pairs="new"))
    assert (result["pairs"], result["learnt_from"]) == (1, None)
    sure = Suggestion.objects.filter(label="S").values_list("source_index", "target_index")
    assert set(sure) == {(0, 0), (1, 2), (2, 1)}
    assert not AlignerPriors.objects.exists()


# --- in any case


@override_settings(ALIGNER_FOLDERS={"eflomal": "", "fast_align": ""})
def test_without_an_aligner_the_page_says_so_and_a_request_is_refused(client: Client) -> None:
    project = make_project(pairs=1)
    client.force_login(project.created_by)
    page = client.get(reverse("alignment:suggestions", args=[project.slug]))
    assert "No aligner is installed on this site" in page.content.decode()
    with pytest.raises(DomainError, match="eflomal is not installed on this site"):
        ask(project)


def test_an_aligner_is_offered_as_soon_as_it_is_installed(client: Client, tmp_path: Path, settings: Any) -> None:
    settings.ALIGNER_FOLDERS = {"eflomal": str(tmp_path), "fast_align": ""}
    project = make_project(pairs=1)
    client.force_login(project.created_by)
    address = reverse("alignment:suggestions", args=[project.slug])
    assert "No aligner is installed on this site" in client.get(address).content.decode()
    make_program(tmp_path)
    assert "No aligner is installed on this site" not in client.get(address).content.decode()


def test_an_aligner_that_went_away_is_one_sentence_and_changes_nothing(
    client: Client, tmp_path: Path, settings: Any
) -> None:
    settings.ALIGNER_FOLDERS = {"eflomal": str(tmp_path), "fast_align": ""}
    program = make_program(tmp_path)
    project = make_project(pairs=1)
    Suggestion.objects.create(item=project.items.get(), source_index=0, target_index=0, label="S")
    client.force_login(project.created_by)
    request_id = str(uuid4())
    data = {"aligner-request_id": request_id, "aligner-aligner": "eflomal", "aligner-pairs": "all"}
    address = reverse("alignment:suggestions_by_aligner", args=[project.slug])
    first, second = (client.post(address, data) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]  # a double click is one job
    job = Job.objects.get(kind="aligner")
    program.unlink()
    with pytest.raises(DomainError, match="eflomal is not installed on this site"):
        do(job)
    assert Suggestion.objects.count() == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"pairs": "new"}, "has not been trained on this project"),
        ({"pairs": "new", "aligner": "fast_align"}, "has no priors"),
        ({"pairs": "some"}, "Choose all pairs or new pairs."),
        ({"source_text": ContentFile(b"a\n", "a.txt")}, "needs two files"),
        ({"tokens": "guess"}, "Tokenisation must be one of:"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_a_file_is_kept(
    options: dict[str, Any], sentence: str, tmp_path: Path, settings: Any
) -> None:
    make_program(tmp_path).with_name("fast_align").touch()
    settings.ALIGNER_FOLDERS = dict.fromkeys(("eflomal", "fast_align"), str(tmp_path))
    project = make_project(pairs=1)
    with pytest.raises(DomainError, match=sentence):
        ask(project, **options)
    assert not Upload.objects.exists()
    assert not Job.objects.exists()
