"""Known answers: items chosen for them, and items of a file that are there for nothing else."""
