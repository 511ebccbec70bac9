"""Reads of what scrapes and the operators' page show."""
