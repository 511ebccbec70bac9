"""The likeliest of the encodings older than Unicode, by the letters that languages have.

A text is as likely as its characters are in a language: a letter that the language lacks, a capital after a small
letter, or letters of two scripts in one word are what text in another encoding looks like. Measured on sentences, words
and small tables in 19 languages (`tests/annotation_site/texts/test_legacy_encodings.py`).
"""

from __future__ import annotations

import codecs
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from annotation_site.texts.alphabets import FREQUENT, LATIN, LETTERS, VOWELS
from annotation_site.texts.language_signs import LATIN as LATIN_SCRIPT
from annotation_site.texts.language_signs import find_script, find_scripts

MOST_BYTES = 8_192
# The least share of characters that belong to the language, or are signs of printing, in a text that is read right.
LEAST_SHARE = 0.75
_FEW_SIGNS = 4
# Of ideographs: a list of literary idioms has a third, text in another encoding half and more.
_MOST_RARE = 0.4
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_WESTERN, _CENTRAL = ("cp1252", "iso8859-15", "mac-roman", "cp850"), ("cp1250", "iso8859-2", "cp852")
_CYRILLIC = ("cp1251", "koi8-u", "iso8859-5", "cp866", "mac-cyrillic")
_ARABIC, _GREEK, _HEBREW = ("cp1256", "iso8859-6"), ("cp1253", "iso8859-7", "cp737"), ("cp1255", "iso8859-8", "cp862")
_BALTIC, _TURKISH = ("cp1257", "iso8859-13"), ("cp1254", "iso8859-9", "cp857")
# The commonest first. Those of Windows hold all signs of their ISO siblings in other places, so that both are tried.
_BY_LANGUAGE: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(LATIN, _WESTERN),
    **dict.fromkeys(("cs", "hu", "pl", "ro", "sk", "sl", "hr", "bs", "sq"), _CENTRAL),
    **dict.fromkeys(("lt", "lv", "et"), _BALTIC),
    **dict.fromkeys(("tr", "az"), _TURKISH),
    "vi": ("cp1258",),
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "sr", "kk"), _CYRILLIC),
    **dict.fromkeys(("ar", "fa", "ur", "ps"), _ARABIC),
    **dict.fromkeys(("el", "grc"), _GREEK),
    **dict.fromkeys(("he", "yi"), _HEBREW),
    "th": ("cp874",),
    "zh": ("gb18030", "big5hkscs"),
    "zh-hant": ("big5hkscs", "gb18030"),
    "ja": ("cp932", "euc_jp"),
    "ko": ("cp949",),
}
_SIGN_IN_WORD = re.compile("(?<=[^\\W\\d_])[^\\x00-\\x7f\\w\\s’‘·–—…\u200c](?=[^\\W\\d_])")
_ENCODINGS = sorted({encoding for encodings in _BY_LANGUAGE.values() for encoding in encodings})
# English takes words from everywhere, and Serbian is written in two scripts; Vietnamese letters are composed or not.
_OF_ANY_LETTERS = ("en", "sr", "vi")
# Costs in bits: of a sign that no sentence of the language has, of one of printing, of one of ASCII, and what a capital
# costs more than its small letter.
_STRANGE, _PRINTED, _PLAIN, _CAPITAL = 14.0, 7.0, 5.0, 3.0
_MISPLACED = 7.0
_OTHER_LANGUAGE = 12.0
_RARER_ENCODING = 2.0
_PRINTING = frozenset("«»„“”‚‘’–—…•€£§°·º×¿¡№©®™´½¼ \u200e\u200f。、，！？：；（）「」『』《》〈〉【】・ー　～％")
_OLD_SYSTEM = 4.0
_OF_OLD_SYSTEMS = frozenset(["mac-roman", "mac-cyrillic", "cp850", "cp852", "cp857", "cp862", "cp737", "cp866"])
# National standards with the rows of their first level, and the costs of characters in these and in other rows.
_IDEOGRAPHS = {
    "zh": ("gb2312", 0xB0, 0xD7, 13.0, 19.0),
    "zh-hant": ("big5", 0xA4, 0xC6, 13.0, 19.0),
    "ja": ("euc_jp", 0xB0, 0xCF, 13.0, 18.0),
    "ko": ("euc_kr", 0xB0, 0xC8, 12.0, 20.0),
}
_KANA_ROWS, _KANA, _FREQUENT = (0xA4, 0xA5), 7.5, 9.0


