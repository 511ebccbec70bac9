"""English words of the closed classes, for texts that come without parts of speech."""

from __future__ import annotations

from collections.abc import Mapping

# Each word is in its most frequent class; TESLA only compares the classes of two words.
_WORDS_BY_TAG: Mapping[str, str] = {
    "DET": (
        "a an the this that these those each every either neither some any no another all both such what which whose"
    ),
    "PRON": (
        "i you he she it we they me him us them my your his her its our their mine yours hers ours theirs myself "
        "yourself himself herself itself ourselves yourselves themselves who whom whoever something anything "
        "nothing everything someone anyone everyone nobody somebody anybody everybody none one there"
    ),
    "AUX": (
        "am is are was were be been being 'm 're have has had having 've do does did can could may might must shall "
        "should will would ought 'll 'd"
    ),
    "ADP": (
        "of in on at by for with from about into onto over under between among through during before after above below "
        "against without within towards toward upon across along behind beside besides beyond despite except inside "
        "outside near off up down out around per via"
    ),
    "CCONJ": "and or but nor & plus",
    "SCONJ": "if because although though while whereas unless until since whether as than when where how why",
    "PART": "to not n't 's '",
}
FUNCTION_WORDS: Mapping[str, str] = {word: pos for pos, words in _WORDS_BY_TAG.items() for word in words.split()}
