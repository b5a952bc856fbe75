"""What is kept on disk: where it lies (``folder``), the lock between processes (``lock``), tables of JSON (``table``)."""
