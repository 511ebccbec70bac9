"""Measures as pure computation: counts per segment first, figures from their sums."""
