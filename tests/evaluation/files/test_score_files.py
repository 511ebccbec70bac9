"""Score files of mt-metrics-eval: system names that look like formulas."""

from pathlib import Path

from evaluation.files.score_files import read_scores, write_scores


def test_a_system_named_like_a_formula_is_escaped_and_comes_back(tmp_path: Path) -> None:
    scores = {"=1+1": [0.5, None], "plain": [-1.0, 2.0]}
    written = "".join(write_scores(scores))
    assert written.startswith("'=1+1\t0.5\n'=1+1\tNone\nplain\t-1.0\n")
    path = tmp_path / "x.seg.score"
    path.write_text(written, encoding="utf-8")
    assert read_scores(str(path)) == scores
