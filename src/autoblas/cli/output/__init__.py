"""How commands print: figures, tables that fit the terminal, and JSON."""
