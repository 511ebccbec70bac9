"""Pages of test sets and findings."""

from uuid import uuid4

from evaluation.experiments.forms import DEFAULTS, NUMBERS
from tests.authorisation.addresses import in_project, of_judging, of_measured, of_project
from tests.authorisation.forms import a_file, a_table
from tests.authorisation.row import OWN_JOBS, Row

ROWS = {
    "evaluation:downloads": Row(in_project("test_set"), get=200),
    "evaluation:download": Row(lambda side: (side.slug, side.test_set.pk, "test-set.jsonl"), get=200),
    "evaluation:test_set_files": Row(in_project("test_set"), get=200),
    "evaluation:test_set_parts": Row(in_project("test_set"), get=302),
    "evaluation:release_new": Row(
        of_judging,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "test_set": side.judging.test_set.pk},
    ),
    "evaluation:findings": Row(of_project, get=200),
    "evaluation:finding_new": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "More",
            "phrases": a_file(b"break the ice\n"),
            "text_format": "text",
            "first_file": a_file(b"He broke the ice.\n"),
            "side": "source",
            "gap": "0",
        },
    ),
    "evaluation:finding_of_job": Row(lambda side: (side.slug, side.finding.job_id), get=302),
    "evaluation:finding": Row(in_project("finding"), get=200),
    "evaluation:finding_use": Row(
        in_project("finding"),
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "use": "test_set",
            "project": side.slug,
            "name": "From hits",
        },
    ),
    "evaluation:training_files_new": Row(
        in_project("finding"),
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "hits": "accepted",
            "times": 20,
            "seed": 0,
            "tokens": "spaces",
        },
    ),
    "evaluation:training_files": Row(in_project("training_files"), get=200),
    "evaluation:training_files_download": Row(in_project("training_files"), get=200),
    "evaluation:experiments": Row(of_project, get=200),
    "evaluation:experiment_new": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            **{name: getattr(DEFAULTS, name) for name in (*NUMBERS, "dropout", "learning_rate")},
            "request_id": str(uuid4()),
            "name": "More",
            "finding": side.finding.pk,
            "hits": "accepted",
            "test_sets": side.test_set.pk,
            "test_expressions": "found",
            "variants": "baseline",
            "seeds": "1, 2",
            "data_seed": 0,
        },
    ),
    "evaluation:experiment": Row(in_project("experiment"), get=200),
    "evaluation:experiment_archive": Row(in_project("experiment"), get=200),
    "evaluation:transferred": Row(in_project("transferred"), get=200, post=302),
    "evaluation:hits": Row(in_project("finding"), get=200),
    "evaluation:hit_decide": Row(
        in_project("finding"),
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "hit": side.hit.pk, "seen": 0, "verdict": "accepted"},
    ),
    "evaluation:phrase_decide": Row(
        in_project("finding"),
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "phrase": side.hit.phrase_id, "verdict": "accepted"},
    ),
    "evaluation:hits_undo": Row(
        in_project("finding"), post=302, data=lambda side: {"decision": side.hit_decision.pk}, narrowed=OWN_JOBS
    ),
    "evaluation:test_sets": Row(of_project, get=200),
    "evaluation:boards": Row(of_project, get=302),
    "evaluation:test_set_new": Row(
        of_project,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "name": "Proverbs", "table": a_table()},
    ),
    "evaluation:test_set_preview": Row(in_project("test_set_preview"), get=200, post=302),
    "evaluation:test_set_again": Row(
        in_project("test_set_preview"),
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "column_0": "source", "header": "yes"},
    ),
    "evaluation:test_set_of_job": Row(lambda side: (side.slug, side.test_set.job_id), get=302, narrowed=OWN_JOBS),
    "evaluation:test_set": Row(in_project("test_set"), get=200),
    "evaluation:test_set_jobs": Row(in_project("test_set"), get=200, is_fragment=True),
    "evaluation:alignment_new": Row(
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {
            "of": "reference",
            "file": a_file(b"0-0\n\n\n\n"),
            "alignment_format": "pharaoh",
            "base": "0",
        },
    ),
    "evaluation:linguistic_annotation_new": Row(
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {"of": "source", "file": a_file(b"1\ta\n", "s.conllu")},
    ),
    "evaluation:file_new": Row(
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "file": a_file(b"one\ntwo\n\n\n", "new.txt")},
    ),
    "evaluation:external_scores_new": Row(
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "COMET",
            "system": "system one",
            "file": a_file(b"1\n2\n3\n4\n"),
        },
    ),
    # No model is installed where this asks.
    "evaluation:neural_scores_new": Row(
        in_project("test_set"), get=200, post=400, data=lambda side: {"request_id": str(uuid4()), "model": "x"}
    ),
    "evaluation:external_scores_preview": Row(in_project("scores_preview"), get=200, post=302),
    "evaluation:external_scores_again": Row(
        in_project("scores_preview"),
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "column_0": "scores:system one", "header": "yes"},
    ),
    "evaluation:translations_new": Row(
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "system three",
            "file": a_file(b"1\n2\n3\n4\n"),
        },
    ),
    "evaluation:translations_preview": Row(in_project("translations_preview"), get=200, post=302),
    "evaluation:translations_again": Row(
        in_project("translations_preview"),
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "column_0": "systems", "header": "yes"},
    ),
    "evaluation:measures_new": Row(in_project("test_set"), get=200, post=302, data=lambda side: {"measures": ["bleu"]}),
    "evaluation:test_set_table": Row(in_project("test_set"), get=200),
    "evaluation:several_test_sets": Row(of_project, get=200),
    "evaluation:several_test_sets_table": Row(lambda side: (side.slug, "csv"), get=200),
    "evaluation:runs": Row(in_project("test_set"), get=200, post=302, data=lambda side: {"pattern": ""}),
    "evaluation:expressions": Row(in_project("test_set"), get=200),
    "evaluation:test_set_latex": Row(in_project("test_set"), get=200),
    "evaluation:compare": Row(in_project("test_set"), get=200),
    "evaluation:groups": Row(in_project("test_set"), get=200),
    "evaluation:compare_compute": Row(of_measured(), post=302),
    "evaluation:compare_plot": Row(of_measured("differences"), get=200),
    "evaluation:compare_table": Row(of_measured("figures", "csv"), get=200),
    "evaluation:comparison_of_job": Row(
        lambda side: (side.judging.project.slug, side.judging.comparison.pk), get=302, narrowed=OWN_JOBS
    ),
    "evaluation:test_set_plot": Row(of_measured(), get=200),
    "evaluation:groups_table": Row(of_measured("csv"), get=200),
    "evaluation:groups_plot": Row(of_measured("form"), get=200),
    "evaluation:expressions_table": Row(of_measured("csv"), get=200),
    "evaluation:segments": Row(in_project("test_set"), get=200),
    "evaluation:segment": Row(lambda side: (side.slug, side.test_set.pk, 1), get=200),
    "evaluation:occurrences": Row(in_project("test_set"), get=200),
    "evaluation:occurrences_plot": Row(in_project("test_set"), get=200),
    "evaluation:occurrences_table": Row(of_measured("csv"), get=200),
    "evaluation:marked_expressions": Row(
        lambda side: (side.slug, side.test_set.pk, 1),
        get=200,
        post=302,
        data=lambda side: {"version": 0, "operation_id": str(uuid4()), "count": 2, "e0-label": "x"},
    ),
    "evaluation:expression_classes": Row(in_project("test_set"), get=200, post=400),
    "evaluation:expression_classes_clear": Row(
        in_project("test_set"),
        post=400,  # no expression has a class
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "evaluation:expression_classes_undo": Row(
        in_project("test_set"),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "evaluation:marked_expressions_undo": Row(
        lambda side: (side.slug, side.test_set.pk, 4),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
}
