"""The image and the compose file on a real engine: `make containers`. Nothing of the site is imported."""
