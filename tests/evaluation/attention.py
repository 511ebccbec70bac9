"""Judging rounds with attention items on a dozen sentences of our own, and judges with and without care."""

from collections.abc import Callable
from random import Random

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Membership
from evaluation.judging.methods import FIRST_BETTER, SECOND_BETTER, as_shown, is_penalty
from evaluation.judging.models import JudgementTask, JudgingRound
from tests.evaluation.judgements import answer, make_evaluation_project, make_round
from tests.evaluation.translated import COLUMNS, PARTS, make_test_set

# Words of each sentence occur in no other, so that whatever is foreign to one is foreign to a reader.
ANIMALS = ["gatto", "cane", "lupo", "orso", "cervo", "falco", "gufo", "riccio", "tasso", "daino", "merlo", "corvo"]
VERBS = ["dorme", "corre", "salta", "pesca", "beve", "vola", "canta", "scava", "mangia", "fugge", "becca", "ride"]
PLACES = ["casa", "piazza", "valle", "riva", "fonte", "torre", "selva", "tana", "stalla", "macchia", "siepe", "rupe"]
TIMES = ["oggi", "ieri", "domani", "presto", "tardi", "sempre", "spesso", "adesso", "poi", "talvolta", "ancora", "mai"]
Answers = Callable[[Assignment], list[int | None]]


def write_table(rows: int = 12) -> str:
    """Return a table of sentences whose verbs are the marked expression, with two systems."""
    lines = [[*PARTS, "system one", "system two"]]
    for animal, verb, place, time in list(zip(ANIMALS, VERBS, PLACES, TIMES, strict=True))[:rows]:
        source = f"Animal {animal} does {verb} there."
        span = f"[({source.index(verb)}, {source.index(verb) + len(verb)})]"
        one, two = f"{animal} {verb} vicino {place} {time}", f"{time} {animal} {verb} presso {place}"
        lines.append([source, f"{animal} {verb} {place} {time}", verb, verb, span, one, two])
    return "".join("\t".join(line) + "\n" for line in lines)


def make_attention_round(rows: int = 12, manager: User | None = None, **settings: object) -> JudgingRound:
    """Make a round in which every other item has an attention item; settings as request_judging_round takes them."""
    project = make_evaluation_project(manager)
    test_set = make_test_set(project, write_table(rows), COLUMNS)
    return make_round(project, test_set, **{"attention_share": 50, "required_count": 1, **settings})


def judge_all(annotator: Membership, decide: Answers) -> list[Assignment]:
    """Judge all there is; return the assignments in the order in which they were given."""
    done = []
    while (assignment := lease_next(user=annotator.user, project=annotator.project)) is not None:
        done.append(answer(assignment, decide(assignment)))
    return done


def attend(assignment: Assignment) -> list[int | None]:
    """Return the answers of somebody who reads: a good score, and a low one for what is degraded."""
    task: JudgementTask = assignment.item.judgement_task
    method, place = task.judging_round.method, task.degraded_output
    assert not is_penalty(method)
    if method == "preference":
        better = FIRST_BETTER if place is None else (SECOND_BETTER if place == 0 else FIRST_BETTER)
        return as_shown(method, [better], assignment.shown_order.places)
    good, bad = (5, 1) if method == "score" else (90, 20)
    given = [bad if place == each else good for each in range(len(task.outputs))]
    return as_shown(method, given, assignment.shown_order.places)


def guess(seed: int) -> Answers:
    """Return answers of somebody who does not read: by lot, the same for a text whenever it comes."""

    def decide(assignment: Assignment) -> list[int | None]:
        task: JudgementTask = assignment.item.judgement_task
        method, texts = task.judging_round.method, [output["text"] for output in task.outputs]
        if method == "preference":
            drawn = [Random(f"{seed}:{texts}").choice((FIRST_BETTER, SECOND_BETTER))]
        else:
            lowest, highest = (1, 5) if method == "score" else (0, 100)
            drawn = [Random(f"{seed}:{text}").randint(lowest, highest) for text in texts]
        return as_shown(method, drawn, assignment.shown_order.places)

    return decide
