"""Commands about marked expressions: scores of systems, and agreement of annotators."""
