"""Paraphrases, decisions on them and experts' classes that come with the ratings of a release: matched, then stored."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from annotation_site.accounts.models import User
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.faults import Rejected, reject
from idiomaticity.classes.models import CLASS_NAMES, ClassExpert, ClassJudgement
from idiomaticity.formats import StudyTable
from idiomaticity.imports.jobs.study import ItemKey, Study, find_compounds
from idiomaticity.paraphrases.models import ParaphraseDecision
from idiomaticity.scales.paraphrase_texts import LONGEST_PARAPHRASE, MOST_PARAPHRASES, normalise

Row = Mapping[str, str]
# Normalised compound, or None for a decision on every compound; form, action, and the form merged into.
Decision = tuple[str | None, str, str, str]


@dataclass(slots=True)
class BesideRatings:
    """Rows that can be used.

    `given` is annotator → item → position → text, `classes` compound → expert → class.
    """

    given: dict[str, dict[ItemKey, dict[int, str]]] = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)
    classes: dict[str, dict[str, str]] = field(default_factory=dict)

    def list_texts(self, annotator: str, item: ItemKey) -> tuple[str, ...]:
        """Return the annotator's paraphrases of an item, in their order."""
        texts = self.given.get(annotator, {}).get(item, {})
        return tuple(texts[position] for position in sorted(texts))

    @property
    def experts(self) -> list[str]:
        """Return the names of the experts, each once."""
        return list(dict.fromkeys(name for by_expert in self.classes.values() for name in by_expert))

    @property
    def counts(self) -> dict[str, int]:
        return {
            "paraphrases": sum(len(texts) for by_item in self.given.values() for texts in by_item.values()),
            "decisions": len(self.decisions),
            "classes": sum(map(len, self.classes.values())),
        }


class BesideMatching:
    """Matches rows with the ratings of the same import and with the compounds of the project."""

    def __init__(self, project: Project, study: Study) -> None:
        self._study = study
        self._compounds = {
            *find_compounds(project),
            *(normalise(compound.entry.compound) for compound in study.new_compounds),
        }
        self._rated: dict[str, set[ItemKey]] = {}
        for name, scores_by_item in study.judgements.items():
            self._rated[name] = {study.items[index] for index in scores_by_item}
        of_project = ParaphraseDecision.objects.filter(project=project)
        self._decided: set[tuple[str | None, str]] = set(of_project.values_list("compound__normalised", "form"))
        self._take: Mapping[str, Callable[[Row], str]] = {
            "paraphrases": self._take_paraphrase,
            "decisions": self._take_decision,
            "classes": self._take_class,
        }
        self.matched = BesideRatings()

    def take(self, table: StudyTable, row: tuple[int, Row] | Rejected) -> None:
        """Add a row, or leave it out with a reason."""
        if isinstance(row, Rejected):
            self._study.leave_out(row)
            return
        line, cells = row
        if reason := self._take[table](cells):
            self._study.leave_out(reject(line, reason, " ".join(cells.values())))

    def _take_paraphrase(self, row: Row) -> str:
        sentence, position, text = row.get("sentence", ""), row["position"], row["paraphrase"]
        if not (position.isdecimal() and 1 <= int(position) <= MOST_PARAPHRASES):
            return f"The position must be 1 to {MOST_PARAPHRASES}."
        if not normalise(text) or len(text) > LONGEST_PARAPHRASE:
            return f"A paraphrase must have 1 to {LONGEST_PARAPHRASE} characters."
        item = normalise(row["compound"]), int(sentence) if sentence.isdecimal() else None
        if item not in self._rated.get(row["annotator"], ()):
            return "This annotator has not rated this."
        own = self.matched.given.setdefault(row["annotator"], {}).setdefault(item, {})
        if int(position) in own or normalise(text) in map(normalise, own.values()):
            return "This annotator has already given this paraphrase."
        own[int(position)] = text
        return ""

    def _take_decision(self, row: Row) -> str:
        key = normalise(row["compound"]) or None
        form, action, into = normalise(row["paraphrase"]), row["decision"], normalise(row["into"])
        if key is not None and key not in self._compounds:
            return "The project does not have this compound."
        is_merge = action == ParaphraseDecision.Action.MERGE
        is_known = action in ParaphraseDecision.Action.values and bool(form) and is_merge == bool(into)
        if not is_known or (is_merge and (key is None or into == form)):
            return "The decision must be merge, with a paraphrase of the same compound, reject or keep."
        if (key, form) in self._decided:
            return "This paraphrase has already been decided on."
        self._decided.add((key, form))
        self.matched.decisions.append((key, form, action, into))
        return ""

    def _take_class(self, row: Row) -> str:
        key = normalise(row["compound"])
        if key not in self._compounds:
            return "The project does not have this compound."
        if row["class"] not in CLASS_NAMES or not row["expert"]:
            return f"Give an expert and one of {', '.join(CLASS_NAMES)}."
        if row["expert"] in self.matched.classes.setdefault(key, {}):
            return "This expert has already classified this compound."
        self.matched.classes[key][row["expert"]] = row["class"]
        return ""


def store_decisions(project: Project, beside: BesideRatings, user: User) -> None:
    """Store the decisions on paraphrases as the importing person's."""
    known = find_compounds(project)
    ParaphraseDecision.objects.bulk_create(
        ParaphraseDecision(
            project=project,
            compound=known[key] if key is not None else None,
            form=form,
            action=action,
            into=into,
            decided_by=user,
        )
        for key, form, action, into in beside.decisions
    )


def store_classes(project: Project, beside: BesideRatings, members: Mapping[str, Membership], user: User) -> list[int]:
    """Store the experts' classes and return the numbers of their compounds; these experts are asked nothing more."""
    known = find_compounds(project)
    named = [ClassExpert(membership=members[name], is_asked=False, named_by=user) for name in beside.experts]
    experts = dict(zip(beside.experts, ClassExpert.objects.bulk_create(named), strict=True))
    ClassJudgement.objects.bulk_create(
        ClassJudgement(compound=known[key], expert=experts[name], compound_class=given)
        for key, by_expert in beside.classes.items()
        for name, given in by_expert.items()
    )
    return [known[key].number for key in beside.classes]


def order_names(names: Collection[str], ending: str) -> list[str]:
    """Return names as they appeared, or, where all are pseudonyms of a release, in the order of these, so that they
    are the same in a new project.
    """
    bare: dict[str, str] = {name: name.removesuffix(ending) for name in names}
    if all(name.isascii() and name.isalpha() and name.isupper() and len(name) <= 3 for name in bare.values()):
        return sorted(names, key=lambda name: (len(bare[name]), bare[name]))
    return list(names)
