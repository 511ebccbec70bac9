"""Test sets as files: a table with a header, JSON objects, or texts and CoNLL-U sentence by sentence."""

from evaluation.test_sets.files.checks import ExpressionChecks
from evaluation.test_sets.files.columns import SEGMENT_COLUMN, Columns, find_columns, is_table, propose_columns
from evaluation.test_sets.files.cupt import join_neighbours
from evaluation.test_sets.files.marked_texts import find_marks, holds_marks, may_be_marked, read_marks
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
from evaluation.test_sets.files.tables import read_table

__all__ = [
    "CONLLU_ENDINGS",
    "LONGEST_CATEGORY",
    "LONGEST_LABEL",
    "MOST_REFERENCES",
    "SEGMENT_COLUMN",
    "AlignedTexts",
    "Columns",
    "ExpressionChecks",
    "MarkedText",
    "SegmentRow",
    "Sentence",
    "SideWords",
    "find_columns",
    "find_marks",
    "find_runs",
    "find_systems",
    "holds_marks",
    "holds_segments",
    "is_conllu",
    "is_table",
    "join_neighbours",
    "may_be_marked",
    "propose_columns",
    "read_marks",
    "read_objects",
    "read_sentence_files",
    "read_sentences",
    "read_span_line",
    "read_table",
    "refuse_unstorable",
    "text_of",
]
