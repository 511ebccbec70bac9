"""Pages by which managers undo what they did."""

from uuid import uuid4

from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from annotation_site.accounts.models import User
from annotation_site.assignments.services.withdrawal import withdraw_items
from annotation_site.closing.services.closing import archive_project, delete_project
from evaluation.judging.services.judging_rounds import close_judging_round
from tests.browser.world.visiting import Visit, page
from tests.evaluation.judgements import make_evaluation_project, make_round
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating, make_rating_project


def visit_closing(manager: User) -> list[Visit]:
    project = make_project(manager, pairs=3, name="Finished in spring")
    member = make_member(project)
    make_reading(member)
    archived = make_project(manager, pairs=2, name="Pilot study")
    archive_project(user=manager, project=archived)
    deleted = make_project(manager, pairs=2, name="Started by mistake")
    delete_project(user=manager, project=deleted, name=deleted.name)
    return [
        page("archive", "manager", "projects:archive", project.slug),
        page("delete", "manager", "projects:delete", project.slug),
        page("restore", "manager", "projects:restore", archived.slug),
        page("restore-nothing", "manager", "projects:restore", project.slug),
        page("overview-archived", "manager", "alignment:overview", archived.slug),
        page("settings-archived", "manager", "alignment:settings", archived.slug),
        page("overview-deleted", "manager", "alignment:overview", deleted.slug),
        page("home-archived", "manager", "projects:home", query="?state=archived"),
    ]


def visit_reopening(manager: User) -> list[Visit]:
    project = make_project(manager, pairs=1, name="Closed too early")
    make_reading(make_member(project)), make_reading(make_member(project), "0-0P 1-1S 2-1S")
    known = {"user": manager, "project": project}
    open_round(**known, operation_id=uuid4())
    close_round(**known, operation_id=uuid4(), number=1)
    judged = make_round(make_evaluation_project(manager))
    close_judging_round(user=manager, judging_round=judged)
    again = (judged.project.slug, judged.number)
    return [
        page("judging-round-reopen", "manager", "evaluation:judging_round_reopen", *again),
        page("judging-round-closed", "manager", "evaluation:judging_round", *again),
        page("round-reopen", "manager", "alignment:round_reopen", project.slug, 1),
        page("round-closed", "manager", "alignment:round", project.slug, 1),
    ]


def visit_taking_back(manager: User) -> list[Visit]:
    project = make_rating_project(manager)
    imported = project.jobs.get(kind="compound_import")
    rated = make_rating_project(manager)
    make_rating(make_member(rated))
    stays = rated.jobs.get(kind="compound_import")
    return [
        page("import-take-back", "manager", "projects:import_take_back", project.slug, imported.pk),
        page("import-stays", "manager", "projects:import_take_back", rated.slug, stays.pk),
        page("job-of-import", "manager", "projects:job", project.slug, imported.pk),
    ]


def visit_withdrawal(manager: User) -> list[Visit]:
    project = make_project(manager, pairs=4, name="With odd sentences")
    make_reading(make_member(project))
    withdraw_items(user=manager, project=project, numbers=[2, 3], operation_id=uuid4(), reason="No sentence.")
    compounds = make_rating_project(manager)
    return [
        page("items", "manager", "projects:items", project.slug),
        page("items-withdrawn", "manager", "projects:items", project.slug, query="?state=withdrawn"),
        page("items-withdraw", "manager", "projects:items_withdraw", project.slug, query="?item=1&item=4"),
        page("items-bring-back", "manager", "projects:items_bring_back", project.slug, query="?item=2&item=3"),
        page("items-of-compounds", "manager", "projects:items", compounds.slug),
        page("pair-withdrawn", "manager", "alignment:pair", project.slug, 2),
    ]
