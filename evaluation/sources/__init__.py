"""Reads of the annotation apps' tables; no other package of this app reads them."""
