"""Test sets as files: a table with a header, JSON objects, or texts and CoNLL-U sentence by sentence."""

from evaluation.test_sets.files.checks import ExpressionChecks
from evaluation.test_sets.files.columns import (
    LONGEST_SYSTEM,
    LOOKED_AT,
    MOST_SYSTEMS,
    SEGMENT_COLUMN,
    Columns,
    check_columns,
    holds_translations,
    list_roles,
    propose_test_set,
)
from evaluation.test_sets.files.marked_texts import find_marks, holds_marks, read_marks
from evaluation.test_sets.files.mixups import SideWords
from evaluation.test_sets.files.objects import LONGEST_CATEGORY, find_runs, find_systems, holds_segments, read_objects
from evaluation.test_sets.files.projection import AlignedTexts
from evaluation.test_sets.files.rows import (
    LONGEST_LABEL,
    MOST_REFERENCES,
    MarkedText,
    SegmentRow,
    read_span_line,
    refuse_unstorable,
    text_of,
)
from evaluation.test_sets.files.sentences import (
    CONLLU_ENDINGS,
    Sentence,
    is_conllu,
    read_sentence_files,
    read_sentences,
)
from evaluation.test_sets.files.tables import TableChecks, read_table

__all__ = [
    "CONLLU_ENDINGS",
    "LONGEST_CATEGORY",
    "LONGEST_LABEL",
    "LONGEST_SYSTEM",
    "LOOKED_AT",
    "MOST_REFERENCES",
    "MOST_SYSTEMS",
    "SEGMENT_COLUMN",
    "AlignedTexts",
    "Columns",
    "ExpressionChecks",
    "MarkedText",
    "SegmentRow",
    "Sentence",
    "SideWords",
    "TableChecks",
    "check_columns",
    "find_marks",
    "find_runs",
    "find_systems",
    "holds_marks",
    "holds_segments",
    "holds_translations",
    "is_conllu",
    "list_roles",
    "propose_test_set",
    "read_marks",
    "read_objects",
    "read_sentence_files",
    "read_sentences",
    "read_span_line",
    "read_table",
    "refuse_unstorable",
    "text_of",
]
