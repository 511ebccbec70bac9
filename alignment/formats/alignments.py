"""The registry of alignment formats."""

from __future__ import annotations

from alignment.formats.blinker import BLINKER
from alignment.formats.giza import GIZA, GIZA_SP
from alignment.formats.jsonl_links import JSONL
from alignment.formats.link_lines import PHARAOH, QUESTION, SUFFIX, TALP, XL_WA
from alignment.formats.mt_equal import MT_EQUAL
from alignment.formats.naacl import NAACL

ALIGNMENT_FORMATS = {
    each.name: each for each in (PHARAOH, TALP, QUESTION, SUFFIX, XL_WA, NAACL, GIZA, GIZA_SP, BLINKER, MT_EQUAL, JSONL)
}
