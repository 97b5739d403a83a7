"""Rules as data: parameters, profiles, what can be played."""
