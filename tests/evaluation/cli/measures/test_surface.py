import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from evaluation.measures.registry import MEASURES
from evaluation.measures.sums import STANDARD
from evaluation.metrics.surface import SurfaceMeasure
from tests.evaluation.measure_command import measure, refuse

REFERENCES = ["the cat sat on the mat", "it rains in the old town", "a dog ran away", "nobody knows her name"] * 9
BETTER = ["the cat sat on a mat", "it rains in the town", "a dog ran away", "nobody knows the name"] * 9
WORSE = ["cat on mat", "it rains in town", "dog ran", "nobody knows her name"] * 9


def write_lines(write, name, lines):
    return write(name, "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(("name", "metric"), [("bleu", BLEU), ("chrf", CHRF), ("ter", TER)])
def test_surface_measures_are_sacrebleus_and_have_the_sites_interval(write, name, metric):
    hypothesis, reference = write_lines(write, "h", BETTER), write_lines(write, "r", REFERENCES)
    found = measure(name, "--hypothesis", hypothesis, "--reference", reference, "--bootstrap", "--segments")
    scorer = metric()
    assert found["score"] == pytest.approx(scorer.corpus_score(BETTER, [REFERENCES]).score)
    assert found["n"] == 36 and len(found["segments"]) == 36
    assert found["signature"] == f"{name}|{scorer.get_signature()}|n:36|bs:1000|seed:12345"
    surface = SurfaceMeasure(name)
    values = surface.count(BETTER, [[text] for text in REFERENCES]).tolist()
    on_the_site = MEASURES[name].start()
    on_the_site.add([[]] * 36, values)
    assert found["interval"]["score"] == pytest.approx(on_the_site.interval("score", STANDARD))


def test_surface_measures_compare_with_another_system(write):
    files = ["--hypothesis", write_lines(write, "h", WORSE), "--against", write_lines(write, "a", BETTER)]
    files += ["--reference", write_lines(write, "r", REFERENCES)]
    found = measure("chrf", *files, "--bootstrap", 500, "--seed", 3)
    other = found["against"]
    assert other["difference"] == pytest.approx(other["score"] - found["score"]) and other["difference"] > 0
    assert other["interval"][0] < other["difference"] < other["interval"][1]
    assert 0 < other["p"]["bootstrap"] < 0.1 and 0 < other["p"]["randomisation"] < 0.1
    assert set(measure("chrf", *files)["against"]) == {"score", "empty_hypotheses"}
    silent = write_lines(write, "silent", ["", *REFERENCES[1:]])
    told = measure("bleu", "--hypothesis", silent, "--reference", files[3])
    assert told["empty_hypotheses"] == 1


def test_several_references_are_in_the_signature(write):
    hypothesis, reference = write_lines(write, "h", BETTER), write_lines(write, "r", REFERENCES)
    found = measure("bleu", "--hypothesis", hypothesis, "--reference", reference, "--reference", hypothesis)
    assert found["score"] == pytest.approx(100) and "nrefs:2" in found["signature"]


def test_files_of_surface_measures_have_as_many_lines(write):
    short = write_lines(write, "short", BETTER[:3])
    reference = write_lines(write, "r", REFERENCES)
    refuse("short, line 4: The file ends before", "ter", "--hypothesis", short, "--reference", reference)
    refuse("empty: The file is empty", "bleu", "--hypothesis", write("empty", ""), "--reference", write("e", ""))
