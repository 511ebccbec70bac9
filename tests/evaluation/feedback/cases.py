"""A judging round of one item on which two judges disagree, decided as neither said, and then over."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.feedback.models import Feedback
from annotation_site.feedback.services.replies import acknowledge_gold, dispute_gold
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import change_settings
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.adjudication.queries.readings import find_page_order
from evaluation.adjudication.services import undo_adjudication
from evaluation.feedback.jobs import give_judges_feedback
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.reopening import REOPENED_WITHIN
from evaluation.judging.services.judging_rounds import close_judging_round
from tests.evaluation.adjudication.disputes import BAD, GOOD, decide, item_of, make_adjudicator, make_dispute, mark

NOTE = "The verb alone is wrong."
# “gelo” is no error; as A, but for that, in the order of texts.
DECIDED = {GOOD: (100, []), BAD: (30, [mark(BAD, "spaccato", "major")])}


class Case:
    """Judges A and B of `tests.evaluation.adjudication.disputes`; the decision changes what A said of the bad output in
    its marks, and what B said of it in marks and score.
    """

    def __init__(
        self,
        *,
        shows_feedback: bool = True,
        judges: tuple[User | None, User | None] = (None, None),
        adjudicator: User | None = None,
        **settings: Any,
    ) -> None:
        self.judging_round = make_dispute(judges=judges, **settings)
        self.project: Project = self.judging_round.project
        self.manager = self.project.created_by
        self.adjudicator = make_adjudicator(self.project, adjudicator)
        self.item = item_of(self.judging_round)
        self.mine, self.theirs = Assignment.objects.filter(item=self.item).order_by("pk").select_related("annotator")
        self.judge, self.other = self.mine.annotator.user, self.theirs.annotator.user
        if shows_feedback:
            self.switch_on()

    def switch_on(self) -> None:
        change_settings(user=self.manager, project=self.project, shows_feedback=True)

    def decide(self, said: Any = DECIDED, note: str = NOTE, **verdict: Any) -> JudgementAdjudication:
        task = self.item.judgement_task
        texts = [task.outputs[place]["text"] for place in find_page_order(task)]
        return decide(
            self.judging_round,
            self.adjudicator,
            self.version,
            answers=[said[text][0] for text in texts],
            spans=[said[text][1] for text in texts],
            note=note,
            **verdict,
        )

    def undo(self) -> None:
        undo_adjudication(
            user=self.adjudicator,
            project=self.project,
            number=self.item.number,
            version=self.version,
            operation_id=uuid4(),
        )

    def close(self) -> None:
        close_judging_round(user=self.manager, judging_round=self.judging_round)

    def pass_grace(self, judging_round: JudgingRound | None = None) -> None:
        """Let the time pass in which the round could be reopened, and the periodic work come round."""
        found = JudgingRound.objects.get(pk=(judging_round or self.judging_round).pk)
        JudgingRound.objects.filter(pk=found.pk).update(
            closed_at=found.closed_at - REOPENED_WITHIN - timedelta(minutes=1)
        )
        give_judges_feedback()

    def finish(self) -> None:
        """Decide, close the round, and wait until it is over."""
        self.decide()
        self.close()
        self.pass_grace()

    @property
    def version(self) -> int:
        found = JudgementAdjudication.objects.filter(item=self.item).first()
        return found.version if found else 0

    @property
    def bad(self) -> str:
        """The place of the bad output."""
        task = self.item.judgement_task
        [place] = [place for place, output in enumerate(task.outputs) if output["text"] == BAD]
        return str(find_page_order(task).index(place) + 1)

    def feedback(self, assignment: Assignment | None = None) -> Feedback:
        return Feedback.objects.get(pk=(assignment or self.mine).pk)

    def acknowledge(self, *places: str, user: User | None = None) -> Feedback:
        mine = self.mine if user is None else self.theirs
        return acknowledge_gold(
            user=user or self.judge,
            assignment_id=mine.pk,
            operation_id=uuid4(),
            version=self.feedback(mine).version,
            places=places or None,
        )

    def dispute(self, text: str = "It is idiomatic.") -> Feedback:
        return dispute_gold(
            user=self.judge,
            assignment_id=self.mine.pk,
            operation_id=uuid4(),
            version=self.feedback().version,
            place=self.bad,
            text=text,
        )
