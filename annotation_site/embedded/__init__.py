"""Starts what Interlinea needs on one machine: PostgreSQL, a broker, web server and worker, all from wheels."""
