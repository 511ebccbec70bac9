"""Words as TESLA compares them: lemma, part of speech, synsets, and whether they are function words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from annotation_site.texts.conllu import ConlluWord
from evaluation.metrics.tesla.english_function_words import FUNCTION_WORDS
from evaluation.metrics.tesla.tagging import Tag, name_tagger
from evaluation.metrics.tesla.wordnet import WordNet, WordNetPos
from evaluation.metrics.words import Lemmatise, is_word

# Universal parts of speech that are closed classes, and punctuation.
FUNCTION_POS = frozenset({"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ", "PUNCT"})
_UPOS: Mapping[WordNetPos, str] = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_NO_SYNSETS: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TeslaToken:
    """Function words have no synsets, which keeps them from matching a word of another weight by its meaning."""

    form: str
    lemma: str
    pos: str | None = None
    synsets: frozenset[int] = _NO_SYNSETS
    is_function: bool = False


@dataclass(slots=True)
class TokenMaker:
    """Maker of TeslaTokens from CoNLL-U or from bare words.

    From CoNLL-U: its lemmas and universal parts of speech; missing ones are found as for bare words, parts of speech by
    `tag` alone. With `reads_upos` off, its parts of speech are ignored, for a language in which other texts have none.
    From bare words: lemmas of `lemmatise`, and for English a part of speech: that of the closed class, otherwise the
    result of `tag` in the sentence. Without a tagger, with `wordnet`: the one that its texts most often have for the
    word, otherwise PROPN with a capital inside the sentence, NUM with a digit, NOUN. Without either there are no parts
    of speech.
    """

    lemmatise: Lemmatise
    wordnet: WordNet | None = None
    is_english: bool = False
    tag: Tag | None = None
    reads_upos: bool = True
    _known: dict[tuple[str, str], TeslaToken] = field(default_factory=dict)

    @property
    def pos_source(self) -> str:
        """Return the source of the parts of speech of bare words, for signatures."""
        if not self.is_english:
            return "none"
        if self.tag:
            return name_tagger()
        return "wordnet" if self.wordnet else "none"

    def make_from_words(self, words: Sequence[str]) -> list[TeslaToken]:
        tokens = []
        tags = self.tag(words) if self.tag and self.is_english else [""] * len(words)
        for index, (word, tag) in enumerate(zip(words, tags, strict=True)):
            # A capital at the start of a sentence is no evidence.
            key = word if index else word.lower(), tag
            token = self._known.get(key)
            if token is None:
                if len(self._known) >= 1 << 17:
                    self._known.clear()
                token = self._known[key] = self._make(*key)
            tokens.append(token)
        return tokens

    def make_from_conllu(self, words: Sequence[ConlluWord]) -> list[TeslaToken]:
        tags: list[str | None] = [word.upos if self.reads_upos else None for word in words]
        if None in tags and self.tag and self.is_english:
            found_tags = self.tag([word.form for word in words])
            tags = [tag or other or None for tag, other in zip(tags, found_tags, strict=True)]
        return [self._make_conllu(word, tag) for word, tag in zip(words, tags, strict=True)]

    def _make_conllu(self, word: ConlluWord, pos: str | None) -> TeslaToken:
        lemma = (word.lemma if word.lemma is not None else self.lemmatise(word.form)).lower()
        # Punctuation counts as a function word even without a tag, as among bare words.
        is_function = pos in FUNCTION_POS or (pos is None and not is_word(word.form))
        return TeslaToken(word.form, lemma, pos, _NO_SYNSETS if is_function else self._synsets(lemma), is_function)

    def _make(self, word: str, tag: str) -> TeslaToken:
        lemma = self.lemmatise(word).lower()
        if not is_word(word):
            return TeslaToken(word, word, "PUNCT" if self.pos_source != "none" else None, is_function=True)
        pos = FUNCTION_WORDS.get(word.lower()) if self.is_english else None
        if pos is not None:
            return TeslaToken(word, lemma, pos, is_function=True)
        if tag in FUNCTION_POS:
            return TeslaToken(word, lemma, tag, is_function=True)
        if self.pos_source != "none":
            pos = tag or self._guess_pos(word)
        return TeslaToken(word, lemma, pos, self._synsets(lemma))

    def _guess_pos(self, word: str) -> str:
        pos = self.wordnet.guess_pos(word) if self.wordnet else None
        if word[0].isupper() and (pos is None or pos == "n"):
            return "PROPN"
        if pos is not None:
            return _UPOS[pos]
        return "NUM" if any(character.isdigit() for character in word) else "NOUN"

    def _synsets(self, lemma: str) -> frozenset[int]:
        return self.wordnet.find_synsets(lemma) if self.wordnet else _NO_SYNSETS
