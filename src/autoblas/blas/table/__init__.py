"""The table of routines: a row each, from which public functions, pages, options and cases of tests are made."""
