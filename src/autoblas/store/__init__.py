"""What is kept on disk: where it lies, locks between processes, tables of JSON, and text as people edit it."""
