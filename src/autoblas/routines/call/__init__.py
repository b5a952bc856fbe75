"""What calls of all routines share: arguments, events, products and launches in steps."""
