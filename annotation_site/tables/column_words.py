"""Words by which columns are named in six languages, and the names of languages themselves.

Names are compared without case, accents and punctuation: `Quell-Satz:` and `quellsatz` are one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from babel import Locale, UnknownLocaleError

# English, German, Spanish, French, Italian, Portuguese; and how corpora and programs abbreviate them.
WORDS: dict[str, str] = {
    "identifier": "id | ids | identifier | key | nr | no | num | number | nummer | lfd nr | laufende nummer | kennung "
    "| numero | numéro | n° | nº | identificador | identifiant | identificativo | índice | index | sentence id "
    "| segment id | sent id | pair id | row | zeile | line",
    "source": "source | src | source text | source sentence | source segment | quelle | quelltext | quellsatz "
    "| ausgangstext | ausgangssatz | original | origen | fuente | texto fuente | texto origen | frase de origen "
    "| texte source | phrase source | sorgente | testo di partenza | testo sorgente | frase sorgente | origem | fonte "
    "| texto de partida | frase de origem",
    "target": "target | tgt | trg | target text | target sentence | target segment | translation | ziel | zieltext "
    "| zielsatz | übersetzung | destino | meta | texto meta | traducción | cible | texte cible | phrase cible "
    "| traduction | testo di arrivo | traduzione | destinazione | alvo | texto de chegada | tradução",
    "reference": "reference | ref | references | reference translation | human translation | referenz "
    "| referenzübersetzung | referencia | traducción de referencia | référence | traduction de référence "
    "| riferimento | traduzione di riferimento | referência | tradução de referência",
    "sentence": "sentence | sent | context | example | text | satz | beispiel | beispielsatz | kontext | frase "
    "| oración | ejemplo | contexto | phrase | exemple | contexte | esempio | contesto | frase exemplo | exemplo",
    "previous": "previous | previous sentence | left context | before | vorher | vorheriger satz | satz davor "
    "| anterior | frase anterior | précédent | phrase précédente | precedente | frase precedente",
    "next": "next | next sentence | right context | after | nachher | nächster satz | satz danach | siguiente "
    "| frase siguiente | suivant | phrase suivante | successivo | frase successiva | seguinte | frase seguinte",
    "span": "span | spans | offset | offsets | position | source span | source spans | stelle | intervalo | intervalle "
    "| intervallo",
    "compound": "compound | compounds | nc | noun compound | mwe | expression | idiom | phrase head | kompositum "
    "| ausdruck | compuesto | expresión | composé | composto | espressione | expressão",
    "expression": "expression | mwe | idiom | multiword expression | reference expression | mwe ref trans | ausdruck "
    "| redewendung | mehrwortausdruck | wendung | idiom ref | expresión | modismo | locución | idiomatisme "
    "| locution | espressione | modo di dire | locuzione | expressão | expressão idiomática",
    "label": "label | mwe | idiom | lemma | etikett | etiqueta | étiquette | etichetta | rótulo",
    "occurrence label": "label | occurrence class | sentence type | sense | sense label | usage | etikett | etiqueta "
    "| étiquette | etichetta | rótulo",
    "class": "class | compound class | compscale | type | category | klasse | typ | kategorie | clase | tipo "
    "| categoría | classe | catégorie | categoria",
    "whole": "whole | whole compound | compound | entire compound | ganzes | gesamt | ganzes kompositum | kompositum "
    "| todo | conjunto | compuesto | tout | ensemble | composé | tutto | intero | composto",
    "head": "head | kopf | kern | grundwort | núcleo | cabeza | tête | noyau | testa | cabeça",
    "modifier": "modifier | bestimmungswort | modifikator | modificador | modifieur | modificateur | modificatore "
    "| modificador",
    "annotator": "annotator | rater | judge | worker | worker id | annotator id | anonymized annotator id | coder "
    "| participant | participante | vpn | vp | versuchsperson | subject | subject id | prolific pid | prolific id "
    "| user | annotator name | annotatorin | annotator in | bewerter | proband | teilnehmer | anotador "
    "| juez | evaluador | annotateur | juge | participant id | annotatore | giudice | valutatore | avaliador | juiz",
    "value": "rating | value | score | judgement | judgment | bewertung | wert | urteil | punkte | valoración | valor "
    "| puntuación | note | jugement | valeur | valutazione | giudizio | punteggio | valore | avaliação | pontuação",
    "scale": "scale | constituent | question | skala | frage | konstituente | escala | pregunta | constituyente "
    "| échelle | constituant | scala | domanda | costituente | pergunta | constituinte",
    "system": "system | model | mt system | engine | modell | sistema | modelo | système | modèle | modello",
    "sentence number": "sentence number | sentence | satznummer | satz | número de frase | frase | numéro de phrase "
    "| phrase | numero di frase | número da frase",
    "language": "language | lang | sprache | idioma | lengua | langue | lingua | língua",
    "segment": "segment | segment id | seg id | sentence number | line number | satznummer | segmento "
    "| número de frase | numéro de phrase | numero di frase",
    "document": "document | document id | document name | doc | doc id | docid | doc name | dokument | dokument id "
    "| documento | id del documento | id do documento | identifiant du document | id documento",
    "mean": "mean | average | token score | mittelwert | mittel | media | moyenne | média",
    "rated mean": "mean | mean rating | average | avg | rating | judgement | judgment | score | literality "
    "| compositionality | mittelwert | mittel | bewertung | wert | media | puntuación | valoración | moyenne | note "
    "| punteggio | valutazione | média | pontuação",
    "first word": "word1 | word 1 | w1 | c1 | n1 | noun1 | constituent1 | constituent 1 | first word "
    "| first constituent | wort 1 | palabra 1 | mot 1 | parola 1 | palavra 1",
    "second word": "word2 | word 2 | w2 | c2 | n2 | noun2 | constituent2 | constituent 2 | second word "
    "| second constituent | wort 2 | palabra 2 | mot 2 | parola 2 | palavra 2",
    "type_score": "type score | comptype | published type score | typwert | gesamtwert",
    "paraphrases": "paraphrases | paraphrase | synonyms | synonym | paraphrasen | synonyme | paráfrasis | sinónimos "
    "| synonymes | parafrasi | sinonimi | paráfrases | sinônimos",
    "note": "note | notes | comment | comments | remark | bemerkung | bemerkungen | kommentar | anmerkung | notiz "
    "| nota | comentario | observación | commentaire | remarque | commento | osservazione | comentário | observação",
    "list": "list | list number | liste | lista",
    "guideline": "guideline | guideline version | richtlinie",
}
_LOCALES = ("en", "de", "es", "fr", "it", "pt")
_PUNCTUATION = re.compile(r"[\W_]+")


def find_words(concept: str) -> tuple[str, ...]:
    """Return the usual names of columns that hold something, the usual first."""
    return tuple(dict.fromkeys(simplify_name(word) for word in WORDS[concept].split("|")))


@cache
def simplify_name(name: str) -> str:
    """Return a name as it is compared: small letters and digits, single spaces, no accents."""
    decomposed = unicodedata.normalize("NFKD", name.replace("°", "").replace("º", "")[:400]).casefold()
    letters = "".join(character for character in decomposed if not unicodedata.category(character).startswith("Mn"))
    return " ".join(_PUNCTUATION.sub(" ", letters).split())


@cache
def find_language_names(tag: str) -> frozenset[str]:
    """Return the tag of a language, its subtag, and its names in six languages and in itself; nothing without a tag."""
    if not tag:
        return frozenset()
    subtag = tag.replace("_", "-").partition("-")[0].lower()
    names = {tag, subtag}
    locales = [*_LOCALES, subtag]
    for locale in locales:
        names |= set(filter(None, (_name_language(locale, subtag), _name_language(locale, tag))))
    return frozenset(map(simplify_name, names))


def _name_language(locale: str, tag: str) -> str | None:
    try:
        return Locale.parse(locale).languages.get(tag.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None


def is_column_word(name: str) -> bool:
    """Return whether a cell is a usual name of a column, with or without a number, or the name of a language."""
    simple = simplify_name(name).rstrip("0123456789 ")
    return bool(simple) and simple in _all_words()


@cache
def _all_words() -> frozenset[str]:
    words = {word for concept in WORDS for word in find_words(concept)}
    for locale in _LOCALES:
        # Two-letter tags stay out: "no" and "is" are words of sentences.
        words |= {simplify_name(name) for name in Locale.parse(locale).languages.values()}
    return frozenset(words)
