"""PoCL's needs: the processor's name that its library was compiled for, its folder of compiled code, pinned threads."""
