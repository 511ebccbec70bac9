"""Evaluation: agreement of annotators, scores of aligners and translation systems, and how measures follow people."""
