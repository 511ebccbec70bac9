"""Languages for people to choose: BCP 47 tag, English name, direction of writing."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.utils.translation import get_language

# What may be typed where the list lacks a language: BCP 47, primary subtag and whatever follows it.
TAG_PATTERN = r"\A[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*\Z"
TAG_SENTENCE = "A language is a tag such as en, it or pt-br."
RIGHT_TO_LEFT_SCRIPTS = frozenset(["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa"])
SCRIPT_LENGTH = 4
RIGHT_TO_LEFT = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "ff-adlm", "he", "ks", "ku-arab", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
# Languages of multiword expression research that Django's list lacks.
FURTHER = {
    "am": "Amharic",
    "ang": "Old English",
    "arc": "Aramaic",
    "ay": "Aymara",
    "bo": "Tibetan",
    "ceb": "Cebuano",
    "ckb": "Central Kurdish",
    "dv": "Dhivehi",
    "fo": "Faroese",
    "fro": "Old French",
    "gn": "Guarani",
    "got": "Gothic",
    "grc": "Ancient Greek",
    "gu": "Gujarati",
    "ha": "Hausa",
    "iu": "Inuktitut",
    "jv": "Javanese",
    "kl": "Greenlandic",
    "km": "Khmer",
    "la": "Latin",
    "lo": "Lao",
    "ltg": "Latgalian",
    "mi": "Māori",
    "mt": "Maltese",
    "my": "Burmese",
    "om": "Oromo",
    "nah": "Nahuatl",
    "oc": "Occitan",
    "ps": "Pashto",
    "qu": "Quechua",
    "rm": "Romansh",
    "rw": "Kinyarwanda",
    "sa": "Sanskrit",
    "sc": "Sardinian",
    "sd": "Sindhi",
    "se": "Northern Sami",
    "si": "Sinhala",
    "so": "Somali",
    "syr": "Syriac",
    "ti": "Tigrinya",
    "tl": "Tagalog",
    "wo": "Wolof",
    "xh": "Xhosa",
    "yi": "Yiddish",
    "yo": "Yoruba",
    "zu": "Zulu",
}
REGIONAL = {"zh-hans": "Chinese (simplified)", "zh-hant": "Chinese (traditional)", "pt-br": "Portuguese (Brazil)"}


class Language(NamedTuple):
    """A language with the attributes that a page needs to set its text."""

    tag: str
    name: str
    direction: str


def _names() -> dict[str, str]:
    plain = {tag: str(info["name"]) for tag, info in LANG_INFO.items() if "name" in info and "-" not in tag}
    return {**plain, **FURTHER, **REGIONAL, "zh": "Chinese"}


NAMES = _names()
LANGUAGE_CHOICES = sorted(NAMES.items(), key=lambda pair: pair[1])


class LanguageOption(NamedTuple):
    """A language to choose: its English name, and what else people call it, by which browsers find it."""

    name: str
    others: str


@cache
def list_options() -> list[LanguageOption]:
    """Return every language by English name, with its own name, those in the languages of the pages, and its tag."""
    return [LanguageOption(name, ", ".join([*_other_names(tag), tag])) for tag, name in LANGUAGE_CHOICES]


def find_tag(typed: str) -> str | None:
    """Return the tag of a language that is typed as its tag or its name: in English, in the language itself, or in one
    of those of the pages. A tag that the list lacks is returned as it is typed; None for
    anything else.
    """
    text = " ".join(typed.replace("_", "-").split())
    if tag := _tags_by_name().get(text.casefold()):
        return tag
    return text if re.match(TAG_PATTERN, text) else None


@cache
def _tags_by_name() -> dict[str, str]:
    """Return tags by everything that is understood; an earlier meaning wins over a later one."""
    tags = {name.casefold(): tag for tag, name in LANGUAGE_CHOICES}
    for tag in NAMES:
        tags.setdefault(tag.casefold(), tag)
    for tag in NAMES:
        for name in _other_names(tag):
            tags.setdefault(name.casefold(), tag)
    return tags


def _other_names(tag: str) -> list[str]:
    """Return the language's own name, and its names in the languages of the pages."""
    own = [str(LANG_INFO[tag]["name_local"])] if "name_local" in LANG_INFO.get(tag, {}) else []
    if whole := _parse_locale(tag):
        own.append(whole.get_display_name() or "")
    key = _key_of_babel(tag)
    pages = [Locale.parse(code, sep="-").languages.get(key, "") for code, _ in settings.LANGUAGES]
    return [name for name in dict.fromkeys([*own, *pages]) if name and name != NAMES[tag]]


def _parse_locale(tag: str) -> Locale | None:
    """Return the language as a locale; None for the many that have no texts of their own."""
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


def find_language(tag: str) -> Language:
    """Return name and direction of a tag, or of its language if only that is known; an unknown tag is its own name."""
    whole = tag.lower()
    primary, *further = whole.split("-")
    name = NAMES.get(whole) or (f"{NAMES[primary]} ({tag})" if primary in NAMES else tag)
    return Language(tag, name, "rtl" if _is_right_to_left(whole, primary, further) else "ltr")


def say_name(language: Language) -> str:
    """Return the name in the language of the page; the English one where that is English or has no name for it."""
    return _say_name(language, get_language() or settings.LANGUAGE_CODE)


# Asked for twice with every pair; there are few languages, and only those of projects are asked for.
@lru_cache(maxsize=1_000)
def _say_name(language: Language, of_page: str) -> str:
    page = Locale.parse(of_page, sep="-")
    if page == Locale.parse(settings.LANGUAGE_CODE, sep="-"):
        return language.name
    known = page.languages
    primary = language.tag.lower().partition("-")[0]
    return known.get(_key_of_babel(language.tag)) or (
        f"{known[primary]} ({language.tag})" if primary in known else language.name
    )


def _key_of_babel(tag: str) -> str:
    primary, *further = tag.lower().split("-")
    return "_".join([primary, *(part.title() if len(part) == SCRIPT_LENGTH else part.upper() for part in further)])


def say_all(names: Sequence[str]) -> str:
    """Return names as the language of the page lists them: `A, B and C`."""
    return format_list(names, locale=_find_locale())


def _find_locale() -> Locale:
    return Locale.parse(get_language() or settings.LANGUAGE_CODE, sep="-")


def _is_right_to_left(whole: str, primary: str, further: list[str]) -> bool:
    """Return the direction by the script in the tag, else by the language."""
    scripts = [part for part in further[:2] if len(part) == SCRIPT_LENGTH and part.isalpha()]
    if scripts:
        return scripts[0] in RIGHT_TO_LEFT_SCRIPTS
    return whole in RIGHT_TO_LEFT or primary in RIGHT_TO_LEFT
