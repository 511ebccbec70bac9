"""Every route of the site, for everyone: who gets in, who gets 403, for whom it does not exist.

A route that has no row here fails the build with its name.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from annotation_site.projects.models import ApiToken, Membership, Submission, User
from annotation_site.projects.services.assignments import (
    lease_next_item,
    post_comment,
    skip_assignment,
    take_up_assignment,
)
from idiomaticity.services.leasing import lease_next_rating
from idiomaticity.wording import NAMES as WORDING_NAMES
from idiomaticity.wording import find_wording
from tests.authorisation import COMPOUNDS, SYSTEM_FILE, Side, World, step, undone, walk_routes
from tests.evaluation.translated import TABLE as IDIOMS
from tests.factories import PASSWORD, draw, submit
from tests.idiomaticity.making import hand_in
from tests.idiomaticity.predicting import TRANSLATIONS

Rule = dict[str, int | str]
Arguments = Callable[[Side], tuple[Any, ...]]
OK = "ok"
VIEWERS = ("anonymous", "outsider", "annotator", "other", "adjudicator", "manager")
METHODS = ("get", "post", "patch", "delete")
NO_SUCH_NUMBER = 987_654
# Made anew for every answer: CSRF tokens and the operation ids of forms.
ONCE_ONLY = re.compile(
    rb'(?<=name="csrf-token" content=")\w+|(?<=name="csrfmiddlewaretoken" value=")\w+|(?<="X-CSRFToken": ")\w+|'
    rb"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
)


def rule(annotator: int | str, other: int | str, adjudicator: int | str, manager: int | str) -> Rule:
    """What members meet; a stranger meets 404."""
    return {"outsider": 404, "annotator": annotator, "other": other, "adjudicator": adjudicator, "manager": manager}


MEMBER = rule(OK, OK, OK, OK)
MANAGER = rule(403, 403, 403, OK)
REVIEWER = rule(403, 403, OK, OK)
ANNOTATOR = rule(OK, OK, 403, 403)
# Jobs of others exist for managers only.
JOB = rule(403, 403, 404, OK)
OWNER = rule(OK, 404, 404, 404)
# The annotator whom the manager asked for classes.
EXPERT = rule(OK, 403, 403, 403)
SIGNED_IN: Rule = {**MEMBER, "outsider": OK}
MAY_START: Rule = {"outsider": OK, "annotator": 403, "other": 403, "adjudicator": 403, "manager": OK}
PUBLIC: Rule = {**SIGNED_IN, "anonymous": OK}


@dataclass(frozen=True)
class Row:
    """One route: who may, how it is addressed, and what those who may get for each method."""

    rule: Rule
    arguments: Arguments = lambda side: ()
    get: int | None = None
    post: int | None = None
    patch: int | None = None
    delete: int | None = None
    data: Callable[[Side], dict[str, Any]] = lambda side: {}
    # Where reading and changing are for different people.
    change_rule: Rule | None = None
    is_fragment: bool = False

    def rule_for(self, method: str) -> Rule:
        return self.change_rule if self.change_rule and method != "get" else self.rule


def of_project(side: Side) -> tuple[Any, ...]:
    return (side.slug,)


def pk_of(name: str) -> Arguments:
    return lambda side: (getattr(side, name).pk,)


def in_project(name: str) -> Arguments:
    return lambda side: (side.slug, getattr(side, name).pk)


def disputed(side: Side) -> tuple[Any, ...]:
    return side.slug, side.disputed_number


def released(side: Side) -> tuple[Any, ...]:
    return side.slug, side.release.number


def handed_in(side: Side) -> tuple[Any, ...]:
    return side.slug, side.submitted.item.number


def held(side: Side) -> tuple[Any, ...]:
    return side.slug, 1


def known(side: Side) -> tuple[Any, ...]:
    return side.slug, side.known_number


def of_ratings(side: Side) -> tuple[Any, ...]:
    return (side.ratings.project.slug,)


def in_stretches(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, "thousands"


def in_boxes(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, "boxes"


def of_alphas(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, "alpha"


def rating_of(name: str) -> Arguments:
    return lambda side: (getattr(side.ratings, name).pk,)


def in_ratings(name: str) -> Arguments:
    return lambda side: (side.ratings.project.slug, getattr(side.ratings, name).pk)


def of_judging(side: Side) -> tuple[Any, ...]:
    return (side.judging.project.slug,)


def rater(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, side.ratings.mine.annotator_id


def known_rating(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, side.ratings.known_number


def new_known_rating(side: Side) -> dict[str, Any]:
    """Of an item that nobody has begun."""
    untouched = side.ratings.project.items.filter(assignments=None, state="open").first()
    assert untouched
    return {"operation_id": str(uuid4()), "item": untouched.identifier, "use": "attention"}


def judging_of(name: str) -> Arguments:
    return lambda side: (getattr(side.judging, name).pk,)


def in_judging(name: str) -> Arguments:
    return lambda side: (side.judging.project.slug, getattr(side.judging, name).pk)


def of_correlation(*more: str) -> Arguments:
    return lambda side: (side.judging.project.slug, side.judging.test_set.pk, side.judging.correlation.pk, *more)


def of_measured(*more: str) -> Arguments:
    return lambda side: (side.judging.project.slug, side.judging.test_set.pk, *more)


def a_round(side: Side) -> tuple[Any, ...]:
    return side.judging.project.slug, side.judging.round.number


def judge(side: Side) -> tuple[Any, ...]:
    return side.judging.project.slug, side.judging.mine.annotator_id


def compound(side: Side) -> tuple[Any, ...]:
    return side.ratings.project.slug, 1


def a_file(data: bytes = b"a cat\tun gatto\n", name: str = "file.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def a_table() -> SimpleUploadedFile:
    return SimpleUploadedFile("table.tsv", IDIOMS.encode())


CROWD = {"consent": "You may stop.", "limit_each": 5, "most_people": 5, "worker_parameter": "workerId", "tries": 1}
LANGUAGES = {"name": "Idioms", "source_language": "en", "target_language": "it"}
NEW_PROJECT = {
    **LANGUAGES,
    "request_id": str(uuid4()),
    "annotators_per_item": 2,
    "spread": "even",
    "gold_policy": "wags",
    "scope": "full",
}
SELECTION_SETTINGS = {"choose": "0,1-10", "seed": "0", "length_tail": "5"}
NEW_RATING_PROJECT = {
    "name": "Compounds",
    "language": "en",
    "level": "token",
    "request_id": str(uuid4()),
    "annotators_per_item": 10,
    "spread": "even",
}
NEW_ROUND = {
    "name": "More",
    "systems": ["system one", "system two"],
    "method": "score",
    "wanted_count": 1,
    "pairs_per_expression": 1,
    "repeat_share": 0,
    "score-question": "How good is it?",
    "score-cannot_judge": "?",
    **{f"score-point_{value}": str(value) for value in range(1, 6)},
}
NEW_EVALUATION = {
    **LANGUAGES,
    "request_id": str(uuid4()),
    "annotators_per_item": 3,
    "spread": "even",
}
RATING_SETTINGS = {
    "name": "New name",
    "annotators_per_item": 2,
    "spread": "even",
    **{name: getattr(find_wording("en", {}), name) for name in WORDING_NAMES},
}
SCORES = {"head": "1", "modifier": "2", "whole": "-1", "paraphrase_1": "barrier"}
JUDGEMENT = {"head": 1, "modifier": 2, "whole": -1, "paraphrases": ["barrier"]}
SETTINGS = {"name": "New name", "annotators_per_item": 2, "spread": "even", "gold_policy": "wags"}

PAGES = {
    "projects:home": Row(SIGNED_IN, get=200),
    "projects:health": Row(PUBLIC, get=200),
    "projects:account": Row(SIGNED_IN, get=200, post=302, data=lambda side: {"name": "New name"}),
    "projects:token_create": Row(
        SIGNED_IN,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "name": "t", "scope": "read", "days": 3},
    ),
    "projects:token_revoke": Row(SIGNED_IN, pk_of("token"), post=302),
    "projects:invitation": Row(PUBLIC, lambda side: (side.secret,), get=302),
    "projects:join": Row(PUBLIC, get=404, post=404, change_rule=SIGNED_IN),  # nobody here opened an invitation before
    "projects:members": Row(MANAGER, of_project, get=200),
    "projects:invite": Row(
        MANAGER,
        of_project,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "role": "annotator", "days": 3, "use_limit": 1},
    ),
    "projects:take_role": Row(MANAGER, of_project, post=302, data=lambda side: {"role": "adjudicator"}),
    "projects:member_remove": Row(MANAGER, in_project("other"), get=200, post=302),
    "projects:invitation_revoke": Row(MANAGER, in_project("invitation"), post=302),
    "projects:guidelines": Row(MEMBER, of_project, get=200),
    "projects:guideline_new": Row(
        MANAGER, of_project, get=200, post=302, data=lambda side: {"text": "Link less.", "based_on": 1}
    ),
    "projects:guideline_preview": Row(
        MANAGER, of_project, post=200, data=lambda side: {"text": "*Link*"}, is_fragment=True
    ),
    "projects:jobs": Row(REVIEWER, of_project, get=200),
    "projects:job": Row(JOB, in_project("waiting"), get=200),
    "projects:job_status": Row(JOB, in_project("waiting"), get=200, is_fragment=True),
    "projects:job_cancel": Row(JOB, in_project("waiting"), post=302),
    "projects:job_retry": Row(JOB, in_project("cancelled"), post=302),
    "projects:releases": Row(REVIEWER, of_project, get=200),
    "projects:release": Row(REVIEWER, released, get=200),
    "projects:release_download": Row(REVIEWER, released, get=200),
    "alignment:new": Row(MAY_START, get=302, post=302, data=lambda side: NEW_PROJECT),
    "alignment:overview": Row(MEMBER, of_project, get=200),
    "alignment:settings": Row(MANAGER, of_project, get=200, post=302, data=lambda side: SETTINGS),
    "alignment:import": Row(
        MANAGER,
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "text_format": "tsv",
            "tokens": "spaces",
            "first_file": a_file(),
        },
    ),
    "alignment:import_preview": Row(MANAGER, in_project("preview"), get=200),
    "alignment:import_again": Row(
        MANAGER, in_project("preview"), post=302, data=lambda side: {"request_id": str(uuid4()), "encoding": "utf-8"}
    ),
    "alignment:import_confirm": Row(MANAGER, in_project("preview"), post=302),
    "alignment:readings": Row(
        MANAGER,
        of_project,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "alignment_format": "jsonl", "reading_files": a_file()},
    ),
    "alignment:readings_preview": Row(MANAGER, in_project("readings"), get=200),
    "alignment:readings_confirm": Row(
        MANAGER, in_project("readings"), post=302, data=lambda side: {"who_0": "new", "name_0": "Ada"}
    ),
    "alignment:selection_new": Row(
        MANAGER,
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            **SELECTION_SETTINGS,
            "request_id": str(uuid4()),
            "text_format": "tsv",
            "tokens": "spaces",
            "first_file": a_file(),
            "training_kind": "text",
            "source_training": a_file(),
        },
    ),
    "alignment:selection": Row(MANAGER, in_project("selection"), get=200),
    "alignment:selection_again": Row(
        MANAGER,
        in_project("selection"),
        post=302,
        data=lambda side: {**SELECTION_SETTINGS, "request_id": str(uuid4())},
    ),
    "alignment:selection_confirm": Row(MANAGER, in_project("selection"), post=302),
    "alignment:pairs": Row(MANAGER, of_project, get=200),
    "alignment:skips": Row(MANAGER, of_project, get=200),
    "alignment:pair": Row(REVIEWER, disputed, get=200),
    "alignment:correct": Row(
        MANAGER,
        handed_in,
        get=200,
        post=200,
        data=lambda side: {"operation_id": str(uuid4()), "version": 1, "source": "one cat", "target": "un gatto"},
    ),
    "alignment:release_new": Row(
        MANAGER, of_project, get=200, post=400, data=lambda side: {"request_id": str(uuid4())}
    ),  # 400: one is being built already
    "alignment:gold_preview": Row(MANAGER, of_project, post=302, data=lambda side: {"request_id": str(uuid4())}),
    "alignment:datasheet": Row(REVIEWER, released, get=200),
    "alignment:changes": Row(REVIEWER, released, get=200, post=200),  # nothing to compare with
    "alignment:changes_of_job": Row(JOB, in_project("difference"), get=302),
    "alignment:training": Row(ANNOTATOR, of_project, get=200),
    "alignment:training_again": Row(ANNOTATOR, of_project, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:training_pair": Row(OWNER, pk_of("trained"), get=200),
    "alignment:known_gold": Row(MANAGER, of_project, get=200),
    "alignment:known_gold_mark": Row(
        MANAGER,
        of_project,
        post=302,
        data=lambda side: {
            "mark-operation_id": str(uuid4()),
            "mark-numbers": str(side.known_number),
            "mark-use": "training",
        },
    ),
    "alignment:known_gold_import": Row(
        MANAGER,
        of_project,
        post=302,
        data=lambda side: {
            "file-operation_id": str(uuid4()),
            "file-use": "training",
            "file-file": a_file(f'{{"id": "pair-{side.known_number}", "sure": "0-0"}}'.encode()),
        },
    ),
    "alignment:known_gold_remove": Row(MANAGER, known, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:training_allow": Row(
        MANAGER, in_project("other"), post=302, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "evaluation:quality": Row(rule(302, 302, 403, OK), of_project, get=200),
    "evaluation:quality_annotator": Row(rule(OK, 404, 403, OK), in_project("annotator"), get=200),
    "evaluation:quality_plot": Row(
        rule(404, 404, 403, 404), lambda side: (side.slug, side.annotator.pk, "drift"), get=200
    ),  # one week makes no line
    "alignment:feedback": Row(ANNOTATOR, of_project, get=200),
    "alignment:feedback_pair": Row(OWNER, pk_of("feedback"), get=200),
    "alignment:feedback_reply": Row(
        OWNER, pk_of("feedback"), post=302, data=lambda side: step(action="dispute", cell="0-0", text="No.")
    ),
    "alignment:work": Row(ANNOTATOR, of_project, get=200),
    "alignment:work_next": Row(ANNOTATOR, of_project, get=302, post=302),
    "alignment:annotate": Row(OWNER, pk_of("mine"), get=200),
    "alignment:submit": Row(OWNER, pk_of("mine"), post=302, data=lambda side: step(mark_rest="on")),
    "alignment:skip": Row(OWNER, pk_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "alignment:reopen": Row(OWNER, pk_of("submitted"), post=302, data=lambda side: step(side.submitted.version)),
    "alignment:take_up": Row(OWNER, pk_of("skipped"), post=302, data=lambda side: step()),
    "alignment:comment": Row(OWNER, pk_of("mine"), post=302, data=lambda side: step(text="odd")),
    "alignment:reconciliation": Row(ANNOTATOR, of_project, get=200),
    "alignment:reconcile": Row(OWNER, pk_of("reconciled"), get=200),
    "alignment:reconcile_now": Row(OWNER, pk_of("reconciled"), get=200, is_fragment=True),
    "alignment:reconcile_change": Row(
        OWNER, pk_of("reconciled"), post=302, data=lambda side: step(side.reconciled.version, choice="0-0=P")
    ),
    "alignment:reconcile_undo": Row(OWNER, pk_of("reconciled"), post=400, data=lambda side: step()),  # nothing to undo
    "alignment:reconcile_settle": Row(
        OWNER, pk_of("reconciled"), post=302, data=lambda side: step(side.reconciled.version)
    ),
    "alignment:reconcile_say": Row(OWNER, pk_of("reconciled"), post=302, data=lambda side: step(text="odd")),
    "alignment:rounds": Row(
        REVIEWER,
        of_project,
        get=200,
        post=400,  # one is open
        data=lambda side: {"operation_id": str(uuid4()), "least_share": "0"},
        change_rule=MANAGER,
    ),
    "alignment:round": Row(REVIEWER, held, get=200),
    "alignment:round_take_out": Row(
        MANAGER, held, post=302, data=lambda side: {"operation_id": str(uuid4()), "pair": side.reconciled.item.number}
    ),
    "alignment:round_close": Row(MANAGER, held, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:adjudication": Row(REVIEWER, of_project, get=200),
    "alignment:adjudicate": Row(REVIEWER, disputed, get=200),
    "alignment:decide": Row(REVIEWER, disputed, post=302, data=lambda side: step(choice="card|0-0=S")),
    "alignment:adopt": Row(REVIEWER, disputed, post=302, data=lambda side: step(pseudonym="A")),
    "alignment:draw": Row(
        REVIEWER, disputed, post=302, data=lambda side: step(drawing="new", **{"cell:0-0": "S", "cell:0-1": "P"})
    ),
    "alignment:accept": Row(REVIEWER, of_project, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "alignment:acceptance_take_back": Row(REVIEWER, held, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    # No aligner is installed where this runs: the form says so.
    "alignment:suggestions_by_aligner": Row(
        MANAGER,
        of_project,
        post=400,
        data=lambda side: {"aligner-request_id": str(uuid4()), "aligner-aligner": "eflomal", "aligner-pairs": "all"},
    ),
    "alignment:take_back": Row(REVIEWER, disputed, post=400, data=lambda side: step()),  # nothing was decided
    "alignment:suggestions": Row(
        MANAGER,
        of_project,
        get=200,
        post=302,
        data=lambda side: {
            "request_id": str(uuid4()),
            "alignment_format": "pharaoh",
            "base": "0",
            "file": a_file(SYSTEM_FILE),
        },
    ),
    "projects:project_new": Row(MAY_START, get=200),
    "idiomaticity:new": Row(MAY_START, get=200, post=302, data=lambda side: NEW_RATING_PROJECT),
    "idiomaticity:overview": Row(MEMBER, of_ratings, get=200),
    "idiomaticity:settings": Row(MANAGER, of_ratings, get=200, post=302, data=lambda side: RATING_SETTINGS),
    "idiomaticity:import": Row(
        MANAGER,
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "content": "compounds", "uploads": a_file(COMPOUNDS)},
    ),
    "idiomaticity:import_preview": Row(MANAGER, in_ratings("preview"), get=200),
    "idiomaticity:import_again": Row(
        MANAGER, in_ratings("preview"), post=302, data=lambda side: {"request_id": str(uuid4())}
    ),
    "idiomaticity:import_confirm": Row(MANAGER, in_ratings("preview"), post=302),
    "idiomaticity:work": Row(ANNOTATOR, of_ratings, get=200),
    "idiomaticity:work_next": Row(ANNOTATOR, of_ratings, post=302),
    "idiomaticity:rate": Row(OWNER, rating_of("mine"), get=200),
    "idiomaticity:submit": Row(OWNER, rating_of("mine"), post=302, data=lambda side: step(**SCORES)),
    "idiomaticity:skip": Row(OWNER, rating_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "idiomaticity:reopen": Row(
        OWNER, rating_of("submitted"), post=302, data=lambda side: step(side.ratings.submitted.version)
    ),
    "idiomaticity:take_up": Row(OWNER, rating_of("skipped"), post=302, data=lambda side: step()),
    "idiomaticity:crowd": Row(MANAGER, of_ratings, get=200, post=302, data=lambda side: CROWD),
    "idiomaticity:crowd_open": Row(MANAGER, of_ratings, post=302),
    "idiomaticity:crowd_close": Row(MANAGER, of_ratings, post=302),
    "idiomaticity:crowd_people": Row(MANAGER, of_ratings, get=200),
    # Only for those who came by a crowd's link, of whom nobody is here.
    "idiomaticity:crowd_home": Row(rule(404, 404, 404, 404), of_ratings, get=200),
    "idiomaticity:crowd_feedback": Row(rule(404, 404, 404, 404), rating_of("mine"), get=200),
    "idiomaticity:crowd_link": Row(PUBLIC, lambda side: (side.ratings.project.crowd_call.key,), get=302),
    "idiomaticity:crowd_consent": Row(PUBLIC, get=404, post=404),  # nobody here opened the link before
    "idiomaticity:crowd_return": Row(PUBLIC, lambda side: ("1:made-up",), get=404, post=404),
    "idiomaticity:quality": Row(rule(302, 302, 403, OK), of_ratings, get=200),
    "idiomaticity:quality_table": Row(MANAGER, of_ratings, get=200),
    "idiomaticity:quality_annotator": Row(rule(OK, 404, 403, OK), rater, get=200),
    "projects:exclude": Row(
        MANAGER, rater, post=302, data=lambda side: {"operation_id": str(uuid4()), "reason": "Always the same."}
    ),
    "projects:lift": Row(MANAGER, rater, post=302, data=lambda side: {"operation_id": str(uuid4())}),
    "idiomaticity:known_ratings": Row(
        MANAGER, of_ratings, get=200, post=302, data=lambda side: {**new_known_rating(side), "whole": "4-5"}
    ),
    "idiomaticity:known_rating_remove": Row(
        MANAGER, known_rating, post=302, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "idiomaticity:screening": Row(
        MANAGER, of_ratings, post=302, data=lambda side: {"attention_share": 10, "pass_mark": 70}
    ),
    "evaluation:rating_agreement": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:paraphrases": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:paraphrases_table": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:paraphrase_review": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:paraphrase_review_part": Row(REVIEWER, of_ratings, get=200, is_fragment=True),
    "idiomaticity:paraphrases_of": Row(REVIEWER, compound, get=200),
    "idiomaticity:paraphrase_decide": Row(
        REVIEWER,
        of_ratings,
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "form": "barrier", "action": "reject"},
    ),
    "idiomaticity:paraphrase_undo": Row(
        REVIEWER, of_ratings, post=302, data=lambda side: {"operation_id": str(uuid4()), "decision": 1}
    ),
    "idiomaticity:classes": Row(
        REVIEWER,
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "annotator": side.ratings.other.pk, "is_asked": "on"},
        change_rule=MANAGER,
    ),
    "idiomaticity:class_work": Row(EXPERT, of_ratings, get=200),
    "idiomaticity:class_judge": Row(
        EXPERT, compound, post=302, data=lambda side: {"operation_id": str(uuid4()), "compound_class": "C"}
    ),
    "idiomaticity:adjudication": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:adjudicate": Row(REVIEWER, compound, get=200),
    "idiomaticity:adjudicate_decide": Row(
        REVIEWER, compound, post=302, data=lambda side: step(decided_class="C", is_done="on")
    ),
    "idiomaticity:adjudicate_undo": Row(REVIEWER, compound, post=400, data=lambda side: step()),  # nothing was decided
    "idiomaticity:release_new": Row(
        MANAGER,
        of_ratings,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "several_sentences": 3, "one_sentence": 2},
    ),
    "evaluation:rating_agreement_compute": Row(REVIEWER, of_ratings, post=302, data=lambda side: {"k": "3"}),
    "evaluation:rating_timeline": Row(REVIEWER, in_stretches, get=200),
    "evaluation:rating_table": Row(REVIEWER, of_alphas, get=200),
    "evaluation:rating_plan": Row(REVIEWER, of_ratings, get=200),
    "evaluation:rating_plan_plot": Row(REVIEWER, of_ratings, get=404),
    "idiomaticity:raise_wanted": Row(
        MANAGER, of_ratings, post=302, data=lambda side: {"operation_id": str(uuid4()), "numbers": [1], "wanted": 9}
    ),
    "evaluation:token_type": Row(REVIEWER, of_ratings, get=200),
    "evaluation:token_type_plot": Row(REVIEWER, in_boxes, get=200),
    "evaluation:token_type_table": Row(REVIEWER, in_boxes, get=200),
    "idiomaticity:results": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:compound": Row(REVIEWER, compound, get=200),
    "evaluation:elsewhere": Row(REVIEWER, compound, get=200),
    "evaluation:elsewhere_part": Row(REVIEWER, compound, get=200, is_fragment=True),
    "idiomaticity:predictors": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:predictor_jobs": Row(REVIEWER, of_ratings, get=200, is_fragment=True),
    "idiomaticity:predictor_new": Row(
        MANAGER,
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
    "idiomaticity:predictors_again": Row(MANAGER, of_ratings, post=302),
    "idiomaticity:correlations_table": Row(REVIEWER, of_ratings, get=200),
    "idiomaticity:predictor": Row(REVIEWER, in_ratings("predictor"), get=200),
    "idiomaticity:predictor_remove": Row(MANAGER, in_ratings("predictor"), post=302),
    "idiomaticity:predictor_table": Row(REVIEWER, in_ratings("predictor"), get=200),
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
    "evaluation:class_scores_new": Row(
        REVIEWER,
        released,
        get=200,
        post=302,
        data=lambda side: {"first": side.score.output_id, "classes": "0-"},
        change_rule=MANAGER,
    ),
    "evaluation:class_scores": Row(REVIEWER, in_project("class_scores"), get=200),
    "evaluation:class_scores_table": Row(REVIEWER, lambda side: (*in_project("class_scores")(side), "csv"), get=200),
    "evaluation:score": Row(REVIEWER, in_project("score"), get=200),
    "evaluation:new": Row(MAY_START, get=200, post=302, data=lambda side: NEW_EVALUATION),
    "evaluation:overview": Row(MEMBER, of_judging, get=200),
    "evaluation:settings": Row(
        MANAGER, of_judging, get=200, post=302, data=lambda side: {"name": "New name", "spread": "even"}
    ),
    "evaluation:findings": Row(REVIEWER, of_project, get=200),
    "evaluation:finding_new": Row(
        MANAGER,
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
    "evaluation:finding_of_job": Row(REVIEWER, lambda side: (side.slug, side.finding.job_id), get=302),
    "evaluation:finding": Row(REVIEWER, in_project("finding"), get=200),
    "evaluation:finding_use": Row(
        MANAGER,
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
        MANAGER,
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
    "evaluation:training_files": Row(MANAGER, in_project("training_files"), get=200),
    "evaluation:training_files_download": Row(MANAGER, in_project("training_files"), get=200),
    "evaluation:handed_over": Row(MANAGER, in_project("handed_over"), get=200, post=302),
    "evaluation:hits": Row(REVIEWER, in_project("finding"), get=200),
    "evaluation:hit_decide": Row(
        REVIEWER,
        in_project("finding"),
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "hit": side.hit.pk, "seen": 0, "verdict": "accepted"},
    ),
    "evaluation:phrase_decide": Row(
        REVIEWER,
        in_project("finding"),
        post=302,
        data=lambda side: {"operation_id": str(uuid4()), "phrase": side.hit.phrase_id, "verdict": "accepted"},
    ),
    "evaluation:hits_undo": Row(
        JOB,
        in_project("finding"),
        post=302,
        data=lambda side: {"decision": side.hit_decision.pk},
    ),
    "evaluation:correlations": Row(
        REVIEWER, in_judging("test_set"), get=200, post=302, data=lambda side: {"round": side.judging.round.pk}
    ),
    "evaluation:correlation": Row(REVIEWER, of_correlation(), get=200),
    "evaluation:correlation_plot": Row(REVIEWER, of_correlation(), get=200),
    "evaluation:correlation_table": Row(REVIEWER, of_correlation("measures", "tex"), get=200),
    "evaluation:correlation_of_job": Row(
        JOB, lambda side: (side.judging.project.slug, side.judging.correlation.job_id), get=302
    ),
    "evaluation:study_new": Row(
        MANAGER,
        in_judging("test_set"),
        get=200,
        post=302,
        data=lambda side: {"name": "Study", "file": a_file(b"system,segment,annotator,score\n")},
    ),
    "evaluation:work": Row(ANNOTATOR, of_judging, get=200),
    "evaluation:work_next": Row(ANNOTATOR, of_judging, post=302),
    "evaluation:judge": Row(OWNER, judging_of("mine"), get=200),
    "evaluation:submit": Row(OWNER, judging_of("mine"), post=302, data=lambda side: step(answer_0="1", answer_1="-1")),
    "evaluation:skip": Row(OWNER, judging_of("mine"), post=302, data=lambda side: step(reason="odd")),
    "evaluation:reopen": Row(
        OWNER, judging_of("submitted"), post=302, data=lambda side: step(side.judging.submitted.version)
    ),
    "evaluation:take_up": Row(OWNER, judging_of("skipped"), post=302, data=lambda side: step()),
    "evaluation:judgement_rounds": Row(REVIEWER, of_judging, get=200),
    "evaluation:judgement_round_new": Row(
        MANAGER,
        in_judging("test_set"),
        get=200,
        post=302,
        data=lambda side: {**NEW_ROUND, "operation_id": str(uuid4())},
    ),
    "evaluation:judgement_quality": Row(MANAGER, a_round, get=200),
    "evaluation:judgement_quality_table": Row(MANAGER, a_round, get=200),
    "evaluation:judge_quality": Row(rule(OK, 404, 403, OK), judge, get=200),
    "evaluation:judgement_round": Row(REVIEWER, a_round, get=200),
    "evaluation:judgement_wording": Row(
        MANAGER,
        a_round,
        get=200,
        post=302,
        data=lambda side: {
            "question": "How good is it?",
            "cannot_judge": "?",
            **{f"point_{value}": str(value) for value in range(1, 6)},
        },
    ),
    "evaluation:judgement_round_close": Row(MANAGER, a_round, post=302),
    "evaluation:judgement_table": Row(REVIEWER, a_round, get=200),
    "evaluation:judgement_results": Row(REVIEWER, lambda side: (*a_round(side), "systems", "csv"), get=200),
    "evaluation:test_sets": Row(REVIEWER, of_project, get=200),
    "evaluation:test_set_new": Row(
        MANAGER,
        of_project,
        get=200,
        post=302,
        data=lambda side: {"request_id": str(uuid4()), "name": "Proverbs", "table": a_table()},
    ),
    "evaluation:test_set_preview": Row(
        MANAGER, in_project("test_set_preview"), get=200, post=302, data=lambda side: {"source": "source"}
    ),
    "evaluation:test_set_of_job": Row(JOB, lambda side: (side.slug, side.test_set.job_id), get=302),
    "evaluation:test_set": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:test_set_jobs": Row(REVIEWER, in_project("test_set"), get=200, is_fragment=True),
    "evaluation:alignment_new": Row(
        MANAGER,
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
    "evaluation:annotation_new": Row(
        MANAGER,
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {"of": "source", "file": a_file(b"1\ta\n", "s.conllu")},
    ),
    "evaluation:outside_scores_new": Row(
        MANAGER,
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {"name": "COMET", "system": "system one", "file": a_file(b"1\n2\n3\n4\n")},
    ),
    "evaluation:translations_new": Row(
        MANAGER,
        in_project("test_set"),
        get=200,
        post=302,
        data=lambda side: {"name": "system three", "file": a_file(b"1\n2\n3\n4\n")},
    ),
    "evaluation:measures_new": Row(
        MANAGER, in_project("test_set"), get=200, post=302, data=lambda side: {"measures": ["bleu"]}
    ),
    "evaluation:test_set_table": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:expressions": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:test_set_latex": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:compare": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:groups": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:compare_compute": Row(REVIEWER, of_measured(), post=302),
    "evaluation:compare_plot": Row(REVIEWER, of_measured("differences"), get=200),
    "evaluation:compare_table": Row(REVIEWER, of_measured("figures", "csv"), get=200),
    "evaluation:comparison_of_job": Row(
        JOB, lambda side: (side.judging.project.slug, side.judging.comparison.pk), get=302
    ),
    "evaluation:test_set_plot": Row(REVIEWER, of_measured(), get=200),
    "evaluation:groups_table": Row(REVIEWER, of_measured("csv"), get=200),
    "evaluation:groups_plot": Row(REVIEWER, of_measured("form"), get=200),
    "evaluation:expressions_table": Row(REVIEWER, of_measured("csv"), get=200),
    "evaluation:segments": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:segment": Row(REVIEWER, lambda side: (side.slug, side.test_set.pk, 1), get=200),
    "evaluation:occurrences": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:occurrences_plot": Row(REVIEWER, in_project("test_set"), get=200),
    "evaluation:occurrences_table": Row(REVIEWER, of_measured("csv"), get=200),
    "evaluation:marks": Row(
        MANAGER,
        lambda side: (side.slug, side.test_set.pk, 1),
        get=200,
        post=302,
        data=lambda side: {"version": 0, "operation_id": str(uuid4()), "count": 2, "e0-label": "x"},
    ),
    "evaluation:expression_classes": Row(MANAGER, in_project("test_set"), get=200, post=400),
    "evaluation:expression_classes_clear": Row(
        MANAGER,
        in_project("test_set"),
        post=400,  # no expression has a class
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "evaluation:expression_classes_undo": Row(
        MANAGER,
        in_project("test_set"),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "evaluation:marks_undo": Row(
        MANAGER,
        lambda side: (side.slug, side.test_set.pk, 4),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
}

API = {
    "api:schema": Row(SIGNED_IN, get=200),
    "api:projects": Row(SIGNED_IN, get=200, post=201, data=lambda side: LANGUAGES, change_rule=MAY_START),
    "api:project-detail": Row(
        MEMBER, of_project, get=200, patch=200, data=lambda side: {"name": "New"}, change_rule=MANAGER
    ),
    "api:members": Row(MANAGER, of_project, get=200),
    "api:member": Row(MANAGER, in_project("other"), delete=204),
    "api:invitations": Row(MANAGER, of_project, get=200, post=201, data=lambda side: {"role": "annotator"}),
    "api:invitation": Row(MANAGER, in_project("invitation"), delete=204),
    "api:guidelines": Row(
        MEMBER, of_project, get=200, post=201, data=lambda side: {"text": "Link."}, change_rule=MANAGER
    ),
    "api:items": Row(REVIEWER, of_project, get=200),
    "api:item": Row(REVIEWER, disputed, get=200),
    "api:uploads": Row(REVIEWER, of_project, post=201, data=lambda side: {"file": a_file()}),
    "api:imports": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "uploads": [side.upload.pk],
            "format": "tsv",
            "tokens": "spaces",
        },
    ),
    "api:selections": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "uploads": [side.upload.pk],
            "format": "tsv",
            "tokens": "spaces",
            "source_training": side.upload.pk,
        },
    ),
    "api:selection-confirm": Row(MANAGER, in_project("selection"), post=202),
    "api:suggestions": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "format": "pharaoh", "file": a_file(SYSTEM_FILE)},
    ),
    "api:suggestions-aligner": Row(
        MANAGER,
        of_project,
        post=400,  # none is installed
        data=lambda side: {"request_id": str(uuid4()), "aligner": "eflomal"},
    ),
    "api:import-confirm": Row(MANAGER, in_project("preview"), post=202),
    "api:jobs": Row(REVIEWER, of_project, get=200),
    "api:job": Row(JOB, in_project("waiting"), get=200),
    "api:job-cancel": Row(JOB, in_project("waiting"), post=200),
    "api:job-retry": Row(JOB, in_project("cancelled"), post=200),
    "api:next": Row(ANNOTATOR, of_project, post=200),
    "api:rating-projects": Row(
        SIGNED_IN,
        get=200,
        post=201,
        data=lambda side: {"name": "Compounds", "language": "en"},
        change_rule=MAY_START,
    ),
    "api:rating-project": Row(
        MEMBER, of_ratings, get=200, patch=200, data=lambda side: {"name": "New"}, change_rule=MANAGER
    ),
    "api:evaluation-projects": Row(SIGNED_IN, get=200, post=201, data=lambda side: LANGUAGES, change_rule=MAY_START),
    "api:evaluation-project": Row(
        MEMBER, of_judging, get=200, patch=200, data=lambda side: {"name": "New"}, change_rule=MANAGER
    ),
    "api:correlations": Row(
        REVIEWER, in_judging("test_set"), get=200, post=202, data=lambda side: {"round": side.judging.round.number}
    ),
    "api:correlation": Row(REVIEWER, of_correlation(), get=200),
    "api:human-studies": Row(
        REVIEWER,
        in_judging("test_set"),
        get=200,
        post=202,
        data=lambda side: {"name": "Study", "file": a_file(b"system,segment,annotator,score\n")},
        change_rule=MANAGER,
    ),
    "api:next-judgement": Row(ANNOTATOR, of_judging, post=200),
    "api:judgement-detail": Row(OWNER, judging_of("mine"), get=200),
    "api:judgement-change": Row(OWNER, judging_of("mine"), post=200, data=lambda side: step(answers=[1, None])),
    "api:judgement-submit": Row(OWNER, judging_of("mine"), post=200, data=lambda side: step(answers=[1, -1])),
    "api:judgement-skip": Row(OWNER, judging_of("mine"), post=200, data=lambda side: step(reason="odd")),
    "api:judgement-reopen": Row(
        OWNER, judging_of("submitted"), post=200, data=lambda side: step(side.judging.submitted.version)
    ),
    "api:judgement-take-up": Row(OWNER, judging_of("skipped"), post=200, data=lambda side: step()),
    "api:judgement-rounds": Row(
        REVIEWER,
        of_judging,
        get=200,
        post=202,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "test_set": side.judging.test_set.pk,
            "name": "More",
            "wanted_count": 1,
        },
        change_rule=MANAGER,
    ),
    "api:judgement-quality": Row(MANAGER, a_round, get=200),
    "api:judgement-round": Row(
        REVIEWER, a_round, get=200, patch=200, data=lambda side: {"state": "closed"}, change_rule=MANAGER
    ),
    "api:judgement-table": Row(REVIEWER, a_round, get=200),
    "api:compounds": Row(REVIEWER, of_ratings, get=200),
    "api:exclusion": Row(
        MANAGER,
        in_ratings("other"),
        get=200,
        post=200,
        delete=204,
        data=lambda side: {"operation_id": str(uuid4()), "reason": "Always the same answer."},
    ),
    "api:compound-elsewhere": Row(REVIEWER, compound, get=200),
    "api:predictors": Row(
        REVIEWER,
        of_ratings,
        get=200,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "name": "SS",
            "source": "translations",
            "upload": side.ratings.upload.pk,
        },
        change_rule=MANAGER,
    ),
    "api:predictor-correlations": Row(MANAGER, of_ratings, post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:predictor": Row(REVIEWER, in_ratings("predictor"), get=200, delete=204, change_rule=MANAGER),
    "api:predictor-values": Row(REVIEWER, in_ratings("predictor"), get=200),
    "api:rating-plan": Row(REVIEWER, of_ratings, get=200),
    "api:wanted-ratings": Row(
        MANAGER, of_ratings, post=200, data=lambda side: {"operation_id": str(uuid4()), "numbers": [1], "wanted": 9}
    ),
    "api:token-type": Row(REVIEWER, of_ratings, get=200),
    "api:rating-agreement": Row(REVIEWER, of_ratings, get=200, post=202, data=lambda side: {}),
    "api:crowd": Row(MANAGER, of_ratings, get=200, post=200, patch=200, data=lambda side: {**CROWD, "is_open": True}),
    "api:crowd-people": Row(MANAGER, of_ratings, get=200),
    "api:rating-qualities": Row(MANAGER, of_ratings, get=200),
    "api:rating-quality": Row(rule(OK, 404, 403, OK), rater, get=200),
    "api:known-ratings": Row(
        MANAGER,
        of_ratings,
        get=200,
        post=204,
        data=lambda side: {**new_known_rating(side), "expected": {"whole": [4, 5]}},
    ),
    "api:known-rating": Row(MANAGER, known_rating, delete=204),
    "api:study-imports": Row(
        MANAGER,
        of_ratings,
        post=202,
        data=lambda side: {
            "request_id": str(uuid4()),
            "content": "compounds",
            "uploads": [side.ratings.upload.pk],
        },
    ),
    "api:study-import-confirm": Row(MANAGER, in_ratings("preview"), post=202),
    "api:paraphrases": Row(REVIEWER, of_ratings, get=200),
    "api:paraphrase-suggestions": Row(REVIEWER, of_ratings, get=200),
    "api:paraphrase-decisions": Row(
        REVIEWER,
        of_ratings,
        get=200,
        post=204,
        data=lambda side: {"operation_id": str(uuid4()), "form": "barrier", "action": "reject"},
    ),
    "api:paraphrase-undo": Row(
        REVIEWER, of_ratings, post=400, data=lambda side: {"operation_id": str(uuid4()), "decision": 1}
    ),  # 400: nothing was decided
    "api:compound-paraphrases": Row(REVIEWER, compound, get=200),
    "api:classes": Row(REVIEWER, of_ratings, get=200),
    "api:class-experts": Row(
        MANAGER,
        of_ratings,
        post=204,
        data=lambda side: {"operation_id": str(uuid4()), "annotator": side.ratings.other.pk},
    ),
    "api:next-class": Row(EXPERT, of_ratings, get=200),
    "api:class-judge": Row(
        EXPERT, compound, post=204, data=lambda side: {"operation_id": str(uuid4()), "compound_class": "C"}
    ),
    "api:compound-queue": Row(REVIEWER, of_ratings, get=200),
    "api:compound-verdict": Row(REVIEWER, compound, get=200, post=200, data=lambda side: step(decided_class="C")),
    "api:compound-undo": Row(REVIEWER, compound, post=400, data=lambda side: step()),  # nothing was decided
    "api:study-releases": Row(MANAGER, of_ratings, post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:next-rating": Row(ANNOTATOR, of_ratings, post=200),
    "api:rating-detail": Row(OWNER, rating_of("mine"), get=200),
    "api:rating-change": Row(OWNER, rating_of("mine"), post=200, data=lambda side: step(judgement=JUDGEMENT)),
    "api:rating-submit": Row(OWNER, rating_of("mine"), post=200, data=lambda side: step(judgement=JUDGEMENT)),
    "api:rating-reopen": Row(
        OWNER, rating_of("submitted"), post=200, data=lambda side: step(side.ratings.submitted.version)
    ),
    "api:assignments": Row(SIGNED_IN, get=200),
    "api:assignment-detail": Row(OWNER, pk_of("mine"), get=200),
    "api:item-correction": Row(
        MANAGER,
        handed_in,
        post=200,
        data=lambda side: {
            "operation_id": str(uuid4()),
            "version": 1,
            "source_tokens": ["one", "cat"],
            "target_tokens": ["un", "gatto"],
        },
    ),
    "api:readings": Row(
        MANAGER,
        of_project,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "uploads": [side.upload.pk], "format": "jsonl"},
    ),
    "api:readings-confirm": Row(
        MANAGER, in_project("readings"), post=202, data=lambda side: {"annotators": [{"name": "Ada"}]}
    ),
    "api:assignment-batch": Row(
        OWNER,
        pk_of("mine"),
        post=200,
        data=lambda side: {"version": 0, "operations": [{"operation_id": str(uuid4()), "kind": "set"}]},
    ),
    "api:assignment-operations": Row(
        OWNER, pk_of("mine"), post=200, data=lambda side: step(kind="set", links=[[0, 0, "S"]])
    ),
    "api:assignment-submit": Row(OWNER, pk_of("mine"), post=200, data=lambda side: step(mark_rest=True)),
    "api:assignment-skip": Row(OWNER, pk_of("mine"), post=200, data=lambda side: step(reason="odd")),
    "api:assignment-reopen": Row(OWNER, pk_of("submitted"), post=200, data=lambda side: step(side.submitted.version)),
    "api:assignment-take-up": Row(OWNER, pk_of("skipped"), post=200, data=lambda side: step()),
    "api:assignment-comments": Row(OWNER, pk_of("mine"), post=201, data=lambda side: step(text="odd")),
    "api:adjudication": Row(REVIEWER, of_project, get=200),
    "api:adjudication-detail": Row(REVIEWER, disputed, get=200),
    "api:adjudication-decisions": Row(REVIEWER, disputed, post=200, data=lambda side: step(decisions=[[0, 0, "S"]])),
    "api:adjudication-adopt": Row(REVIEWER, disputed, post=200, data=lambda side: step(pseudonym="A")),
    "api:adjudication-drawing": Row(REVIEWER, disputed, post=200, data=lambda side: step(links=[[0, 1, "P"]])),
    "api:adjudication-acceptances": Row(
        REVIEWER, of_project, get=200, post=400, data=lambda side: {"operation_id": str(uuid4())}
    ),  # 400: nothing is left to accept
    "api:adjudication-acceptance-take-back": Row(
        REVIEWER, held, post=200, data=lambda side: {"operation_id": str(uuid4())}
    ),
    "api:rounds": Row(
        REVIEWER,
        of_project,
        get=200,
        post=409,  # one is open
        data=lambda side: {"operation_id": str(uuid4())},
        change_rule=MANAGER,
    ),
    "api:round": Row(REVIEWER, held, get=200),
    "api:round-close": Row(MANAGER, held, post=200, data=lambda side: {"operation_id": str(uuid4())}),
    "api:round-pairs": Row(REVIEWER, held, get=200),
    "api:round-take-out": Row(
        MANAGER,
        lambda side: (side.slug, 1, side.reconciled.item.number),
        post=200,
        data=lambda side: {"operation_id": str(uuid4())},
    ),
    "api:reconciliation": Row(OWNER, pk_of("reconciled"), get=200),
    "api:reconciliation-keep": Row(
        OWNER, pk_of("reconciled"), post=200, data=lambda side: step(side.reconciled.version)
    ),
    "api:reconciliation-keep-link": Row(
        OWNER, pk_of("reconciled"), post=200, data=lambda side: step(side.reconciled.version, source=0, target=0)
    ),
    "api:reconciliation-comments": Row(OWNER, pk_of("reconciled"), post=201, data=lambda side: step(text="odd")),
    "api:agreement": Row(REVIEWER, of_project, get=200),
    "api:qualities": Row(MANAGER, of_project, get=200),
    "api:quality": Row(rule(OK, 404, 403, OK), in_project("annotator"), get=200),
    "api:known-gold": Row(
        MANAGER,
        of_project,
        get=200,
        post=201,
        data=lambda side: {"operation_id": str(uuid4()), "numbers": [side.known_number], "use": "check"},
    ),
    "api:training": Row(
        ANNOTATOR, of_project, get=200, post=400, data=lambda side: {"operation_id": str(uuid4())}
    ),  # 400: the set is passed
    "api:feedback": Row(ANNOTATOR, of_project, get=200),
    "api:assignment-feedback": Row(
        OWNER, pk_of("feedback"), get=200, post=200, data=lambda side: step(action="acknowledge_all")
    ),
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
    "api:class-scores": Row(
        REVIEWER,
        of_project,
        get=200,
        post=202,
        data=lambda side: {"release": side.release.number, "scores": side.score.pk, "classes": "0-"},
        change_rule=MANAGER,
    ),
    "api:class-scores-detail": Row(REVIEWER, in_project("class_scores"), get=200),
    "api:scores": Row(REVIEWER, of_project, get=200),
    "api:score": Row(REVIEWER, in_project("score"), get=200),
    "api:test-sets": Row(
        REVIEWER,
        of_project,
        get=200,
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "name": "Proverbs", "source": side.upload.pk},
        change_rule=MANAGER,
    ),
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
    "api:finding-hand-over": Row(
        MANAGER,
        in_project("finding"),
        post=202,
        data=lambda side: {"request_id": str(uuid4()), "use": "target_words", "project": side.slug},
    ),
    "api:training-files": Row(MANAGER, in_project("finding"), post=202, data=lambda side: {"request_id": str(uuid4())}),
    "api:training-files-download": Row(MANAGER, in_project("training_files"), get=200),
    "api:hand-over-preview": Row(MANAGER, in_project("handed_over"), post=202),
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
    "api:annotations": Row(
        MANAGER,
        in_project("test_set"),
        post=202,
        data=lambda side: {"part": "source", "file": a_file(b"1\ta\n", "s.conllu")},
    ),
    "api:outside-scores": Row(
        MANAGER,
        in_project("test_set"),
        post=202,
        data=lambda side: {"name": "COMET", "system": "system one", "file": a_file(b"1\n2\n3\n4\n")},
    ),
    "api:measures": Row(MANAGER, in_project("test_set"), post=202, data=lambda side: {"measures": ["bleu"]}),
    "api:test-set-comparison": Row(
        REVIEWER,
        of_measured(),
        get=200,
        post=202,
        data=lambda side: {"measure": "mwe-score", "first": "system one", "second": "system two"},
    ),
    "api:test-set-groups": Row(REVIEWER, in_project("test_set"), get=200),
    "api:expressions": Row(REVIEWER, in_project("test_set"), get=200),
    "api:segment": Row(REVIEWER, lambda side: (side.slug, side.test_set.pk, 1), get=200),
    "api:occurrences": Row(REVIEWER, in_project("test_set"), get=200),
    "api:marks": Row(
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
    "api:marks-undo": Row(
        MANAGER,
        lambda side: (side.slug, side.test_set.pk, 4),
        post=409,  # there is nothing to undo
        data=lambda side: {"version": 0, "operation_id": str(uuid4())},
    ),
    "api:releases": Row(
        REVIEWER, of_project, get=200, post=409, data=lambda side: {"request_id": str(uuid4())}, change_rule=MANAGER
    ),  # 409: one is being built already
    "api:release": Row(REVIEWER, released, get=200),
    "api:release-datasheet": Row(REVIEWER, released, get=200),
    "api:release-changes": Row(REVIEWER, released, post=202, data=lambda side: {"since": side.release.number}),
    "api:release-download": Row(REVIEWER, released, get=200),
}

# Sign-in and one's own account, with empty forms: GET and POST for nobody signed in, GET and POST for somebody.
ACCOUNTS: dict[str, tuple[int, int, int, int]] = {
    "account_login": (200, 200, 302, 302),
    "account_logout": (302, 302, 200, 302),
    "account_signup": (200, 200, 302, 302),  # 200 without an invitation: the page that says it is closed
    "account_inactive": (200, 405, 200, 405),
    "account_reauthenticate": (302, 302, 200, 200),
    "account_email": (302, 302, 200, 302),
    "account_email_verification_sent": (200, 405, 200, 405),
    "account_confirm_email": (200, 404, 200, 404),
    "account_change_password": (302, 302, 200, 200),
    "account_set_password": (302, 302, 302, 302),
    "account_reset_password": (200, 200, 200, 200),
    "account_reset_password_done": (200, 405, 200, 405),
    "account_reset_password_from_key": (200, 200, 200, 200),
    "account_reset_password_from_key_done": (200, 405, 200, 405),
    "account_confirm_login_code": (302, 302, 302, 302),
    "mfa_index": (302, 302, 200, 405),
    "mfa_authenticate": (302, 302, 302, 302),
    "mfa_reauthenticate": (302, 302, 302, 302),
    "mfa_activate_totp": (302, 302, 302, 302),
    "mfa_deactivate_totp": (302, 302, 404, 404),  # no second factor is set up here
    "mfa_view_recovery_codes": (302, 302, 404, 405),
    "mfa_generate_recovery_codes": (302, 302, 302, 302),
    "mfa_download_recovery_codes": (302, 302, 404, 404),
}
KEYS = {"account_confirm_email": ("x",), "account_reset_password_from_key": ("x", "y-z")}

MULTIPART = {
    "api:uploads",
    "api:systems",
    "api:suggestions",
    "api:suggestions-aligner",
    "api:class-scores",
    "api:translations",
    "api:alignments",
    "api:annotations",
    "api:human-studies",
    "api:outside-scores",
}
TABLE = {**PAGES, **API}


# Without the mark a run of this file alone would set up no test database and use the real one.
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once, and taken back after the last test."""
    with django_db_blocker.unblock(), undone():
        yield World.build()


