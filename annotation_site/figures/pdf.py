"""Plots as PDF, with fonts embedded and every script shaped. Pure but for the fonts of this machine."""

import re
from typing import Literal

PAGE = b"""
#set page(width: auto, height: auto, margin: 0pt, fill: none)
#image(bytes(sys.inputs.plot), format: "svg")
"""
# PDF/A, as archives ask for it: what no font can show is refused instead of printed as boxes.
STANDARD: Literal["a-2b"] = "a-2b"
# Equal plots are equal bytes.
TIMESTAMP = 0
_MISSING = re.compile(r"the text `\"(.+?)\"` could not be displayed", re.DOTALL)


class MissingLetters(ValueError):
    """Letters of a plot that no font of this machine has."""


def convert_to_pdf(svg: str) -> bytes:
    """Return a page of exactly the plot's size. Raise MissingLetters."""
    import typst  # 80 MB, which only this needs

    try:
        return typst.compile(
            PAGE, format="pdf", sys_inputs={"plot": svg}, pdf_standards=[STANDARD], timestamp=TIMESTAMP
        )
    except typst.TypstError as error:
        if missing := _MISSING.search(str(error)):
            raise MissingLetters(
                f"No font on this server has “{missing[1]}”, so the plot cannot be a PDF. Use SVG, or ask the operator"
                " to install a font that has it."
            ) from error
        raise
