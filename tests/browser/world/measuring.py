"""Pages of test sets and of what is found in texts."""

import json
from uuid import uuid4

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import store_upload
from annotation_site.projects.models import Project
from evaluation.experiments.configuration import FACTORS
from evaluation.experiments.services import add_outputs
from evaluation.external_scores.jobs.importing import import_external_scores, preview_external_scores
from evaluation.external_scores.services import confirm_external_scores, request_external_scores_preview
from evaluation.finding.services.review import decide_hit
from evaluation.imports.jobs.test_sets import preview_test_set
from evaluation.marked_expressions.services import change_marked_expressions
from evaluation.measures.jobs import measure_translations
from evaluation.measures.registry import MEASURES
from evaluation.measures.services.measures import request_measures
from evaluation.test_sets.models import TestSet
from evaluation.training_text.jobs.files import make_training_files
from evaluation.training_text.services import request_training_files
from evaluation.transfers.jobs import transfer_hits
from evaluation.transfers.services import request_transfer
from tests.browser.world.visiting import Visit, do, page
from tests.evaluation.experiments.making import make_experiment
from tests.evaluation.external_scores.test_services import XCOMET
from tests.evaluation.findings import make_finding
from tests.evaluation.measures.services.test_measures import COMPOUNDS, align
from tests.evaluation.translated import TABLE, keep, make_test_set, preview_outputs, request_preview

LITERAL, ICE = "?measure=litter", "?label=break+the+ice"


def visit_test_sets(manager: User, project: Project) -> list[Visit]:
    """Two systems on our own sentences, one of them measured only after the other; long names and a long sentence."""
    before = page("test-sets-none-yet", "manager", "evaluation:test_sets", project.slug)
    test_set = make_test_set(project, name="Idioms of everyday speech")
    translations = page("test-set-not-measured", "manager", "evaluation:test_set", project.slug, test_set.pk)
    dictionary = store_upload(
        user=manager, project=project, file=ContentFile(b"ice gelo\nwoke sveglia\nbroke spaccato\n"), name="en-it.txt"
    )
    compounds = keep(project, "compounds.csv", COMPOUNDS)
    for name in ("", "system one"):
        align(test_set, name)
    job = request_measures(
        user=manager,
        project=project,
        test_set=test_set,
        measures=list(MEASURES),
        files={"dictionaries": [dictionary], "compounds": [compounds]},
    )
    do(job, measure_translations)
    marked = [{"label": "break the ice", "source_spans": [[3, 8], [13, 16]], "expression_class": "idiomatic"}]
    for version, expressions in enumerate((marked, [*marked, {"label": "He", "source_spans": [[0, 2]]}])):
        change_marked_expressions(
            user=manager, test_set=test_set, number=2, version=version, expressions=expressions, operation_id=uuid4()
        )
    long_text = "expression " * 60
    bare = make_test_set(project, f"source\n{long_text}\n", {"source": "source"}, systems=(), name="A long name " * 9)
    preview = do(request_preview(project, {"table": ("idioms.tsv", TABLE)}, name="More idioms"), preview_test_set)
    files = {"source": ("s.txt", "He broke the ice.\n"), "spans": ("s.spans", "break the ice\t[(3, 16)]\n")}
    lines = do(request_preview(project, files, ["Ha rotto il ghiaccio.\n"], name="Lines"), preview_test_set)
    scores = request_external_scores_preview(
        user=manager,
        project=project,
        test_set=test_set,
        name="xCOMET",
        upload=keep(project, "scores.json", json.dumps(XCOMET)),
        request_id=uuid4(),
    )
    do(scores, preview_external_scores)
    do(confirm_external_scores(user=manager, project=project, preview=scores), import_external_scores)
    visits = _visit_tables(manager, project, test_set)
    broken = do(request_preview(project, {"source": ("s.txt", "a\n\n")}, name="Broken"), preview_test_set)
    visits += _list_test_sets(project, bare, before, broken, lines, preview, scores, test_set, translations)
    return visits


OUTPUTS = """Satznummer;Quelltext;NLLB-200 (distilled, 600 M parameters);system two;{long}
1;She woke up early.;Si è alzata presto.;Si è svegliata di buon’ora.;gut
2;He broke the ice.;Ha rotto il gelo.;;
3;They broke the ice at last, after a long and rather awkward silence.;Hanno rotto il gelo.;Hanno rotto il ghiaccio.;
4;It rains.;Piove forte.;Sta piovendo.;
""".format(long="Bemerkung der Redaktion zur Übersetzung " * 3)


def _visit_tables(manager: User, project: Project, test_set: TestSet) -> list[Visit]:
    """Return the previews of tables whose columns are assigned: with all that can be said of them, and with nothing."""
    known = preview_outputs(manager, test_set, OUTPUTS, "Übersetzungen.csv")
    unknown = preview_outputs(manager, test_set, "x;y;note\n1;m;Si alza.\n2;m;Piove.\n", "x.csv")
    table = request_external_scores_preview(
        user=manager,
        project=project,
        test_set=test_set,
        name="COMET-22",
        upload=keep(project, "Werte.csv", "Nr;system one;Wert NLLB;Notiz\n1;0,25;0,5;\n2;;0,6;gut\n3;0,5;0,7;\n"),
        request_id=uuid4(),
    )
    do(table, preview_external_scores)
    return [
        page("translations_preview", "manager", "evaluation:translations_preview", project.slug, known.pk),
        page("translations_preview-unknown", "manager", "evaluation:translations_preview", project.slug, unknown.pk),
        page("external_scores_preview-table", "manager", "evaluation:external_scores_preview", project.slug, table.pk),
    ]


