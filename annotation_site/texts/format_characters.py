"""Characters that show nothing by themselves: those that belong to a word or an emoji stay, the others are removed.

Unicode's properties decide. Joiners stay beside letters of scripts that are joined or stacked, variation selectors
after what they vary, tags in flags, and the zero-width space between words of scripts that write no spaces. Everything
else of category Cf, or that is ignored by default, goes: soft hyphens, marks and controls of direction, word joiners,
byte-order marks, and joiners where nothing is joined.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import regex

NON_JOINER, JOINER, SPACE_OF_NO_WIDTH = "\u200c", "\u200d", "\u200b"
JOINERS = NON_JOINER + JOINER
# Letters of the most common scripts that are joined; spaces are no format characters.
_LETTERS = "\u0621-\u063a\u0641-\u064a\u066e-\u06d3\u0900-\u0963\u0966-\u096f\u0971-\u0df3"
_WELL_JOINED = re.compile(f"[\u00a0\u202f\u3000]|[\u200c\u200d](?<=[{_LETTERS}].)(?=[{_LETTERS}])")
_EMOJI_STYLE, _FILLER, _VOWEL_SEPARATOR = "\ufe0f", "\u3164", "\u180e"
# Scripts whose letters join (Arabic, Mongolian …), and those that stack consonants with a virama.
_JOINED = (
    "Arabic Syriac Mandaic Nko Mongolian Phags_Pa Manichaean Psalter_Pahlavi Hanifi_Rohingya Sogdian Old_Sogdian "
    "Chorasmian Old_Uyghur Adlam "
    "Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Balinese Javanese "
    "Sundanese Cham Limbu Lepcha Meetei_Mayek Saurashtra Syloti_Nagri Tai_Tham Brahmi Kaithi Chakma Sharada Khojki "
    "Khudawadi Grantha Newa Tirhuta Siddham Modi Takri Dogra Nandinagari Masaram_Gondi Gunjala_Gondi "
    "Bhaiksuki Kharoshthi"
)
# Shown although they are of category Cf: signs above or below numbers, and how hieroglyphs are arranged.
_SHOWN = r"\p{Prepended_Concatenation_Mark}\U00013430-\U0001345f"
# Vowels of Khmer that are always there, and Hangul's places without a letter.
_OF_SYLLABLES = r"\u17b4\u17b5\u115f\u1160\uffa0"


class Removal(NamedTuple):
    """A text without the characters that were removed from it, and their places in the text as it was.

    `seams` are the places in the new text where something was removed that may have parted two words.
    """

    text: str
    characters: str = ""
    places: Sequence[int] = ()
    seams: Sequence[int] = ()

    def shift(self, offset: int) -> int:
        """Return where an offset of the text as it was is now."""
        return offset - bisect_left(self.places, offset)

    def shift_spans(self, spans: Iterable[Sequence[int]]) -> tuple[tuple[int, int], ...]:
        """Return spans of the text as it was with their ends in the new text; those past its end stay past it."""
        if not self.places:
            return tuple((start, end) for start, end in spans)
        return tuple((self.shift(start), self.shift(end)) for start, end in spans)


def may_need_removal(text: str) -> bool:
    """Return False for nearly every text, several times as fast as a search by properties."""
    if text.isascii():
        return False
    # A sentence of Persian has a few joiners, all in their place, one of French no-break spaces: 4 µs instead of 35.
    is_printable = text.isprintable() or _WELL_JOINED.sub("", text).isprintable()
    return not is_printable or _EMOJI_STYLE in text or _FILLER in text


def remove_format_characters(text: str, *, joins_spaces: bool = False) -> Removal:
    """Return the text without the characters that belong to no word; with `joins_spaces`, also without space around it,
    and with one space for each run of them.
    """
    places = _find_removed(text) if may_need_removal(text) else []
    if not joins_spaces or (not places and " ".join(text.split()) == text):
        return _remove(text, places, places) if places else Removal(text)
    return _remove(text, places, sorted({*places, *_find_needless_spaces(text, set(places))}), joins_spaces=True)


def clean(text: str) -> str:
    """Return the text without the characters that belong to no word."""
    return remove_format_characters(text).text if may_need_removal(text) else text


def bare(text: str) -> str:
    """Return the text without any character that shows nothing, joiners too: the form in which words are compared."""
    return text if text.isascii() or _is_plain(text) else _patterns().hidden.sub("", text)


def is_shown_in_text(character: str) -> bool:
    """Return whether a character can stand in a text that is shown: one with a shape, or a joiner."""
    return character.isprintable() or character in JOINERS


def find_emoji(text: str) -> list[tuple[int, int]]:
    """Return the places of emoji, each as one: flags, keycaps, skin tones and joined sequences."""
    return [match.span() for match in _patterns().emoji.finditer(text)]


class _Patterns(NamedTuple):
    """Properties of characters as Unicode has them; compiled where a text needs them, since that takes 0.1 s."""

    hidden: regex.Pattern[str]
    joined: regex.Pattern[str]
    unspaced: regex.Pattern[str]
    word: regex.Pattern[str]
    varied: regex.Pattern[str]
    pictograph: regex.Pattern[str]
    flag: regex.Pattern[str]
    emoji: regex.Pattern[str]


@functools.cache
def _patterns() -> _Patterns:
    import regex

    pictograph = r"\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?\u20e3?"
    flag = r"\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f"
    return _Patterns(
        hidden=regex.compile(rf"(?V1)[[\p{{Cf}}\p{{Default_Ignorable_Code_Point}}]--[{_SHOWN}{_OF_SYLLABLES}]]"),
        joined=regex.compile("[" + "".join(rf"\p{{Script={name}}}" for name in _JOINED.split()) + r"\u0640]"),
        unspaced=regex.compile(r"\p{Line_Break=Complex_Context}"),
        word=regex.compile(r"[\p{L}\p{M}\p{N}]"),
        varied=regex.compile(r"[\p{Variation_Selector}\u180b-\u180d\u180f\u034f]"),
        pictograph=regex.compile(r"[\p{Extended_Pictographic}\p{Emoji_Modifier}]"),
        flag=regex.compile(flag),
        emoji=regex.compile(
            rf"\p{{Regional_Indicator}}{{2}}|[0-9#*]\ufe0f?\u20e3|{flag}|{pictograph}(?:\u200d{pictograph})*"
        ),
    )


def _is_plain(text: str) -> bool:
    return text.isprintable() and _patterns().hidden.search(text) is None


def _find_removed(text: str) -> list[int]:
    """Return the places of what is to be removed, in order."""
    patterns = _patterns()
    hidden = [match.start() for match in patterns.hidden.finditer(text)]
    in_flags = {index for match in patterns.flag.finditer(text) for index in range(*match.span())} if hidden else ()
    removed: list[int] = []
    gone: set[int] = set()
    all_hidden = set(hidden)
    for index in hidden:
        before = index - 1
        while before in gone:
            before -= 1
        after = index + 1
        while after in all_hidden and after not in in_flags:
            after += 1
        if index not in in_flags and not _belongs(text, index, before, after):
            removed.append(index)
            gone.add(index)
    return removed


def _belongs(text: str, place: int, before: int, after: int) -> bool:
    """Return whether a hidden character belongs to the characters beside it, of which the first stays, and the second
    is the next that is not hidden.
    """
    patterns, character = _patterns(), text[place]
    first = text[before] if before >= 0 else " "
    second = text[after] if after < len(text) else " "
    if first == character or first.isspace():
        return False
    if patterns.varied.match(character):
        return unicodedata.category(first)[0] != "C"
    base = _find_base(text, before)
    if character == NON_JOINER:
        is_inside = bool(patterns.word.match(base) and patterns.word.match(second))
        return is_inside and bool(patterns.joined.match(base) or patterns.joined.match(second))
    if character == JOINER:
        is_emoji = bool(patterns.pictograph.match(base) and patterns.pictograph.match(second))
        return is_emoji or bool(patterns.joined.match(base) and patterns.word.match(base))
    if character == SPACE_OF_NO_WIDTH:
        is_unspaced = bool(patterns.unspaced.match(base) or patterns.unspaced.match(second))
        return is_unspaced and not second.isspace()
    return character == _VOWEL_SEPARATOR and bool(patterns.joined.match(base))


def _find_base(text: str, place: int) -> str:
    """Return the character here, or the one that the marks and selectors here stand on."""
    while place > 0 and (unicodedata.category(text[place])[0] == "M" or text[place] in JOINERS):
        place -= 1
    return text[place] if place >= 0 else " "


def _find_needless_spaces(text: str, removed: Collection[int]) -> list[int]:
    """Return the places of space at the ends of the text, and of all but the first of each run inside."""
    needless: list[int] = []
    last: int | None = None
    follows_space = True
    for index, character in enumerate(text):
        if index in removed:
            continue
        if not character.isspace():
            follows_space = False
        elif follows_space:
            needless.append(index)
        else:
            last, follows_space = index, True
    return [*needless, last] if follows_space and last is not None else needless


def _remove(text: str, hidden: Sequence[int], places: Sequence[int], *, joins_spaces: bool = False) -> Removal:
    removed = set(places)
    kept = (character for index, character in enumerate(text) if index not in removed)
    new = "".join(" " if joins_spaces and character.isspace() else character for character in kept)
    removal = Removal(new, "".join(text[index] for index in hidden), tuple(places))
    seams = sorted({removal.shift(index) for index in hidden})
    return removal._replace(seams=tuple(seams))
