def spawn(
    arguments: tuple[bytes, ...],
    environment: tuple[bytes, ...],
    directory: bytes,
    streams: tuple[int, int, int],
    limits: tuple[tuple[int, int], ...],
    new_session: bool,
    /,
) -> int:
    """The process id of a program that has begun, in a process group or a session of its own, with
    these streams as its 0, 1 and 2 and nothing else open. On Linux it is killed when the calling
    thread ends.

    `arguments` begins with the path of the program, `environment` holds texts NAME=VALUE, `limits`
    numbers of `resource.RLIMIT_...` each with the most that is allowed. Raises OSError, with the
    file it is about, when the program cannot be run.
    """
    ...
