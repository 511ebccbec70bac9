"""Data for the adjudicator's page of one pair: both sentences, and cards for the disagreements."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from alignment.adjudication.card_choices import shows_digits
from alignment.adjudication.cards import Card, Made, build_cards
from alignment.adjudication.decisions import last_action
from alignment.adjudication.disputes import Dispute, compare_words, list_agreed
from alignment.adjudication.models import Adjudication, LinkDecision
from alignment.adjudication.own_links import NEW, Matrix, make_matrix
from alignment.adjudication.stage import NOWHERE, set_stage
from alignment.pairs.models import SentencePair
from alignment.pairs.narration import narrate_decisions
from alignment.readings.links import Cell, GoldPolicy, Label, Reading
from alignment.readings.queries.submissions import item_readings
from alignment.rounds.models import RoundItem
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Comment, Item
from annotation_site.machines.queries import list_shown_answers
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project
from annotation_site.texts.languages import Language, find_language

READY = [Item.State.ANNOTATED, Item.State.ADJUDICATED]
# From so many words on, the sentences are set smaller and scroll, so that cards stay in sight.
LONG_SENTENCE = 45
HISTORY_SHOWN = 30


def languages(project: Project) -> dict[str, Language]:
    """Return both languages of a project, as templates need them to set its text."""
    settings = project.alignment
    return {
        "source_language": find_language(settings.source_language),
        "target_language": find_language(settings.target_language),
    }


def read_dispute(item: Item) -> Dispute:
    """Return the pair with its submitted readings, by pseudonym."""
    pair: SentencePair = item.sentence_pair
    readings = {annotator.pseudonym: reading for annotator, reading in item_readings(item)}
    policy = cast(GoldPolicy, item.project.alignment.gold_policy)
    # A pair may have fewer readings than a majority needs: what stays open in it is then settled as in WAGS.
    return Dispute(pair.source_tokens, pair.target_tokens, readings, policy if len(readings) > 2 else "wags", gettext)


def read_adjudication(user: User, item: Item) -> dict[str, Any]:
    """Return everything that the page of one pair shows; it contains no names of people."""
    adjudication = Adjudication.objects.filter(item=item).select_related("accepted_in").first()
    version = adjudication.version if adjudication else 0  # read first: what comes after is at least as new
    in_round = RoundItem.objects.filter(item=item, is_open=True).select_related("round").first()
    dispute = read_dispute(item)
    # The item may have been read before its annotators took their readings back, or its text was corrected.
    if item.state not in READY or in_round or not dispute.readings:
        return {"version": version, "is_ready": False, "in_round": in_round, "cards": [], **_sentences(item)}
    decisions = _read_decisions(user, item)
    cards = build_cards(dispute, decisions)
    current = next((card for card in cards if not card.is_done), None)
    actions = list(Operation.objects.filter(item=item, kind="decide").order_by("pk"))
    made = [(action.pk, action.payload) for action in actions]
    remarks = _remarks(user, item)
    return {
        "version": version,
        "is_ready": True,
        "dispute": dispute,
        "by_machines": replace(dispute, readings=_read_machines(item)),
        "decisions": decisions,
        "cards": cards,
        "current": current,
        "done_count": sum(card.is_done for card in cards),
        "can_undo": last_action(made) is not None,
        "adoptable": _adoptable(dispute, cards),
        "shows_digits": shows_digits(dispute.readings),
        "agreed": list_agreed(dispute),
        "compared": compare_words(dispute),
        "annotators": list(dispute.readings),
        "remarks": [remark for remark in remarks if not (remark["pseudonym"] and cards)],
        "said": {name: [each["text"] for each in remarks if each["pseudonym"] == name] for name in dispute.readings},
        "history": _tell_history(user, item, actions),
        "acceptance": adjudication.accepted_in if adjudication else None,
        "stage": set_stage(
            (dispute.source, dispute.target),
            dispute.readings,
            asked=(item.sentence_pair.source_target_words, item.sentence_pair.target_target_words),
            marked=(current.source_indices, current.target_indices) if current else NOWHERE,
        ),
        **_sentences(item),
    }


def read_matrix(
    item: Item,
    state: dict[str, Any],
    key: str,
    own: Mapping[Cell, Label | None],
    added: tuple[int | None, int | None],
) -> Matrix:
    """Return the matrix of the card with this key, or of the words linked and added alone."""
    pair: SentencePair = item.sentence_pair
    card = next((card for card in state["cards"] if card.key == key), None)
    sources = {cell[0] for cell in own} | {added[0]} | set(card.source_indices if card else ())
    targets = {cell[1] for cell in own} | {added[1]} | set(card.target_indices if card else ())
    words = _inside(sources, len(pair.source_tokens)), _inside(targets, len(pair.target_tokens))
    decided = {cell: made.decision for cell, made in state["decisions"].items()}
    return make_matrix(state["dispute"], key if card else NEW, words, decided, own)


def _inside(indices: Iterable[int | None], length: int) -> set[int]:
    return {index for index in indices if index is not None and index < length}


def cells_decided_since(item: Item, version: int) -> set[Cell]:
    """Return cells on which somebody acted after the version a page was made from."""
    later = Operation.objects.filter(item=item, kind="decide", version__gt=version).values_list("payload", flat=True)
    return {(source, target) for payload in later for source, target, _, _ in payload["decisions"]}


def _read_machines(item: Item) -> dict[str, Reading]:
    """Return the readings of machines that the page shows: they are no part of the dispute, nor of gold."""
    return {each.machine.pseudonym: Reading.from_json(each.reading) for each in list_shown_answers([item])}


def _read_decisions(user: User, item: Item) -> dict[Cell, Made]:
    return {
        (row.source_index, row.target_index): Made(row.decision, row.note, row.decided_at, row.decided_by_id == user.pk)
        for row in LinkDecision.objects.filter(item=item)
    }


def _adoptable(dispute: Dispute, cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Return readings that can be adopted whole, with the keys of their choice on each card."""
    first = next(iter(cards), None)
    if first is None:
        return []
    taking = first.choices[: len(dispute.readings)]
    return [{"pseudonym": name, "choice": choice} for name, choice in zip(dispute.readings, taking, strict=True)]


