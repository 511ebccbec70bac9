"""What changes compositionality projects; one transaction each."""
