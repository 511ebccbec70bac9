"""Services that draw lists up."""

from itertools import chain

from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.lists.drawing import draw_lists
from idiomaticity.lists.models import ListedItem
from idiomaticity.lists.queries import find_last_list, find_unlisted, is_any_given
from idiomaticity.lists.repeating import choose_repeats, count_most_repeats


def draw_up_lists(project: Project, *, length: int, is_apart: bool, are_levels_apart: bool, repeats: int = 0) -> None:
    """Put every item that wants ratings into a list, in the caller's transaction, under whose lock no list is given.

    Until the first list is given all are drawn anew; then further ones, of items that came in since, which may be too
    short for all repeats. Sentences and compounds by themselves are put into different lists if their levels are to be
    apart.
    """
    is_anew = not is_any_given(project)
    if is_anew:
        forget_lists(project)
    entries = find_unlisted(project)
    sentences = [entry for entry in entries if entry.sentence]
    compounds = [entry for entry in entries if not entry.sentence]
    groups = [sentences, compounds] if are_levels_apart else [entries]
    try:
        dealt = [draw_lists(each, length=length, seed=project.seed, is_apart=is_apart) for each in groups]
    except ValueError as error:
        raise DomainError(str(error)) from error
    drawn = list(chain.from_iterable(dealt))
    shortest = min(map(len, drawn), default=0)
    if is_anew and drawn and repeats > count_most_repeats(shortest):
        raise DomainError(f"A list of {shortest} has room for {count_most_repeats(shortest)} repeats at most.")
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
