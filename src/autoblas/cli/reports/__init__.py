"""Content of reports: results, journals and files of ``bench`` of one device, and the kernels that serve there."""