def _remarks(user: User, item: Item) -> list[dict[str, Any]]:
    """Return comments on the pair, annotators by pseudonym only."""
    remarks = []
    for comment in Comment.objects.filter(item=item).select_related("assignment__annotator"):
        pseudonym = comment.assignment.annotator.pseudonym if comment.assignment else ""
        author = _("You") if comment.author_id == user.pk else _("Adjudicator")
        if pseudonym:
            author = _("Annotator {letter}").format(letter=pseudonym)
        remarks.append({"author": author, "pseudonym": pseudonym, "text": comment.text, "answer": comment.answer})
    return remarks


def _tell_history(user: User, item: Item, actions: Iterable[Operation]) -> list[dict[str, Any]]:
    """Return the decisions, changes and undone actions of the pair, the latest first."""
    pair: SentencePair = item.sentence_pair
    return [
        {
            "by": _("You") if action.actor_id == user.pk else _("Another adjudicator"),
            "at": action.created_at,
            "says": narrate_decisions(action.payload, pair.source_tokens, pair.target_tokens, gettext),
        }
        for action in reversed(list(actions)[-HISTORY_SHOWN:])
    ]


def _sentences(item: Item) -> dict[str, Any]:
    pair: SentencePair = item.sentence_pair
    settings = item.project.alignment
    return {
        "source": {
            "side": "source",
            "language": find_language(settings.source_language),
            "words": _set_out(pair.source_tokens, pair.source_target_words),
        },
        "target": {
            "side": "target",
            "language": find_language(settings.target_language),
            "words": _set_out(pair.target_tokens, pair.target_target_words),
        },
        "is_long": max(len(pair.source_tokens), len(pair.target_tokens)) >= LONG_SENTENCE,
    }


def _set_out(tokens: list[str], asked: list[int]) -> list[dict[str, Any]]:
    return [{"text": text, "is_asked": index in asked} for index, text in enumerate(tokens)]
