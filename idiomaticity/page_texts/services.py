"""Choosing the language of a study's pages, and wording their sentences anew."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.languages.catalogue import find_fault
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.page_texts.models import PageTexts
from idiomaticity.page_texts.queries import find_locale, find_sentence

LANGUAGES = [tag for tag, _ in settings.LANGUAGES]


@transaction.atomic
def choose_page_language(*, user: User, project: Project, language: str) -> None:
    """Let the pages of participants speak a language; empty for that of the compounds."""
    require(can_manage, user, project)
    if language and language not in LANGUAGES:
        raise DomainError(f"The language of pages must be one of: {', '.join(LANGUAGES)}.")
    texts = _lock(project)
    if texts.language != language:
        texts.language = language
        texts.save(update_fields=["language"])
        record_operation(actor=user, project=project, kind="choose_page_language", payload={"language": language})


@transaction.atomic
def word_sentence(*, user: User, project: Project, sentence: str, forms: Sequence[str]) -> None:
    """Say a sentence in the study's own words, singular and plural where it has both; empty for the translation."""
    require(can_manage, user, project)
    known = find_sentence(sentence)
    if known is None:
        raise DomainError("No page of the study has this sentence.")
    own = [" ".join(form.split()).replace("'", "’") for form in forms]
    if len(own) != len(known.forms) or (any(own) and not all(own)):
        raise DomainError("Write every form of the sentence, or leave all of them empty.")
    for original, form in zip(known.forms, own, strict=True):
        if form and (fault := find_fault(original, form)):
            raise DomainError(fault)
    texts = _lock(project)
    language = find_locale(project).language
    wordings = texts.own.setdefault(language, {})
    before = wordings.pop(known.text, None)
    if any(own):
        wordings[known.text] = own
    if wordings.get(known.text) != before:
        texts.save(update_fields=["own"])
        payload = {"language": language, "sentence": known.text, "forms": own}
        record_operation(actor=user, project=project, kind="word_sentence", payload=payload)


@transaction.atomic
def copy_page_texts(
    *, user: User, project: Project, language: str, own: Mapping[str, Mapping[str, Sequence[str]]]
) -> list[str]:
    """Take over another study's language of pages and own sentences; return the sentences that no page has any more,
    which are left out. Raise DomainError for a text that cannot stand for its sentence.
    """
    require(can_manage, user, project)
    if unknown := sorted({tag for tag in (language, *own) if tag} - set(LANGUAGES)):
        raise DomainError(f"The language of pages “{unknown[0][:20]}” must be one of: {', '.join(LANGUAGES)}.")
    texts, gone = _lock(project), []
    texts.language, texts.own = language, {}
    for tag, sentences in own.items():
        kept = texts.own[tag] = {}
        for sentence, forms in sentences.items():
            known = find_sentence(sentence)
            if known is None or len(forms) != len(known.forms):
                gone.append(sentence)
                continue
            faults = [find_fault(*pair) for pair in zip(known.forms, forms, strict=True)]
            if fault := next(filter(None, faults), None):
                raise DomainError(f"“{sentence[:60]}”: {fault}")
            kept[known.text] = list(forms)
    texts.save(update_fields=["language", "own"])
    record_operation(actor=user, project=project, kind="copy_page_texts", payload={"language": language, "own": own})
    return gone


def _lock(project: Project) -> PageTexts:
    PageTexts.objects.get_or_create(project=project)
    texts: PageTexts = PageTexts.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    project.page_texts = texts
    return texts
