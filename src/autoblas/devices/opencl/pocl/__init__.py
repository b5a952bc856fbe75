"""What PoCL needs: the name of the processor that its library of built-in functions was made for."""
