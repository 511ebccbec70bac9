"""WordNet 3.0 read from its own files (index.* and *.exc, as Debian's wordnet-base installs them)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from annotation_site.texts.faults import FormatError

WordNetPos = Literal["n", "v", "a", "r"]
_FILES: Mapping[WordNetPos, str] = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
# Ending and what replaces it, from the manual page morphy(7WN).
_ENDINGS: Mapping[WordNetPos, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}  # fmt: skip
# Places of a synset in its data file are numbers under this; with the part of speech they name it in all of WordNet.
_PLACES = 100_000_000
Exceptions = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class WordNet:
    """Synsets of every lemma, irregular forms, and how often a part of speech was tagged in its sense-tagged texts.

    Lemmas are lower-case, with `_` between their words.
    """

    synsets: Mapping[WordNetPos, Mapping[str, tuple[int, ...]]]
    exceptions: Mapping[WordNetPos, Exceptions]
    tagged: Mapping[str, Mapping[WordNetPos, int]]
    folder: str

    def find_synsets(self, lemma: str) -> frozenset[int]:
        """Return the ids of the lemma's synsets of every part of speech; none for an unknown word."""
        key = lemma.lower().replace(" ", "_")
        return frozenset(synset for entries in self.synsets.values() for synset in entries.get(key, ()))

    def has_noun(self, lemma: str) -> bool:
        return lemma.lower().replace(" ", "_") in self.synsets["n"]

    def find_base(self, word: str, pos: WordNetPos) -> str | None:
        """Return the word's lemma, by the exceptions and the rules of detachment, or None."""
        key, entries = word.lower(), self.synsets[pos]
        if (bases := self.exceptions[pos].get(key)) is not None:
            return bases[0]
        if key in entries:
            return key
        for ending, replacement in _ENDINGS[pos]:
            base = key.removesuffix(ending) + replacement
            if key.endswith(ending) and base in entries:
                return base
        return None

    def guess_pos(self, word: str) -> WordNetPos | None:
        """Return the part of speech that the word's lemmas are most often tagged as.

        Untagged lemmas give the one with most senses; unknown words give None.
        """
        ranks: list[tuple[int, int, WordNetPos]] = []
        for pos in _FILES:
            if (base := self.find_base(word, pos)) is not None and base in self.synsets[pos]:
                ranks.append((self.tagged.get(base, {}).get(pos, 0), len(self.synsets[pos][base]), pos))
        # The first of equals: nouns before verbs before adjectives before adverbs.
        return max(ranks, key=lambda rank: rank[:2])[2] if ranks else None


def read_wordnet(folder: str) -> WordNet:
    """Read WordNet's files; raise FormatError, naming the file, if one is missing or malformed."""
    synsets: dict[WordNetPos, Mapping[str, tuple[int, ...]]] = {}
    exceptions: dict[WordNetPos, Exceptions] = {}
    for number, (pos, name) in enumerate(_FILES.items()):
        synsets[pos] = _load_index(Path(folder, f"index.{name}"), number)
        exceptions[pos] = {word: tuple(bases) for word, *bases in _split_lines(Path(folder, f"{name}.exc")) if bases}
    return WordNet(synsets, exceptions, _load_tag_counts(Path(folder, "cntlist.rev")), folder)


def _load_index(path: Path, pos_number: int) -> dict[str, tuple[int, ...]]:
    """Read `lemma pos synset_cnt p_cnt [pointers…] sense_cnt tagsense_cnt offset…` after the indented licence."""
    entries: dict[str, tuple[int, ...]] = {}
    try:
        for fields in _split_lines(path):
            offsets = fields[-int(fields[2]) :]
            entries[fields[0]] = tuple(pos_number * _PLACES + int(offset) for offset in offsets)
    except (ValueError, IndexError):
        problem = f"The file is not a WordNet index: entry {len(entries) + 1} is not valid."
        raise FormatError(str(path), None, problem) from None
    if not entries:
        raise FormatError(str(path), None, "The file is not a WordNet index: it has no entries.")
    return entries


def _load_tag_counts(path: Path) -> dict[str, dict[WordNetPos, int]]:
    """Read `lemma%type:… sense count`: type 1 noun, 2 verb, 3 and 5 adjective, 4 adverb."""
    kinds: Mapping[str, WordNetPos] = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    counts: dict[str, Counter[WordNetPos]] = {}
    try:
        for sense, _, count in _split_lines(path):
            lemma, _, rest = sense.partition("%")
            counts.setdefault(lemma, Counter())[kinds[rest[0]]] += int(count)
    except (ValueError, IndexError, KeyError):
        raise FormatError(str(path), None, "The file is not a WordNet tag count list.") from None
    return {lemma: dict(counter) for lemma, counter in counts.items()}


def _split_lines(path: Path) -> Iterator[list[str]]:
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                if not line.startswith(" ") and (fields := line.split()):
                    yield fields
    except OSError as error:
        raise FormatError(str(path), None, f"The file cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError:
        raise FormatError(str(path), None, "The file is not a WordNet file: it is not text.") from None
