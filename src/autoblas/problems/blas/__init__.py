"""Problems as BLAS's users write them: routines with the letters of their types, their options, and sizes."""
