"""Files of known gold."""

from contextlib import nullcontext
from io import BytesIO

from alignment.formats.link_files import DETECT, LinkFile


def gold_file(text: str | bytes, alignment_format: str = DETECT) -> LinkFile:
    data = text if isinstance(text, bytes) else text.encode()
    return LinkFile("gold.txt", alignment_format, False, lambda: nullcontext(BytesIO(data)), "the project")
