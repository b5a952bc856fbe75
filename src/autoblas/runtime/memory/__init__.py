"""Memory that is used again where callers ask for it, and that is given back when they ask for that."""
