#!/usr/bin/env python3
"""Reads whatever it is sent, and never says that it is ready."""

import sys

for line in sys.stdin:
    if line.strip() == "quit":
        break
