def spawn(
    arguments: tuple[bytes, ...],
    environment: tuple[bytes, ...],
    directory: bytes,
    streams: tuple[int, int, int],
    limits: tuple[tuple[int, int], ...],
    new_session: bool,
    cgroup: int,
    init: int,
    isolation: tuple[
        bool,
        tuple[tuple[int, bytes, bytes], ...],
        int,
        int,
        tuple[int, int],
        int,
        tuple[tuple[int, bytes], ...],
        bool,
        int,
        tuple[tuple[bytes, bytes], ...],
    ]
    | tuple[()],
    /,
) -> tuple[int, int]:
    """A program that has begun, in a process group or a session of its own, with these streams as
    its 0, 1 and 2 and nothing else open: the id of the process that we started and, where it has an
    init (`init.c`), our end of the socket to that, else -1. The process that we started is that
    init, else the program itself, which on Linux is killed when the calling thread ends.

    `arguments` begins with the path of the program, `environment` holds texts NAME=VALUE, `limits`
    numbers of `resource.RLIMIT_...` each with the most that is allowed. `cgroup` is the open folder
    of a control group for the program, or -1; `init` is the open file of the init, or -1 for none.

    `isolation` is empty, or holds: whether there are namespaces, which need an init; the steps
    that make its file system, each with its kind (0 empty, 1 readable, 2 writable, 3 what is
    written goes to a folder of its own, 4 empty and made there; 8 more where what belongs to the
    owner of the folder is to be the program's), its place, and of kinds 0 and 4 the options of its
    mount, of kind 2 the folder that is seen there, if it is another, of kind 3 that folder, which
    holds the folders `written` and `work`; what `owners` has made, or -1; the user id for it,
    or -1 for ours in a user namespace of its own; what `network` has made, or twice -1; the version
    of Landlock that confines it, or 0; what it may do below which places (0 read, 1 write, 2 use
    devices); whether system calls are filtered; the one TCP port that it may call, or -1; and the
    files that limit a user namespace of its own, each with what is written there.

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

def network(with_users: bool, /) -> tuple[int, int]:
    """The descriptors of a user namespace, or -1 where none is wanted, and of a network namespace
    that belongs to it, with a loopback interface and no way out. They are there as long as a
    descriptor or a process holds them. Raises RuntimeError. Only on Linux."""
    ...

def listen(users: int, network: int, /) -> int:
    """The descriptor of a socket that listens on a free port of the loopback address of such a
    network, and does not block. Raises RuntimeError. Only on Linux."""
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

def leave_at_lost_file(sentence: bytes, code: int, /) -> None:
    """From now on this process writes the sentence, of at most 512 bytes, to its standard error and
    leaves with the code where a file that is mapped into memory has become shorter than what is
    read of it. Without this the signal SIGBUS ends it. Python itself cannot handle that signal: its
    handlers run after the access, which is never over. Raises OSError."""
    ...
