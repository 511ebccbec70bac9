"""Pages of a study whose occurrences have labels, and sentences around them."""

from annotation_site.accounts.models import User
from tests.browser.world.visiting import Visit, page
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating, make_rating_project
from tests.idiomaticity.making import preview as preview_compounds
from tests.idiomaticity.predicting import make_predictor, write_vectors

LABELLED = """compound\tsentence\tlabel\tprevious\tnext
cold feet\tHe got cold feet at the last moment.\ti\tThe church was full.\tHis mother fainted.
cold feet\tRub your cold feet before you put the boots on.\tl\tIt froze last night.\tThen come to the fire.
night owl\tThe night owl hooted above the barn.\tl\tNobody slept.\t
night owl\tAsk Ines: she is a night owl and answers at three.\ti\t\tShe never sleeps.
cash cow\tThe printer is a cash cow for the firm.\ti\t\tInk costs more than gold.
cash cow\tThe children drew a cash cow out of coins.\tl\tIt was a rainy day.\t
"""
# Its column of classes is about occurrences.
MIXED = """compound\tsentence\tclass\tprevious
cash cow\tThe printer is a cash cow for the firm.\tfigurative\tWe need money.
cash cow\tThe children drew a cash cow out of coins.\tliteral\t
"""


def visit_labels(people: dict[str, User]) -> list[Visit]:
    manager = people["manager"]
    project = make_rating_project(manager, text=LABELLED, name="Labelled occurrences")
    own, other = (make_member(project, user=people[name]) for name in ("annotator A", "annotator B"))
    for annotator, given in ((own, (1, 4, 2)), (other, (0, 5, 4, 1, 3, 2))):
        for whole in given:
            make_rating(annotator, whole)
    model = make_predictor(project, "vectors", write_vectors(project), name="Model with contexts")
    begun, empty = lease_rating(own), make_rating_project(manager, text="", name="Occurrences to label")
    looked = preview_compounds(empty, MIXED)
    return [
        page("results-by-label", "manager", "idiomaticity:results", project.slug),
        page("compound-by-label", "manager", "idiomaticity:compound", project.slug, 1, query="?label=literal"),
        page("predictors-by-label", "manager", "idiomaticity:predictors", project.slug),
        page("predictor-by-label", "manager", "idiomaticity:predictor", project.slug, model.pk),
        page("labels-import-preview", "manager", "idiomaticity:import_preview", empty.slug, looked.pk),
        page("rate-in-context", "annotator A", "idiomaticity:rate", begun.pk),
    ]
