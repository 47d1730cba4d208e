#!/usr/bin/env python3
"""Answers with what `^((?:1|11)+)$` tries in ways without number."""

import sys

for _ in sys.stdin:
    print("1" * 90 + "!", flush=True)
