"""The import of text, as it is requested and confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from annotation_site.jobs.models import Job, Upload
from annotation_site.previews.kinds import ImportKind
from annotation_site.previews.services import Preview
from annotation_site.projects.models import Project
from annotation_site.texts.lines import is_encoding
from annotation_site.web.exceptions import DomainError
from expressions.formats.registry import EXPRESSION_FORMATS
from expressions.passages.cutting import FEWEST_WORDS, MOST_WORDS, USUAL_WORDS

Use = Literal["text", "readings"]
USES = get_args(Use)
# Formats of one file; the others are converted first.
FORMATS = {each.name: each.title for each in EXPRESSION_FORMATS.values() if each.files == 1}


@dataclass(frozen=True, slots=True)
class PassageOptions:
    """Options of files of text. Used as "text" they follow each other and their marks are left out; as "readings" each
    is the finished reading of one annotator, all of the same text.
    """

    use: str = "text"
    format_name: str = ""
    encoding: str = ""
    passage_words: int = USUAL_WORDS


class PassageImport(ImportKind[PassageOptions]):
    """Text that becomes passages, with or without finished readings."""

    preview = Preview("expression_preview", becomes="expression_import")
    options = PassageOptions
    most_files = 20

    def read_options(self, project: Project, options: PassageOptions, uploads: Sequence[Upload]) -> dict[str, Any]:
        if options.use not in USES:
            raise DomainError(f"use is one of {', '.join(USES)}.")
        if options.format_name and options.format_name not in FORMATS:
            raise DomainError(f"There is no format “{options.format_name[:40]}”. Choose from {', '.join(FORMATS)}.")
        if options.encoding and not is_encoding(options.encoding):
            raise DomainError(f"“{options.encoding[:40]}” is not an encoding.")
        if not FEWEST_WORDS <= options.passage_words <= MOST_WORDS:
            raise DomainError(f"A passage has {FEWEST_WORDS} to {MOST_WORDS:,} words.")
        return super().read_options(project, options, uploads)

    def has_anything(self, result: Mapping[str, Any]) -> bool:
        return bool(result["counts"]["sentences"])

    def read_terms(self, project: Project, preview: Job, terms: Mapping[str, Any]) -> dict[str, Any]:
        """Refuse to leave out marks that the project cannot hold unless `leave_out` agrees."""
        marks = preview.result["counts"]["refused"]
        if marks and not terms.get("leave_out"):
            are = "1 mark does" if marks == 1 else f"{marks:,} marks do"
            raise DomainError(
                f"{are} not fit the settings of the project and would be left out. Confirm this, or change the "
                "settings."
            )
        return {}


PASSAGES = PassageImport()
