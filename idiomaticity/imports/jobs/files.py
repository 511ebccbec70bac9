"""Files of compounds and scores, read in whole."""

from annotation_site.jobs.models import Upload
from annotation_site.web.exceptions import DomainError

LARGEST_FILE = 50 << 20


def read_upload(upload: Upload) -> tuple[bytes, str]:
    """Return content and name."""
    if upload.size > LARGEST_FILE:
        raise DomainError(f"{upload.name} is larger than {LARGEST_FILE >> 20} MB. Split it.")
    with upload.file.open("rb") as file:
        return file.read(), upload.name