def test_every_route_has_a_row() -> None:
    routes = {name for name, _ in walk_routes()}
    rows = TABLE.keys() | ACCOUNTS.keys()
    assert not routes - rows, f"Routes without a row: {', '.join(sorted(routes - rows))}"
    assert not rows - routes, f"Rows without a route: {', '.join(sorted(rows - routes))}"


@pytest.mark.parametrize("name", sorted(TABLE))
def test_ones_own_project(world: World, name: str) -> None:
    row = TABLE[name]
    address = reverse(name, args=row.arguments(world.own))
    for viewer in VIEWERS:
        for method in METHODS:
            answered = ask(world, viewer, name, method, address, world.own)
            wanted = expect(row, name, viewer, method)
            assert answered in wanted, f"{viewer} {method.upper()} {address}: {answered}, expected {sorted(wanted)}"


@pytest.mark.parametrize("name", sorted(name for name, row in TABLE.items() if row.rule not in (SIGNED_IN, PUBLIC)))
def test_somebody_elses_project_does_not_exist(world: World, name: str) -> None:
    row = TABLE[name]
    if not row.arguments(world.foreign):
        return
    address = reverse(name, args=row.arguments(world.foreign))
    for viewer in ("annotator", "other", "adjudicator", "manager"):
        for method in METHODS:
            if getattr(row, method) is not None:
                answered = ask(world, viewer, name, method, address, world.foreign)
                assert answered == 404, f"{viewer} {method.upper()} {address}: {answered}, expected 404"


