#!/usr/bin/env python3
"""Finds out which functions the program enters between its start and some use of it, and in what order.

The linker puts those first, next to each other (Package.swift): otherwise a few of them lie in nearly
every page of a large program, and all of it is read from the disk and kept in memory. What is listed and
no longer there does no harm; so this is to be run now and then, not at every change.

    make order

A breakpoint is put at each function's beginning and taken away when it is hit. For x86-64; the list holds
for every machine. Functions of the program itself are not listed: their modules are compiled as a whole.
"""
import bisect, ctypes, fcntl, os, pty, re, select, shutil, struct, subprocess, sys, tempfile, termios
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


def entered(program, home, keys, addresses):
    """The addresses that were entered first, in that order, while keys were pressed."""
    child, terminal = pty.fork()
    if child == 0:
        libc.personality(0x40000)  # The program lies at the same place each time.
        libc.ptrace(TRACEME, 0, None, None)
        os.execve(program, [program], {
            "HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
            "PATH": os.environ["PATH"]})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.waitpid(child, 0)
    with open(f"/proc/{child}/maps") as maps:
        base = int(maps.readline().split("-")[0], 16)
    memory = os.open(f"/proc/{child}/mem", os.O_RDWR)
    old = {}
    for address in addresses:
        old[address] = os.pread(memory, 1, base + address)
        os.pwrite(memory, b"\xcc", base + address)
    libc.ptrace(SETOPTIONS, child, None, EXITKILL | TRACECLONE)
    libc.ptrace(CONT, child, None, None)
    threading.Thread(target=press, args=(terminal, keys), daemon=True).start()

    order, hit = [], set()
    registers = (ctypes.c_ulonglong * 27)()
    while True:
        try:
            thread, status = os.waitpid(-1, WALL)
        except ChildProcessError:
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


def is_ours(name, modules):
    return any(f"{len(module)}{module}" in name for module in modules)


def main():
    program, target = os.path.abspath(sys.argv[1]), sys.argv[2]
    names = functions(program)
    # What is compiled here, with the packages, has no sections of its own for functions.
    modules = [entry[:-6] for entry in os.listdir(os.path.dirname(program)) if entry.endswith(".build")]
    modules = [re.sub(r"\W", "_", module) for module in modules]
    home = tempfile.mkdtemp()
    arrow = {way: b"\x1b[" + code for way, code in
             [("up", b"A"), ("down", b"B"), ("right", b"C"), ("left", b"D")]}
    reading = [b"j", b"k", arrow["down"], b"\r", b"j", b"\r", arrow["right"], b"j", arrow["left"],
               b"\x1bOQ", b"\x1bOR", b"\x1bOP", b"G", b"g"]
    writing = [b"n", b"title\t\t", b"some words", b"\x7f", arrow["up"], b"\x1b[200~a text\nof two\x1b[201~",
               b"\x13"]
    lines = []
    try:
        # A first start does more than others do: their order counts.
        first = entered(program, home, [b"q"], names)
        later = entered(program, home, reading + writing + [b"q"], names)
    finally:
        shutil.rmtree(home)
    for address in later + first:
        lines += [name for name in names[address] if not is_ours(name, modules)]
    lines = list(dict.fromkeys(lines))
    with open(target, "w") as out:
        out.write("\n".join(lines) + "\n")
    print(f"{len(lines)} functions in {target}")


main()
