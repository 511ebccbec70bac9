"""Routes that answer with a page, each of which needs a visit in tests/browser/world/."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

# Answers that are no pages: what is posted, fragments, files, and steps that lead elsewhere at once.
NOT_PAGES = {
    *("class_judge", "adjudicate_decide", "adjudicate_answer", "adjudicate_undo"),
    *("accept", "acceptance_undo", "own_links", "round_remove", "agreement_frequency"),
    *("selection_again", "selection_confirm", "selection_count"),
    *(
        "adopt",
        "comment",
        "decide",
        "import_again",
        "import_confirm",
        "readings_again",
        "reopen",
        "skip",
        "submit",
        "undo_decision",
    ),
    *(
        "resume",
        "assignments_next",
        "agreement_plot",
        "machine_report_plot",
        "machine_report_table",
        "agreement_table",
        "scoring",
        "systems_plot",
        "guideline_preview",
    ),
    *(
        "invitation_revoke",
        "invite",
        "job_cancel",
        "any_job_cancel",
        "session_end",
        "job_retry",
        "job_status",
        "release_download",
        "take_role",
    ),
    *("deposit_forget",),
    *(
        "candidate_effects",
        "candidates_remove",
        "consistency_correct",
        "consistency_decide",
        "consistency_import",
        "consistency_next",
    ),
    *("consistency_notes", "consistency_undo", "lexicon_import", "lexicon_table"),
    *("test_set_parts",),
    *("study_file", "study_extend", "study_paper_file", "study_demo_switch", "study_demo"),
    *("readings_confirm",),
    *("other_projects_part", "paraphrase_review_part"),
    *("suggestions_by_aligner", "suggestions_learning", "aligner_new", "band_scores_table"),
    *("test_set_again", "translations_again", "external_scores_again", "study_again", "labels_plot", "labels_table"),
    *("published_table", "known_rating_import", "judging_round_choose"),
    *(
        "predictor_jobs",
        "predictor_again",
        "predictors_again",
        "predictor_remove",
        "predictor_table",
        "correlations_table",
    ),
    *(
        "reconcile_now",
        "reconcile_together",
        "reconcile_change",
        "reconcile_undo",
        "reconcile_settle",
        "reconcile_say",
        "round_close",
    ),
    *("token_create", "token_revoke", "job_dismiss", "mail_retry"),
    *("invitation", "invitation_renew", "invitation_resend", "invite_mailed"),
    *("notices_choose", "question_answer", "answer_read"),
    *("project_archive", "project_restore", "project_quota", "person_quota"),
    *("person_deactivate", "person_reactivate", "person_reset_second_factor", "person_export"),
    *("experiment_archive", "training_files_download", "finding_of_job", "hit_decide", "phrase_decide", "hits_undo"),
    *(
        "test_set_of_job",
        "test_set_jobs",
        "test_set_table",
        "test_set_latex",
        "several_test_sets_table",
        "groups_table",
        "expressions_table",
        "test_set_plot",
        "groups_plot",
        "compare_compute",
        "compare_plot",
        "compare_table",
        "comparison_of_job",
        "marked_expressions_undo",
        "expression_classes_clear",
        "expression_classes_undo",
        "occurrences_plot",
        "occurrences_table",
    ),
    *("judgement_results", "systems_table", "figure_plot", "figure_tikz"),
    *("machine_from_suggestions", "machine_report_request", "machine_answers_confirm", "machine_items"),
    *("webhook_secret", "webhook_test", "webhook_enable", "webhook_remove", "webhook_send_again"),
    *("webhook_pause", "webhook_send_again_since"),
    *("machine_key_create", "machine_key_revoke", "machine_remove"),
    *("feedback_reply", "training_again", "training_allow", "annotator_quality_plot"),
    *("known_gold_mark", "known_gold_import", "known_gold_remove"),
    *("crowd_open", "crowd_close", "crowd_people", "crowd_bonuses", "crowd_review", "crowd_link"),
    *("crowd_consents", "crowd_consent_text", "questionnaire_answers", "page_text"),
    *("download", "deletion_restore"),
    *("annotator_quality_table", "exclude", "lift", "known_rating_remove", "screening"),
    *("competence", "bulk_exclusion_undo", "answers_table"),
    *(
        "judging_round_close",
        "judgement_table",
        "judging_annotator_quality_table",
        "correlation_plot",
        "correlation_table",
        "correlation_of_job",
        "eval_set_of_round",
        "eval_set_of_study",
    ),
    *("paraphrases_table", "paraphrase_decide", "paraphrase_undo"),
    *("agreement_moved", "agreement_table_moved", "agreement_file_moved"),
    *("agreement_pairs_plot_moved", "agreement_plot_moved"),
    *("agreement_intervals", "changes_of_job", "gold_preview"),
    *(
        "rating_agreement_moved",
        "rating_plan_plot",
        "rating_precision_plot",
        "raise_required",
        "rating_timeline_moved",
        "rating_table_moved",
        "token_type_plot",
        "token_type_table",
    ),
}
# allauth shows these only with the key of a mail, or in a state that the site does not use.
OF_OTHERS = {
    *("account_confirm_email", "account_set_password", "account_confirm_login_code"),
    *("mfa_authenticate", "mfa_reauthenticate", "mfa_deactivate_totp", "mfa_view_recovery_codes"),
    *("mfa_generate_recovery_codes", "mfa_download_recovery_codes"),
    *("socialaccount_signup", "socialaccount_login_error", "openid_connect_login", "openid_connect_callback"),
}


def list_pages() -> Iterator[str]:
    """Yield names of the routes of our apps, and of those of allauth that we show, that answer with a page."""
    for name in list_routes(get_resolver()):
        app, _, route = name.rpartition(":")
        is_ours = app in ("projects", *settings.KIND_APPS)
        if (is_ours and route not in NOT_PAGES) or (not app and name not in OF_OTHERS):
            yield name


def list_routes(resolver: URLResolver, namespace: str = "") -> Iterator[str]:
    """Yield every route name of the site, with its namespace."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}"
        else:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from list_routes(pattern, inner)
