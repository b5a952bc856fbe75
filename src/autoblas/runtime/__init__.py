"""From a problem to kernels that run: choosing, building, planning, and tuning tasks."""
