"""Files of a release: their shape, their figures, and who stands in them."""

import csv
import zipfile
from pathlib import Path

import pytest

from annotation_site.exclusions.services import exclude_annotator
from annotation_site.projects.models import Project
from annotation_site.releases.verification import verify_release
from idiomaticity.compounds.models import Occurrence
from idiomaticity.paraphrases.counts import Thresholds
from idiomaticity.results.queries.results import read_scores
from tests.alignment.releasing import save_release
from tests.factories import make_member
from tests.idiomaticity.making import bring_in, bring_study, make_rating, make_rating_project, make_study_release
from tests.idiomaticity.releases.archives import read, read_rows
from tests.shared_data import shared

pytestmark = pytest.mark.django_db(transaction=True)


def test_scores_are_those_of_the_results_page(project: Project, tmp_path: Path) -> None:
    rows = read_rows(save_release(make_study_release(project), tmp_path), "scores.tsv")
    for row, found in zip(rows, read_scores(project), strict=True):
        # Which compounds were rated differs from project to project.
        score = float(row["token_score"]) if row["token_score"] else None
        assert score == pytest.approx(found.score.token, abs=1e-6)
        # Both judged one whole impossible; the page counts its parts instead.
        assert int(row["ratings"]) == (found.token["whole"].ratings if "whole" in found.token else 0)


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
        everything = b"".join(archive.read(name) for name in archive.namelist()).decode(errors="replace")
    for membership in project.memberships.select_related("user"):
        assert membership.user.email not in everything


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
