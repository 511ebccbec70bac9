"""Compound classes (compositional, partly, idiomatic) by experts who judge blindly.

Depends on `compounds`. Start at `services`; `judged` (pure) says which class counts, as decision 0010 explains.
"""
