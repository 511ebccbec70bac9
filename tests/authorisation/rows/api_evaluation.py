"""The API of evaluation."""

from uuid import uuid4

from tests.authorisation.addresses import (
    a_round,
    in_judging,
    in_project,
    judged_item,
    of_correlation,
    of_judging,
    of_measured,
    of_project,
    of_round_scores,
    of_study,
)
from tests.authorisation.forms import a_file
from tests.authorisation.row import ONES_OWN, OWN_JOBS, Row
from tests.authorisation.sides import SYSTEM_FILE
from tests.authorisation.world import step

ROWS = {
    "api:test-set-download": Row(lambda side: (side.slug, side.test_set.pk, "test-set.jsonl"), get=200),
    "api:deletions": Row(
        of_project,
        get=200,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "part": "test-set", "id": side.test_set.pk},
    ),
    "api:deletion-restore": Row(in_project("deletion"), post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:correlations": Row(
        in_judging("test_set"),
        get=200,
        post=202,
        data=lambda side: {"judging_round": side.judging.judging_round.number},
    ),
    "api:eval-set-of-round": Row(of_round_scores, get=200),
    "api:eval-set-of-study": Row(of_study, get=200),
    "api:correlation": Row(of_correlation(), get=200),
    "api:human-studies": Row(
        in_judging("test_set"),
        get=200,
        post=202,
        data=lambda side: {"name": "Study", "file": a_file(b"system,segment,annotator,score\n")},
    ),
    "api:judging-rounds": Row(
        of_judging,
        get=200,
        post=202,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "test_set": side.judging.test_set.pk,
            "name": "More",
            "required_count": 1,
        },
    ),
    "api:judging-annotator-quality": Row(a_round, get=200),
    "api:judging-round": Row(a_round, get=200, patch=200, data=lambda side: {"state": "closed"}),
    "api:own-judging-rounds": Row(
        of_judging, get=200, post=200, data=lambda side: {"number": side.judging.judging_round.number}
    ),
    "api:judgement-table": Row(a_round, get=200),
    "api:judgement-error-spans": Row(a_round, get=400),  # scores have no spans
    "api:judgement-queue": Row(of_judging, get=200),
    "api:judgement-decision": Row(judged_item, get=200, post=409, data=lambda side: step(99)),
    "api:judgement-undo": Row(judged_item, post=409, data=lambda side: step(99)),
    "api:agreement": Row(of_project, get=200),
    "api:annotator-qualities": Row(of_project, get=200),
    "api:annotator-quality": Row(in_project("annotator"), get=200, narrowed=ONES_OWN),
    "api:systems": Row(
        of_project,
        get=200,
        post=202,
        data=lambda side: {"name": "s", "release": 1, "format": "pharaoh", "file": a_file(SYSTEM_FILE)},
    ),
    "api:systems-aligner": Row(
        of_project,
        post=400,  # none is installed
        data=lambda side: {
            "request_id": str(uuid4()),
            "release": side.release.number,
            "aligner": "eflomal",
            "name": "eflomal",
        },
    ),
    "api:band-scores": Row(
        of_project,
        get=200,
        post=202,
        data=lambda side: {"release": side.release.number, "scores": side.score.pk, "bands": "0-"},
    ),
    "api:band-scores-detail": Row(in_project("band_scores"), get=200),
    "api:scores": Row(of_project, get=200),
    "api:score": Row(in_project("score"), get=200),
    "api:test-set-confirm": Row(in_project("test_set_preview"), post=202, data=lambda side: {"source": "source"}),
    "api:findings": Row(
        of_project,
        get=200,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "More",
            "phrases": side.upload.pk,
            "uploads": [side.upload.pk],
            "format": "tsv",
        },
    ),
    "api:finding": Row(in_project("finding"), get=200),
    "api:found-phrases": Row(in_project("finding"), get=200),
    "api:found-phrase-decide": Row(
        lambda side: (side.slug, side.finding.pk, side.hit.phrase_id),
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "verdict": "rejected"},
    ),
    "api:finding-transfer": Row(
        in_project("finding"),
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "use": "target_words", "project": side.slug},
    ),
    "api:training-files": Row(in_project("finding"), post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:training-files-download": Row(in_project("training_files"), get=200),
    "api:experiments": Row(
        of_project,
        get=200,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "More",
            "finding": side.finding.pk,
            "test_sets": [side.test_set.pk],
            "variants": ["baseline"],
            "seeds": [1, 2],
        },
    ),
    "api:experiment": Row(in_project("experiment"), get=200),
    "api:experiment-archive": Row(in_project("experiment"), get=200),
    "api:experiment-outputs": Row(
        in_project("experiment"),
        post=202,
        data=lambda side: {
            "variant": "baseline",
            "seed": 1,
            "test_set": side.test_set.pk,
            "upload": side.upload.pk,
            "provenance": {"experiment": side.experiment.description_sha256},
        },
    ),
    "api:transfer-preview": Row(in_project("transferred"), post=202),
    "api:hits": Row(in_project("finding"), get=200),
    "api:hit-decide": Row(
        lambda side: (side.slug, side.finding.pk, side.hit.pk),
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "verdict": "rejected", "seen": 0},
    ),
    "api:hit-decision-undo": Row(
        lambda side: (side.slug, side.finding.pk, side.hit_decision.pk), post=200, narrowed=OWN_JOBS
    ),
    "api:test-set": Row(in_project("test_set"), get=200),
    "api:translations": Row(
        in_project("test_set"), post=202, data=lambda side: {"name": "s", "file": a_file(b"1\n2\n3\n4\n")}
    ),
    "api:alignments": Row(
        in_project("test_set"), post=202, data=lambda side: {"base": "0", "file": a_file(b"0-0\n\n\n\n")}
    ),
    "api:linguistic-annotations": Row(
        in_project("test_set"),
        post=202,
        data=lambda side: {"part": "source", "file": a_file(b"1\ta\n", "s.conllu")},
    ),
    "api:external-scores": Row(
        in_project("test_set"),
        post=202,
        data=lambda side: {"name": "COMET", "system": "system one", "file": a_file(b"1\n2\n3\n4\n")},
    ),
    # No model is installed where this asks.
    "api:neural-scores": Row(
        in_project("test_set"),
        get=200,
        post=400,
        data=lambda side: {"model": "x", "request_id": str(uuid4())},
    ),
    "api:measures": Row(in_project("test_set"), post=202, data=lambda side: {"measures": ["bleu"]}),
    "api:test-set-comparison": Row(
        of_measured(),
        get=200,
        post=202,
        data=lambda side: {"measure": "mwe-score", "first": "system one", "second": "system two"},
    ),
    "api:test-sets-side-by-side": Row(of_project, get=200),
    "api:test-set-runs": Row(in_project("test_set"), get=200, patch=200, data=lambda side: {"pattern": ""}),
    "api:test-set-groups": Row(in_project("test_set"), get=200),
    "api:expressions": Row(in_project("test_set"), get=200),
    "api:segment": Row(lambda side: (side.slug, side.test_set.pk, 1), get=200),
    "api:occurrences": Row(in_project("test_set"), get=200),
    "api:marked-expressions": Row(
        lambda side: (side.slug, side.test_set.pk, 2),
        get=200,
        post=200,
        data=lambda side: {"version": 0, "operation_id": str(uuid4()), "expressions": []},
    ),
    "api:expression-classes": Row(in_project("test_set"), get=200, post=400),
    "api:expression-classes-clear": Row(
        in_project("test_set"),
        post=400,  # no expression has a class
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "api:expression-classes-undo": Row(
        in_project("test_set"),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "api:marked-expressions-undo": Row(
        lambda side: (side.slug, side.test_set.pk, 4),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
}
