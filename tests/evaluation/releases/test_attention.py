"""Attention items in a release: marked in its files and tables, and the check of each annotator is computed again."""

import io
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from annotation_site.releases.verification import verify_release
from tests.alignment.releasing import change, save_release
from tests.evaluation.attention import attend, judge_all, make_attention_round
from tests.evaluation.releases.making import make_evaluation_release
from tests.factories import make_member

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_release_marks_attention_items_and_verifies_the_check(tmp_path: Path, files_folder: object) -> None:
    opened = make_attention_round(method="percent")
    judge_all(make_member(opened.project), attend)
    path = save_release(make_evaluation_release(opened.project), tmp_path)
    assert verify_release(path)["differences"] == []
    with zipfile.ZipFile(path) as archive:
        names = {name.split("/", 1)[1]: name for name in archive.namelist()}
        tasks = archive.read(names["judging-tasks.jsonl"]).decode()
        [parquet] = [name for name in names if name.endswith("judgements.parquet") and "adjudicated" not in name]
        rows = pq.read_table(io.BytesIO(archive.read(names[parquet]))).to_pylist()
    assert tasks.count('"output":') == 6
    assert {row["attention"] for row in rows if row["task"] <= 12} == {False}
    assert {row["attention"] for row in rows if row["task"] > 12} == {True}
    # Whoever moves an answer about a degraded translation is found out.
    changed = change(path, "judgements.jsonl", lambda text: text.replace("20", "99"))
    differences = " ".join(verify_release(changed)["differences"])
    assert "attention" in differences
