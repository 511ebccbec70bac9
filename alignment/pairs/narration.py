"""Operations on a pair in words: for managers, and decisions in any language for adjudicators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from annotation_site.languages.marks import gettext_noop

NAMED_AT_MOST = 3
LABELS = {"S": "Sure", "P": "Possible"}
DECISIONS = {
    "S": gettext_noop("Sure"),
    "P": gettext_noop("Possible"),
    "none": gettext_noop("no link"),
    "open": gettext_noop("left open"),
    None: gettext_noop("decision undone"),
}
# First-strong isolate and its end: a word keeps its own direction inside an English sentence.
ISOLATE, END = "\u2068", "\u2069"


def describe_operation(kind: str, payload: Mapping[str, Any], source: Sequence[str], target: Sequence[str]) -> str:
    """Return one sentence without its subject: “linked black – nero as Sure”."""
    if kind in ("set", "undo", "redo"):
        done = _narrate_change(payload, source, target)
        return {"set": done, "undo": f"undid: {done}", "redo": f"redid: {done}"}[kind]
    if kind == "decide":
        return narrate_decisions(payload, source, target)
    if kind == "skip":
        return f"skipped it: “{ISOLATE}{payload.get('reason', '')}{END}”"
    if kind == "withdraw":
        return (
            f"withdrew the pair: “{ISOLATE}{payload['reason']}{END}”" if payload.get("reason") else "withdrew the pair"
        )
    fixed = {
        "lease": "started the pair",
        "submit": "submitted",
        "reopen": "reopened the submitted reading",
        "resume": "resumed the pair",
        "comment": "commented",
        "correct_pair": "corrected the text (new version)",
        "bring_back": "brought the pair back",
        "carry_over": "continued the reading of the previous version",
    }
    return fixed.get(kind, kind.replace("_", " "))


def _narrate_change(payload: Mapping[str, Any], source: Sequence[str], target: Sequence[str]) -> str:
    groups: dict[str, list[str]] = {}
    for first, second, before, after, *_ in payload.get("links", []):
        action = f"changed to {LABELS[after]}" if before and after else "unlinked"
        if not before:
            action = f"linked as {LABELS[after]}"
        groups.setdefault(action, []).append(f"{_name(source, first)} – {_name(target, second)}")
    for side, index, _, is_marked in payload.get("unaligned", []):
        action = "marked as no counterpart" if is_marked else "removed the mark from"
        groups.setdefault(action, []).append(_name(source if side == "source" else target, index))
    for first, second, _, is_dismissed in payload.get("dismissed", []):
        action = "dismissed the suggestion" if is_dismissed else "restored the suggestion"
        groups.setdefault(action, []).append(f"{_name(source, first)} – {_name(target, second)}")
    sentences = [f"{action}: {_list(words)}" for action, words in groups.items()]
    return "; ".join(sentences) or "changed nothing"


def narrate_decisions(
    payload: Mapping[str, Any], source: Sequence[str], target: Sequence[str], translate: Callable[[str], str] = str
) -> str:
    """Return the decisions of one action without its subject: “decided black – nero: Sure; note: as in rule 3”."""
    entries = payload.get("decisions", [])
    note = translate(gettext_noop("note:"))
    note = f"; {note} {ISOLATE}{payload['note']}{END}" if payload.get("note") else ""
    if adopted := payload.get("adopted"):
        sentence = translate(gettext_noop("accepted the reading of annotator {letter} for {n} links"))
        return sentence.format(letter=adopted, n=len(entries)) + note
    sentence = gettext_noop("decided {decisions}")
    if "undoes" in payload:
        sentence = gettext_noop("undid a decision; now {decisions}")
    elif payload.get("own_links"):
        sentence = gettext_noop("linked {decisions}")
    return translate(sentence).format(decisions=_name_decisions(entries, source, target, translate)) + note


def _name_decisions(
    entries: Sequence[Any], source: Sequence[str], target: Sequence[str], translate: Callable[[str], str]
) -> str:
    if len(entries) > NAMED_AT_MOST:
        counts = Counter(DECISIONS[now] for _, _, _, now in entries)
        return ", ".join(f"{count} × {translate(name)}" for name, count in counts.items())
    named = [
        (_name(source, first), _name(target, second), translate(DECISIONS[now])) for first, second, _, now in entries
    ]
    return ", ".join(f"{first} – {second}: {decision}" for first, second, decision in named)


def _name(tokens: Sequence[str], index: int) -> str:
    return f"{ISOLATE}{tokens[index]}{END}"


def _list(words: Sequence[str]) -> str:
    if len(words) <= NAMED_AT_MOST:
        return ", ".join(words)
    return f"{', '.join(words[:NAMED_AT_MOST])} and {len(words) - NAMED_AT_MOST} more"
