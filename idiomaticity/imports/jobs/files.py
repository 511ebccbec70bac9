"""Files of compounds and scores, read in whole, and the names in them."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from annotation_site.jobs.files import read_upload
from annotation_site.jobs.models import Upload
from annotation_site.jobs.running import JobRun
from annotation_site.previews.services import Preview
from annotation_site.projects.models import Project
from annotation_site.tables.columns import ColumnsError
from annotation_site.tables.reading import TableOptions
from annotation_site.texts.encodings import name_encoding
from annotation_site.texts.languages import find_language
from annotation_site.texts.legacy_encodings import may_be_in
from idiomaticity.formats import Naming
from idiomaticity.formats.combined_tables import CombinedTables
from idiomaticity.formats.marked_texts import find_marks
from idiomaticity.formats.naming import SeenNames

COMPOUNDS = Preview("compound_preview", becomes="compound_import")
RATINGS = Preview("rating_preview", becomes="rating_import")
# As many show the letters of a language.
MOST_TEXTS = 200


def read_naming(run: JobRun) -> Naming:
    """Return the columns, classes and labels that were assigned before the preview."""
    given = run.parameters
    return Naming(
        given.get("columns", {}), given.get("classes", {}), given.get("labels", {}), given.get("classes_of", "")
    )


def read_options(run: JobRun) -> TableOptions:
    """Return how the tables of the job are to be read."""
    given = run.parameters
    # Earlier versions kept the encoding alone.
    return TableOptions(**given["reading"]) if "reading" in given else TableOptions(given["encoding"])


def name_language(project: Project) -> set[str]:
    """Return the names by which rows may name the language of the project, case-folded."""
    own = find_language(project.idiomaticity.language)
    names = (own.tag.partition("-")[0], own.tag, own.name.partition(" (")[0])
    return set(map(str.casefold, names))


def require_language(project: Project, texts: Iterable[str], tables: CombinedTables) -> None:
    """Raise ColumnsError if texts cannot be in the language of the project; a person may choose another encoding."""
    if fault := find_language_fault(project, texts, tables):
        raise ColumnsError(", ".join(table.name for table in tables.tables), None, fault)


def find_language_fault(project: Project, texts: Iterable[str], tables: CombinedTables) -> str:
    """Return a sentence if texts cannot be in the language of the project, as after reading by a wrong encoding."""
    language, encoding = find_language(project.idiomaticity.language), tables.tables[0].encoding
    sample = "\n".join(islice(filter(None, texts), MOST_TEXTS))
    if may_be_in(sample, language.tag, is_unicode=not encoding or encoding.startswith("utf")):
        return ""
    read_as = f" when read as {name_encoding(encoding)}" if encoding else ""
    return f"The text is not {language.name}{read_as}. Choose the encoding, or save the file as UTF-8."


def describe_names(seen: SeenNames, naming: Naming) -> dict[str, Any]:
    """Return the names in the files as a preview's result has them."""
    return {
        "class_names": list(seen.classes),
        "label_names": [
            {"name": name, "label": naming.find_label(name), "count": count} for name, count in seen.labels.items()
        ],
        "checks": list(seen.checks),
    }


def name_tool(uploads: Sequence[Upload]) -> dict[str, str]:
    """Return the annotation tool whose export the files are, as a preview's result has it; nothing for tables."""
    marks = find_marks([read_upload(upload) for upload in uploads])
    return {"tool": marks[0].title} if marks else {}
