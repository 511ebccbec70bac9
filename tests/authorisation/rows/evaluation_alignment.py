"""Pages of agreement and of aligners' scores."""

from tests.authorisation.addresses import in_project, of_project, released
from tests.authorisation.forms import a_file
from tests.authorisation.row import MANAGER, OK, REVIEWER, Row, rule
from tests.authorisation.sides import SYSTEM_FILE

ROWS = {
    "evaluation:annotator_quality": Row(rule(302, 302, 403, OK), of_project, get=200),
    "evaluation:annotator_quality_detail": Row(rule(OK, 404, 403, OK), in_project("annotator"), get=200),
    "evaluation:annotator_quality_plot": Row(
        rule(404, 404, 403, 404), lambda side: (side.slug, side.annotator.pk, "drift"), get=200
    ),  # one week makes no line
    "evaluation:machine_report": Row(REVIEWER, in_project("machine"), get=200),
    # No report was computed yet where this asks.
    "evaluation:machine_report_plot": Row(REVIEWER, in_project("machine"), get=404),
    "evaluation:machine_report_table": Row(REVIEWER, lambda side: (*in_project("machine")(side), "csv"), get=404),
    "evaluation:machine_report_request": Row(
        REVIEWER, in_project("machine"), post=302, data=lambda side: {"epsilon": "0.2"}
    ),
    "evaluation:agreement": Row(REVIEWER, of_project, get=200),
    "evaluation:agreement_table": Row(REVIEWER, of_project, get=200),
    "evaluation:agreement_plot": Row(REVIEWER, lambda side: (side.slug, "annotators"), get=200),
    "evaluation:agreement_file": Row(REVIEWER, lambda side: (side.slug, "timeline"), get=200),
    "evaluation:agreement_frequency": Row(
        REVIEWER, of_project, post=302, data=lambda side: {"side": "source", "starts": "0, 1, 16"}
    ),
    "evaluation:agreement_intervals": Row(REVIEWER, of_project, post=302),
    "evaluation:systems": Row(REVIEWER, of_project, get=200),
    "evaluation:system_new": Row(
        MANAGER,
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "name": "s",
            "release": side.release.pk,
            "alignment_format": "pharaoh",
            "base": "detect",
            "file": a_file(SYSTEM_FILE),
        },
    ),
    "evaluation:systems_plot": Row(REVIEWER, released, get=200),
    "evaluation:systems_table": Row(REVIEWER, lambda side: (*released(side), "tex"), get=200),
    "evaluation:scoring": Row(REVIEWER, released, get=200, is_fragment=True),
    # No aligner is installed where this runs: the form says so.
    "evaluation:aligner_new": Row(MANAGER, of_project, post=400),
    "evaluation:band_scores_new": Row(
        REVIEWER,
        released,
        get=200,
        post=302,
        data=lambda side: {"first": side.score.output_id, "bands": "0-"},
        change_rule=MANAGER,
    ),
    "evaluation:band_scores": Row(REVIEWER, in_project("band_scores"), get=200),
    "evaluation:band_scores_table": Row(REVIEWER, lambda side: (*in_project("band_scores")(side), "csv"), get=200),
    "evaluation:score": Row(REVIEWER, in_project("score"), get=200),
}
