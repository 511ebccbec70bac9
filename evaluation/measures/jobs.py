"""Body of the measures job, which workers share."""

from evaluation.measures.runs import measure_translations

__all__ = ["measure_translations"]
