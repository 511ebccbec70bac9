"""The texts of a study's pages: their language, and sentences that its manager words anew.

Start at `services`; the questions themselves are settings of the project (`idiomaticity.projects.wording`).
"""
