"""Benchmarks of autoblas beside other libraries: cases, libraries, a runner, records, and the pages made from records."""
