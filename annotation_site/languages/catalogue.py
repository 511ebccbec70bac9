"""The sentences that can be translated, with the files in which they stand, and the rules for wording one anew."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import gettext, trans_real

from annotation_site.languages.extraction import list_texts, read
from annotation_site.languages.locales import ENGLISH, Locale

TEMPLATE = settings.LOCALE_PATHS[0] / "django.pot"
LONGEST = 1_000
_PLACE = re.compile(r"%\(\w+\)s|\{\w*\}")
_TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English sentence, its plural or nothing, and the files that say it."""

    text: str
    plural: str
    files: tuple[str, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.text, self.plural) if self.plural else (self.text,)


@cache
def list_sentences() -> tuple[Sentence, ...]:
    """Return every sentence of the site that is marked for translation."""
    sentences = []
    for message in list_texts(read(TEMPLATE)):
        text, plural = (message.id, "") if isinstance(message.id, str) else message.id
        sentences.append(Sentence(text, plural, tuple(name for name, _ in message.locations)))
    return tuple(sentences)


@cache
def _list_script_sentences() -> tuple[Sentence, ...]:
    return tuple(sentence for sentence in list_sentences() if any(name.endswith(".js") for name in sentence.files))


def find_script_texts() -> dict[str, list[str]]:
    """Return the texts of scripts in the active locale, by English sentence, where that differs from English."""
    locale = find_active_locale()
    if locale.language == ENGLISH and not locale.own:
        return {}
    return {
        sentence.text: translation
        for sentence in _list_script_sentences()
        if (translation := translate(sentence, locale)) != list(sentence.forms)
    }


def find_active_locale() -> Locale:
    """Return the locale of the request, or that of the site outside of one."""
    active = getattr(getattr(trans_real._active, "value", None), "locale", None)  # type: ignore[attr-defined]
    return active if isinstance(active, Locale) else Locale()


def translate(sentence: Sentence, locale: Locale) -> list[str]:
    """Return a sentence in its one form or its two in a locale."""
    if own := locale.own.get(sentence.text):
        return list(own)
    if not sentence.plural:
        return [str(trans_real.translation(locale.language).gettext(sentence.text))]
    texts = trans_real.translation(locale.language)
    return [str(texts.ngettext(sentence.text, sentence.plural, number)) for number in (1, 2)]


def find_fault(original: str, text: str) -> str | None:
    """Return the reason why a text cannot stand for an original, or None.

    Templates trust translations: whatever could end an attribute or begin an element has to be in the original.
    """
    if len(text) > LONGEST:
        return gettext("Use at most {n} characters.").format(n=LONGEST)
    missing = Counter(_PLACE.findall(original))
    if Counter(_PLACE.findall(text)) != missing:
        return f"Keep these placeholders as they are: {' '.join(sorted(missing)) or 'none'}."
    tags = Counter(_TAG.findall(original))
    if Counter(_TAG.findall(text)) != tags:
        return f"Keep these marks as they are: {' '.join(sorted(tags)) or 'none'}."
    rest = _TAG.sub("", _PLACE.sub("", text))
    if match := re.search(r"[<>&\"{}%]", rest):
        return f"“{match[0]}” cannot be used. For quotation marks use “ and ”."
    return None
