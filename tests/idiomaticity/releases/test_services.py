"""Releases of a study: the same bytes every time, and verified offline to the last number."""

import csv
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project, Role
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.adjudication.services import Verdict, adjudicate_compound
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.paraphrases.counts import Thresholds
from idiomaticity.releases.jobs import build_release
from idiomaticity.releases.queries import study as released_study
from idiomaticity.releases.queries.study import read_study
from idiomaticity.releases.services import request_release
from idiomaticity.releases.verification import verify_release
from idiomaticity.results.queries.results import read_scores
from tests.alignment.releasing import change, save_release
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, bring_study, make_rating, make_rating_project, make_study_release
from tests.servers import ROOT
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project(files_folder: object) -> Project:
    """Two annotators who have rated all six sentences, each giving two paraphrases for every one."""
    project = make_rating_project()
    for whole, name in ((1, "Barrier"), (4, "barrier")):
        annotator = make_member(project)
        for number in range(6):
            make_rating(annotator, whole if number else -1, name, f"a; {whole}")
    return project


def read(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"{path.stem}/{name}").decode()


def read_rows(path: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(read(path, name).splitlines(), delimiter="\t"))


def test_a_release_verifies_itself_without_the_database(project: Project, tmp_path: Path) -> None:
    path = save_release(make_study_release(project), tmp_path)
    program = [sys.executable, str(ROOT / "manage.py"), "verify", str(path)]
    done = subprocess.run(
        program, capture_output=True, text=True, check=False, env={"DATABASE_URL": "postgres://nobody@localhost:1/none"}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["verified"]
    assert report["counts"]["ratings"] == 12


def test_the_same_request_gives_the_same_bytes(project: Project) -> None:
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    work_on(job.pk, build_release)
    first = Release.objects.get(job=job)
    with first.file.open("rb") as stored, zipfile.ZipFile(stored) as archive:
        assert all(entry.date_time[0] == 1980 for entry in archive.infolist())
    again = make_study_release(project)
    assert again.manifest["files"]["ratings.tsv"] == first.manifest["files"]["ratings.tsv"]


def test_scores_are_those_of_the_results_page(project: Project, tmp_path: Path) -> None:
    rows = read_rows(save_release(make_study_release(project), tmp_path), "scores.tsv")
    for row, found in zip(rows, read_scores(project), strict=True):
        assert float(row["token_score"]) == pytest.approx(found.score.token, abs=1e-6)
        assert int(row["ratings"]) == found.ratings


def test_it_has_the_shape_of_nctti_and_can_be_imported_again(project: Project, tmp_path: Path) -> None:
    release = make_study_release(project)
    path = save_release(release, tmp_path)
    table = read(path, "nctti.tsv")
    head = ("compound", "CompScale", "CompType", "MeanS1", "MeanS2", "MeanS3")
    assert table.splitlines()[0] == "\t".join(
        f'"{name}"' for name in (*head, "Synonyms", "SynonymsS1", "SynonymsS2", "SynonymsS3")
    )
    again = make_rating_project(text="")
    bring_in(again, table, read(path, "sentences.csv"))
    for one, other in zip(read_scores(project), read_scores(again), strict=True):
        assert other.score.compound_class == one.score.compound_class
        assert other.score.sentence_means == pytest.approx(one.score.sentence_means, abs=1e-6)


FORMULAS = """compound\tsentence
glass ceiling\t=HYPERLINK(1) the glass ceiling
glass ceiling\t'- A glass ceiling, she said.
glass ceiling\t@home a glass ceiling
"""


def test_no_cell_is_a_formula_and_every_text_comes_back(files_folder: object, tmp_path: Path) -> None:
    project = make_rating_project(text=FORMULAS)
    annotators = [make_member(project), make_member(project)]
    for annotator in annotators:
        for paraphrase in ("=1+1", "-odd", "'+x"):
            make_rating(annotator, 1, paraphrase)
    path = save_release(make_study_release(project), tmp_path)
    assert verify_release(path)["verified"]
    with zipfile.ZipFile(path) as archive:
        tables = [name for name in archive.namelist() if name.endswith((".tsv", ".csv"))]
        assert len(tables) > 5
        for name in tables:
            rows = csv.reader(archive.read(name).decode().splitlines(), delimiter="\t" if name.endswith("tsv") else ",")
            cells = {cell for row in rows for cell in row}
            assert not {cell for cell in cells if cell.startswith(("=", "+", "@")) or cell in ("-odd",)}, name
    again = make_rating_project(text="")
    bring_in(again, read(path, "sentences.csv"))
    of_both = Occurrence.objects.filter(compound__project__in=(project, again)).select_related("compound")
    sentences = [{each.sentence for each in of_both if each.compound.project_id == of.pk} for of in (project, again)]
    assert sentences[0] == sentences[1]
    assert "=HYPERLINK(1) the glass ceiling" in sentences[0]


def test_paraphrases_come_with_frequencies_and_level(project: Project, tmp_path: Path) -> None:
    path = save_release(make_study_release(project), tmp_path)
    rows = {(row["compound"], row["paraphrase"]): row for row in read_rows(path, "paraphrases.tsv")}
    barrier = rows["glass ceiling", "Barrier"]
    assert [barrier[name] for name in ("level", "frequency", "s1", "s2", "s3")] == ["type", "6", "2", "2", "2"]
    assert [rows["cash cow", "a; 1"][name] for name in ("level", "s1", "s2")] == ["unclassified", "1", ""]
    assert '"Barrier;a, 1;a, 4"' in read(path, "nctti.tsv"), "the semicolon parts the list"
    strict = make_study_release(project, thresholds=Thresholds(several_sentences=9, one_sentence=3))
    assert strict.manifest["policy"]["paraphrases"] == {"several_sentences": 9, "one_sentence": 3}
    assert strict.manifest["paraphrases"]["token_level"] == 0
    assert verify_release(save_release(strict, tmp_path))["verified"]


def test_annotators_stand_under_pseudonyms(project: Project, tmp_path: Path) -> None:
    path = save_release(make_study_release(project), tmp_path)
    ratings = read_rows(path, "ratings.tsv")
    assert {row["annotator"] for row in ratings} == {"A", "B"}
    assert {(row["scale"], row["rating"]) for row in ratings if row["annotator"] == "A"} == {
        *(("head", "3"), ("modifier", "2"), ("whole", "1"), ("whole", "-1")),
    }
    with zipfile.ZipFile(path) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist()).decode()
    for membership in project.memberships.select_related("user"):
        assert membership.user.email not in everything


