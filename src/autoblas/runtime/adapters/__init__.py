"""Adapters: what routines ask of the arrays, queues and events of each library whose arrays live on devices."""
