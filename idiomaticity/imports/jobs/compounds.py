"""Jobs that preview and import compounds; an import is complete or does not happen."""

from collections.abc import Sequence
from dataclasses import asdict, replace

from django.db.models import F

from annotation_site.assignments.models import Item
from annotation_site.closing.ownership import name_some
from annotation_site.jobs.files import describe_files, read_upload, uploads_of
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.phrases.span_units import CODE_POINTS
from annotation_site.previews.queries import find_earlier_assignment
from annotation_site.previews.storing import find_preview, importing
from annotation_site.projects.models import Project
from annotation_site.tables.columns import ColumnsError
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.compounds.models import Compound, Occurrence
from idiomaticity.formats import Naming, read_compounds
from idiomaticity.formats.columns import list_compound_roles
from idiomaticity.formats.combined_tables import CombinedTables, combine_tables
from idiomaticity.formats.naming import SeenNames, look_at_names, settle_naming
from idiomaticity.imports.jobs.files import (
    COMPOUNDS,
    describe_names,
    find_language_fault,
    name_language,
    name_tool,
    read_naming,
    read_options,
    require_language,
)
from idiomaticity.imports.jobs.known import find_known
from idiomaticity.imports.jobs.storing import (
    find_next_compound,
    store_compounds,
    store_labels,
    store_means,
    store_paraphrases,
)
from idiomaticity.imports.planning import Plan, plan_import
from idiomaticity.imports.preview_results import list_discontinuous, list_first_compounds, list_left_out
from idiomaticity.predictors.models import CompoundPrediction, PairPrediction, SentencePrediction
from idiomaticity.scales.paraphrase_texts import normalise

# More than these are mended in the file rather than on the page.
MOST_CORRECTIONS = 200
CHUNK = 500


@job(
    "compound_preview",
    "Preview of compounds",
    result=ResultPage("idiomaticity:import_preview", "Show preview", by="job"),
)
def preview_compounds(run: JobRun) -> None:
    """Read the files once and report the compounds to import and the sentences without a place."""
    uploads = uploads_of(run)
    plan, rejected, missing, removed = Plan(), list[Rejected](), "", RemovedCharacters.none()
    tables, naming = _open(run, uploads), read_naming(run)
    earlier = find_earlier_assignment(COMPOUNDS.becomes, run.job, tables.columns)
    roles = list_compound_roles(run.job.project.idiomaticity.language)
    columns, mixed, seen = naming.columns or earlier or tables.propose(roles), 0, SeenNames()
    try:
        naming, mixed = settle_naming(tables, naming, earlier, roles)
        plan, rejected = _plan(run, uploads, naming, removed)
        require_language(run.job.project, plan.list_texts(), tables)
        seen = look_at_names(tables, naming)
    except ColumnsError as fault:
        language_fault = find_language_fault(run.job.project, tables.list_texts(), tables)
        plan, rejected, missing = Plan(), [], language_fault or str(fault)
    except FormatError as error:
        raise DomainError(str(error)) from error
    with run.completing() as result:
        result |= {
            "counts": _count_contents(run.job.project, plan, rejected),
            "manners": plan.count_manners(),
            "shown": list_first_compounds(plan),
            "discontinuous": list_discontinuous(plan),
            "misplaced": [asdict(misplaced) for misplaced in plan.misplaced[:MOST_CORRECTIONS]],
            "left_out": list_left_out(plan, rejected),
            "removed": removed.to_json(),
            "files": describe_files(uploads),
            "table": tables.describe(columns),
            **describe_names(seen, naming),
            # A list, because the database does not keep the order of an object's keys.
            "labels": [{"label": label, "count": count} for label, count in plan.count_labels().items()],
            "with_context": sum(bool(sentence.previous or sentence.next) for sentence in plan.sentences),
            "classes_of": naming.classes_of,
            # Compounds of which the column of classes has several.
            "mixed": mixed,
            "unknown_heads": plan.unknown_heads,
            **name_tool(uploads),
            "missing": missing,
            "checks": [*seen.checks, *plan.list_checks()],
            "span_units": plan.span_units,
            "recognised_units": plan.recognised_units,
        }


def find_brought_compounds(imported: Job) -> Brought:
    """Return the compounds of an import, and their items."""
    compounds, items = imported.result["compound_numbers"], imported.result["item_numbers"]
    of_project = CompoundAdjudication.objects.filter(compound__project=imported.project_id)
    # The first version came with the file.
    decided = of_project.filter(compound__number__range=compounds, version__gt=0)

    def settle(project: Project) -> None:
        Project.objects.filter(pk=project.pk).update(item_count=F("item_count") - imported.result["items"])
        compounds = Compound.objects.filter(project=project)
        # Earlier versions knew type scores alone.
        means = imported.result.get("means", {"type_score": imported.result.get("type_scores", [])})
        for field, numbers in means.items():
            compounds.filter(number__in=numbers).update(**{field: None})
        listed = compounds.filter(number__in=imported.result.get("listed", []))
        of_listed = Occurrence.objects.filter(compound__in=listed)
        of_listed.update(published_paraphrases=[])
        of_listed.filter(sentence="", published_mean=None).delete()
        listed.update(published_paraphrases=[])
        labelled = Occurrence.objects.filter(compound__project=project, pk__in=imported.result.get("labelled", []))
        labelled.update(label="")

    return Brought(
        {
            "compounds": Compound.everything.filter(project=imported.project_id, number__range=compounds),
            "items": Item.versions.filter(project=imported.project_id, number__range=items),
        },
        parts=frozenset({Occurrence, CompoundPrediction, SentencePrediction, PairPrediction, CompoundAdjudication}),
        find_work=lambda: name_some(decided.count(), "adjudicated compound", "adjudicated compounds"),
        settle=settle,
    )


