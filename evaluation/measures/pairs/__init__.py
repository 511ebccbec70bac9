"""Two systems by one measure: paired bootstrap, paired randomisation, and expressions that gain or lose."""
