"""Choosing sentence pairs with unseen and rare words out of a large parallel text, as Bentivogli et al. 2016 §2.1 do.

Everything streams: what is kept is the vocabulary of the training text, the histogram of lengths, and four bytes for
every pair that may be chosen. One selection is told again from its settings, its seed and its files.
"""

from alignment.selection.classes import FrequencyClass, parse_classes
from alignment.selection.selecting import Rows, Selector
from alignment.selection.selection import Selection
from alignment.selection.settings import SelectionSettings
from alignment.selection.vocabulary import Vocabulary, count_vocabulary, read_frequency_list

__all__ = [
    "FrequencyClass",
    "Rows",
    "Selection",
    "SelectionSettings",
    "Selector",
    "Vocabulary",
    "count_vocabulary",
    "parse_classes",
    "read_frequency_list",
]
