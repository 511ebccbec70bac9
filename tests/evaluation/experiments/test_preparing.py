"""The archive of an experiment: its files fit each other line by line and piece by piece."""

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.experiments.configuration import BACK_TRANSLATION, BASELINE, DICTIONARY, FACTORS, SPACES, VARIANTS
from evaluation.experiments.jobs.preparing import prepare_experiment
from evaluation.experiments.pieces import join_pieces
from tests.evaluation.experiments.making import (
    TESTED,
    TINY,
    ask,
    make_experiment,
    make_pairs,
    make_tested,
    make_text,
    unpack,
)
from tests.evaluation.findings import make_finding
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import keep, run

pytestmark = pytest.mark.django_db


@pytest.fixture
def project() -> Project:
    return make_evaluation_project()


def lines(files: dict[str, str], variant: str, part: str) -> list[str]:
    return files[f"data/{variant}/{part}"].split("\n")[:-1]


def test_training_and_development_text_is_the_corpus_without_the_test_set(project: Project) -> None:
    experiment = make_experiment(project)
    files = unpack(experiment)
    pairs = {pair for pair in make_pairs() if pair[0] not in TESTED}
    parts = {
        part: list(
            zip(
                map(join_pieces, lines(files, BASELINE, f"{part}.source")),
                map(join_pieces, lines(files, BASELINE, f"{part}.target")),
                strict=True,
            )
        )
        for part in ("train", "dev")
    }
    assert {*parts["train"], *parts["dev"]} == pairs
    assert len(parts["dev"]) == len(set(parts["dev"])) == TINY.dev_pairs
    assert not {*parts["train"]} & {*parts["dev"]}
    counts = experiment.job.result["counts"]
    assert counts["pairs"] == len(make_pairs())
    assert counts["in_test_sets"] == sum(pair[0] in TESTED for pair in make_pairs())


def test_factors_have_one_for_each_piece_and_mark_the_expressions(project: Project) -> None:
    files = unpack(make_experiment(project))
    [test] = {name.split("/")[2].split(".")[0] for name in files if "/test-" in name}
    for part in ("train", "dev", test):
        sizes = [
            [len(line.split(" ")) for line in lines(files, FACTORS, f"{part}.source{factor}")]
            for factor in ("", ".lemma", ".iob")
        ]
        assert sizes[0] == sizes[1] == sizes[2], part
        assert lines(files, FACTORS, f"{part}.source") == lines(files, BASELINE, f"{part}.source")
    for source, lemmas, labels in zip(
        *(lines(files, FACTORS, f"train.source{factor}") for factor in ("", ".lemma", ".iob")), strict=True
    ):
        idiom = next((idiom for idiom in ("spill_the_beans", "break_the_ice") if idiom in lemmas), "")
        assert (
            bool(idiom)
            == ("B" in labels.split())
            == any(words in join_pieces(source) for words in ("spills the beans", "breaks the ice"))
        )


def test_words_with_spaces_are_single_pieces_also_in_the_test_set(project: Project) -> None:
    experiment = make_experiment(project)
    files = unpack(experiment)
    [test_set] = experiment.test_sets.all()
    sources = lines(files, SPACES, f"test-{test_set.pk}.source")
    assert "▁spills_the_beans" in sources[0].split(" ")
    assert "▁breaks_the_ice" in sources[2].split(" ")
    # Of the literal ice nothing is joined.
    assert "_" not in sources[1]
    marked = experiment.job.result["lines"]
    assert marked[SPACES]["marked"] == marked[FACTORS]["marked"] > 50
    assert marked[BASELINE]["marked"] == 0


def test_a_test_set_is_marked_as_people_marked_it_if_that_is_wanted(project: Project) -> None:
    experiment = make_experiment(project, test_expressions="marked", variants=[FACTORS])
    [test_set] = experiment.test_sets.all()
    labels = lines(unpack(experiment), FACTORS, f"test-{test_set.pk}.source.iob")
    assert [("B" in line, "I" in line) for line in labels] == [(True, True), (False, False), (True, True)]


