"""Plots as SVG and PDF, and tables as LaTeX, for pages and files of every app. Pure."""
