def spawn(
    arguments: tuple[bytes, ...],
    environment: tuple[bytes, ...],
    directory: bytes,
    streams: tuple[int, int, int],
    limits: tuple[tuple[int, int], ...],
    new_session: bool,
    cgroup: int,
    isolation: tuple[
        int,
        tuple[tuple[int, bytes, bytes], ...],
        int,
        int,
        bool,
        tuple[tuple[int, bytes], ...],
        bool,
        int,
    ]
    | tuple[()],
    /,
) -> tuple[int, int]:
    """A program that has begun, in a process group or a session of its own, with these streams as
    its 0, 1 and 2 and nothing else open: the id of the process that we started and, where it is in
    namespaces, our end of the socket to its init (`init.c`), else -1. In namespaces the process
    that we started is that init, else the program itself, which on Linux is killed when the calling
    thread ends.

    `arguments` begins with the path of the program, `environment` holds texts NAME=VALUE, `limits`
    numbers of `resource.RLIMIT_...` each with the most that is allowed. `cgroup` is the open folder
    of a control group for the program, or -1.

    `isolation` is empty, or holds: the open file of the init, or -1 for no namespaces; the steps
    that make its file system, each with its kind (0 empty, 1 readable, 2 writable, 3 what is
    written goes to a folder of its own; 8 more where what
    belongs to the owner of the folder is to be the program's), its place, and of kind 0 the options
    of its mount, of kind 3 that folder, which holds the folders `written` and `work`; what `owners`
    has made, or -1; the user id for it, or -1; whether Landlock confines it; what it may do below
    which places (0 read, 1 write, 2 use devices); whether system calls are filtered; and the one
    TCP port that it may call, or -1.

    Raises OSError, with the file it is about, when the program cannot be run, and RuntimeError when
    it could not be isolated.
    """
    ...

def landlock() -> int:
    """The version of Landlock that the system has, 0 where it has none."""
    ...

def owners(uid: int, gid: int, outside: int, /) -> int:
    """A descriptor of a user namespace by which a mounted folder of this user and group belongs to
    the user and the group `outside`. Raises OSError; only root may have one."""
    ...

def exchange(
    input: int, output: int, other: int, another: int, data: bytes, seconds: float, /
) -> bytes | None:
    """Hands a program the data and returns its next output, empty at the end of it. None where
    nothing comes within the seconds, or where one of the other descriptors has something first. An
    input that nobody reads any more takes everything. Raises BlockingIOError where it is full. Only
    on Linux."""
    ...

def rest(
    place: int,
    stat: int,
    facts: tuple[tuple[int, bytes], ...],
    clock: int,
    output: int,
    seconds: float,
    /,
) -> int:
    """The processor time, in nanoseconds, of a program that is at rest for certain, or comes to
    rest within the seconds; -1 where that is not certain, or where the program has written more to
    the output. `place` and `stat` are its open files /proc/PID/wchan and /proc/PID/stat, `clock`
    the number of its clock. The facts are what must hold: open files with their texts. Only on
    Linux."""
    ...
