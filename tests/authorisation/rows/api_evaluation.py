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
from tests.authorisation.row import (
    JOB,
    MANAGER,
    OK,
    REVIEWER,
    Row,
    rule,
)
from tests.authorisation.sides import SYSTEM_FILE
from tests.authorisation.world import step

ROWS = {
    "api:test-set-download": Row(REVIEWER, lambda side: (side.slug, side.test_set.pk, "test-set.jsonl"), get=200),
    "api:evaluation-releases": Row(
        MANAGER,
        of_judging,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "test_set": side.judging.test_set.pk},
    ),
    "api:deletions": Row(
        MANAGER,
        of_project,
        get=200,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "part": "test-set", "id": side.test_set.pk},
    ),
    "api:deletion-restore": Row(
        MANAGER, in_project("deletion"), post=202, data=lambda side: {"request_id": str(uuid4())}
    ),
    "api:correlations": Row(
        REVIEWER,
        in_judging("test_set"),
        get=200,
        post=202,
        data=lambda side: {"judging_round": side.judging.judging_round.number},
    ),
    "api:eval-set-of-round": Row(REVIEWER, of_round_scores, get=200),
    "api:eval-set-of-study": Row(REVIEWER, of_study, get=200),
    "api:correlation": Row(REVIEWER, of_correlation(), get=200),
    "api:human-studies": Row(
        REVIEWER,
        in_judging("test_set"),
        get=200,
        post=202,
        data=lambda side: {"name": "Study", "file": a_file(b"system,segment,annotator,score\n")},
        change_rule=MANAGER,
    ),
    "api:judging-rounds": Row(
        REVIEWER,
        of_judging,
        get=200,
        post=202,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "test_set": side.judging.test_set.pk,
            "name": "More",
            "required_count": 1,
        },
        change_rule=MANAGER,
    ),
    "api:judging-annotator-quality": Row(MANAGER, a_round, get=200),
    "api:judging-round": Row(
        REVIEWER, a_round, get=200, patch=200, data=lambda side: {"state": "closed"}, change_rule=MANAGER
    ),
    "api:judgement-table": Row(REVIEWER, a_round, get=200),
    "api:judgement-error-spans": Row(REVIEWER, a_round, get=400),  # scores have no spans
    "api:judgement-queue": Row(REVIEWER, of_judging, get=200),
    "api:judgement-decision": Row(REVIEWER, judged_item, get=200, post=409, data=lambda side: step(99)),
    "api:judgement-undo": Row(REVIEWER, judged_item, post=409, data=lambda side: step(99)),
    "api:agreement": Row(REVIEWER, of_project, get=200),
    "api:annotator-qualities": Row(MANAGER, of_project, get=200),
    "api:annotator-quality": Row(rule(OK, 404, 403, OK), in_project("annotator"), get=200),
    "api:systems": Row(
        REVIEWER,
        of_project,
        get=200,
        post=202,
        data=lambda side: {"name": "s", "release": 1, "format": "pharaoh", "file": a_file(SYSTEM_FILE)},
        change_rule=MANAGER,
    ),
    "api:systems-aligner": Row(
        MANAGER,
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
        REVIEWER,
        of_project,
        get=200,
        post=202,
        data=lambda side: {"release": side.release.number, "scores": side.score.pk, "bands": "0-"},
        change_rule=MANAGER,
    ),
    "api:band-scores-detail": Row(REVIEWER, in_project("band_scores"), get=200),
    "api:scores": Row(REVIEWER, of_project, get=200),
    "api:score": Row(REVIEWER, in_project("score"), get=200),
    "api:test-set-confirm": Row(
        MANAGER, in_project("test_set_preview"), post=202, data=lambda side: {"source": "source"}
    ),
    "api:findings": Row(
        REVIEWER,
        of_project,
        get=200,
        post=202,
        change_rule=MANAGER,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "More",
            "phrases": side.upload.pk,
            "uploads": [side.upload.pk],
            "format": "tsv",
        },
    ),
    "api:finding": Row(REVIEWER, in_project("finding"), get=200),
    "api:found-phrases": Row(REVIEWER, in_project("finding"), get=200),
    "api:found-phrase-decide": Row(
        REVIEWER,
        lambda side: (side.slug, side.finding.pk, side.hit.phrase_id),
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "verdict": "rejected"},
    ),
    "api:finding-transfer": Row(
        MANAGER,
        in_project("finding"),
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "use": "target_words", "project": side.slug},
    ),
    "api:training-files": Row(MANAGER, in_project("finding"), post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:training-files-download": Row(MANAGER, in_project("training_files"), get=200),
    "api:transfer-preview": Row(MANAGER, in_project("transferred"), post=202),
    "api:hits": Row(REVIEWER, in_project("finding"), get=200),
    "api:hit-decide": Row(
        REVIEWER,
        lambda side: (side.slug, side.finding.pk, side.hit.pk),
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "verdict": "rejected", "seen": 0},
    ),
    "api:hit-decision-undo": Row(JOB, lambda side: (side.slug, side.finding.pk, side.hit_decision.pk), post=200),
    "api:test-set": Row(REVIEWER, in_project("test_set"), get=200),
    "api:translations": Row(
        MANAGER, in_project("test_set"), post=202, data=lambda side: {"name": "s", "file": a_file(b"1\n2\n3\n4\n")}
    ),
    "api:alignments": Row(
        MANAGER, in_project("test_set"), post=202, data=lambda side: {"base": "0", "file": a_file(b"0-0\n\n\n\n")}
    ),
    "api:linguistic-annotations": Row(
        MANAGER,
        in_project("test_set"),
        post=202,
        data=lambda side: {"part": "source", "file": a_file(b"1\ta\n", "s.conllu")},
    ),
    "api:external-scores": Row(
        MANAGER,
        in_project("test_set"),
        post=202,
        data=lambda side: {"name": "COMET", "system": "system one", "file": a_file(b"1\n2\n3\n4\n")},
    ),
    # No model is installed where this asks.
    "api:neural-scores": Row(
        MANAGER,
        in_project("test_set"),
        get=200,
        post=400,
        data=lambda side: {"model": "x", "request_id": str(uuid4())},
    ),
    "api:measures": Row(MANAGER, in_project("test_set"), post=202, data=lambda side: {"measures": ["bleu"]}),
    "api:test-set-comparison": Row(
        REVIEWER,
        of_measured(),
        get=200,
        post=202,
        data=lambda side: {"measure": "mwe-score", "first": "system one", "second": "system two"},
    ),
    "api:test-sets-side-by-side": Row(REVIEWER, of_project, get=200),
    "api:test-set-runs": Row(
        REVIEWER, in_project("test_set"), get=200, patch=200, data=lambda side: {"pattern": ""}, change_rule=MANAGER
    ),
    "api:test-set-groups": Row(REVIEWER, in_project("test_set"), get=200),
    "api:expressions": Row(REVIEWER, in_project("test_set"), get=200),
    "api:segment": Row(REVIEWER, lambda side: (side.slug, side.test_set.pk, 1), get=200),
    "api:occurrences": Row(REVIEWER, in_project("test_set"), get=200),
    "api:marked-expressions": Row(
        MANAGER,
        lambda side: (side.slug, side.test_set.pk, 2),
        get=200,
        post=200,
        data=lambda side: {"version": 0, "operation_id": str(uuid4()), "expressions": []},
    ),
    "api:expression-classes": Row(MANAGER, in_project("test_set"), get=200, post=400),
    "api:expression-classes-clear": Row(
        MANAGER,
        in_project("test_set"),
        post=400,  # no expression has a class
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "api:expression-classes-undo": Row(
        MANAGER,
        in_project("test_set"),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "api:marked-expressions-undo": Row(
        MANAGER,
        lambda side: (side.slug, side.test_set.pk, 4),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
}
