"""Scripts that print the cost of figures, intervals, links and releases of studies."""
