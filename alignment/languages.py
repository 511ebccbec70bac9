"""Languages as people pick them: BCP 47 tag, English name, direction of writing."""

from typing import NamedTuple

from django.conf.locale import LANG_INFO

RIGHT_TO_LEFT = frozenset(
    ["ar", "arc", "ckb", "dv", "fa", "ff-adlm", "he", "ks", "ku-arab", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
)
# Languages of multiword expression research that Django's list lacks.
FURTHER = {
    "am": "Amharic",
    "bo": "Tibetan",
    "ckb": "Central Kurdish",
    "dv": "Dhivehi",
    "fo": "Faroese",
    "gn": "Guarani",
    "gu": "Gujarati",
    "ha": "Hausa",
    "iu": "Inuktitut",
    "jv": "Javanese",
    "km": "Khmer",
    "lo": "Lao",
    "ltg": "Latgalian",
    "mi": "Māori",
    "mt": "Maltese",
    "my": "Burmese",
    "om": "Oromo",
    "ps": "Pashto",
    "sa": "Sanskrit",
    "sd": "Sindhi",
    "si": "Sinhala",
    "so": "Somali",
    "syr": "Syriac",
    "ti": "Tigrinya",
    "tl": "Tagalog",
    "xh": "Xhosa",
    "yi": "Yiddish",
    "yo": "Yoruba",
    "zu": "Zulu",
}
REGIONAL = {"zh-hans": "Chinese (simplified)", "zh-hant": "Chinese (traditional)", "pt-br": "Portuguese (Brazil)"}


class Language(NamedTuple):
    """A language with what a page needs to set its text."""

    tag: str
    name: str
    direction: str


def _names() -> dict[str, str]:
    plain = {tag: str(info["name"]) for tag, info in LANG_INFO.items() if "name" in info and "-" not in tag}
    return {**plain, **FURTHER, **REGIONAL, "zh": "Chinese"}


NAMES = _names()
LANGUAGE_CHOICES = sorted(NAMES.items(), key=lambda pair: pair[1])


def find_language(tag: str) -> Language:
    """Name and direction of a tag; an unknown tag is its own name."""
    direction = "rtl" if tag.lower() in RIGHT_TO_LEFT else "ltr"
    return Language(tag, NAMES.get(tag.lower(), tag), direction)
