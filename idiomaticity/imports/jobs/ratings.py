"""Jobs that preview and import the raw ratings of a finished study; an import is complete or does not happen.

An annotator of such a file becomes a member under a pseudonym whose account nobody can sign in to.
"""

from collections.abc import Mapping, Sequence

from django.db.models import F, Q

from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.closing.ownership import name_some
from annotation_site.exclusions.models import Exclusion
from annotation_site.jobs.files import describe_files, uploads_of
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.previews.queries import find_earlier_assignment
from annotation_site.previews.storing import CHANGED, importing
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.services.members import admit_annotator, prepare_imported_annotator
from annotation_site.tables.columns import ColumnsError
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from idiomaticity.classes.models import ClassExpert, ClassJudgement, CompoundAdjudication
from idiomaticity.classes.services import settle_classes
from idiomaticity.compounds.models import Compound
from idiomaticity.formats.columns import RATING_ROLES
from idiomaticity.formats.wide_ratings import describe_wide
from idiomaticity.imports.jobs.beside_ratings import (
    BesideRatings,
    order_names,
    store_classes,
    store_decisions,
)
from idiomaticity.imports.jobs.files import RATINGS, require_language
from idiomaticity.imports.jobs.given_files import match_files, open_study
from idiomaticity.imports.jobs.storing import (
    GivenWork,
    add_type_items,
    find_next_compound,
    store_compounds,
    store_ratings,
)
from idiomaticity.imports.jobs.study import Study, find_compounds, find_items, is_free
from idiomaticity.paraphrases.models import ParaphraseDecision
from idiomaticity.ratings.models import Paraphrase, Rating

BATCH = 2_000
# Ends the names of annotators whom a study left out of its own figures.
EXCLUDED = "_excluded"


@job(
    "rating_preview",
    "Preview of ratings",
    result=ResultPage("idiomaticity:import_preview", "Show preview", by="job"),
)
def preview_ratings(run: JobRun) -> None:
    """Read the files once and report the ratings to import."""
    uploads = uploads_of(run)
    files = open_study(run, uploads)
    study, beside, missing, removed = Study(), BesideRatings(), "", RemovedCharacters.none()
    earlier = find_earlier_assignment(RATINGS.becomes, run.job, files.ratings.columns)
    columns = run.parameters.get("columns") or earlier or files.ratings.propose(RATING_ROLES)
    try:
        files.ratings.check(RATING_ROLES, columns)
        study, beside = match_files(run, files, columns, removed)
        new = [compound.entry.compound for compound in study.new_compounds]
        require_language(run.job.project, new, files.ratings)
    except ColumnsError as fault:
        study, beside = Study(), BesideRatings()
        missing = describe_wide(files.ratings, columns) or str(fault)
    with run.completing() as result:
        result |= {
            "counts": {
                "ratings": study.values,
                "items": len(study.items),
                "annotators": len(study.judgements),
                "excluded": sum(map(is_left_out, study.judgements)),
                "new_compounds": len(study.new_compounds),
                "left_out": study.left_out,
                **beside.counts,
            },
            "left_out": [
                {"line": rejected.line, "reason": rejected.reason, "text": rejected.text} for rejected in study.rejected
            ],
            "removed": removed.to_json(),
            "files": describe_files(uploads),
            "table": files.ratings.describe(columns),
            "missing": missing,
            "checks": [*study.list_checks(), *files.ratings.describe_short_lines()],
        }


def find_study(imported: Job) -> Brought:
    """Return the ratings of an import with their annotators, and the compounds that only its file had."""
    members, compounds = imported.result["members"], imported.result["compound_numbers"]
    ratings = Assignment.objects.filter(annotator__in=members)
    keys = list(ratings.order_by().values_list("item", flat=True).distinct())
    new = Compound.everything.filter(project=imported.project_id, number__range=compounds)
    # By key: the compounds are gone when the items go.
    of_new = list(new.exclude(item=None).values_list("item", flat=True))
    added = imported.result.get("type_items", [])
    own = Item.versions.filter(pk__in=of_new)

    def find_work() -> list[str]:
        others = Assignment.objects.filter(item__in=keys).exclude(annotator__in=members)
        about = Q(compound__item__in=keys) | Q(compound__occurrences__item__in=keys)
        decided = CompoundAdjudication.objects.filter(about).distinct()
        return [
            *name_some(others.count(), "assignment of another annotator", "assignments of other annotators"),
            *name_some(decided.count(), "adjudicated compound", "adjudicated compounds"),
        ]

    def prepare(project: Project) -> None:
        counts = {"assigned_count": 0, "submitted_count": 0, "required_count": project.annotators_per_item}
        Item.versions.filter(pk__in=keys).update(state=Item.State.OPEN, withdrawn_from="", **counts)
        Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - own.count() - len(added))

    def settle(project: Project) -> None:
        Compound.objects.filter(item__in=added).update(item=None)
        Item.versions.filter(pk__in=added).delete()
        settle_classes(project, imported.result.get("classified", []))

    rows = {"ratings": ratings, "annotators": Membership.objects.filter(pk__in=members), "compounds": new, "items": own}
    return Brought(
        rows,
        parts=frozenset({Submission, Rating, Exclusion, Paraphrase, ParaphraseDecision, ClassExpert, ClassJudgement}),
        find_work=find_work,
        prepare=prepare,
        settle=settle,
    )


