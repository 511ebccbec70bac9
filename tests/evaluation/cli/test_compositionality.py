"""`measure compositionality`, as people use it: files in, one JSON object out."""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from scipy import stats

from tests.idiomaticity.predictors.probing.files import write_npz
from tests.shared_data import shared

SCORES = """compound\tclass\ttype_score\tmeans1\tmeans2\tmeans3
fish tank\tC\t5\t4.5\t4.0\t5.0
cash cow\tNC\t0.5\t1.0\t0.5\t0.8
gas giant\tPC\t2\t2.5\t2.2\t3.5
olive oil\tC\t4\t4.2\t4.4\t4.6
"""


def measure(*arguments: object) -> dict[str, Any]:
    out = StringIO()
    call_command("measure", "compositionality", *map(str, arguments), stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def pick(result: dict[str, Any], **fields: object) -> dict[str, Any]:
    (row,) = [row for row in result["rows"] if all(row[name] == value for name, value in fields.items())]
    return row  # type: ignore[no-any-return]


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    path = tmp_path / "scores.tsv"
    path.write_text(SCORES)
    return path


def test_several_models_stand_side_by_side(scores: Path, tmp_path: Path) -> None:
    names = [line.split("\t")[0] for line in SCORES.splitlines()[1:]]
    vectors = tmp_path / "model.npz"
    inside = [[1.0, 0.1 * row] for row in range(12)]
    file = write_npz(
        compound=[name for name in names for _ in range(3)],
        sentence=[1, 2, 3] * 4,
        in_sentence=inside,
        compounds=names,
        alone=[[1.0, 0.0]] * 4,
    )
    vectors.write_bytes(file.getvalue())
    table = tmp_path / "other.csv"
    table.write_text(
        "compound,sentence,nc_out\n" + "".join(f"{name},1,0.{place}\n" for place, name in enumerate(names))
    )
    result = measure(scores, "--language", "en", "--vectors", vectors, "--similarities", table, "--values")
    people = [float(mean) for line in SCORES.splitlines()[1:] for mean in line.split("\t")[3:]]
    expected = stats.spearmanr([-row for row in range(12)], people)
    row = pick(result, file=str(vectors), measure="nc_out", level="token", compound_class="")
    assert (row["rho"], row["p"], row["n"]) == (pytest.approx(expected.statistic), pytest.approx(expected.pvalue), 12)
    assert pick(result, file=str(table), level="token", compound_class="")["n"] == 4
    assert result["values"][0] == {
        "file": str(vectors),
        "compound": "fish tank",
        "sentence": 1,
        "nc_out": 1.0,
        "nc_out_comp": None,
    }
    assert result["signature"].startswith("compositionality|language:en|n:4|version:")


def test_corpus_and_translations_give_values_for_each_compound(scores: Path, tmp_path: Path) -> None:
    corpus, table = tmp_path / "corpus.txt.gz", tmp_path / "translations.csv"
    corpus.write_bytes(gzip.compress(b"A fish tank .\nA fish in a tank .\nOlive oil .\n"))
    table.write_text("word,it\nolive oil,olio d'oliva\nolive,oliva\noil,olio\n")
    result = measure(scores, "--language", "en", "--corpus", corpus, "--translations", table, "--values")
    tank = next(row for row in result["values"] if row["compound"] == "fish tank")
    assert (tank["frequency"], tank["ds"]) == (1.0, None)
    oil = next(row for row in result["values"] if row["compound"] == "olive oil")
    assert oil["ss"] == pytest.approx(0.7 * 2 * 5 / 17 + 0.3 * 2 * 4 / 16)
    assert oil["ss_ds"] is None
    assert result["corpus"]["words"] == 10
    assert pick(result, measure="frequency", level="type", compound_class="")["n"] == 4


def test_a_release_alone_is_nothing_to_measure() -> None:
    path = shared("data/idiomaticity/nctti/data_en.tsv")
    with pytest.raises(CommandError, match=r"Give --vectors"):
        measure(path, "--language", "en")


def test_a_bad_file_is_one_sentence(scores: Path, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"no\.npz: There is no such file") as caught:
        measure(scores, "--language", "en", "--vectors", tmp_path / "no.npz")
    assert caught.value.returncode == 2
    headless = tmp_path / "headless.tsv"
    headless.write_text("compound\tmeans1\nice\t1\n")
    with pytest.raises(CommandError, match="Give head and modifier of “ice”"):
        measure(headless, "--language", "en", "--corpus", scores)
