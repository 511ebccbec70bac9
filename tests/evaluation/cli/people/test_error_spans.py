"""`measure error-spans`, on ratings of which every figure is known by hand."""

from pytest import approx

from tests.evaluation.measure_command import measure, refuse

HEAD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
ROWS = [
    "A\td\t1\t1\tr1\tIt rains.\tEs <v>schneit</v>.\tAccuracy/Mistranslation\tmajor",
    "A\td\t1\t1\tr2\tIt rains.\tEs <v>schneit</v>.\tAccuracy/Mistranslation\tminor",
    "A\td\t2\t2\tr1\tYes.\tJa<v>.</v>\tFluency/Punctuation\tminor",
    "A\td\t2\t2\tr2\tYes.\tJa.\tNo-error\tno-error",
    "B\td\t1\t1\tr1\tIt rains.\tEs regnet.\tNo-error\tno-error",
    "B\td\t1\t1\tr2\tIt rains.\tEs regnet.\tNo-error\tno-error",
    "B\td\t2\t2\tr1\tYes.\tNein.\tNon-translation!\tmajor",
    "B\td\t2\t2\tr2\tYes.\tNein.\tNon-translation!\tmajor",
]


def test_scores_counts_and_agreement(write) -> None:  # type: ignore[no-untyped-def]
    found = measure("error-spans", write("mqm.tsv", "\n".join([HEAD, *ROWS])), "--bootstrap", 50)
    assert found["systems"]["A"]["mqm"] == approx((5 + 1 + 0.1 + 0) / 4)
    assert found["systems"]["B"]["mqm"] == approx(12.5)
    assert found["systems"]["B"]["interval"] == [0, 25]
    assert {"system": "A", "category": "Fluency/Punctuation", "severity": "minor", "count": 1} in found["errors"]
    # Seven characters of which half count, one that only the first marked, and five that both did.
    overall = found["character_f1"]
    assert overall["micro"] == approx(2 * 8.5 / (13 + 12))
    assert overall["macro"] == approx((0.5 + 0 + 1 + 1) / 4)
    assert (overall["translations"], found["n"], found["segments"]) == (4, 8, 2)
    assert found["pairs"][0]["annotators"] == ["r1", "r2"]
    assert 0 < found["alpha"] < 1
    assert found["signature"].startswith("error-spans|")


def test_one_rater_has_nobody_to_agree_with(write) -> None:  # type: ignore[no-untyped-def]
    found = measure("error-spans", write("mqm.tsv", "\n".join([HEAD, ROWS[0]])))
    assert found["character_f1"] is None
    assert found["alpha"] is None
    assert found["reasons"]["alpha"]


def test_a_file_of_something_else_is_refused(write) -> None:  # type: ignore[no-untyped-def]
    other = write("mqm.tsv", "a\tb\n1\t2\n")
    refuse("The file has no error spans. Give --format: mqm-tsv, ", "error-spans", other)
    refuse("line 1: There is no column “system”", "error-spans", other, "--format", "mqm-tsv")
