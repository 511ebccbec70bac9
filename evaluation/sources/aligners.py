"""Aligners that somebody installed beside the site."""

from alignment.suggestions.jobs.suggesting import find_installed_aligners as find_installed_aligners
from alignment.suggestions.jobs.suggesting import open_aligner as open_aligner
