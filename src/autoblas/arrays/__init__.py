"""Arrays of every library as layouts and memory: an adapter for each library, and arrays that the host maps."""
