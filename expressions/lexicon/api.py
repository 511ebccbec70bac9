"""The lexicon in the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.projects.abilities import can_adjudicate, can_visit
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import PagedView, person, read_body
from expressions.categories.lists import LONGEST_CATEGORY
from expressions.lexicon.cases import Case
from expressions.lexicon.models import LONGEST_LEMMA, LONGEST_NOTE, MOST_LEMMAS, SolvedCase
from expressions.lexicon.queries import list_cases
from expressions.lexicon.services import MOST_CASES, decide_cases
from expressions.projects.access import admits


class LemmaList(serializers.ListField):
    """The lemmas of a lexical item, in whatever order."""

    child = serializers.CharField(max_length=LONGEST_LEMMA)

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": MOST_LEMMAS, "min_length": 1, **options})


class SolvedCaseBody(serializers.ModelSerializer[SolvedCase]):
    """A decision about a lexical item: a category, NotMWE, or nothing where it depends on the context."""

    lemmas = LemmaList()
    category = serializers.CharField(max_length=LONGEST_CATEGORY, allow_blank=True)
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")

    class Meta:
        model = SolvedCase
        fields = ("lemmas", "category", "note")


class LexiconRequest(OperationRequest):
    """Decisions, each of which replaces an earlier one about the same lemmas."""

    cases = serializers.ListField(child=SolvedCaseBody(), min_length=1, max_length=MOST_CASES)


class LexiconCount(serializers.Serializer[Any]):
    """The number of decisions stored."""

    cases = serializers.IntegerField()


class LexiconView(PagedView):
    """Solved cases of a project."""

    serializer_class: Any = SolvedCaseBody

    @describe("expression_lexicon", answers={200: SolvedCaseBody(many=True)})
    @admits(can_visit)
    def get(self, request: Request, slug: str) -> Response:
        """List decisions about lexical items, in alphabetical order."""
        return self.answer_page(list_cases(project_of(request)))

    @describe("expression_lexicon_decide", request=LexiconRequest, answers={200: LexiconCount}, conflicts=True)
    @admits(can_adjudicate)
    def post(self, request: Request, slug: str) -> Response:
        """Store decisions about lexical items."""
        fields = read_body(request, LexiconRequest)
        cases = [Case(tuple(sorted(each["lemmas"])), each["category"], each["note"]) for each in fields.pop("cases")]
        count = decide_cases(user=person(request), project=project_of(request), cases=cases, **fields)
        return Response({"cases": count})
