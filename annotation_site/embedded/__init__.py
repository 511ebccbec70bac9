"""Interlinea's servers on one machine: PostgreSQL, a broker, web server and worker, all from wheels."""
