"""The log as it is read while it grows: lines by their place, hashes of the tree, the lines of each session."""
