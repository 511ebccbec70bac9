"""Services that draw lists up."""

from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.lists.models import ListedItem
from idiomaticity.lists.queries import find_last_list, is_any_given, plan_lists
from idiomaticity.lists.repeating import choose_repeats


def draw_up_lists(project: Project, *, length: int, is_apart: bool, are_levels_apart: bool, repeats: int = 0) -> None:
    """Put every item that wants ratings into a list, in the caller's transaction, under whose lock no list is given.

    Until the first list is given all are drawn anew; then further ones, of items that came in since, which may be too
    short for all repeats. Sentences and compounds by themselves are put into different lists if their levels are to be
    apart.
    """
    try:
        drawn = plan_lists(
            project, length=length, is_apart=is_apart, are_levels_apart=are_levels_apart, repeats=repeats
        )
    except ValueError as error:
        raise DomainError(str(error)) from error
    if not is_any_given(project):
        forget_lists(project)
    repeated = choose_repeats(drawn, count=repeats, seed=project.seed)
    rows = [
        ListedItem(item_id=item, project=project, number=number, is_repeated=item in repeated)
        for number, items in enumerate(drawn, start=find_last_list(project) + 1)
        for item in items
    ]
    ListedItem.objects.bulk_create(rows, batch_size=5_000)


def forget_lists(project: Project) -> None:
    """Delete the lists of a project that gives none out."""
    ListedItem.objects.filter(project=project).delete()