@pytest.mark.parametrize("name", sorted(name for name, row in TABLE.items() if row.arguments is not of_project))
def test_somebody_elses_object_does_not_exist_in_ones_own_project(world: World, name: str) -> None:
    row = TABLE[name]
    own, foreign = row.arguments(world.own), row.arguments(world.foreign)
    if len(own) < 2 or isinstance(own[1], str):
        return
    numbered = (disputed, handed_in, released, held, known, compound, known_rating, a_round)
    by_number = row.arguments in numbered or len(own) > 2
    address = reverse(name, args=(*own[:-1], NO_SUCH_NUMBER if by_number else foreign[1]))
    for viewer in ("annotator", "other", "adjudicator", "manager"):
        for method in METHODS:
            if getattr(row, method) is not None:
                refused = row.rule_for(method)[viewer]
                wanted = 404 if refused == OK else refused
                answered = ask(world, viewer, name, method, address, world.own)
                assert answered == wanted, f"{viewer} {method.upper()} {address}: {answered}, expected {wanted}"


@pytest.mark.parametrize("name", sorted(ACCOUNTS))
def test_sign_in_and_ones_own_account(world: World, name: str) -> None:
    address = reverse(name, args=KEYS.get(name, ()))
    answered = []
    for viewer in ("anonymous", "annotator"):
        for method in ("get", "post"):
            with undone():
                answered.append(getattr(world.browser(viewer), method)(address).status_code)
    assert tuple(answered) == ACCOUNTS[name]


