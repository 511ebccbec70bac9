"""The items of a project as a file, for machines whose answers come back in one."""

from django.http import StreamingHttpResponse
from django.views.decorators.http import require_safe

from annotation_site.machines.queries import describe_tasks, list_tasks
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.texts.json_lines import to_json_line

CHUNK = 500


@require_safe
@admits(can_manage)
def machine_items(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Send what the API gives to the program of a machine, a line for each item."""
    project = request.project
    items = list_tasks(project).iterator(chunk_size=CHUNK)
    lines = (to_json_line(row) for row in describe_tasks(project, items))
    answer = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-items.jsonl"'
    return answer
