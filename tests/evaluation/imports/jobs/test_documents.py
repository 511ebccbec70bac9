"""Documents of a test set: read from a column or from JSON Lines, written back, and in no earlier signature."""

import json

import pytest

from annotation_site.tables.reading import Row
from annotation_site.texts.faults import FormatError
from evaluation.downloads.queries.files import DOWNLOADS
from evaluation.test_sets.files.columns import propose_test_set
from evaluation.test_sets.files.rows import read_document
from evaluation.test_sets.models import TestSet
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import make_test_set

TABLE = "doc_id\tsource\tone\ntalk  1\tShe woke up.\tSi sveglia.\ntalk 1\tIt rains.\tPiove.\n\tBye.\tCiao.\n"


def documents_of(test_set: TestSet) -> list[str]:
    return list(test_set.segments.order_by("number").values_list("document", flat=True))


def test_a_column_of_documents_is_proposed() -> None:
    rows = [Row(line, ["talk 1", f"Text {line} of it.", f"Testo {line}."]) for line in range(4)]
    for name in ("doc_id", "Document", "docid", "Dokument"):
        assert propose_test_set([name, "source", "reference"], rows)["document"] == [name]


@pytest.mark.django_db
def test_documents_are_read_from_a_table_and_written_as_json() -> None:
    columns = {"source": "source", "document": "doc_id"}
    test_set = make_test_set(make_evaluation_project(), TABLE, columns, ["one"])
    assert documents_of(test_set) == ["talk 1", "talk 1", ""]
    data = b"".join(DOWNLOADS["test-set.jsonl"].write(test_set))
    assert [json.loads(line).get("document") for line in data.splitlines()] == ["talk 1", "talk 1", None]
    again = make_test_set(make_evaluation_project(), data, {}, systems=(), file_name="test-set.jsonl")
    assert documents_of(again) == ["talk 1", "talk 1", ""]


@pytest.mark.django_db
def test_a_document_may_be_a_number() -> None:
    data = '{"source": "It rains.", "document": 7, "references": []}\n'
    test_set = make_test_set(make_evaluation_project(), data, {}, systems=(), file_name="t.jsonl")
    assert documents_of(test_set) == ["7"]


@pytest.mark.django_db
def test_a_test_set_without_documents_keeps_its_signature() -> None:
    test_set = make_test_set(make_evaluation_project())
    assert "document" not in test_set._signed_columns()


def test_a_name_that_is_too_long_is_refused_with_its_line() -> None:
    with pytest.raises(FormatError, match="longer than 300 characters") as refused:
        read_document("t.tsv", 4, "x" * 301)
    assert refused.value.line == 4
