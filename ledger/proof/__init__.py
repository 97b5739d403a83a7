"""What others can check: the Merkle tree and signed notes."""
