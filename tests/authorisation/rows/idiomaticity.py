"""Pages of compositionality."""

from uuid import uuid4

from idiomaticity.studies.study_files import write_study_file
from tests.authorisation.addresses import compound, given_list, in_ratings, known_rating, of_ratings, rater, rating_of
from tests.authorisation.forms import CROWD, NEW_RATING_PROJECT, RATING_SETTINGS, SCORES, a_file, new_known_rating
from tests.authorisation.row import EXPERT, ONES_OWN, Row
from tests.authorisation.sides import COMPOUNDS
from tests.authorisation.world import step
from tests.idiomaticity.predicting import TRANSLATIONS

STUDY_FILE = write_study_file({"name": "Filed", "settings": {"language": "en"}})
ROWS = {
    "idiomaticity:new": Row(get=302, post=302, data=lambda side: NEW_RATING_PROJECT),
    "idiomaticity:study_from_published": Row(
        lambda side: ("nctti",),
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "name": "Like NCTTI", "language": "pt"},
    ),
    "idiomaticity:study_from_file": Row(
        get=200, post=302, data=lambda side: {"request_id": str(uuid4()), "file": a_file(STUDY_FILE.encode())}
    ),
    "idiomaticity:study_copy": Row(
        of_ratings, get=200, post=302, data=lambda side: {"request_id": str(uuid4()), "name": "Copied"}
    ),
    "idiomaticity:study": Row(of_ratings, get=200),
    "idiomaticity:study_opening": Row(of_ratings, get=200),
    "idiomaticity:study_walk": Row(lambda side: (*of_ratings(side), "items"), get=200),
    "idiomaticity:study_demo_switch": Row(of_ratings, post=302, data=lambda side: {"is_public": "1"}),
    "idiomaticity:study_demo": Row(lambda side: (side.ratings.project.study_demo.key,), get=302),
    "idiomaticity:study_demo_page": Row(lambda side: (side.ratings.project.study_demo.key, "items"), get=200, post=302),
    "idiomaticity:study_running": Row(of_ratings, get=200),
    "idiomaticity:study_extend": Row(
        of_ratings, post=302, data=lambda side: {"operation_id": str(uuid4()), "places": 1}
    ),
    "idiomaticity:study_replace": Row(of_ratings, get=302, post=400),  # nobody is chosen
    "idiomaticity:study_paper": Row(of_ratings, get=200),
    "idiomaticity:study_paper_file": Row(lambda side: (*of_ratings(side), "methods.md"), get=200),
    "idiomaticity:study_file": Row(of_ratings, get=200),
    "idiomaticity:overview": Row(of_ratings, get=200),
    "idiomaticity:settings": Row(of_ratings, get=200, post=302, data=lambda side: RATING_SETTINGS),
    "idiomaticity:preview": Row(of_ratings, get=200),
    "idiomaticity:import": Row(
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "content": "compounds", "uploads": a_file(COMPOUNDS)},
    ),
    "idiomaticity:import_preview": Row(in_ratings("preview"), get=200),
    "idiomaticity:import_again": Row(in_ratings("preview"), post=302, data=lambda side: {"request_id": str(uuid4())}),
    "idiomaticity:import_confirm": Row(in_ratings("preview"), post=302),
    "idiomaticity:assignments": Row(of_ratings, get=200),
    "idiomaticity:assignments_next": Row(of_ratings, get=302, post=302),
    "idiomaticity:rate": Row(rating_of("mine"), get=200),
    "idiomaticity:submit": Row(rating_of("mine"), post=302, data=lambda side: step(**SCORES)),
    "idiomaticity:skip": Row(rating_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "idiomaticity:reopen": Row(
        rating_of("submitted"), post=302, data=lambda side: step(side.ratings.submitted.version)
    ),
    "idiomaticity:resume": Row(rating_of("skipped"), post=302, data=lambda side: step()),
    "idiomaticity:comment": Row(rating_of("mine"), post=302, data=lambda side: step(text="odd")),
    "idiomaticity:crowd": Row(of_ratings, get=200, post=302, data=lambda side: CROWD),
    "idiomaticity:crowd_settings": Row(of_ratings, get=200, post=302, data=lambda side: CROWD),
    "idiomaticity:page_texts": Row(of_ratings, get=200, post=302, data=lambda side: {"language": "pt"}),
    "idiomaticity:page_text": Row(
        of_ratings, post=302, data=lambda side: {"sentence": "Take part", "form-0": "Participe"}
    ),
    "idiomaticity:list": Row(given_list, get=200),
    "idiomaticity:crowd_open": Row(of_ratings, post=302),
    "idiomaticity:crowd_close": Row(of_ratings, post=302),
    "idiomaticity:crowd_people": Row(of_ratings, get=200),
    "idiomaticity:crowd_bonuses": Row(of_ratings, get=200),
    "idiomaticity:crowd_review": Row(of_ratings, post=302),
    "idiomaticity:crowd_consents": Row(of_ratings, get=200),
    "idiomaticity:questionnaire_edit": Row(
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {"moment": "end", "question-TOTAL_FORMS": 0, "question-INITIAL_FORMS": 0},
    ),
    "idiomaticity:questionnaire_preview": Row(of_ratings, get=200),
    "idiomaticity:questionnaire_answers": Row(of_ratings, get=200),
    # Nobody is to answer one, so that those who could are led on.
    "idiomaticity:questionnaire": Row(of_ratings, get=302, post=302),
    # Only for those who came by a crowd's link, of whom nobody is here.
    "idiomaticity:crowd_consent_text": Row(of_ratings, get=404),
    "idiomaticity:crowd_home": Row(of_ratings, get=404),
    "idiomaticity:crowd_feedback": Row(rating_of("mine"), get=404),
    "idiomaticity:crowd_link": Row(lambda side: (side.ratings.project.crowd_call.key,), get=302),
    "idiomaticity:crowd_consent": Row(get=404, post=404),  # nobody here opened the link before
    "idiomaticity:crowd_return": Row(lambda side: ("1:made-up",), get=404, post=404),
    "idiomaticity:annotator_quality": Row(of_ratings, get=200, narrowed={"annotator": 302, "other": 302}),
    "idiomaticity:annotator_quality_table": Row(of_ratings, get=200),
    "idiomaticity:annotator_quality_detail": Row(rater, get=200, narrowed=ONES_OWN),
    "idiomaticity:competence": Row(of_ratings, post=302),
    "idiomaticity:bulk_exclusion": Row(of_ratings, get=200, post=400),  # 400: nobody is selected
    "idiomaticity:bulk_exclusion_undo": Row(of_ratings, post=302, data=lambda side: {"batch": str(uuid4())}),
    "idiomaticity:anchoring": Row(of_ratings, get=200, post=302),
    "idiomaticity:answers": Row(of_ratings, get=200),
    "idiomaticity:answers_table": Row(lambda side: (*of_ratings(side), "csv"), get=200),
    "idiomaticity:known_ratings": Row(
        of_ratings, get=200, post=302, data=lambda side: {**new_known_rating(side), "whole": "4-5"}
    ),
    "idiomaticity:known_rating_import": Row(
        of_ratings,
        post=302,
        data=lambda side: {
            "file-operation_id": str(uuid4()),
            "file-use": "attention",
            "file-file": a_file(b"compound,sentence,expected\ncoal mine,A coal mine.,5\n"),
        },
    ),
    "idiomaticity:known_rating_remove": Row(known_rating, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "idiomaticity:screening": Row(of_ratings, post=302, data=lambda side: {"attention_share": 10, "pass_mark": 70}),
    "idiomaticity:paraphrases": Row(of_ratings, get=200),
    "idiomaticity:paraphrases_table": Row(of_ratings, get=200),
    "idiomaticity:paraphrase_review": Row(of_ratings, get=200),
    "idiomaticity:paraphrase_review_part": Row(of_ratings, get=200, is_fragment=True),
    "idiomaticity:paraphrases_of": Row(compound, get=200),
    "idiomaticity:paraphrase_decide": Row(
        of_ratings,
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "form": "barrier", "action": "reject"},
    ),
    "idiomaticity:paraphrase_undo": Row(
        of_ratings, post=302, data=lambda side: {"operation_id": str(uuid4()), "decision": 1}
    ),
    "idiomaticity:classes": Row(
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "annotator": side.ratings.other.pk, "is_asked": "on"},
    ),
    "idiomaticity:classify": Row(of_ratings, get=200, narrowed=EXPERT),
    "idiomaticity:class_judge": Row(
        compound, post=302, data=lambda side: {"operation_id": str(uuid4()), "compound_class": "C"}, narrowed=EXPERT
    ),
    "idiomaticity:adjudication": Row(of_ratings, get=200),
    "idiomaticity:adjudicate": Row(compound, get=200),
    "idiomaticity:adjudicate_decide": Row(compound, post=302, data=lambda side: step(decided_class="C", is_done="on")),
    "idiomaticity:adjudicate_undo": Row(compound, post=400, data=lambda side: step()),  # nothing was decided
    "idiomaticity:release_new": Row(
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "several_sentences": 3, "one_sentence": 2},
    ),
    "idiomaticity:raise_required": Row(
        of_ratings, post=302, data=lambda side: {"operation_id": str(uuid4()), "numbers": [1], "required": 9}
    ),
    "idiomaticity:results": Row(of_ratings, get=200),
    "idiomaticity:labels_plot": Row(of_ratings, get=200),
    "idiomaticity:labels_table": Row(of_ratings, get=200),
    "idiomaticity:published_table": Row(of_ratings, get=200),
    "idiomaticity:compound": Row(compound, get=200),
    "idiomaticity:predictors": Row(of_ratings, get=200),
    "idiomaticity:predictor_jobs": Row(of_ratings, get=200, is_fragment=True),
    "idiomaticity:predictor_new": Row(
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "source": "translations",
            "name": "SS",
            "file": a_file(TRANSLATIONS),
        },
    ),
    "idiomaticity:predictor_preview": Row(in_ratings("predictor_preview"), get=200, post=302),
    "idiomaticity:predictor_again": Row(
        in_ratings("predictor_preview"),
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "column_0": "word", "column_1": "languages", "header": "yes"},
    ),
    "idiomaticity:predictors_again": Row(of_ratings, post=302),
    "idiomaticity:correlations_table": Row(of_ratings, get=200),
    "idiomaticity:predictor": Row(in_ratings("predictor"), get=200),
    "idiomaticity:predictor_remove": Row(in_ratings("predictor"), post=302),
    "idiomaticity:predictor_table": Row(in_ratings("predictor"), get=200),
}