@pytest.mark.parametrize(
    ("name", "edit", "said"),
    [
        ("ratings.tsv", lambda text: text.replace("\t4\t", "\t5\t", 1), "scores.tsv"),
        ("ratings.tsv", lambda text: text.replace("\tA\t", "\tA_excluded\t"), "policy.excluded"),
        ("paraphrases-given.tsv", lambda text: text.replace("barrier", "wall", 1), "paraphrases.tsv"),
        ("nctti.tsv", lambda text: text.replace('"2.5"', '"2.6"', 1), "nctti.tsv"),
        ("scores.tsv", lambda text: text.replace("2.5", "2.6", 1), "scores.tsv"),
        ("compounds.jsonl", lambda text: text.replace('"NC"', '"PC"', 1), "classes"),
        ("manifest.json", lambda text: text.replace('"ratings": 12', '"ratings": 13'), "counts.ratings"),
        ("README.txt", lambda text: text + "\n", "README.txt"),
    ],
)
def test_whatever_was_tampered_with_is_found(
    project: Project, tmp_path: Path, name: str, edit: Callable[[str], str], said: str
) -> None:
    path = save_release(make_study_release(project), tmp_path)
    report = verify_release(change(path, name, edit))
    assert not report["verified"]
    assert any(said in line for line in report["differences"]), report["differences"]


def test_a_file_that_only_pretends_is_refused(project: Project, tmp_path: Path) -> None:
    path = save_release(make_study_release(project), tmp_path)
    with pytest.raises(UnreadableReleaseError):
        verify_release(change(path, "ratings.tsv", lambda text: text.replace("glass ceiling", "no such compound")))
    with pytest.raises(UnreadableReleaseError):
        verify_release(change(path, "compounds.jsonl", lambda text: "{"))


@pytest.mark.parametrize("name", ["ratings.tsv", "paraphrases-given.tsv"])
def test_rows_in_another_order_are_refused_in_a_sentence(project: Project, tmp_path: Path, name: str) -> None:
    """They are read one rating at a time, which rests on their order."""

    def turn(text: str) -> str:
        header, *rows = text.splitlines(keepends=True)
        return header + "".join(reversed(rows))

    path = save_release(make_study_release(project), tmp_path)
    with pytest.raises(UnreadableReleaseError, match="not in the order of a release"):
        verify_release(change(path, name, turn))


