"""Pages of agreement and of aligners' scores."""

from tests.authorisation.addresses import in_project, of_project, released
from tests.authorisation.forms import a_file
from tests.authorisation.row import Row
from tests.authorisation.sides import SYSTEM_FILE

ROWS = {
    "evaluation:machine_report": Row(in_project("machine"), get=200),
    # No report was computed yet where this asks.
    "evaluation:machine_report_plot": Row(in_project("machine"), get=404),
    "evaluation:machine_report_table": Row(lambda side: (*in_project("machine")(side), "csv"), get=404),
    "evaluation:machine_report_request": Row(in_project("machine"), post=302, data=lambda side: {"epsilon": "0.2"}),
    "evaluation:agreement_moved": Row(of_project, get=302),
    "evaluation:agreement_table_moved": Row(of_project, get=302),
    "evaluation:agreement_pairs_plot_moved": Row(of_project, get=302),
    "evaluation:agreement_plot_moved": Row(lambda side: (side.slug, "distribution"), get=302),
    "evaluation:agreement_file_moved": Row(lambda side: (side.slug, "timeline"), get=302),
    "alignment:agreement_frequency": Row(
        of_project, post=302, data=lambda side: {"side": "source", "starts": "0, 1, 16"}
    ),
    "evaluation:systems": Row(of_project, get=200),
    "evaluation:system_new": Row(
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
    "evaluation:systems_plot": Row(released, get=200),
    "evaluation:systems_table": Row(lambda side: (*released(side), "tex"), get=200),
    "evaluation:scoring": Row(released, get=200, is_fragment=True),
    # No aligner is installed where this runs: the form says so.
    "evaluation:aligner_new": Row(of_project, post=400),
    "evaluation:band_scores_new": Row(
        released,
        get=200,
        post=302,
        data=lambda side: {"first": side.score.output_id, "bands": "0-"},
    ),
    "evaluation:band_scores": Row(in_project("band_scores"), get=200),
    "evaluation:band_scores_table": Row(lambda side: (*in_project("band_scores")(side), "csv"), get=200),
    "evaluation:score": Row(in_project("score"), get=200),
}
