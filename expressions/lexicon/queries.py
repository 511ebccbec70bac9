"""Solved cases of a project."""

from django.db.models import Q, QuerySet

from annotation_site.projects.models import Project
from expressions.lexicon.cases import Case
from expressions.lexicon.models import SolvedCase


def list_cases(project: Project, search: str = "") -> QuerySet[SolvedCase]:
    """Return the solved cases in alphabetical order, or those with a lemma, category or note that was typed."""
    cases = SolvedCase.objects.filter(project=project)
    if not search:
        return cases
    lemmas = search.split()
    return cases.filter(Q(lemmas__contains=lemmas) | Q(category__iexact=search) | Q(note__icontains=search))


def read_cases(project: Project) -> list[Case]:
    """Return the solved cases as files have them."""
    rows = SolvedCase.objects.filter(project=project).values_list("lemmas", "category", "note")
    return [Case(tuple(lemmas), category, note) for lemmas, category, note in rows]
