"""The rules as SQL, one check a file. `ls audit/checks` lists what is verified; `audit/judge.py` says what a file holds."""
