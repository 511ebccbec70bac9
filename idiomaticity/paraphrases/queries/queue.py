"""Suggestions for paraphrases without a decision, and the latest decisions."""

from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.languages.numbers import say_count
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.paraphrases.decisions import Decisions
from idiomaticity.paraphrases.queries.tables import count_given, list_repeated, read_decisions
from idiomaticity.paraphrases.suggestions import SUSPICIOUS, JunkThresholds, find_faults, suggest_junk, suggest_merges

Kind = Literal["junk", "fault", "variant"]
LATEST = 10
# Those of `suggest_merges`, which knows no translation.
REASONS = [
    gettext_noop("differs only in accents, articles, spaces or plural"),
    gettext_noop("differs in one letter"),
    gettext_noop("differs in two letters"),
]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested decision on a form: for all compounds if `compound` is None, else for this one.

    For a variant, with the form to merge it into.
    """

    kind: Kind
    form: str
    reason: str
    given: int
    compound: Compound | None = None
    into: str = ""
    into_given: int = 0


def suggest_decisions(project: Project, thresholds: JunkThresholds = SUSPICIOUS) -> list[Suggestion]:
    """Return answers given for very many compounds first, then those that are no paraphrases, then variants."""
    decisions = read_decisions(project)
    junk = _suggest_junk(project, decisions, thresholds)
    named = {suggestion.form for suggestion in junk}
    given = count_given(project)
    compounds = Compound.objects.filter(project=project, pk__in=given).order_by("number")
    rows = [row for compound in compounds for row in _suggest_within(compound, given[compound.pk], decisions, named)]
    return [*junk, *sorted(rows, key=lambda row: row.kind != "fault")]


def list_latest(project: Project) -> list[dict[str, Any]]:
    """Return the latest decisions still in force, with the operation number to undo each by."""
    done = Operation.objects.of_project(project, "decide_paraphrase", "undo_paraphrase")
    latest = list(done.select_related("actor").order_by("-pk")[: 3 * LATEST])
    undone = {row.payload["undone"] for row in latest if "undone" in row.payload}
    numbers = {row.payload["compound"] for row in latest if row.payload["compound"]}
    names = dict(Compound.objects.filter(project=project, number__in=numbers).values_list("number", "text"))
    return [
        {
            "decision": row.pk,
            "form": row.payload["form"],
            "compound": names.get(row.payload["compound"], ""),
            "action": (row.payload["after"] or {}).get("action", ""),
            "into": (row.payload["after"] or {}).get("into", ""),
            "by": row.actor.name,
            "at": row.created_at,
        }
        for row in latest
        if "undone" not in row.payload and row.pk not in undone
    ][:LATEST]


def _suggest_junk(project: Project, decisions: Decisions, thresholds: JunkThresholds) -> list[Suggestion]:
    decided = {row.form for row in decisions.rows if row.compound is None}
    return [
        Suggestion("junk", row.form, _explain(row.compounds, row.most_by_one, row.annotators), row.compounds)
        for row in suggest_junk(list_repeated(project, thresholds.least), thresholds)
        if row.form not in decided
    ]


def _explain(compounds: int, most_by_one: int, annotators: int) -> str:
    if annotators == 1:
        sentence = _("given by one annotator for {compounds} compounds without a word in common")
    else:
        sentence = _(
            "given by {annotators} annotators for {compounds} compounds without a word in common, by one of them for "
            "{most}"
        )
    counts = {"annotators": annotators, "compounds": compounds, "most": most_by_one}
    return sentence.format(**{name: say_count(count) for name, count in counts.items()})


def _suggest_within(
    compound: Compound, given: dict[str, int], decisions: Decisions, junk: set[str]
) -> list[Suggestion]:
    number = compound.number
    # Those that are rejected or merged are gone; those that are to be kept are not asked about again.
    standing = {form: count for form, count in given.items() if decisions.find(number, form) is None}
    faults = find_faults(standing, compound.text)
    suggestions = [
        Suggestion("fault", form, _(fault).format(text=form), standing[form], compound)
        for form, fault in faults.items()
        if form not in junk
    ]
    targets = {
        form: count for form, count in given.items() if form not in faults and decisions.resolve(number, form) == form
    }
    suggestions += [
        Suggestion(
            "variant",
            variant.form,
            _(variant.reason),
            targets[variant.form],
            compound,
            variant.into,
            targets[variant.into],
        )
        for variant in suggest_merges(targets)
        if variant.form in standing and variant.form not in junk
    ]
    return suggestions