@dataclass(frozen=True, slots=True)
class Guess:
    """An encoding, and whether text that was read by it looks like a language."""

    encoding: str
    language: str
    cost: float
    fitting: int
    strange: int

    @property
    def is_readable(self) -> bool:
        """Return whether the text may be one; a few signs, as of names, show nothing."""
        return self.strange <= _FEW_SIGNS or self.fitting >= LEAST_SHARE * (self.fitting + self.strange)


def guess_legacy_encoding(sample: bytes, languages: Sequence[str] = ()) -> Guess:
    """Return the likeliest encoding of bytes that are no UTF-8; text in one of the languages is likelier."""
    data = _take_lines_beyond_ascii(sample)
    known = [profile for tag in languages for profile in _find_profiles(tag)]
    # English is written with every Western letter, so that it says nothing beside another language.
    known = [profile for profile in known if profile != "en"] or known
    guesses: list[Guess] = []
    signs_by_encoding = {encoding: _read_signs(data, encoding) for encoding in _ENCODINGS}
    for language, encodings in _BY_LANGUAGE.items():
        for rank, encoding in enumerate(encodings):
            if (signs := signs_by_encoding[encoding]) is None:
                continue
            extra = _count_extra(encoding, rank) + (0 if language in known or not known else _OTHER_LANGUAGE)
            cost, fitting, strange = signs.weigh(language)
            guesses.append(Guess(encoding, language, cost + extra, fitting, strange))
    return min(guesses, key=lambda guess: guess.cost)


def may_be_in(text: str, language: str, *, is_unicode: bool) -> bool:
    """Return whether a text may be in a language, a tag, by its letters: one that was read by a wrong encoding is full
    of those that the language lacks. `is_unicode` says that nobody had to guess the encoding, so that letters of names
    from anywhere may stand in it.
    """
    scripts = find_scripts(language)
    if scripts >= LATIN_SCRIPT:
        return is_unicode or language.partition("-")[0].lower() in _OF_ANY_LETTERS or _fits(text, language)
    letters = [letter for letter in unicodedata.normalize("NFKC", text) if letter.isalpha() and not letter.isascii()]
    found = Counter(map(find_script, letters))
    if sum(found[script] for script in scripts) * 2 < len(letters):
        # Transliterations are words of Latin letters, without signs or capitals inside them.
        signs = [sign for sign in text if not sign.isascii() and unicodedata.category(sign)[0] not in "LM"]
        return found["LATIN"] * 2 > len(letters) and _PRINTING.issuperset(signs) and not _Signs.of(text).misplaced
    if is_unicode or scripts != find_scripts("zh"):
        return True
    return any(_are_common(letters, language) for language in ("zh", "zh-hant"))


def _are_common(ideographs: Sequence[str], language: str) -> bool:
    """Return whether most are in common use: other encodings of ideographs make rare ones."""
    rare = sum(_cost_ideograph(ideograph, language) >= _STRANGE for ideograph in ideographs)
    return rare <= _MOST_RARE * len(ideographs)


def _fits(text: str, language: str) -> bool:
    """Return whether most signs beyond ASCII are those of the language, or it is not known which these are."""
    profiles = _find_profiles(language)
    for profile in profiles:
        _, fitting, strange = _Signs.of(text).weigh(profile)
        if strange <= _FEW_SIGNS or fitting >= LEAST_SHARE * (fitting + strange):
            return True
    return not profiles


def _count_extra(encoding: str, rank: int) -> float:
    """Return the cost of an encoding that fewer programs write."""
    return rank * _RARER_ENCODING + (_OLD_SYSTEM if encoding in _OF_OLD_SYSTEMS else 0) + (encoding != "cp1252")


def _find_profiles(tag: str) -> list[str]:
    primary, *further = tag.lower().split("-")
    if primary == "zh" and {"hant", "tw", "hk", "mo"} & set(further):
        return ["zh-hant"]
    if primary == "zh" and not further:
        return ["zh", "zh-hant"]
    return [primary] if primary in _BY_LANGUAGE else []


