"""Names of the files of an evaluation's release."""

TEST_SET, ALIGNMENTS = "test-set.jsonl", "alignments.jsonl"
SCORES, VALUES = "scores.jsonl", "segment-values.jsonl"
ROUNDS, TASKS, JUDGEMENTS, STUDIES = "judging-rounds.jsonl", "judging-tasks.jsonl", "judgements.jsonl", "studies.jsonl"
DECISIONS = "adjudicated-judgements.jsonl"
REPORT = "report.json"
