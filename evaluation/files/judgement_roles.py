"""Contents of the columns of tables of judgements and scores, and how they are usually called."""

from __future__ import annotations

from annotation_site.tables.column_words import find_words
from annotation_site.tables.columns import Role

SYSTEM = Role("system", "System", find_words("system"), is_required=True)
SEGMENT = Role("segment", "Segment", find_words("segment"), is_required=True)
ANNOTATOR = Role("annotator", "Annotator", find_words("annotator"), is_required=True)
SCORE = Role("score", "Score", ("score", *find_words("value")), is_required=True)
EXPRESSION = Role("expression", "Expression", find_words("expression"))
FIRST = Role("first", "First system", ("first", "system 1", "erstes", "primero", "premier", "primo"), is_required=True)
SECOND = Role(
    "second", "Second system", ("second", "system 2", "zweites", "segundo", "deuxième", "secondo"), is_required=True
)
VERDICT = Role("verdict", "Verdict", ("verdict", "preference", "urteil", "veredicto", "verdetto"), is_required=True)
BETTER = Role("better", "Better system", ("better", "winner", "besser", "mejor", "meilleur", "migliore", "melhor"),
              is_required=True)  # fmt: skip
WORSE = Role("worse", "Worse system", ("worse", "loser", "schlechter", "peor", "pire", "peggiore", "pior"),
             is_required=True)  # fmt: skip
