"""Token scores of compounds against their type scores: figures and plots. Pure."""
