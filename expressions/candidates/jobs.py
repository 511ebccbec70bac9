"""Jobs that propose candidates and measure their effect, and the last report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from annotation_site.agreement.queries import find_last_change
from annotation_site.anchoring import jobs as anchoring
from annotation_site.anchoring.jobs import StoredEffects, write_effects
from annotation_site.assignments.models import Item
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.operations.services import record_operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from expressions.candidates.effects import MeasuredPassage, count_by_source, measure_effects
from expressions.candidates.models import Candidate
from expressions.candidates.proposals import Proposal, collect_lexicon, count_lemmas, propose_known, propose_marks
from expressions.candidates.queries import list_measured, list_open, read_lexicon, read_open_texts
from expressions.consistency.items import GoldText
from expressions.formats.registry import read_file
from expressions.formats.sentences import MarkedSentence
from expressions.imports.texts import find_category
from expressions.marks.marking import Mark, MarkFault, MarkingRules
from expressions.marks.queries import make_rules, say_fault

PROPOSAL, EFFECTS = "expression_candidates", "candidate_effects"
PAGE = "expressions:candidates"
AT_ONCE = 500
NO_READINGS = "Nobody has submitted a passage with candidates yet."


@job(PROPOSAL, "Proposal of candidates", result=ResultPage(PAGE, "Show candidates"))
def propose_candidates(run: JobRun) -> None:
    """Find candidates in passages that nobody has begun, and store them where that is still so."""
    project, parameters = run.job.project, run.parameters
    texts = read_open_texts(project)
    propose = _choose_proposer(run, texts)
    proposals: list[Proposal] = []
    refused: Counter[str] = Counter()
    for start in range(0, len(texts), AT_ONCE):
        run.report(start, len(texts))
        batch = texts[start : start + AT_ONCE]
        proposals += _fit(project, batch, propose(batch), refused)
    with run.completing() as result:
        open_items = list_open(project).order_by("pk").select_for_update(no_key=True, of=("self",))
        count = _store(project, proposals, {item.number: item for item in open_items}, parameters)
        payload = {
            "source": parameters["source"],
            "gap": parameters["gap"],
            "control_share": parameters["control_share"],
        }
        payload["candidates"] = count
        record_operation(actor=run.job.requested_by, project=project, kind="propose_candidates", payload=payload)
        result |= {
            **payload,
            "summary": _sum_up(count, refused),
            "refused": [{"reason": reason, "count": number} for reason, number in refused.most_common()],
        }


def _choose_proposer(run: JobRun, texts: Sequence[GoldText]) -> Callable[[Sequence[GoldText]], Iterable[Proposal]]:
    """Return what proposes in a part of the texts. The marks of a file belong to all of them, in their order."""
    project, source, gap = run.job.project, run.parameters["source"], run.parameters["gap"]
    if source == Candidate.Source.MARKS:
        marked = list(propose_marks(texts, _read_sentences(run)))
        return lambda batch: _select(marked, batch)
    lexicon = read_lexicon(project) if source == Candidate.Source.LEXICON else collect_lexicon(_read_sentences(run))
    frequencies = count_lemmas(texts)
    return lambda batch: propose_known(batch, lexicon, gap, frequencies)


def _select(proposals: Iterable[Proposal], batch: Sequence[GoldText]) -> Iterator[Proposal]:
    numbers = {text.passage for text in batch}
    return (proposal for proposal in proposals if proposal.passage in numbers)


def _read_sentences(run: JobRun) -> list[MarkedSentence]:
    [upload] = run.parameters["uploads"]
    with local_copies(run.job.project, {"file": upload}) as paths:
        return list(read_file(paths["file"], run.parameters["format_name"] or None, run.parameters["encoding"] or None))


def _fit(
    project: Project, texts: Sequence[GoldText], proposals: Iterable[Proposal], refused: Counter[str]
) -> Iterator[Proposal]:
    """Yield the proposals that the project could hold as marks, under the names that its categories have."""
    rules = {text.passage: make_rules(project, [len(sentence.forms) for sentence in text.sentences]) for text in texts}
    is_judged = project.expressions.is_judged
    for passage, words, category in proposals:
        named = "" if is_judged else find_category(category, rules[passage].categories)
        fault = _find_fault(rules[passage], words, named)
        if fault is None:
            yield Proposal(passage, words, named)
        else:
            refused[say_fault(fault)] += 1


def _find_fault(rules: MarkingRules, words: tuple[int, ...], category: str) -> MarkFault | None:
    return rules.find_fault([Mark(words, category or rules.categories[0])])


def _store(
    project: Project, proposals: Iterable[Proposal], open_items: Mapping[int, Item], parameters: Mapping[str, Any]
) -> int:
    """Store the proposals for passages that are still open, and return how many are new."""
    has_controls = not project.expressions.is_judged
    existing = set(_list_stored(open_items))
    new: dict[tuple[int, tuple[int, ...]], Candidate] = {}
    for passage, words, category in proposals:
        if passage in open_items and (passage, words) not in existing:
            item = open_items[passage]
            is_control = has_controls and item.ring_place < parameters["control_share"] / 100
            candidate = Candidate(item=item, words=list(words), category=category, source=parameters["source"])
            candidate.is_control = is_control
            new.setdefault((passage, words), candidate)
    Candidate.objects.bulk_create(new.values(), batch_size=2_000)
    return len(new)


def _list_stored(items: Mapping[int, Item]) -> Iterator[tuple[int, tuple[int, ...]]]:
    rows = Candidate.objects.filter(item__in=[item.pk for item in items.values()])
    for passage, words in rows.order_by().values_list("item__number", "words"):
        yield passage, tuple(words)


def _sum_up(count: int, refused: Counter[str]) -> str:
    proposed = f"{count:,} candidate{'s' * (count != 1)} proposed."
    return f"{proposed} {refused.total():,} left out that the project could not hold." if refused else proposed


@job(EFFECTS, "Effects of candidates", result=ResultPage(PAGE, "Show effects"))
def measure_candidate_effects(run: JobRun) -> None:
    """Store the effects for the readings as they were when the job began."""
    project = run.job.project
    work = find_last_change(project)
    groups: dict[bool, list[MeasuredPassage]] = {False: [], True: []}
    for is_control, passage in list_measured(project):
        groups[is_control].append(passage)
    shown, controls = groups[False], groups[True]
    if not shown and not controls:
        raise DomainError(NO_READINGS)
    run.report(1, 2)
    effects = measure_effects(shown, controls)
    with run.completing() as result:
        result |= {
            **write_effects(work, effects),
            "readings": {"shown": len(shown), "controls": len(controls)},
            "passages": {"shown": _count_items(shown), "controls": _count_items(controls)},
            "sources": count_by_source(shown),
        }


def _count_items(passages: Iterable[MeasuredPassage]) -> int:
    return len({passage.item for passage in passages})


def find_effects(project: Project) -> StoredEffects | None:
    """Return the last report, or None if none was computed."""
    return anchoring.find_effects(project, EFFECTS, find_last_change(project))
