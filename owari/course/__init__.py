"""A course: students hand in programs, and a ladder plays on."""
