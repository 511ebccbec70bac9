"""Sums of how annotators of word alignment work."""

from alignment.quality.queries import QualityReport as QualityReport
from alignment.quality.queries import Week as Week
from alignment.quality.queries import read_quality as read_quality
from alignment.quality.queries import summarise as summarise
