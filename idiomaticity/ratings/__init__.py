"""Ratings: head, modifier and whole, 0 to 5, with up to three paraphrases, saved as one form.

Depends on `compounds`, `crowd` and `screening` for what comes next. `judgements` and `scores` are pure. Start at
`idiomaticity.kind`, which plugs ratings into the annotation loop, then `services/ratings`; `services/leasing` decides
what somebody of a crowd gets before work.
"""
