"""The job that has a program score the systems of a test set."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from alignment.formats import FormatError
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.programs.running import ProgramError
from annotation_site.web.exceptions import DomainError
from evaluation.external_scores.formats import SystemScores, match_systems, read_system_scores
from evaluation.external_scores.jobs.storing import find_scores, store_scores
from evaluation.measures.kinds.external import ExternalMeasure, external_name
from evaluation.neural_measures.model_folders import NeuralModel
from evaluation.neural_measures.onnx_score.model import ModelError
from evaluation.neural_measures.queries import open_model
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, Translation

ROWS_AT_ONCE = 2000


@job(
    "neural_scores",
    "Scores of a neural model",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_scores,
)
def compute_neural_scores(run: JobRun) -> None:
    """Score the systems that have no scores of the model, completely or not at all."""
    test_set = TestSet.objects.of_job(run.job)
    model = open_model(run.parameters["model"])
    try:
        described = model.describe()
        measure = ExternalMeasure(external_name(model.name, lower_is_better=described.lower_is_better))
        translations = _list_without(test_set, measure)
        signed = {"model": model.find_checksum()[:12]}
        with tempfile.TemporaryDirectory() as name:
            scores_by_system = _score(run, test_set, model, translations, Path(name))
    except (ProgramError, ModelError, FormatError) as error:
        raise DomainError(str(error)) from error
    store_scores(run, test_set, measure, scores_by_system, signed)


def _list_without(test_set: TestSet, measure: ExternalMeasure) -> list[Translation]:
    """Return the translations without scores of the measure; raise DomainError if there are none."""
    without = test_set.translations.exclude(scores__measure=measure.name)
    if translations := list(without.select_related("system").order_by("pk")):
        return translations
    raise DomainError(f"All systems have scores of {measure.title}.")


def _score(
    run: JobRun, test_set: TestSet, model: NeuralModel, translations: Sequence[Translation], folder: Path
) -> dict[str, SystemScores]:
    """Return the scores by system. A segment without reference has none if the model reads references."""
    source, reference = folder / "source", folder / "reference"
    segments = test_set.segments.order_by("number")
    _save_lines(source, segments.values_list("source", flat=True).iterator(chunk_size=ROWS_AT_ONCE))
    references = [next(iter(of_segment), "") for of_segment in segments.values_list("references", flat=True)]
    if has_references := any(references):
        _save_lines(reference, references)
    elif "reference" in model.describe().parts:
        raise DomainError(f"{model.name} reads references, and this test set has none.")
    files = {f"{translation.pk}.txt": translation for translation in translations}
    for name, translation in files.items():
        texts = Hypothesis.objects.filter(translation=translation).order_by("number").values_list("text", flat=True)
        _save_lines(folder / name, texts.iterator(chunk_size=ROWS_AT_ONCE))
    scored = folder / "scores.json"
    model.score(
        source,
        reference if has_references else None,
        [folder / name for name in files],
        scored,
        watch=lambda: run.report(0, len(files)),
    )
    scores_by_file = read_system_scores(str(scored), scored.name, system="", segments=len(references))
    matched = match_systems(scores_by_file, files)
    if lost := set(files) - set(matched):
        raise DomainError(f"{model.program.name} gave no scores of {files[min(lost)].system}.")
    if has_references and (model.is_checkpoint or "reference" in model.describe().parts):
        for scored_system in matched.values():
            rows = zip(scored_system.scores, references, strict=True)
            scored_system.scores = [score if text else None for score, text in rows]
    return {files[name].system.name: scores for name, scores in matched.items()}


def _save_lines(path: Path, texts: Iterable[str]) -> None:
    """Write a text per line; a line break inside one would shift all that follow."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(" ".join(text.splitlines()) + "\n" for text in texts)
