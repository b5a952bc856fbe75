"""From checked arguments to enqueued launches: repeated calls, several devices, and memory that is kept."""
