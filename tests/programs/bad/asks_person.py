#!/usr/bin/env python3
"""Speaks no protocol: asks a person for a pit, and knows none but 0 to 5."""

while True:
    pit = int(input("Your move (0-5): "))
    if not 0 <= pit <= 5:
        print("That is not a pit!")