def test_a_study_is_read_from_the_database_anew_each_time_and_in_chunks(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(read_study(project, Thresholds()).ratings)
    monkeypatch.setattr(released_study, "CHUNK", 5)
    ratings = read_study(project, Thresholds()).ratings
    assert list(ratings) == list(ratings) == whole
    assert len(whole) == 12


def test_the_database_refuses_to_change_a_release(project: Project) -> None:
    release = make_study_release(project)
    with pytest.raises(DatabaseError), transaction.atomic():
        Release.objects.filter(pk=release.pk).update(note="better")


def test_the_excluded_are_in_the_raw_files_and_in_no_figure(project: Project, tmp_path: Path) -> None:
    second = project.memberships.get(pseudonym="B")
    exclude_annotator(user=project.created_by, project=project, annotator_id=second.pk, reason="always the same")
    release = make_study_release(project)
    path = save_release(release, tmp_path)
    assert {row["annotator"] for row in read_rows(path, "ratings.tsv")} == {"A", "B_excluded"}
    assert {row["annotator"] for row in read_rows(path, "paraphrases-given.tsv")} == {"A", "B_excluded"}
    assert release.manifest["policy"]["excluded"] == [{"annotator": "B", "reason": "always the same"}]
    counts = release.manifest["counts"]
    assert (counts["annotators"], counts["ratings"], counts["excluded_ratings"]) == (1, 6, 6)
    assert release.manifest["agreement"]["all"]["units"] == 0
    assert release.manifest["agreement_with_excluded"]["all"]["units"] > 0
    for row, found in zip(read_rows(path, "scores.tsv"), read_scores(project), strict=True):
        assert row["token_score"] == ("" if found.score.token is None else f"{found.score.token:g}")
    assert verify_release(path)["verified"]


def test_without_a_rating_there_is_nothing_to_release(files_folder: object) -> None:
    project = make_rating_project()
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert (job.state, job.error) == (
        Job.State.FAILED,
        "There are no submitted ratings yet, so there is nothing to release.",
    )


def test_one_release_is_built_at_a_time_and_only_managers_ask(project: Project) -> None:
    with pytest.raises(RoleRequired):
        request_release(user=make_member(project, Role.ADJUDICATOR).user, project=project, request_id=uuid4())
    with pytest.raises(DomainError, match="Thresholds must be"):
        request_release(
            user=project.created_by, project=project, request_id=uuid4(), thresholds=Thresholds(one_sentence=0)
        )
    request_release(user=project.created_by, project=project, request_id=uuid4())
    with pytest.raises(NotEditable, match="A release of this project is already being created"):
        request_release(user=project.created_by, project=project, request_id=uuid4())


def test_the_page_says_what_is_missing_and_shows_what_was_made(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("idiomaticity:release_new", args=[project.slug])
    for compound in Compound.objects.filter(project=project):
        adjudicate_compound(
            user=project.created_by,
            project=project,
            number=compound.number,
            version=0,
            verdict=Verdict(),
            operation_id=uuid4(),
        )
    assert "The study is complete." in client.get(address).content.decode()
    bring_in(project, "compound\tsentence\nfish tank\tA fish tank.\n")
    page = client.get(address).content.decode()
    assert "1 of 7 sentences have fewer ratings than required, 1 of them none." in page
    assert "1 compound has no class." in page
    form = {"request_id": str(uuid4()), "several_sentences": 3, "one_sentence": 2, "citation": "Us, 2026."}
    assert client.post(address, form).status_code == 302
    job = project.jobs.get(kind="compound_release")
    work_on(job.pk, build_release)
    shown = client.get(reverse("projects:release", args=[project.slug, 1])).content.decode()
    assert "Us, 2026." in shown
    assert "Krippendorff’s α" in shown
    assert "Release 1" in client.get(reverse("projects:releases", args=[project.slug])).content.decode()


def test_a_release_is_asked_for_by_api(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:study-releases", args=[project.slug])
    body = {"request_id": str(uuid4()), "paraphrases": {"one_sentence": 3}}
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 202
    job = project.jobs.get(pk=answer.json()["id"])
    assert job.parameters["paraphrases"] == {"several_sentences": 3, "one_sentence": 3}
    work_on(job.pk, build_release)
    listed = client.get(reverse("api:release", args=[project.slug, 1])).json()
    assert listed["manifest"]["format"] == "interlinea-compositionality/1"


def test_the_alphas_of_a_published_study_are_in_its_release(files_folder: object, tmp_path: Path) -> None:
    path = shared("data/idiomaticity/scientific-compounds/all_judgements_anon.csv")
    project = make_rating_project(text="", level="type")
    bring_study(project, path.read_bytes())
    release = make_study_release(project)
    counts = release.manifest["counts"]
    assert (counts["scores"], counts["excluded_annotators"]) == (5546, 3)
    for key, scale, alphas in (
        ("agreement", "all", [0.0466, 0.1179, 0.1022]),
        ("agreement", "modifier", [0.0509, 0.1341, 0.1209]),
        ("agreement", "head", [0.0413, 0.0995, 0.0827]),
        ("agreement_with_excluded", "all", [0.0428, 0.1083, 0.0976]),
    ):
        found = release.manifest[key][scale]["alpha"]
        assert [round(found[level]["value"], 4) for level in ("nominal", "ordinal", "interval")] == alphas
    assert verify_release(save_release(release, tmp_path))["verified"]


def test_what_belongs_to_links_is_not_asked_of_ratings(client: Client) -> None:
    project = make_rating_project()
    make_rating(make_member(project))
    make_study_release(project)
    client.force_login(project.created_by)
    address = f"/api/v1/projects/{project.slug}/releases/1/"
    assert client.get(address).status_code == 200
    assert client.get(f"{address}datasheet/").status_code == 404
    assert client.post(f"{address}changes/", {"since": 1}, content_type="application/json").status_code == 404
