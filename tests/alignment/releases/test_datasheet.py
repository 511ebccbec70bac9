"""Datasheets: the same words on the page and in the archive, whatever people wrote."""

from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client

from alignment.releases.datasheet import count_undecided, make_datasheet
from annotation_site.projects.models import Project
from annotation_site.releases.archives import hash_text
from annotation_site.releases.metadata.datasheet import write_markdown
from annotation_site.releases.metadata.members import METADATA_VERSION
from tests.alignment.releasing import make_release_of, save_release
from tests.evaluation.gold_releases import make_release
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db(transaction=True)
HOSTILE = "[x](javascript:alert) <script>alert(1)</script> | a\n# b *c*"
# Of DATASHEET.md of MANIFEST below: whoever changes the words must raise METADATA_VERSION and this.
WORDS = (4, "972d24ba9205421e80d796d91cae4c2e36172df9a443f85987fb714f109150a0")
SIDE = [
    {"band": name, "types": 1, "tokens": 2, "sure_links": 3, "words_with_sure": 2, "unaligned": 0, "fertility": 1.5}
    for name in ("1", "2-5", "6-15", "16+")
]
MANIFEST = {
    "project": {"slug": "idioms", "name": "Idioms", "kind": "alignment", "scope": "target_words"},
    "languages": {"source": "en", "target": "it"},
    "release": 3,
    "created_at": "2026-01-31T12:00:00+00:00",
    "software": "Interlinea 0.1.0",
    "note": "third",
    "policy": "wags",
    "licence": {"id": "LicenseRef-other", "text": "Ask us."},
    "citation": "Doe 2026.",
    "separate_readings": False,
    "annotators_per_pair": 2,
    "guideline": {"version": 2, "sha256": "0" * 64},
    "guideline_versions": [{"version": None, "readings": 2}, {"version": 2, "readings": 4}],
    "inputs": [{"name": "a.tsv", "sha256": "1" * 64}],
    "counts": {
        "pairs": 3,
        "source_tokens": 1000,
        "target_tokens": 1200,
        "source_target_words": 9,
        "target_target_words": 8,
        "sure": 20,
        "possible": 4,
        "unaligned_source": 2,
        "unaligned_target": 1,
        "readings": 6,
        "annotators": 2,
        "decisions": 3,
        "left_open": 1,
    },
    "origins": {"agreed": 20, "policy": 2, "decided": 2, "dropped_by_decided": 1},
    "frequencies": {
        "of": "the words of the released text, each side separately",
        "bands": ["1", "2-5", "6-15", "16+"],
        "links": [[1, 2, 0, 0], [0, 3, 4, 0], [0, 0, 5, 0], [0, 0, 0, 9]],
        "source": SIDE,
        "target": SIDE,
    },
    "agreement": {
        "links": "as submitted, before reconciliation",
        "pairs": [{"annotators": ["A", "B"], "any": 0.9, "both": 0.8, "sure": None, "possible": 0.5}],
        "fleiss_kappa": 0.7,
        "alpha": None,
        "items": 40,
        "reasons": ["There is no item."],
    },
}


def test_words_change_only_together_with_the_version() -> None:
    written = write_markdown(make_datasheet(MANIFEST))
    assert (METADATA_VERSION, hash_text(written)) == WORDS, written


def test_undecided_links_are_told_from_those_left_open_on_purpose() -> None:
    origins = {"agreed": 9, "policy": 68, "decided": 40, "dropped_by_decided": 5}
    manifest = {**MANIFEST, "counts": {**MANIFEST["counts"], "decisions": 45, "left_open": 6}, "origins": origins}
    lines = write_markdown(make_datasheet(manifest)).splitlines()
    assert "- Adjudication: 45 decided, 6 left open on purpose, 62 undecided" in lines
    assert "| undecided or left open on purpose, Possible by the gold policy | 68 |" in lines
    assert count_undecided({**manifest, "origins": {"majority": 3, "dropped_by_majority": 9, "policy": 0}}) == 6
    del manifest["origins"]
    assert "- Adjudication: 45 decided, 6 left open on purpose" in write_markdown(make_datasheet(manifest)).splitlines()


def test_links_are_told_by_bands_with_totals() -> None:
    lines = write_markdown(make_datasheet(MANIFEST)).splitlines()
    assert "| once | 1 | 2 | 0 | 0 | 3 |" in lines
    assert "| total | 1 | 5 | 9 | 9 | 24 |" in lines
    assert any(", not from a system's training text: a word that is rare" in line for line in lines)


def test_nothing_that_people_wrote_becomes_markup() -> None:
    project = {**MANIFEST["project"], "name": HOSTILE}
    hostile = {**MANIFEST, "project": project, "note": HOSTILE, "citation": HOSTILE, "licence": {"text": HOSTILE}}
    written = write_markdown(make_datasheet(hostile))
    assert "<script>" not in written
    assert "[x](" not in written
    assert not any(line.startswith("# b") for line in written.splitlines())
    plain = write_markdown(make_datasheet(MANIFEST))
    assert len(written.splitlines()) == len(plain.splitlines())


def test_the_page_has_the_numbers_of_the_archive(client: Client, tmp_path: Path) -> None:
    project = make_released_project()
    release = make_release_of(project, licence="CC0-1.0", citation="Doe 2026, <b>Links</b>.")
    path = save_release(release, tmp_path)
    with ZipFile(path) as archive:
        written = archive.read(f"{path.stem}/DATASHEET.md").decode()
    assert written == write_markdown(make_datasheet(release.manifest))
    client.force_login(project.created_by)
    page = client.get(f"/alignment/{project.slug}/releases/1/datasheet/").content.decode()
    for section in make_datasheet(release.manifest).sections:
        assert section.title in page
    assert "Doe 2026, &lt;b&gt;Links&lt;/b&gt;." in page
    answer = client.get(f"/api/v1/projects/{project.slug}/releases/1/datasheet/").json()
    assert answer["sections"][0]["facts"][1] == ["Sentence pairs", "1"]


def test_a_release_of_the_first_format_has_a_datasheet_too(client: Client) -> None:
    project = make_project(pairs=1)
    make_release(project)
    client.force_login(project.created_by)
    page = client.get(f"/alignment/{project.slug}/releases/1/datasheet/").content.decode()
    assert "This release was created before licences were recorded." in page


def make_released_project() -> Project:
    project = make_project(pairs=1)
    for annotator in (make_member(project), make_member(project)):
        make_reading(annotator)
    project.refresh_from_db()
    return project
