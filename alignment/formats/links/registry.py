from __future__ import annotations

from alignment.formats.links.blinker import BLINKER
from alignment.formats.links.documents.alpheios import ALPHEIOS
from alignment.formats.links.documents.burrito import BURRITO
from alignment.formats.links.documents.ugarit import UGARIT
from alignment.formats.links.documents.usfm import USFM
from alignment.formats.links.giza import GIZA, GIZA_SP
from alignment.formats.links.jsonl import JSONL
from alignment.formats.links.lines import PHARAOH, QUESTION, SUFFIX, TALP, XL_WA
from alignment.formats.links.mt_equal import MT_EQUAL
from alignment.formats.links.naacl import NAACL

_FORMATS = (
    *(PHARAOH, TALP, QUESTION, SUFFIX, XL_WA, NAACL, GIZA, GIZA_SP, BLINKER, MT_EQUAL, JSONL),
    *(ALPHEIOS, UGARIT, USFM, BURRITO),
)
ALIGNMENT_FORMATS = {layout.name: layout for layout in _FORMATS}
WRITTEN_FORMATS = [layout.name for layout in _FORMATS if layout.is_written]
