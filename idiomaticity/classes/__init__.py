"""Compound classes (compositional, partly, idiomatic) by experts who judge blindly.

Start at `services`; `judged` (pure) determines the class in force, as decision 0010 explains.
"""
