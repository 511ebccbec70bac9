"""Toolkits that train, each a module that writes its commands for jobs of the site and for the script of an archive."""

from evaluation.experiments.toolkits.base import Files, Progress, Toolkit
from evaluation.experiments.toolkits.sockeye import Sockeye

TOOLKITS: dict[str, Toolkit] = {Sockeye.name: Sockeye()}

__all__ = ["TOOLKITS", "Files", "Progress", "Sockeye", "Toolkit"]
