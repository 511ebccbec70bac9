"""Languages for people to choose: BCP 47 tag, English name, direction of writing."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from babel import Locale
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
    primary, *further = language.tag.lower().split("-")
    whole = "_".join([primary, *(part.title() if len(part) == SCRIPT_LENGTH else part.upper() for part in further)])
    return known.get(whole) or (f"{known[primary]} ({language.tag})" if primary in known else language.name)


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