def test_nobody_signs_up_without_an_invitation(world: World) -> None:
    people = User.objects.count()
    form = {"name": "X", "email": "x@example.org", "password1": PASSWORD, "password2": PASSWORD}
    with undone():
        world.browser("anonymous").post(reverse("account_signup"), form)
        assert User.objects.count() == people
    with undone():
        invited = world.browser("anonymous")
        invited.get(reverse("projects:invitation", args=[world.own.secret]))
        invited.post(reverse("account_signup"), form)
        assert User.objects.count() == people + 1


def test_somebody_elses_token_is_not_revoked(world: World) -> None:
    with undone():
        world.browser("other").post(reverse("projects:token_revoke", args=[world.own.token.pk]))
        assert ApiToken.objects.usable().filter(pk=world.own.token.pk).exists()


def test_what_others_do_changes_no_byte_of_what_an_annotator_sees(world: World) -> None:
    with undone():
        before = look_everywhere(world, "annotator")
        submissions = Submission.objects.count()
        work_through(world.own.other)
        rate_through(world.own.ratings.other)
        assert Submission.objects.count() > submissions + 2
        after = look_everywhere(world, "annotator")
    for name, seen in before.items():
        assert after[name] == seen, f"{name} tells an annotator what another one did"
    assert sum(seen[0] == 200 for seen in before.values()) >= 12


