"""The measures job: every measure asked for, of every translation asked for, in chunks that workers share."""

from evaluation.measures.jobs.sharing import measure_translations

__all__ = ["measure_translations"]