def test_dictionary_and_back_translation_add_their_pairs_to_their_variant_only(project: Project) -> None:
    dictionary = keep(project, "dictionary.tsv", "kick the bucket\ttirare le cuoia; morire\nhouse\tcasa\n")
    back = [keep(project, "b.en", "He dies.\nShe dies.\n"), keep(project, "b.it", "Tira le cuoia.\nMuore.\n")]
    experiment = make_experiment(project, variants=VARIANTS, dictionary=dictionary, back_translated=back)
    made = experiment.job.result["lines"]
    base = made[BASELINE]["train"]
    assert [made[variant]["train"] - base for variant in VARIANTS] == [0, 2, 2, 0, 0]
    assert len({made[variant]["dev"] for variant in VARIANTS}) == 1
    files = unpack(experiment)
    assert "kick the bucket" in map(join_pieces, lines(files, DICTIONARY, "train.source"))
    assert "Muore." in map(join_pieces, lines(files, BACK_TRANSLATION, "train.target"))
    names = {file["name"] for file in experiment.job.result["files"]}
    assert {"dictionary.tsv", "b.en", "b.it"} <= names


def test_the_archive_lists_its_hashes_and_is_the_same_again(project: Project) -> None:
    experiment = make_experiment(project, seeds=[1, 2])
    files = unpack(experiment)
    for line in files["SHA256SUMS"].splitlines():
        digest, name = line.split("  ")
        if not name.endswith(".model"):
            assert hashlib.sha256(files[name].encode()).hexdigest() == digest, name
    assert hashlib.sha256(files["experiment.json"].encode()).hexdigest() == experiment.description_sha256
    described = json.loads(files["experiment.json"])
    assert described["seeds"] == [1, 2]
    assert described["toolkit"]["name"] == "sockeye"
    assert [(trained.variant, trained.seed) for trained in experiment.trained.all()] == [
        (variant, seed) for seed in (1, 2) for variant in (BASELINE, SPACES, FACTORS)
    ]
    again = run(ask(experiment.finding, experiment.test_sets.get(), name="Again"), prepare_experiment)
    made = [job.result["data"] for job in (experiment.job, again)]
    assert made[0] == made[1]


def test_a_text_too_small_for_its_development_pairs_is_refused(project: Project) -> None:
    finding = make_finding(project)
    job = ask(finding, make_tested(project))
    with pytest.raises(DomainError, match=r"5 different pairs are left for training; 20 development pairs need"):
        run(job, prepare_experiment)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"variants": []}, "Choose at least one variant."),
        ({"variants": ["best"]}, "Unknown variants: best."),
        ({"variants": [DICTIONARY]}, "needs a dictionary"),
        ({"variants": [BACK_TRANSLATION]}, "needs two line-aligned files"),
        ({"seeds": [1, 1]}, "Enter 1 to 10 different seeds."),
        ({"seeds": [-1]}, "Seeds must be 0 to"),
        ({"toolkit": "moses"}, "The settings of the experiment are not valid."),
        ({"name": " "}, "Give the experiment a name."),
    ],
)
def test_settings_that_make_no_experiment_are_refused(
    project: Project, asked: dict[str, object], sentence: str
) -> None:
    finding, test_set = make_text(project, 5), make_tested(project)
    with pytest.raises(DomainError, match=sentence):
        ask(finding, test_set, **asked)
    assert not Job.objects.filter(kind="experiment").exists()


def test_a_second_experiment_of_the_same_name_is_refused(project: Project) -> None:
    experiment = make_experiment(project)
    with pytest.raises(DomainError, match="There is already an experiment called Small"):
        ask(experiment.finding, experiment.test_sets.get())


def test_the_scripts_are_valid_shell(project: Project, tmp_path: Path) -> None:
    files = unpack(make_experiment(project))
    for name in ("run.sh", "upload.sh"):
        path = tmp_path / name
        path.write_text(files[name])
        subprocess.run(["sh", "-n", path], check=True)
