"""Other libraries' signatures over autoblas's routines."""
