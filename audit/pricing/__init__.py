"""The price of a void (FORMAT §4): what a round that was broken off would have come to, under the cards that its shoes had.

`price.priced` does it for all voids of a unit; the completed logs are settled by the audit's own model (`audit/model`).
"""
