"""Diagnosis of faults of OpenCL: probes, findings and their cures."""
