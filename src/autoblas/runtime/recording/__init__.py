"""Writes a program's calls down where ``AUTOBLAS_RECORD`` names a file, so that what it calls most can be tuned."""
