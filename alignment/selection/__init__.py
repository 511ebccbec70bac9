"""Selection of sentence pairs with unseen and rare words from a large parallel text, as in Bentivogli et al. 2016 §2.1.

Everything streams: memory holds the vocabulary of the training text, the histogram of lengths, and four bytes per
eligible pair. A selection is reproducible from its settings, its seed and its files.
"""

from alignment.selection.frequencies.bands import FrequencyBand, parse_bands
from alignment.selection.frequencies.vocabulary import Vocabulary, count_vocabulary, read_frequency_list
from alignment.selection.selecting import Rows, Selector
from alignment.selection.selection import Selection
from alignment.selection.settings import SelectionSettings

__all__ = [
    "FrequencyBand",
    "Rows",
    "Selection",
    "SelectionSettings",
    "Selector",
    "Vocabulary",
    "count_vocabulary",
    "parse_bands",
    "read_frequency_list",
]
