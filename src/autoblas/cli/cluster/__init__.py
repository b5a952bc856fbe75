"""``autoblas tune all`` over the workers of a cluster of Dask."""
