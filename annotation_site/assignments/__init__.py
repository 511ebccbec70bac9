"""Items, assignments and submissions: the loop in which every kind of annotation is done.

An item is what is annotated, an assignment one annotator's work on it, a submission the work as it was submitted. Start
at `kinds`, the interface of a kind of annotation, then `services`: leasing, the next item, changes, submissions, and
the other steps.
"""