@job(
    "compound_import",
    "Import of compounds",
    result=ResultPage("idiomaticity:overview", "Show project"),
    brings=find_brought_compounds,
)
def import_compounds(run: JobRun) -> None:
    """Import the previewed compounds, completely or not at all."""
    preview, uploads = find_preview(run), uploads_of(run)
    naming = replace(
        read_naming(run), columns=preview.result["table"]["assignment"], classes_of=preview.result["classes_of"]
    )
    plan, _ = _plan(run, uploads, naming, RemovedCharacters.none())
    with importing(run) as current:
        project, counts = current.project, preview.result["counts"]
        _require_new(project, plan)
        current.require_as_previewed(
            compounds=len(plan.compounds),
            type_scores=len(plan.means),
            listed=len(plan.paraphrases),
            labels=len(plan.labels),
        )
        first = find_next_compound(project)
        items = store_compounds(run, project, plan.compounds)
        left_out = counts["left_out"] + counts["misplaced"]
        means = store_means(project, plan.means)
        listed = store_paraphrases(project, plan.paraphrases)
        labelled = store_labels(project, plan.labels)
        current.count_items(items)
        current.result |= {
            "compound_numbers": [first, first + len(plan.compounds) - 1],
            "item_numbers": current.result["numbers"],
            "compounds": len(plan.compounds),
            "items": items,
            "means": means,
            "listed": listed,
            "labelled": labelled,
            "left_out": left_out,
            "summary": _sum_up(len(plan.compounds), items, left_out),
        }


def _count_contents(project: Project, plan: Plan, rejected: Sequence[Rejected]) -> dict[str, int]:
    return {
        "compounds": len(plan.compounds),
        "sentences": len(plan.sentences),
        "items": _count_items(project, plan),
        "misplaced": len(plan.misplaced),
        "pointers": plan.pointers,
        "type_scores": len(plan.means),
        "listed": len(plan.paraphrases),
        "labels": len(plan.labels),
        "paraphrases": plan.published_paraphrases,
        "left_out": len(plan.left_out) + len(rejected),
    }


def _sum_up(compounds: int, items: int, left_out: int) -> str:
    """Return a summary of the import in one sentence for the job's page."""
    came = "1 compound imported" if compounds == 1 else f"{compounds:,} compounds imported"
    to_rate = "1 item to rate" if items == 1 else f"{items:,} items to rate"
    rows = "1 row left out" if left_out == 1 else f"{left_out:,} rows left out"
    return "; ".join(filter(None, [came, to_rate, rows if left_out else ""])) + "."


def _require_new(project: Project, plan: Plan) -> None:
    """Raise DomainError if another import has added one of the compounds since the preview."""
    own = [normalise(compound.entry.compound) for compound in plan.compounds]
    taken = Compound.everything.filter(project=project, normalised__in=own).values_list("text", flat=True).first()
    if taken is not None:
        raise DomainError(f"“{taken}” was added to the project after the preview. Preview the compounds again.")


def _open(run: JobRun, uploads: Sequence[Upload]) -> CombinedTables:
    try:
        return combine_tables([read_upload(upload) for upload in uploads], read_options(run))
    except FormatError as error:
        raise DomainError(str(error)) from error


def _plan(
    run: JobRun, uploads: Sequence[Upload], naming: Naming, removed: RemovedCharacters
) -> tuple[Plan, list[Rejected]]:
    project = run.job.project
    settings, languages = project.idiomaticity, name_language(project)
    try:
        files = [read_upload(upload) for upload in uploads]
        scale = settings.score_scale
        entries, rejected = read_compounds(files, read_options(run), naming, scale, removed, languages)
    except ColumnsError:
        raise
    except FormatError as error:
        raise DomainError(str(error)) from error
    run.report(0, len(entries))
    plan = plan_import(
        entries,
        language=settings.language,
        corrections=run.parameters["corrections"],
        taken=find_known(project, entries),
        needs_sentences=settings.asks_sentences,
        span_units=run.parameters.get("span_units") or CODE_POINTS,
        rates_whole=run.parameters.get("rates_whole", False),
    )
    run.report(len(entries), len(entries))
    return plan, rejected


def _count_items(project: Project, plan: Plan) -> int:
    settings = project.idiomaticity
    return len(plan.sentences) * settings.asks_sentences + len(plan.compounds) * settings.asks_compounds
