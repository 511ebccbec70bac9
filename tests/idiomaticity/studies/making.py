"""A study with everything that a copy carries, for tests."""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import change_settings, publish_guideline
from idiomaticity.crowd.services.settings import set_up_crowd
from idiomaticity.page_texts.services import choose_page_language, word_sentence
from idiomaticity.questionnaires.services import set_up_questionnaire
from idiomaticity.screening.services.known_answer_files import import_known_ratings
from idiomaticity.screening.services.known_ratings import add_known_rating, set_screening
from tests.idiomaticity.making import make_rating_project
from tests.idiomaticity.questionnaires.asking import QUESTIONS

KNOWN = (
    "compound\tsentence\texpected_whole\texpected_head\tuse\texplanation\n"
    "fish tank\t=Clean, dear, the fish tank.\t4-5\t3-5\ttutorial\tA tank “of fish”.\n"
    "red tape\tRed tape is slow.\t1-2\t\tqualification\t\n"
)
CROWD: dict[str, Any] = {
    "consent": "You may stop at any time.",
    "limit_each": 4,
    "most_people": 30,
    "worker_parameter": "PROLIFIC_PID",
    "session_parameter": "SESSION_ID",
    "other_parameters": ["STUDY_ID"],
    "completed_url": "https://app.prolific.com/submissions/complete?cc=C1ABCDEF",
    "full_url": "https://lab.example/full?who={STUDY_ID}",
    "payment": Decimal("2.50"),
    "currency": "EUR",
    "lists": "together",
    "repeats": 1,
    "attempts": 2,
}


def make_full_study(manager: User | None = None, **settings: Any) -> Project:
    """Make a study in which every part was set up, with values that no default has."""
    scale = {"lowest": 1, "highest": 7, "step": 1, "labels": {"4": "partly"}}
    extra = {"name": "familiarity", "question": "Do you know {compound}?", "scale": {"lowest": 0, "highest": 10}}
    project = make_rating_project(
        manager,
        **{
            "description": "A *pilot*.",
            "annotators_per_item": 3,
            "spread": "overlap",
            "scale": scale,
            "wording": {"cannot_judge": "no idea"},
            "extra_questions": [extra],
            "guideline": "# Rate\nas you read.",
            **settings,
        },
    )
    known: dict[str, Any] = {"user": project.created_by, "project": project}
    change_settings(**known, score_control_share=35)
    publish_guideline(**known, text="# Rate\nas you *read*.")
    set_up_crowd(**known, **CROWD, forget_on=timezone.localdate() + timedelta(days=20))
    set_up_questionnaire(**known, questions=QUESTIONS, moment="end", asks_annotators=True, debriefing="Thank **you**.")
    set_screening(**known, attention_share=25, pass_mark=55)
    choose_page_language(**known, language="pt")
    word_sentence(**known, sentence="Take part", forms=["Participe agora"])
    if project.idiomaticity.asks_sentences:
        import_known_ratings(**known, file=(KNOWN.encode(), "known.tsv"), use="attention", operation_id=uuid4())
        add_known_rating(**known, item="cash cow-1", use="attention", expected={"whole": (1, 2)})
    else:
        add_known_rating(**known, item="olive oil", use="attention", expected={"whole": (6, 7)})
    project.refresh_from_db()
    return project
