"""The measures job: the requested measures of the requested translations, in chunks that workers share."""

from evaluation.measures.jobs.sharing import measure_translations

__all__ = ["measure_translations"]
