"""What jobs of evaluation are called, and what a score measures."""

SCORE_JOB = "score"
INTERVAL_JOB = "agreement_interval"
TEST_SET_PREVIEW = "test_set_preview"
TEST_SET_IMPORT = "test_set_import"
TRANSLATIONS_JOB = "translations"
MEASURES_JOB = "measures"
MEASURE = "word-alignment"
