#!/usr/bin/env python3
"""Finds out which functions the program enters between its start and some use of it, and in what order.

The linker puts those first, next to each other (Package.swift): otherwise a few of them lie in nearly
every page of a large program, and all of it is read from the disk and kept in memory. What a key enters
that moves in a list or writes a letter comes before all else, so that it lies in as few pages as can be.
What is listed and no longer there does no harm; so this is to be run now and then, not at every change.

    make order

A breakpoint is put at each function's beginning and taken away when it is hit. For x86-64; the list holds
for every machine. Swift's own libraries are compiled a file or a module as a whole: such a block moves as
one, and comes behind all functions that can be put by themselves.
"""
import ctypes, fcntl, json, os, pty, re, select, shutil, struct, subprocess, sys, tempfile, termios
import threading, time

TRACEME, GETREGS, SETREGS, CONT, SETOPTIONS = 0, 12, 13, 7, 0x4200
EXITKILL, TRACECLONE = 1 << 20, 1 << 3
WALL = 0x40000000
RIP = 16  # Which of the 27 registers.

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def functions(program):
    """The functions of a program by address."""
    found = {}
    out = subprocess.run(["readelf", "-sW", program], capture_output=True, text=True, check=True)
    for line in out.stdout.splitlines():
        parts = line.split()
        if len(parts) == 8 and parts[3] == "FUNC" and parts[6] != "UND":
            found.setdefault(int(parts[1], 16), []).append(parts[7])
    return found


def surroundings(home):
    """The environment of a program that is at home there."""
    return {"HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
            "PATH": os.environ["PATH"]}


def entered(program, home, keys, addresses, before=None, options=()):
    """The addresses that were entered first, in that order, while keys were pressed.

    Counted from the program's start, or, where there are keys to be pressed before, from its rest after
    them."""
    child, terminal = pty.fork()
    if child == 0:
        libc.personality(0x40000)  # The program lies at the same place each time.
        libc.ptrace(TRACEME, 0, None, None)
        os.execve(program, [program, *options], surroundings(home))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.waitpid(child, 0)
    with open(f"/proc/{child}/maps") as maps:
        base = int(maps.readline().split("-")[0], 16)
    memory = os.open(f"/proc/{child}/mem", os.O_RDWR)
    ended = threading.Event()
    old = {address: os.pread(memory, 1, base + address) for address in addresses}

    def use():
        if before is not None:
            press(terminal, before)
            arm()
        press(terminal, keys)
        if not ended.is_set():
            os.kill(child, 9)

    def arm():
        for address in addresses:
            os.pwrite(memory, b"\xcc", base + address)

    if before is None:
        arm()
    libc.ptrace(SETOPTIONS, child, None, EXITKILL | TRACECLONE)
    libc.ptrace(CONT, child, None, None)
    threading.Thread(target=use, daemon=True).start()

    order, hit = [], set()
    registers = (ctypes.c_ulonglong * 27)()
    while True:
        try:
            thread, status = os.waitpid(-1, WALL)
        except ChildProcessError:
            ended.set()
            return order
        if not os.WIFSTOPPED(status):
            continue
        signal = os.WSTOPSIG(status)
        if signal == 5 and status >> 16 == 0:
            libc.ptrace(GETREGS, thread, None, ctypes.addressof(registers))
            address = registers[RIP] - 1 - base
            if address in old:
                if address not in hit:
                    hit.add(address)
                    order.append(address)
                    os.pwrite(memory, old[address], base + address)
                registers[RIP] -= 1
                libc.ptrace(SETREGS, thread, None, ctypes.addressof(registers))
                signal = 0
        elif status >> 16 != 0 or signal == 19:
            signal = 0
        libc.ptrace(CONT, thread, None, signal or None)


def press(terminal, keys):
    """Presses keys, each when the screen has come to rest, and reads what is shown."""
    def rest(seconds):
        while select.select([terminal], [], [], seconds)[0]:
            try:
                if not os.read(terminal, 65536):
                    return
            except OSError:
                return
    rest(4)
    for key in keys:
        os.write(terminal, key)
        rest(0.6)
    rest(4)


def many(program, home):
    """Puts more posts into the home than a page has, and tells the number of the one above them."""
    posts = [{"title": f"Post {number}", "summary": "One of many", "body": "Some **words** of its own.\n"}
             for number in range(1000)]
    document = json.dumps({"posts": [{"title": "Many", "body": "", "children": posts}]})
    done = subprocess.run([program, "import", "-"], input=document, env=surroundings(home),
                          capture_output=True, text=True, check=True)
    return done.stdout.split()[0]


def alone(linked):
    """The functions that lie in sections of their own and nowhere else, by what the linker tells."""
    row = re.compile(r"(?:\s*[0-9a-f]+){3}\s+\d+ ( *)(.+)$")
    alone, among, into = set(), set(), None
    with open(linked) as lines:
        for indent, what in (found.groups() for found in map(row.match, lines) if found):
            if len(indent) == 8:
                into = among if what.endswith(":(.text)") else alone if ":(.text." in what else None
            elif len(indent) == 16 and into is not None:
                into.add(what)
    return alone - among


def main():
    program, target = os.path.abspath(sys.argv[1]), sys.argv[3]
    names, single = functions(program), alone(sys.argv[2])
    home = tempfile.mkdtemp()
    arrow = {way: b"\x1b[" + code for way, code in
             [("up", b"A"), ("down", b"B"), ("right", b"C"), ("left", b"D")]}
    reading = [b"j", b"k", arrow["down"], b"\r", b"j", b"\r", arrow["right"], b"j", arrow["left"],
               b"\x1bOQ", b"\x1bOR", b"\x1bOP", b"G", b"g"]
    writing = [b"n", b"title\t\t", b"some words", b"\x7f", arrow["up"], b"\x1b[200~a text\nof two\x1b[201~",
               b"\x13"]
    essay = (b"Words that go on for some rows, and one after another. " * 12 + b"\n\n") * 20
    begun = [b"n", b"title\t\t", b"\x1b[200~" + essay + b"\x1b[201~", arrow["up"], b"x"]
    moves = [arrow["down"], arrow["down"], arrow["up"]] * 3
    try:
        # A first start does more than others do.
        first = entered(program, home, [b"q"], names)
        later = entered(program, home, reading + writing + [b"q"], names)
        move = entered(program, home, moves, names, before=[arrow["down"]])
        letter = entered(program, home, [b"a", b" ", b"w", b"o", b"r", b"d"], names, before=begun)
        # What was begun there is found as a draft here.
        again = entered(program, home, moves + [b"G"], names,
                        options=["--fresh", "--post", many(program, home)])
    finally:
        shutil.rmtree(home)
    order = [name for part in (letter, move, later, again, first) for address in part for name in names[address]]
    order = list(dict.fromkeys(order))
    order.sort(key=lambda name: name not in single)
    with open(target, "w") as out:
        out.write("\n".join(order) + "\n")
    print(f"{len(order)} functions in {target}, {sum(name in single for name in order)} by themselves")


main()
