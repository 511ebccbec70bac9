"""English words, sentences of ours in English, and numbers and dates in their English form, on a page in another."""

import html
import re
from functools import cache

from django.conf import settings

from annotation_site.languages.catalogue import list_sentences, translate
from annotation_site.languages.locales import Locale

LANGUAGES = [tag for tag, _ in settings.LANGUAGES if tag != settings.LANGUAGE_CODE]
ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "the and you your of this that are with not from thank please answer answers item items sentence sentences "
        "rate rating ratings submit next skip comment reason left code link study back score previous been was will",
    )
)
SAID = re.compile(r"\b(?:aria-label|title|placeholder|alt)=\"([^\"]*)\"")
# Not the version in the footer, nor thousands and dates of a language that has points in them, nor figures up to 1,000.
NUMBER = re.compile(
    r"(?<![\w.,/-])(?:\d{1,3}(?:,\d{3}){2,}|(?:[2-9]|[1-9]\d{1,2})(?:,\d{3})+|\d+\.\d{1,2}|0\.\d+|\d+\.\d{4,})"
    r"(?![\w.-]|,\d)"
)
MONTHS = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?"
    "|Nov(?:ember)?|Dec(?:ember)?"
)
# German counts “3 Markierungen”: a month ends where its name does.
DATE = re.compile(rf"\b\d{{1,2}} (?:{MONTHS})\b(?: \d{{4}})?")
UNSEEN = re.compile(r"<(script|style|head)\b.*?</\1>", re.DOTALL)


def read_page(page: str) -> str:
    """Return what can be seen or heard of a page."""
    title = "".join(re.findall(r"<title>(.*?)</title>", page, re.DOTALL)).replace("Interlinea", "")
    seen = UNSEEN.sub(" ", page)
    texts = [title, *SAID.findall(seen), re.sub(r"<[^>]+>", " ", seen)]
    return " ".join(html.unescape(" ".join(texts)).split())


def find_english(page: str, language: str) -> list[str]:
    """Return English words, sentences of ours in English, and numbers and dates in their English form, on a page."""
    text = read_page(page)
    words, sentences = _tell_apart(language)
    found = sorted(words & set(re.findall(r"[a-z]+", text.lower())))
    return found + [form for form in sentences if _says(text, form)] + NUMBER.findall(text) + DATE.findall(text)


@cache
def _tell_apart(language: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the stop words and the sentences that no translation says; “Link” is a German word as well."""
    said = " | ".join(form for each in list_sentences() for form in translate(each, Locale(language)))
    plain = {form for each in list_sentences() for form in each.forms if not re.search(r"[%{<]", form)}
    words = ENGLISH.difference(re.findall(r"[a-zà-ü]+", said.lower()))
    return words, tuple(sorted(form for form in plain if not _says(said, form)))


def _says(text: str, form: str) -> bool:
    return form in text and re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) is not None
