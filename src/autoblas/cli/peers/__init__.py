"""Other libraries that ``autoblas bench gemm`` times in turns with autoblas, a module each."""
