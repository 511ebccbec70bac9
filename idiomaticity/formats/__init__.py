"""Files of compounds with sentences, and of raw ratings."""

from idiomaticity.formats.compound_cells import SentenceEntry as SentenceEntry
from idiomaticity.formats.compound_cells import read_spans as read_spans
from idiomaticity.formats.compounds import NO_HEAD as NO_HEAD
from idiomaticity.formats.compounds import CompoundEntry as CompoundEntry
from idiomaticity.formats.compounds import read_compounds as read_compounds
from idiomaticity.formats.naming import Naming as Naming
from idiomaticity.formats.raw_ratings import RawRating as RawRating
from idiomaticity.formats.raw_ratings import read_raw_ratings as read_raw_ratings
from idiomaticity.formats.study_files import StudyTable as StudyTable
from idiomaticity.formats.study_files import find_kind as find_kind
from idiomaticity.formats.study_files import read_texts as read_texts
