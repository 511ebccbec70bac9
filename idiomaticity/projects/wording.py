"""Questions to annotators, in their language; a project may replace each with its own.

`{compound}`, `{head}` and `{modifier}` stand for the words of the compound.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields

LONGEST = 300
_PLACE = re.compile(r"\{(\w*)\}")
PLACES = frozenset({"compound", "head", "modifier"})


@dataclass(frozen=True, slots=True)
class Wording:
    """The rating page's texts for each scale, and its question for paraphrases."""

    head_question: str
    head_low: str
    head_high: str
    modifier_question: str
    modifier_low: str
    modifier_high: str
    whole_question: str
    whole_low: str
    whole_high: str
    cannot_judge: str
    paraphrase_question: str


DEFAULTS = {
    "en": Wording(
        head_question="Is this {compound} literally a kind of {head}?",
        head_low="not at all",
        head_high="literally",
        modifier_question="Is this {compound} literally of {modifier}, or to do with it?",
        modifier_low="not at all",
        modifier_high="literally",
        whole_question="Taken as a whole, is its meaning a combination of {modifier} and {head}?",
        whole_low="nothing of them",
        whole_high="exactly that",
        cannot_judge="cannot judge",
        paraphrase_question="What else could one say here instead of {compound}?",
    ),
    "pt": Wording(
        head_question="Aqui, {compound} é literalmente um tipo de {head}?",
        head_low="de modo algum",
        head_high="literalmente",
        modifier_question="Aqui, {compound} é literalmente {modifier}, ou tem a ver com isso?",
        modifier_low="de modo algum",
        modifier_high="literalmente",
        whole_question="No todo, o significado é uma combinação de {head} e {modifier}?",
        whole_low="nada disso",
        whole_high="exatamente isso",
        cannot_judge="não sei avaliar",
        paraphrase_question="O que mais se poderia dizer aqui em vez de {compound}?",
    ),
    "fr": Wording(
        head_question="Ici, {compound} est-il littéralement une sorte de {head} ?",
        head_low="pas du tout",
        head_high="littéralement",
        modifier_question="Ici, {compound} est-il littéralement de {modifier}, ou en rapport avec cela ?",
        modifier_low="pas du tout",
        modifier_high="littéralement",
        whole_question="Dans l’ensemble, le sens est-il une combinaison de {head} et de {modifier} ?",
        whole_low="rien de cela",
        whole_high="exactement cela",
        cannot_judge="je ne peux pas juger",
        paraphrase_question="Que pourrait-on dire d’autre ici à la place de {compound} ?",
    ),
    "it": Wording(
        head_question="Qui {compound} è letteralmente un tipo di {head}?",
        head_low="per niente",
        head_high="letteralmente",
        modifier_question="Qui {compound} è letteralmente di {modifier}, o ha a che fare con esso?",
        modifier_low="per niente",
        modifier_high="letteralmente",
        whole_question="Nell’insieme, il significato è una combinazione di {head} e {modifier}?",
        whole_low="niente di tutto ciò",
        whole_high="esattamente questo",
        cannot_judge="non so giudicare",
        paraphrase_question="Che cos’altro si potrebbe dire qui al posto di {compound}?",
    ),
    "es": Wording(
        head_question="Aquí, ¿es {compound} literalmente un tipo de {head}?",
        head_low="en absoluto",
        head_high="literalmente",
        modifier_question="Aquí, ¿es {compound} literalmente de {modifier}, o tiene que ver con ello?",
        modifier_low="en absoluto",
        modifier_high="literalmente",
        whole_question="En conjunto, ¿es el significado una combinación de {head} y {modifier}?",
        whole_low="nada de eso",
        whole_high="exactamente eso",
        cannot_judge="no puedo juzgarlo",
        paraphrase_question="¿Qué otra cosa se podría decir aquí en lugar de {compound}?",
    ),
    "de": Wording(
        head_question="Ist {compound} hier wörtlich eine Art von {head}?",
        head_low="gar nicht",
        head_high="wörtlich",
        modifier_question="Hat {compound} hier wörtlich mit {modifier} zu tun?",
        modifier_low="gar nicht",
        modifier_high="wörtlich",
        whole_question="Ist die Bedeutung im Ganzen eine Verbindung von {modifier} und {head}?",
        whole_low="nichts davon",
        whole_high="genau das",
        cannot_judge="nicht zu beurteilen",
        paraphrase_question="Was könnte man hier statt {compound} noch sagen?",
    ),
}
NAMES = tuple(field.name for field in fields(Wording))


def find_wording(language: str, own: Mapping[str, str]) -> Wording:
    """Return the defaults of the language, or the English ones, with the project's own texts in their place."""
    default = DEFAULTS.get(language.lower().partition("-")[0], DEFAULTS["en"])
    return Wording(**{name: own.get(name) or getattr(default, name) for name in NAMES})


def keep_own(language: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that differ from the defaults."""
    default = find_wording(language, {})
    return {name: texts[name] for name in NAMES if texts.get(name) and texts[name] != getattr(default, name)}


def find_fault_in_wording(text: str) -> str | None:
    """Return a sentence that says why the text cannot be used, or None."""
    if len(text) > LONGEST:
        return f"Use at most {LONGEST} characters."
    if unknown := sorted(set(_PLACE.findall(text)) - PLACES):
        return f"{{{unknown[0]}}} is not a placeholder. Use {{compound}}, {{head}} or {{modifier}}."
    return None


def fill_in(text: str, *, compound: str, head: str, modifier: str) -> str:
    """Return the text with its placeholders filled; braces around anything else stay as they are."""
    words = {"compound": compound, "head": head, "modifier": modifier}
    return _PLACE.sub(lambda match: words.get(match[1], match[0]), text)
