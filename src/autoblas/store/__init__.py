"""Stores on disk: their folder, locks between processes, and tables of JSON."""
