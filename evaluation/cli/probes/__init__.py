"""Probes of a decoder, of one context or of several."""
