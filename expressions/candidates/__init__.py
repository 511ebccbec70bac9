"""Candidates: words that may be an expression, proposed before anybody read the passage; a share of passages is shown
none, as control. Start at `models`.
"""