def _list_test_sets(
    project: Project,
    bare: TestSet,
    before: Visit,
    broken: Job,
    lines: Job,
    preview: Job,
    scores: Job,
    test_set: TestSet,
    translations: Visit,
) -> list[Visit]:
    of_set = project.slug, test_set.pk
    return [
        before,
        translations,
        *[
            page(name, "manager", f"evaluation:{name}", *of_set)
            for name in (
                "test_set",
                "translations_new",
                "alignment_new",
                "linguistic_annotation_new",
                "external_scores_new",
                "file_new",
                "neural_scores_new",
                "measures_new",
                "expressions",
                "occurrences",
                "expression_classes",
                "segments",
                "groups",
                "compare",
                "runs",
                "downloads",
                "test_set_files",
            )
        ],
        page("expressions-litter", "manager", "evaluation:expressions", *of_set, query="?measure=litter"),
        page("segments-of-one", "manager", "evaluation:segments", *of_set, query=ICE),
        page("test_set-chosen", "manager", "evaluation:test_set", *of_set, query="?show=ter.score&by=ter.score"),
        page("compare-litter", "manager", "evaluation:compare", *of_set, query="?measure=litter"),
        *[page(f"segment-{number}", "manager", "evaluation:segment", *of_set, number) for number in (1, 3, 4)],
        *[
            page(name, "manager", "evaluation:marked_expressions", *of_set, number)
            for name, number in (("expressions", 2), ("expressions-none", 4))
        ],
        page("test_sets", "manager", "evaluation:test_sets", project.slug),
        page("boards", "manager", "evaluation:boards", project.slug),
        page("several_test_sets", "manager", "evaluation:several_test_sets", project.slug),
        page("test_set_new", "manager", "evaluation:test_set_new", project.slug),
        page("external_scores_preview", "manager", "evaluation:external_scores_preview", project.slug, scores.pk),
        page("test_set_preview", "manager", "evaluation:test_set_preview", project.slug, preview.pk),
        page("test-set-preview-lines", "manager", "evaluation:test_set_preview", project.slug, lines.pk),
        page("test-set-preview-broken", "manager", "evaluation:test_set_preview", project.slug, broken.pk),
        page("test-set-files-none", "manager", "evaluation:test_set_files", project.slug, bare.pk),
        page("deletion-new", "manager", "projects:deletion_new", project.slug, "test-set", test_set.pk),
        page("test-set-bare", "manager", "evaluation:test_set", project.slug, bare.pk),
        page("segment-bare", "manager", "evaluation:segment", project.slug, bare.pk, 1),
        page("expressions-not-measured", "manager", "evaluation:expressions", project.slug, bare.pk),
    ]


def visit_experiments(manager: User, project: Project) -> list[Visit]:
    """Make an experiment of all that marks expressions, one system of which has translated."""
    before = page("experiments-none-yet", "manager", "evaluation:experiments", project.slug)
    experiment = make_experiment(project, seeds=[1, 2])
    add_outputs(
        user=manager,
        experiment=experiment,
        variant=FACTORS,
        seed=1,
        test_set=experiment.test_sets.get(),
        upload=keep(project, "outputs.txt", "a\nb\nc\n"),
        provenance={
            "experiment": experiment.description_sha256,
            "toolkit": "sockeye",
            "version": "3.1.34",
            "seconds": 81,
            "machine": "Linux 6.1.0 x86_64",
        },
    )
    return [
        before,
        page("experiments", "manager", "evaluation:experiments", project.slug),
        page("experiment_new", "manager", "evaluation:experiment_new", project.slug),
        page("experiment", "manager", "evaluation:experiment", project.slug, experiment.pk),
    ]


def visit_findings(manager: User, project: Project) -> list[Visit]:
    """Make a search that is half reviewed, and one with a long name that found nothing."""
    before = page("findings-none-yet", "manager", "evaluation:findings", project.slug)
    finding = make_finding(project, gap=2)
    first = finding.hits.earliest("pk")
    decide_hit(user=manager, finding=finding, hit=first, verdict="accepted", seen=0, operation_id=uuid4())
    transfer = request_transfer(user=manager, finding=finding, use="target_words", project=project, request_id=uuid4())
    do(transfer, transfer_hits)
    files = request_training_files(
        user=manager, finding=finding, condition="joint", marking="factors", request_id=uuid4()
    )
    do(files, make_training_files)
    nothing = make_finding(project, "a very long phrase that nobody says " * 8, name="A long name " * 9)
    return [
        before,
        page("findings", "manager", "evaluation:findings", project.slug),
        page("finding_new", "manager", "evaluation:finding_new", project.slug),
        *[
            page(name, "manager", f"evaluation:{name}", project.slug, finding.pk)
            for name in ("finding", "hits", "finding_use", "training_files_new")
        ],
        page("training_files", "manager", "evaluation:training_files", project.slug, files.pk),
        page("transferred", "manager", "evaluation:transferred", project.slug, transfer.pk),
        page("finding-nothing", "manager", "evaluation:finding", project.slug, nothing.pk),
        page("hits-none", "manager", "evaluation:hits", project.slug, nothing.pk),
        page("hits-all", "manager", "evaluation:hits", project.slug, finding.pk, query="?verdict="),
    ]
