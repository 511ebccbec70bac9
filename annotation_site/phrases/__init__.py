"""Finding expressions in text by patterns of lemmas, after appendix A of Baziotis et al. 2023."""

from annotation_site.phrases.conllu import read_conllu
from annotation_site.phrases.matching import Hit, PhraseFinder
from annotation_site.phrases.patterns import PhraseRules, make_pattern
from annotation_site.phrases.words import Lemmatiser, Sentence, Word, split_sentence

__all__ = [
    "Hit",
    "Lemmatiser",
    "PhraseFinder",
    "PhraseRules",
    "Sentence",
    "Word",
    "make_pattern",
    "read_conllu",
    "split_sentence",
]
