"""Files added to a test set by one form, whatever they hold: translations, scores, links or linguistic annotation.

`recognition` is pure. Start at `forms`, which hands a file to the form of what it holds.
"""
