"""Output of commands: figures, tables that fit the terminal, and JSON."""