def test_what_others_do_does_show_to_those_who_may_see_it(world: World) -> None:
    with undone():
        before = look_everywhere(world, "manager")
        work_through(world.own.other)
        rate_through(world.own.ratings.other)
        after = look_everywhere(world, "manager")
    changed = {name for name, seen in before.items() if after[name] != seen}
    assert {"api:items", "api:members", "evaluation:agreement", "projects:members"} <= changed
    assert {"api:compounds", "idiomaticity:overview", "idiomaticity:results", "idiomaticity:compound"} <= changed


def work_through(annotator: Membership) -> None:
    """Lease, comment, draw and submit every pair that is left, skip one and take it up again."""
    is_skipped = False
    while (assignment := lease_next_item(user=annotator.user, project=annotator.project)) is not None:
        known = {"user": annotator.user, "assignment_id": assignment.pk}
        post_comment(**known, operation_id=uuid4(), text="Is this one sentence?")
        draw(assignment, "0-1P 2-2S")
        if not is_skipped:
            skip_assignment(**known, operation_id=uuid4(), version=assignment.version, reason="odd")
            take_up_assignment(**known, operation_id=uuid4())
            assignment.refresh_from_db()
            is_skipped = True
        submit(assignment)


def rate_through(annotator: Membership) -> None:
    """Rate everything that is left, with a comment on each."""
    while (assignment := lease_next_rating(user=annotator.user, project=annotator.project)) is not None:
        known = {"user": annotator.user, "assignment_id": assignment.pk}
        post_comment(**known, operation_id=uuid4(), text="Is this one compound?")
        hand_in(assignment, 5, 5, 5, "something else")


