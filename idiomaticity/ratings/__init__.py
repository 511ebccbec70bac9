"""Ratings: head, modifier and whole, 0 to 5, with up to three paraphrases, saved as one form.

Depends on `compounds`, `crowd` and `screening` for what comes next. `judgements` and `scores` are pure. Start at
`services/ratings`; `services/leasing` decides what an annotator gets.
"""
