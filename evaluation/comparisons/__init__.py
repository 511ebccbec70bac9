"""Two systems side by side: differences, significance, expressions that gain or lose.

Start at `queries`; `jobs` computes what is too long for a request.
"""