def look_everywhere(world: World, viewer: str) -> dict[str, tuple[int, dict[str, str], bytes]]:
    """Status, headers and body of everything the person can read, refusals included."""
    seen = {}
    for name, row in TABLE.items():
        if row.get is None or name == "projects:health":
            continue
        with undone():
            answer = world.browser(viewer).get(reverse(name, args=row.arguments(world.own)))
            body = answer.getvalue()
        headers = {key: value for key, value in answer.headers.items() if key not in ("Date", "Expires")}
        seen[name] = (answer.status_code, headers, ONCE_ONLY.sub(b"", body))
    return seen


def ask(world: World, viewer: str, name: str, method: str, address: str, side: Side) -> int:
    """Status of one request by a fresh browser; what it did is taken back."""
    row = TABLE[name]
    options: dict[str, Any] = {}
    if method != "get":
        options["data"] = row.data(side) if getattr(row, method) is not None else {}
        if name.startswith("api:") and name not in MULTIPART:
            options["content_type"] = "application/json"
    with undone():
        answer = getattr(world.browser(viewer), method)(address, **options)
        if answer.streaming:
            answer.getvalue()  # read to its end, so that the file is closed
        return int(answer.status_code)


def expect(row: Row, name: str, viewer: str, method: str) -> set[int]:
    """Statuses that are right for this person and method."""
    outside = {286} if row.is_fragment else {401} if name.startswith("api:") else {302}
    status: int | None = getattr(row, method)
    outcome = row.rule_for(method).get(viewer, "sign in")
    if name == "projects:health" and method == "get":
        return {200, 503}  # well or not, depending on whether a worker of other tests still runs
    if status is None:
        return {405} | (outside if viewer == "anonymous" else set())
    if outcome == "sign in":
        return outside
    return {status} if outcome == OK else {int(outcome)}
