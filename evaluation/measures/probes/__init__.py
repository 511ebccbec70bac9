"""Probes of a decoder from what it supplies: entropies of its distributions, and the likelihood of references."""
