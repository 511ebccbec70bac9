"""Reasons why the questions and scales of a project cannot change."""

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.ratings.models import Rating


def find_why_fixed(project: Project) -> str:
    """Return a sentence that says why questions and scale can no longer change, or an empty text."""
    if Rating.objects.filter(assignment__item__project=project).exists():
        return (
            "The questions and the scale cannot be changed after the first answer, because answers to different "
            "questions cannot be compared."
        )
    return ""


def find_why_scale_fixed(project: Project) -> str:
    """Return a sentence that says which imported or expected scores are on the present scale, or an empty text."""
    if (
        Compound.objects.filter(project=project, type_score__isnull=False).exists()
        or Occurrence.objects.filter(compound__project=project, published_mean__isnull=False).exists()
    ):
        return "The scale cannot be changed, because scores of an earlier study were imported on it."
    if project.known_ratings.exists():
        return "The scale cannot be changed, because there are known answers on it. Remove them first."
    return ""
