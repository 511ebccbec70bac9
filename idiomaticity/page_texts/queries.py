"""The locale of a study, and its sentences page by page."""

from dataclasses import dataclass

from annotation_site.languages.catalogue import Sentence, list_sentences, translate
from annotation_site.languages.locales import Locale, match_language
from annotation_site.projects.models import Project
from idiomaticity.page_texts.models import PageTexts

# Where the sentences of each page stand; a sentence is listed under the first page that says it.
PAGES = {
    "Joining": (
        "templates/idiomaticity/crowd/crowd_c",
        "templates/idiomaticity/crowd/crowd_return",
        "idiomaticity/crowd/",
    ),
    "Start, test and end": ("templates/idiomaticity/crowd/", "idiomaticity/screening/"),
    "Rating": ("templates/idiomaticity/ratings/", "static/idiomaticity/", "idiomaticity/"),
    "Further pages": ("templates/idiomaticity/",),
    "Skipping, comments and lists": ("templates/assignments/", "annotation_site/assignments/"),
    "Saving": ("static/site/",),
    "Errors": ("templates/4", "templates/5", "templates/web/", "annotation_site/web/"),
    "Every page": ("templates/base", "templates/forms/", "templates/lists/", "templates/page/"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence with its translation and what the study says instead, form by form."""

    sentence: Sentence
    translation: list[str]
    own: list[str]

    @property
    def forms(self) -> list[tuple[str, str, str]]:
        """Return original, translation and own text of each form."""
        own = self.own or [""] * len(self.translation)
        return list(zip(self.sentence.forms, self.translation, own, strict=True))


def find_locale(project: Project) -> Locale:
    """Return the locale of participants: in the language of the compounds unless another was chosen."""
    texts: PageTexts | None = getattr(project, "page_texts", None)
    language = match_language(texts.language if texts and texts.language else project.idiomaticity.language)
    return Locale(language, texts.own.get(language, {}) if texts else {})


def list_rows(project: Project, search: str, *, only_own: bool = False) -> dict[str, list[Row]]:
    """Return the sentences of each page that have what was searched for, in any of their texts."""
    locale = find_locale(project)
    plain = Locale(locale.language)
    by_page: dict[str, list[Row]] = {page: [] for page in PAGES}
    for sentence in list_sentences():
        page = find_page(sentence)
        own = list(locale.own.get(sentence.text, ()))
        if page is None or (only_own and not own):
            continue
        row = Row(sentence, translate(sentence, plain), own)
        if search.lower() in " ".join([*sentence.forms, *row.translation, *own]).lower():
            by_page[page].append(row)
    return {page: rows for page, rows in by_page.items() if rows}


def find_page(sentence: Sentence) -> str | None:
    """Return the page that says the sentence, or None if no page of a study does."""
    for page, folders in PAGES.items():
        if any(name.startswith(folders) for name in sentence.files):
            return page
    return None


def find_sentence(text: str) -> Sentence | None:
    """Return the sentence of a study's pages with this English text."""
    return next((sentence for sentence in list_sentences() if sentence.text == text and find_page(sentence)), None)
