"""Plots as SVG, for pages and files of every app. Pure."""
