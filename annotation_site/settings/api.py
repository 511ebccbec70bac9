"""The API and its OpenAPI document."""

from annotation_site.settings.deployment import KIND_APPS, VERSION

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotation_site.accounts.authentication.TokenAuthentication",
        "annotation_site.accounts.authentication.SessionAuthentication401",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "annotation_site.accounts.authentication.TokenScopePermission",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["annotation_site.accounts.authentication.RequestThrottle"],
    "DEFAULT_PARSER_CLASSES": ["annotation_site.web.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "annotation_site.web.api.negotiation.QuickNegotiation",
    "DEFAULT_METADATA_CLASS": "annotation_site.web.api.metadata.NameAndDescription",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "annotation_site.web.pagination.NumberedPagination",
    "PAGE_SIZE": 100,
    "EXCEPTION_HANDLER": "annotation_site.web.api.errors.answer_api_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Interlinea",
    "DESCRIPTION": "Projects, assignments, readings, adjudication, releases and scores.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    # Three tables have a field called state; these are the names of their words in the document.
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "annotation_site.help.openapi_document.let_shapes_overlap",
    ],
    "ENUM_NAME_OVERRIDES": {
        "QuestionnaireMomentEnum": "idiomaticity.questionnaires.models.Questionnaire.Moment",
        "AssignmentStateEnum": "annotation_site.assignments.models.Assignment.State",
        "FeedbackStateEnum": "annotation_site.feedback.api.STATES",
        "ItemStateEnum": "annotation_site.assignments.models.Item.State",
        "RoundStateEnum": "alignment.rounds.models.ReconciliationRound.State",
        "RoundReadingStateEnum": "alignment.rounds.models.RoundReading.State",
        "KnownRatingUseEnum": "idiomaticity.screening.models.KnownRating.Use",
        "KnownGoldUseEnum": "alignment.training.models.KnownGold.Use",
        "MachineUseEnum": "annotation_site.machines.models.Machine.Use",
        "JudgementMethodEnum": "evaluation.judging.models.JudgingRound.Method",
        "JudgementScopeEnum": "evaluation.judging.models.JudgingRound.Scope",
        "MarkedSideEnum": "evaluation.metrics.error_spans.schemes.SIDES",
        "SideEnum": "evaluation.finding.models.Finding.Side",
        "CompoundClassEnum": "idiomaticity.compounds.models.Compound.CompoundClass",
        "RatingLevelEnum": "idiomaticity.projects.models.IdiomaticitySettings.Level",
        "MeasurementLevelEnum": "annotation_site.coefficients.figure.LEVELS",
        "ProjectKindEnum": "annotation_site.projects.models.Project.Kind",
        **{f"{kind.capitalize()}KindEnum": [kind] for kind in KIND_APPS},
        "ProjectStateEnum": "annotation_site.projects.models.Project.State",
        "JobStateEnum": "annotation_site.jobs.models.Job.State",
        "EditorActionEnum": "annotation_site.assignments.history.CHANGES",
        "ScopeEnum": "alignment.projects.models.AlignmentSettings.Scope",
        "CompoundScopeEnum": "evaluation.measures.kinds.tesla_compounds.SCOPES",
        "AlignmentFormatEnum": "alignment.formats.link_files.FORMAT_CHOICES",
        "HitVerdictEnum": "evaluation.finding.models.Hit.Verdict",
        "PhraseVerdictEnum": "evaluation.finding.api.review.PHRASE_VERDICTS",
        "TokenChoiceEnum": "alignment.imports.services.TOKEN_CHOICES",
        "TokenMethodEnum": "annotation_site.texts.tokens.TOKEN_METHODS",
        "SourceEnum": "idiomaticity.predictors.models.Predictor.Source",
        "CandidateSourceEnum": "expressions.candidates.models.Candidate.Source",
        "TextFormatEnum": "alignment.imports.services.TEXT_FORMATS",
    },
}
