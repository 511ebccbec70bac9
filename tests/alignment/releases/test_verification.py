"""Releases are verified offline to the last number."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alignment.readings.links import GoldPolicy
from alignment.releases.contents import ReleasedPair, ResolvedPair
from alignment.releases.numbers import totals
from alignment.releases.queries import manifest as manifests
from alignment.releases.queries.manifest import describe_gold_standard
from annotation_site.jobs.running import JobRun
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.metadata.members import MEMBERS
from annotation_site.releases.verification import verify_release
from tests.alignment.deciding import decide, disputed_item
from tests.alignment.releases.conftest import SaveAll
from tests.alignment.releases.read_project import make_closed_release, make_open_release
from tests.alignment.releasing import change, change_and_sign, make_release_of, read_member, save_release
from tests.servers import ROOT


def test_a_release_verifies(save_all: SaveAll) -> None:
    report = verify_release(*save_all(make_open_release))
    assert report["verified"], report["differences"]
    assert report["counts"]["pairs"] == 2


@pytest.mark.parametrize(
    ("name", "edit", "complaint"),
    [
        ("gold.talp", lambda text: text.replace("1-1", "1p1", 1), "gold.talp"),
        ("gold.jsonl", lambda text: text.replace("0-0", "0-1", 1), "gold.jsonl"),
        ("manifest.json", lambda text: text.replace('"pairs": 2', '"pairs": 3', 1), "counts.pairs"),
        ("readings.jsonl", lambda text: text.replace("1-2", "1-0", 1), "readings.jsonl"),
        ("source.txt", lambda text: text.replace("cat", "dog", 1), "source.txt"),
        ("provenance.jsonl", lambda text: text.replace("agreed", "decided", 1), "provenance.jsonl, line"),
        ("manifest.json", lambda text: text.replace('"agreed": 5', '"agreed": 6', 1), "origins.agreed"),
        ("manifest.json", lambda text: text.replace('"annotators": 2', '"annotators": 9', 1), "counts.annotators"),
        ("manifest.json", lambda text: text.replace('"types": 3', '"types": 4', 1), "frequencies.source"),
        ("manifest.json", lambda text: text.replace('"version": null', '"version": 1', 1), "guideline_versions"),
        ("manifest.json", lambda text: text.replace("CC-BY-4.0", "CC0-1.0", 1), "DATASHEET.md, line"),
        ("DATASHEET.md", lambda text: text.replace("Sure links: ", "Sure links: 1", 1), "DATASHEET.md, line"),
        ("target.txt", lambda text: text + "one more\n", "target.txt has more lines"),
    ],
)
def test_whatever_was_changed_is_named(
    save_all: SaveAll, name: str, edit: Callable[[str], str], complaint: str
) -> None:
    [path] = save_all(make_open_release)
    assert edit(read_member(path, name)) != read_member(path, name), "Nothing was changed"
    report = verify_release(change(path, name, edit))
    assert not report["verified"]
    assert any(complaint in difference for difference in report["differences"])


def test_without_separate_readings_verify_says_what_cannot_be_computed_again(save_all: SaveAll) -> None:
    [path] = save_all(make_closed_release)
    with zipfile.ZipFile(path) as archive:
        assert not any(name.endswith("readings.jsonl") for name in archive.namelist())
    report = verify_release(path)
    assert report["verified"], report["differences"]
    assert {"agreement", "counts.annotators", "counts.readings"} <= set(report["not_recomputed"])
    assert "agreement" not in report
    assert report["counts"]["sure"] + report["counts"]["possible"] == 7
    assert "not in this release" in read_member(path, "DATASHEET.md")


@pytest.mark.parametrize(
    ("name", "edit", "complaint"),
    [
        ("gold.jsonl", lambda text: text.replace("0-0", "0-1", 1), "gold.jsonl, line 1"),
        ("provenance.jsonl", lambda text: text.replace("decided", "agreed", 1), "counts.decisions"),
        ("texts.jsonl", lambda text: text.replace("cat", "dog", 1), "source.txt, line 1"),
        ("manifest.json", lambda text: text.replace('"sure": 6', '"sure": 5', 1), "counts.sure"),
    ],
)
def test_without_separate_readings_the_rest_is_still_checked(
    save_all: SaveAll, name: str, edit: Callable[[str], str], complaint: str
) -> None:
    [path] = save_all(make_closed_release)
    assert edit(read_member(path, name)) != read_member(path, name), "Nothing was changed"
    report = verify_release(change(path, name, edit))
    assert any(complaint in difference for difference in report["differences"]), report["differences"]


def test_a_release_of_the_first_format_still_verifies(save_all: SaveAll) -> None:
    [path] = save_all(make_open_release)
    older = path.with_name("older.zip")
    manifest = json.loads(read_member(path, "manifest.json"))
    new = (
        "origins",
        "frequencies",
        "guideline_versions",
        "licence",
        "citation",
        "separate_readings",
        "metadata",
        "marks",
    )
    manifest = {key: value for key, value in manifest.items() if key not in new} | {"format": "interlinea-release/1"}
    for count in ("annotators", "source_target_words", "target_target_words", "undefined_source", "undefined_target"):
        del manifest["counts"][count]
    added = {"provenance.jsonl", "pairs.parquet", "links.parquet", *MEMBERS} - {"manifest.json"}
    manifest["files"] = {name: file for name, file in manifest["files"].items() if name not in added}
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(older, "w") as copy:
        for entry in archive.infolist():
            if entry.filename.endswith("/manifest.json"):
                copy.writestr(entry, json.dumps(manifest))
            elif entry.filename.partition("/")[2] not in added:
                copy.writestr(entry, archive.read(entry))
    report = verify_release(older)
    assert report["verified"], report["differences"]
    wrong = change(older, "manifest.json", lambda text: text.replace('"sure": 6', '"sure": 5'))
    assert not verify_release(wrong)["verified"]


@pytest.mark.django_db(transaction=True)
def test_a_word_whose_only_link_was_refused_has_no_counterpart_and_none_is_undefined(tmp_path: Path) -> None:
    item, adjudicator = disputed_item()
    decide(item, adjudicator, (2, 1, "none"), version=0)
    path = save_release(make_release_of(item.project), tmp_path)
    gold = json.loads(read_member(path, "gold.jsonl"))
    assert (gold["sure"], gold["unaligned_source"], gold["unaligned_target"]) == ("1-2", [2], [1])
    report = verify_release(path)
    assert report["verified"], report["differences"]
    assert (report["counts"]["undefined_source"], report["counts"]["undefined_target"]) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_a_release_that_left_such_words_undefined_still_verifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such releases were cited: built as earlier versions did, with marks only where every reading marked a word."""

    def resolve_as_earlier(pair: ReleasedPair, policy: GoldPolicy) -> ResolvedPair:
        return resolve(pair, policy, "agreed")

    def describe_as_earlier(run: JobRun, number: int) -> dict[str, Any]:
        return {key: value for key, value in describe_gold_standard(run, number).items() if key != "marks"}

    item, adjudicator = disputed_item()
    decide(item, adjudicator, (2, 1, "none"), version=0)
    resolve = ReleasedPair.resolve
    counted = tuple(name for name in totals.COUNTED if not name.startswith("undefined"))
    with monkeypatch.context() as patched:
        patched.setattr(ReleasedPair, "resolve", resolve_as_earlier)
        patched.setattr(manifests, "describe_gold_standard", describe_as_earlier)
        patched.setattr(totals, "COUNTED", counted)
        path = save_release(make_release_of(item.project), tmp_path)
    assert json.loads(read_member(path, "gold.jsonl"))["unaligned_source"] == []
    report = verify_release(path)
    assert report["verified"], report["differences"]
    marked = json.dumps({**json.loads(read_member(path, "gold.jsonl")), "unaligned_source": [2]}) + "\n"
    wrong = change_and_sign(path, "gold.jsonl", lambda _: marked)
    assert not verify_release(wrong)["verified"]


def test_a_file_that_is_no_release_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    path.write_bytes(b"not a zip")
    with pytest.raises(UnreadableReleaseError, match=r"other\.zip"):
        verify_release(path)


def test_verify_needs_no_database_and_says_so_by_its_exit_status(save_all: SaveAll) -> None:
    [path] = save_all(make_open_release)
    environment = {"PATH": "/usr/bin:/bin", "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}

    def verify(file: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "verify", str(file)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    good, bad = verify(path), verify(change(path, "target.txt", str.upper))
    assert (good.returncode, json.loads(good.stdout)["verified"]) == (0, True), good.stderr
    assert (bad.returncode, json.loads(bad.stdout)["verified"]) == (1, False)
    assert verify(path.parent).returncode == 2
