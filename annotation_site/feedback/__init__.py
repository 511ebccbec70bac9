"""Feedback: annotators see their own work beside what the adjudicator decided, and may dispute it.

Of every kind that is a `FeedbackKind` (`kinds`): it says where work and decision differ, and adds its pages. Start at
`services`, which follows every ruling of the adjudicator; see decision 0009 for when feedback is given.
"""
