"""The command `shoe`: one module for each command, no logic of its own."""
