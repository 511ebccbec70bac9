"""Machines, disks, clocks and servers that fail beneath the site."""
