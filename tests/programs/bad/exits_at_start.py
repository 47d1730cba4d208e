#!/usr/bin/env python3
"""Leaves at once with exit code 3 and an error message, as a program does whose file is missing."""

import sys

print("cannot open weights.dat: no such file", file=sys.stderr)
sys.exit(3)
