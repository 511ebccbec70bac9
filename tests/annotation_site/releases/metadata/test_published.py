"""Metadata of releases of every kind, read by the tools that it is written for."""

import json
import subprocess
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from annotation_site.releases.archives import UnreadableReleaseError, check_hashes, open_archive
from annotation_site.releases.metadata.members import (
    BIBTEX,
    CARD,
    CFF,
    CROISSANT,
    DATACITE,
    DATASHEET,
    LICENCE,
    ZENODO,
)
from annotation_site.releases.tables import Table
from annotation_site.texts.parquet import read_parquet
from tests.alignment.releasing import change, change_bytes, flip, save_release
from tests.annotation_site.releases.metadata.conftest import HOSTILE, Published

# The validators' own libraries warn of each other.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
FULL_NAMES = ["Ada: <b> Bianchi & Söhne, {née} O’Neil_", "Sukarno", "Lab of Idioms and Proverbs"]
TITLE = " ".join(HOSTILE.split())


# The validators are loaded by the tests that need them: every process of a run collects this file, one runs it.
def read_croissant(folder: Path) -> Any:
    """Return the data set that is described in a folder."""
    import mlcroissant

    return mlcroissant.Dataset(jsonld=folder / CROISSANT)


def read_crate(folder: Path) -> Any:
    """Return the crate that is described in a folder."""
    from rocrate.rocrate import ROCrate

    return ROCrate(folder)


def require_datacite(text: str) -> Any:
    """Return the record; an error unless DataCite's own schema accepts it."""
    from datacite import schema45

    record = json.loads(text)
    schema45.validator.validate(record)
    return record


def list_written_tables(published: Published) -> list[Table]:
    """Return the tables that follow from the release's files; that of occurrences needs labels or contexts."""
    return published.kind.find_tables(path.name for path in published.folder.iterdir())


def count_rows(published: Published) -> dict[str, int]:
    """Return the number of rows of each table, none of which is empty."""
    rows = {}
    for table in list_written_tables(published):
        with (published.folder / table.member).open("rb") as file:
            rows[table.name] = sum(1 for _ in read_parquet(file, table.types))
    assert min(rows.values()) > 0, rows
    return rows


def test_croissant_is_valid_and_its_records_are_the_rows(published: Published) -> None:
    data = read_croissant(published.folder)
    assert not data.metadata.ctx.issues.errors
    assert data.metadata.cite_as == "Doe 2026. Links: a “study”."
    assert [creator.name for creator in data.metadata.creators] == FULL_NAMES
    assert data.metadata.creators[0].url == "https://orcid.org/0000-0002-1694-233X"
    for name, rows in count_rows(published).items():
        table = next(each for each in published.kind.parquet_tables if each.name == name)
        records = list(data.records(name))
        assert len(records) == rows
        assert set(records[0]) == {f"{name}/{column}" for column in table.columns}


def test_a_changed_file_does_not_pass_croissant(published: Published) -> None:
    table = published.kind.parquet_tables[0]
    path = published.folder / table.member
    path.write_bytes(path.read_bytes() + b"x")
    from mlcroissant import GenerationError

    data = read_croissant(published.folder)
    with pytest.raises(GenerationError) as raised:
        list(data.records(table.name))
    assert "is not identical with the reference" in str(raised.value.__cause__)


def test_the_crate_lists_every_file_with_its_size_and_terms(published: Published) -> None:
    crate = read_crate(published.folder)
    listed = {entity.id for entity in crate.data_entities}
    assert listed == {path.name for path in published.folder.iterdir()} - {"ro-crate-metadata.json"}
    assert crate.root_dataset["name"] == f"{TITLE}, release 1"
    assert crate.license["identifier"] == "CC-BY-4.0"
    for entity in crate.data_entities:
        if size := entity.get("contentSize"):
            assert int(size) == (published.folder / entity.id).stat().st_size
    first, second, third = crate.creator
    assert [each.type for each in crate.creator] == ["Person", "Person", "Organization"]
    assert (first.id, third.id) == ("https://orcid.org/0000-0002-1694-233X", "https://ror.org/02feahw73")
    assert first["affiliation"] == second["affiliation"] == crate.dereference("https://ror.org/03ad39j10")
    assert [action["instrument"].id for action in crate.get_by_type("CreateAction")] == ["#software"]


