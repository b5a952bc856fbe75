"""Earlier projects' kernels and parameters of matrix products, as points of autoblas; calls are served without them."""
