"""Pages for people: one self-contained HTML file each, that asks the network for nothing and runs nothing.

All text of a ledger goes through the templates' escaping (audit/pages/house.py); none of it ever stands in a style, an address or a name.
"""
