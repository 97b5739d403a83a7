"""The addresses of the service: what stands at each, who may ask for it, and what is answered (docs/SERVICE.md)."""
