"""Names of a study's files in its release."""

COMPOUNDS, RATINGS, GIVEN = "compounds.jsonl", "ratings.tsv", "paraphrases-given.tsv"
DECISIONS, CLASSES = "paraphrase-decisions.tsv", "classes.tsv"
NCTTI, SENTENCES, SCORES, PARAPHRASES = "nctti.tsv", "sentences.csv", "scores.tsv", "paraphrases.tsv"
# Only of studies with known answers: the items, and what raters answered.
KNOWN, CHECKS = "known-answers.tsv", "known-ratings.tsv"
# Only of studies whose occurrences have labels or sentences around them.
OCCURRENCES, OCCURRENCES_TABLE = "occurrences.tsv", "occurrences.parquet"
# Suffix to the pseudonym of an annotator excluded from all figures.
EXCLUDED = "_excluded"