def test_datasets_loads_the_folder_without_a_network(
    published: Published, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    import datasets

    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    for name, rows in count_rows(published).items():
        loaded = datasets.load_dataset(str(published.folder), name, cache_dir=str(tmp_path / "cache"))
        table = next(each for each in published.kind.parquet_tables if each.name == name)
        assert loaded["train"].num_rows == rows
        assert loaded["train"].column_names == list(table.columns)


def test_the_card_says_what_hugging_face_asks_for(published: Published) -> None:
    _, front, body = published.read(CARD).split("---\n", 2)
    about: dict[str, Any] = yaml.safe_load(front)
    assert about["pretty_name"] == f"{TITLE}, release 1"
    assert about["license"] == "cc-by-4.0"
    assert about["language"][0] == "en"
    written = [table.name for table in list_written_tables(published)]
    assert [each["config_name"] for each in about["configs"]] == written
    prose = [line for line in body.splitlines() if not line.startswith("    ")]
    assert "<b>" not in "\n".join(prose), "nothing but code has markup"
    assert "sha256sum --check SHA256SUMS" in body
    assert f"python manage.py verify {published.path.name}" in body
    for path in published.folder.iterdir():
        assert f"| `{path.name}` | " in body, "every file is described"
        assert f"| `{path.name}` |  |" not in body, "every file is described"


def test_datacite_and_zenodo(published: Published) -> None:
    record = require_datacite(published.read(DATACITE))
    assert record["rightsList"][0]["rightsIdentifier"] == "cc-by-4.0"
    assert [each["nameType"] for each in record["creators"]] == ["Personal", "Personal", "Organizational"]
    assert record["creators"][0]["nameIdentifiers"][0]["nameIdentifier"] == "https://orcid.org/0000-0002-1694-233X"
    assert record["creators"][1]["affiliation"][0]["affiliationIdentifier"] == "https://ror.org/03ad39j10"
    zenodo = json.loads(published.read(ZENODO))
    assert zenodo["access_right"] == "open"
    assert zenodo["creators"][0]["orcid"] == "0000-0002-1694-233X"


def test_citation_file_and_bibtex(published: Published) -> None:
    schema = files("check_jsonschema") / "builtin_schemas" / "vendor" / "citation-file-format.json"
    about = yaml.safe_load(published.read(CFF))
    jsonschema.Draft7Validator(json.loads(schema.read_text())).validate(about)
    assert [each.get("name") or each["family-names"] for each in about["authors"]] == [
        "Bianchi & Söhne, {née} O’Neil_",
        "Sukarno",
        "Lab of Idioms and Proverbs",
    ]
    entry = published.read(BIBTEX)
    assert r"author = {{Bianchi \& Söhne, \{née\} O’Neil\_}, {Ada: <b>} and {Sukarno} and {Lab of" in entry
    assert published.read(CARD).count("Lab of Idioms and Proverbs") == 2


def test_terms_of_ones_own_and_none(published: Published, tmp_path: Path) -> None:
    """Neither opens the files in a repository, and both stay valid."""
    for asked, access, words in (
        ({"licence": "other", "licence_text": "Ask us: <me>."}, "restricted", "Ask us: <me>."),
        ({}, "closed", "None stated."),
    ):
        path = save_release(published.make(published.project, **asked), tmp_path)
        assert published.verify(path)["differences"] == []
        with zipfile.ZipFile(path) as archive:
            read = {name.partition("/")[2]: archive.read(name).decode(errors="replace") for name in archive.namelist()}
            archive.extractall(tmp_path)
        assert json.loads(read[ZENODO])["access_right"] == access
        require_datacite(read[DATACITE])
        assert read[LICENCE].startswith(words)
        assert "Lab of Idioms" not in "".join(read.values()), "each release names its own creators"
        assert not read_croissant(tmp_path / path.stem).metadata.ctx.issues.errors
        assert read_crate(tmp_path / path.stem).license is not None


def test_the_datasheet_has_terms_and_commands(published: Published) -> None:
    sheet = published.read(DATASHEET)
    assert "Bianchi" in sheet
    assert "https://orcid.org/0000-0002-1694-233X" in sheet
    for words in ("## Licence and citation", "CC-BY-4.0", "## How to verify", "Doe 2026", "## Text"):
        assert words in sheet


def test_the_licence_is_there_in_full(published: Published) -> None:
    text = published.read(LICENCE)
    assert text.startswith("Creative Commons Attribution 4.0 International")
    assert "Section 8 – Interpretation." in text


def test_sha256sum_checks_a_folder(published: Published) -> None:
    program = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    done = subprocess.run(program, cwd=published.folder, capture_output=True, text=True, check=True)
    assert done.stdout.count(": OK") == len(list(published.folder.iterdir())) - 1


def test_a_flipped_byte_in_each_member_is_found(published: Published) -> None:
    """At several places of each file, whatever stands there."""
    assert published.verify(published.path)["differences"] == []
    for path in published.folder.iterdir():
        size = path.stat().st_size
        for place in {0, size // 3, size // 2, 2 * size // 3, size - 1} if size else ():
            assert is_found(published, flip(published.path, path.name, place)), (path.name, place)


def test_a_damaged_file_is_named_even_if_it_cannot_be_read(published: Published) -> None:
    for path in [*published.folder.glob("*.parquet"), *published.folder.glob("*.jsonl")]:
        damaged = change_bytes(published.path, path.name, lambda data: b"{" + data)
        try:
            said = " ".join(published.verify(damaged)["differences"])
        except UnreadableReleaseError as error:
            said = str(error)
        assert f"{path.name} has a different SHA-256 from the manifest." in said


def is_found(published: Published, path: Path) -> bool:
    """Return whether verification finds a difference; numbers are computed again only where all hashes are right."""
    try:
        with open_archive(path, path.name) as release:
            by_hash = list(check_hashes(release))
        return bool(by_hash) or not published.verify(path)["verified"]
    except UnreadableReleaseError:
        return True


def test_a_wrong_hash_alone_fails_verification(published: Published) -> None:
    """Of a file from which nothing is computed."""
    found = published.verify(flip(published.path, LICENCE, 0))
    assert not found["verified"]
    assert f"{LICENCE} has a different SHA-256 from the manifest." in found["differences"]


def test_metadata_is_written_again_whatever_the_hashes_say(published: Published) -> None:
    """A table and a description that do not follow from the other files are named."""
    found = published.verify(change(published.path, CARD, lambda text: text.replace("First.", "Second.")))
    assert f"{CARD}, line" in " ".join(found["differences"])
    first = next(table.member for table in published.kind.tables if table.is_given or table.suffix == ".jsonl")
    try:
        found = published.verify(change(published.path, first, drop_last_line))
    except UnreadableReleaseError:
        return
    assert not found["verified"]


def drop_last_line(text: str) -> str:
    return "".join(text.splitlines(keepends=True)[:-1])
