"""What jobs of evaluation are called, and what a score measures."""

SCORE_JOB = "score"
INTERVAL_JOB = "agreement_interval"
FREQUENCY_JOB = "agreement_frequency"
MEASURE = "word-alignment"