@job(
    "rating_import",
    "Import of ratings",
    result=ResultPage("idiomaticity:results", "Show results"),
    brings=find_study,
)
def import_ratings(run: JobRun) -> None:
    """Import the previewed ratings as submissions of their annotators."""
    with importing(run) as current:
        project = current.project
        columns = current.preview.result["table"]["assignment"]
        study, beside = match_files(run, open_study(run, uploads_of(run)), columns, RemovedCharacters.none())
        current.require_as_previewed(ratings=study.values)
        first = find_next_compound(project)
        added = store_compounds(run, project, study.new_compounds)
        type_items = add_type_items(project, _without_item(project, study))
        items = _settle_items(project, study)
        guidelines = dict(project.guidelines.values_list("version", "pk"))
        members: dict[str, Membership] = {}
        for done, name in enumerate(order_names([*dict.fromkeys([*study.judgements, *beside.experts])], EXCLUDED)):
            run.report(done, len(study.judgements))
            members[name] = prepare_imported_annotator(project=project, name=f"Annotator {name}")
            store_ratings(members[name], _list_work(study, beside, name, items, guidelines), study.lists.get(name))
        current.count_items(added + len(type_items))
        for member in members.values():
            admit_annotator(member)
        pseudonyms = {name: member.pseudonym for name, member in members.items()}
        store_decisions(project, beside, run.job.requested_by)
        classified = store_classes(project, beside, members, run.job.requested_by)
        settle_classes(project, classified)
        current.record("import_ratings", ratings=study.values, annotators=pseudonyms)
        left_out = [(member, name) for name, member in members.items() if is_left_out(name)]
        _exclude(run, project, left_out)
        current.result |= {
            "ratings": study.values,
            "annotators": len(pseudonyms),
            "excluded": len(left_out),
            "items": len(items),
            "members": [member.pk for member in members.values()],
            "classified": classified,
            "type_items": [item.pk for item in type_items],
            "compound_numbers": [first, first + len(study.new_compounds) - 1],
            "summary": f"{study.values:,} rating{'s' * (study.values != 1)} by {len(pseudonyms):,} "
            f"annotator{'s' * (len(pseudonyms) != 1)} imported.",
        }


def is_left_out(annotator: str) -> bool:
    """Return whether the study itself left the annotator out, as the name in its file says."""
    return annotator.endswith(EXCLUDED)


def _without_item(project: Project, study: Study) -> list[Compound]:
    """Return the compounds that the study rated by themselves, and that nobody was asked about in this way."""
    known = find_compounds(project)
    return [known[key] for key, number in study.items if number is None and known[key].item is None]


def _list_work(
    study: Study, beside: BesideRatings, annotator: str, items: Sequence[Item], guidelines: Mapping[int, int]
) -> list[GivenWork]:
    """Return what the annotator gave for each item; `guidelines` are keys by version."""
    work = []
    for index, scores in study.judgements.get(annotator, {}).items():
        judgement = study.judge(scores, beside.list_texts(annotator, study.items[index]))
        version = study.guidelines.get((annotator, index), 0)
        work.append(GivenWork(items[index], judgement, guidelines.get(version)))
    return work


def _settle_items(project: Project, study: Study) -> list[Item]:
    """Return the study's items in order, each wanting as many ratings as it has.

    They are locked, so that nobody is assigned one of them meanwhile.
    """
    known = find_compounds(project)
    existing = [find_items(known[key]).get(number) for key, number in study.items]
    keys = [item.pk for item in existing if item is not None]
    locked = {
        item.pk: item
        for item in Item.objects.filter(pk__in=keys).order_by("pk").select_for_update(no_key=True, of=("self",))
    }
    items = [locked[pk] for pk in keys]
    if len(items) != len(study.items) or not all(map(is_free, items)):
        raise DomainError(CHANGED)
    for item, annotators in zip(items, study.count_annotators(), strict=True):
        item.state = Item.State.ANNOTATED
        item.required_count = item.assigned_count = item.submitted_count = annotators
    counts = ["state", "required_count", "assigned_count", "submitted_count"]
    Item.objects.bulk_update(items, counts, batch_size=1_000)
    return items


def _exclude(run: JobRun, project: Project, named: Sequence[tuple[Membership, str]]) -> None:
    """Exclude the annotators whom the study itself had left out."""
    for member, name in named:
        reason = f"Name in the imported file: “{name}”."
        Exclusion.objects.create(membership=member, reason=reason, by=run.job.requested_by)
        record_operation(
            actor=run.job.requested_by,
            project=project,
            kind="exclude_annotator",
            payload={"membership": member.pk, "annotator": member.pseudonym, "reason": reason},
        )
