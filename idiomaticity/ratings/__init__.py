"""Ratings: head, modifier and whole, 0 to 5, with up to three paraphrases, saved as one form.

Judgements and what may be given as a paraphrase are pure, in `idiomaticity.scales`. Start at `idiomaticity.kind`, which
plugs ratings into the annotation loop, then `services/ratings`; `services/leasing` chooses what crowd workers get
before work.
"""
