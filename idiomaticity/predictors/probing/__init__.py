"""What machines say of compounds, read from files and held against people's scores; no database."""
