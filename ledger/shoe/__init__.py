"""Sealed shoes: seed chain, entropy, card stream, shuffle."""
