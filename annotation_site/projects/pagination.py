"""Pages of lists, in the API and in HTML."""

from rest_framework.pagination import PageNumberPagination


class NumberedPagination(PageNumberPagination):
    """`?page=2&page_size=50`, at most 500 rows."""

    page_size_query_param = "page_size"
    max_page_size = 500
