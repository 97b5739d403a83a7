"""A player's own entropy, by files (FORMAT §12): what a player verifies before their hash is given, and before their entropy is."""
