"""People's scores of a project's compounds as the experiments need them: means of every sentence, summed up by the
database."""

from django.db.models import Avg, Count, Q

from annotation_site.projects.models import Project
from idiomaticity.predictors.probing.experiments import HumanCompound, Scores
from idiomaticity.ratings.models import Rating
from idiomaticity.results.queries.results import read_scores
from idiomaticity.scales.judgements import LOWEST, SCALES
from idiomaticity.scales.paraphrase_texts import normalise


def read_human_scores(project: Project, *, with_excluded: bool = False) -> tuple[dict[str, HumanCompound], int]:
    """Return scores by the compound's normal form, and the number of ratings they are based on.

    A sentence without ratings has its published mean, of the whole alone. Excluded annotators are left out unless
    requested.
    """
    means = _average_items(project, with_excluded=with_excluded)
    scores = {}
    ratings = 0
    for row in read_scores(project, with_excluded=with_excluded):
        sentences: dict[int, Scores] = {}
        for occurrence, score in zip(row.compound.occurrences.all(), row.sentences, strict=True):
            if score.mean is not None:
                own = means.get(occurrence.item_id or 0, (None, None))
                sentences[score.number] = (score.mean, *own)
        scores[normalise(row.compound.text)] = HumanCompound(
            row.compound.text, row.compound.compound_class, row.score.type, row.score.token, sentences
        )
        ratings += row.ratings
    return scores, ratings


def _average_items(project: Project, *, with_excluded: bool) -> dict[int, tuple[float | None, float | None]]:
    """Return item → means of head and modifier."""
    sums = {f"mean_{scale}": Avg(scale, filter=Q(**{f"{scale}__gte": LOWEST})) for scale in SCALES}
    rated = (
        Rating.objects.counted(project, with_excluded=with_excluded)
        .values("assignment__item")
        .annotate(n=Count("pk"), **sums)
        .order_by()
    )
    return {row["assignment__item"]: (row["mean_head"], row["mean_modifier"]) for row in rated}
