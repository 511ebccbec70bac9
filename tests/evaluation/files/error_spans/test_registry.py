"""Files of error spans are told from tables of scores of every program."""

import pytest

from evaluation.files.error_spans.registry import detect_format
from tests.annotation_site.tables.dialects import DIALECTS


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_table_of_scores_of_any_program_holds_no_error_spans(dialect, tmp_path):
    path = tmp_path / dialect.file_name
    path.write_bytes(dialect.write([["system", "segment", "score"], ["a", "1", "2"]]))
    assert detect_format(str(path)) is None