def _take_lines_beyond_ascii(sample: bytes) -> bytes:
    """Return the first lines that tell something; the last one may be cut."""
    lines = (line for line in re.findall(rb"[^\r\n]+", sample) if _BEYOND_ASCII.search(line))
    taken, length = list[bytes](), 0
    for line in lines:
        taken.append(line)
        length += len(line)
        if length > MOST_BYTES:
            break
    return b"\n".join(taken)[: 4 * MOST_BYTES]


def _read_signs(data: bytes, encoding: str) -> _Signs | None:
    """Return the signs of the text; None if it cannot be in this encoding."""
    try:
        return _Signs.of(codecs.getincrementaldecoder(encoding)().decode(data))
    except UnicodeDecodeError:
        return None


@dataclass(frozen=True, slots=True)
class _Signs:
    """Counts of what stands in a text that was read by some encoding."""

    characters: Counter[str]
    misplaced: int
    words: Counter[str]

    @classmethod
    def of(cls, text: str) -> _Signs:
        misplaced = sum(_is_misplaced(first, second) for first, second in pairwise(f" {text}"))
        misplaced += len(_SIGN_IN_WORD.findall(text))
        return cls(Counter(text), misplaced, Counter(re.findall(r"\w{2,}", text.lower())))

    def weigh(self, language: str) -> tuple[float, int, int]:
        """Return the cost of the text in a language, and how many signs outside ASCII fit and do not."""
        costs = _cost_letters(language)
        strange = self.misplaced + self._count_unspeakable(language)
        total, fitting = strange * _MISPLACED, 0
        for character, count in self.characters.items():
            if character.isascii():
                total += count * (_PLAIN if character.isprintable() or character.isspace() else _STRANGE)
                continue
            cost = _cost(character, costs, language)
            fitting += count * (cost < _STRANGE)
            strange += count * (cost >= _STRANGE)
            total += count * cost
        return total, fitting, strange

    def _count_unspeakable(self, language: str) -> int:
        """Return how many words have no vowel, in a script that writes them."""
        letters = LETTERS.get(language, " ")
        vowels = VOWELS.get(unicodedata.name(letters[0], "").partition(" ")[0])
        if vowels is None:
            return 0
        return sum(count for word, count in self.words.items() if not word.isascii() and not set(vowels) & set(word))


def _is_misplaced(first: str, second: str) -> bool:
    """Return whether two characters do not follow each other in any text."""
    if first.isascii() and second.isascii():
        return False
    if first.islower() and second.isupper():
        return True
    if first.isascii() and unicodedata.category(second) == "Mn":
        # Those of Latin are written onto any letter.
        return not first.isalpha() or find_script(second) != "COMBINING"
    if first.isalpha() and second.isalpha() and first.isascii() != second.isascii():
        return find_script(first) != find_script(second)
    return False


@cache
def _cost_letters(language: str) -> Mapping[str, float]:
    """Return the cost of each letter; the frequencies of letters fall with their rank, as Zipf found of words."""
    if language in LATIN:
        return {letter: 2 + cost for letter, cost in _rank(LATIN[language]).items()}
    if language in LETTERS:
        return _rank(LETTERS[language])
    return dict.fromkeys(FREQUENT[language], _FREQUENT)


def _rank(letters: str) -> Mapping[str, float]:
    total = sum(1 / (rank + 4) for rank in range(len(letters)))
    return {letter: math.log2(total * (rank + 4)) for rank, letter in enumerate(letters)}


def _cost(character: str, costs: Mapping[str, float], language: str) -> float:
    if (cost := costs.get(character)) is not None:
        return cost
    if character in _PRINTING:
        return _PRINTED
    small = character.lower()
    if small != character and (cost := costs.get(small)) is not None:
        return cost + _CAPITAL
    return _cost_ideograph(character, language) if language in _IDEOGRAPHS else _STRANGE


def _cost_ideograph(character: str, language: str) -> float:
    """Return the cost by the first level of the national standard, which holds what is in common use."""
    standard, first, last, common, rare = _IDEOGRAPHS[language]
    try:
        code = character.encode(standard)
    except UnicodeEncodeError:
        return 2 * _STRANGE
    if len(code) != 2:
        return 2 * _STRANGE
    if language == "ja" and code[0] in _KANA_ROWS:
        return _KANA
    return common if first <= code[0] <= last else rare
