"""Readers and writers of files, without a database: every format under its one short name."""

from alignment.formats.detection import base_that_fits, detect_encoding, detect_file_encoding, guess_base, open_text
from alignment.formats.links.aligned import (
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    Link,
    find_index_past_end,
)
from alignment.formats.links.registry import ALIGNMENT_FORMATS, WRITTEN_FORMATS
from alignment.formats.parallel.pairs import Pair, Row, find_fault_in_tokens, tokenise_pair
from alignment.formats.parallel.registry import PARALLEL_FORMATS, ParallelFormat
from alignment.formats.recognisers import Candidate
from alignment.formats.recognition import DETECT, Detection, choose_format, detect_format
from annotation_site.texts.faults import FormatError, Rejected

__all__ = [
    "ALIGNMENT_FORMATS",
    "DETECT",
    "PARALLEL_FORMATS",
    "WRITTEN_FORMATS",
    "AlignedRow",
    "AlignedSentence",
    "AlignmentFormat",
    "Base",
    "Candidate",
    "Detection",
    "FormatError",
    "Link",
    "Pair",
    "ParallelFormat",
    "Rejected",
    "Row",
    "base_that_fits",
    "choose_format",
    "detect_encoding",
    "detect_file_encoding",
    "detect_format",
    "find_fault_in_tokens",
    "find_index_past_end",
    "guess_base",
    "open_text",
    "tokenise_pair",
]
