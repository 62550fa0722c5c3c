// The gate of a Python that is forked for every event. It stays at the gate; who passes is its child, which has a session of its
// own and streams of its own, and reads the script as always. Here too the end of the gate is the end of the process. While nobody
// waits the next child is forked, which then waits for its order.
//
// What it is told, in lines: `<number> NUL <stdin> NUL <stdout> NUL <stderr> NUL <mark> NUL <late value>…`: fork one; and `- NUL <pid>`:
// that one may be reaped, nobody here signals it any more. What it says: `! <number> <pid>`, by the child, directly before it goes
// on; `= <number> <pid> <how> <status>`, when it has ended; and first of all what every gate says, or `!` with why it cannot serve.
import { RUN_VARIABLE } from '../processes.js';
import { NO_GATE } from './gate.js';
import { gateText } from './python-gate.js';

/**
 * Names by which a script could see that it was forked: who its parent is, that all are of one seed, and that the collector
 * leaves alone what was there before the fork. Such a script gets an interpreter of its own.
 */
const TELLING =
  '__builtins__ __del__ __dict__ __import__ __subclasses__ builtins code codeop ctypes delattr eval exec faulthandler finalize gc ' +
  'getppid hash import_module importlib psutil runpy setattr setitem tracemalloc vars';

const SERVE = `def telling(tree):
    # Why a forked interpreter might be told from a new one; nothing where it cannot.
    words = set(${JSON.stringify(TELLING)}.split())
    todo = [tree]
    while todo:
        node = todo.pop()
        kind = type(node).__name__
        named = []
        if kind in ('Import', 'ImportFrom'):
            if getattr(node, 'level', 0):
                return 'the script imports what lies beside it'
            modules = [node.module] if kind == 'ImportFrom' else [alias.name for alias in node.names]
            tops = [name.split('.')[0] for name in modules]
            if any(top not in sys.stdlib_module_names and top != '__main__' for top in tops):
                return 'the script imports more than the standard library'
            named = tops + [alias.name for alias in node.names] + modules
            if '*' in named:
                return 'the script imports everything of a module'
        elif kind == 'Name':
            named = [node.id]
        elif kind == 'Attribute':
            named = [node.attr]
            if type(node.ctx).__name__ != 'Load' and getattr(node.value, 'id', '') != 'self':
                return 'the script changes what is not its own'
        elif kind in ('FunctionDef', 'AsyncFunctionDef'):
            named = [node.name]
        elif kind == 'Constant' and isinstance(node.value, str):
            named = [node.value]
            if '/proc' in node.value.replace('/proc/self/fd', ''):
                return 'the script looks at processes'
        found = sorted(words.intersection(named))
        if found:
            return 'the script names ' + found[0]
        for field in node._fields:
            value = getattr(node, field, None)
            todo.extend(one for one in (value if isinstance(value, list) else [value]) if hasattr(one, '_fields'))
    return None

def place_of_mark(mark):
    # Where the mark of this process stands among the variables that the system shows: there it becomes that of a child.
    with open('/proc/self/stat', 'rb') as stat:
        begin = int(stat.read().rpartition(b')')[2].split()[47])
    with open('/proc/self/environ', 'rb') as environ:
        shown = b'\\0' + environ.read()
    entry = b'\\0${RUN_VARIABLE}=' + os.environb[b'${RUN_VARIABLE}'] + b'\\0'
    at = shown.find(entry)
    if begin == 0 or at < 0 or not entry.endswith(mark + b'\\0'):
        return None
    place = begin + at + len(entry) - 2 - len(mark)
    put_mark(place, mark)
    return place

def put_mark(place, mark):
    memory = os.open('/proc/self/mem', os.O_RDWR)
    try:
        before = os.pread(memory, len(mark), place)
        if before[-1:] != b'.' or os.pwrite(memory, mark, place) != len(mark):
            raise OSError('there is no mark')
    finally:
        os.close(memory)

def wait(tree, packages, count):
    why = 'this Python cannot tell what its script does' if tree is None else telling(tree)
    if why is None and (not hasattr(os, 'pidfd_open') or len(os.listdir('/proc/self/task')) != 1):
        why = 'this Python cannot be forked safely'
    # Else a shell waits for this process, and the children of it would be none of that shell.
    if why is None and os.getsid(0) != os.getpid():
        why = 'its shell does not become the interpreter'
    mark = os.environb[b'${RUN_VARIABLE}'].rpartition(b'.')[0].rpartition(b'.')[2] + b'.'
    place = place_of_mark(mark) if why is None else None
    if why is None and place is None:
        why = 'its mark cannot be changed'
    if why is not None:
        os.write(3, b'!' + why.encode() + b'\\n')
        os._exit(${NO_GATE})
    loaded = set(sys.modules)
    import gc, select
    for name in set(sys.modules) - loaded:
        del sys.modules[name]
    # The collector would write to every page, and so each child would copy all of them when it ends.
    gc.freeze()
    os.write(3, packages + b'\\n')
    words = serve(select.poll(), select.POLLIN, gc)
    os.setsid()
    for at, flags in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        stream = os.open(words[1 + at], flags)
        os.dup2(stream, at)
        os.close(stream)
    # Whoever takes the name away has it: when that was the host, nobody wants this child any more.
    os.unlink(words[1])
    put_mark(place, words[4])
    outer = os.environb[b'${RUN_VARIABLE}']
    os.environb[b'${RUN_VARIABLE}'] = outer[:-len(mark)] + words[4]
    return words[5:], b'! %s %d' % (words[0], os.getpid())

def serve(poll, readable, gc):
    # Returns in the children.
    children = {}
    ahead = None
    poll.register(3, readable)
    rest = b''
    while True:
        if ahead is None and not children:
            ahead, words = fork_ahead(gc)
            if words:
                return words
        for ready, _ in poll.poll():
            if ready != 3:
                number, pid = children.pop(ready)
                poll.unregister(ready)
                os.close(ready)
                ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
                os.write(3, b'= %s %d %d %d\\n' % (number, pid, ended.si_code, ended.si_status))
                continue
            piece = os.read(3, 65536)
            if not piece:
                os._exit(${NO_GATE})
            *lines, rest = (rest + piece).split(b'\\n')
            for line in lines:
                words = line.split(b'\\0')
                if words[0] == b'-':
                    os.waitpid(int(words[1]), 0)
                    continue
                pid, ahead = call(ahead, line), None
                if pid == 0:
                    try:
                        pid = os.fork()
                    except OSError:
                        os.write(3, b'= %s 0 1 ${NO_GATE}\\n' % words[0])
                        continue
                if pid == 0:
                    for child in children:
                        os.close(child)
                    return words
                child = os.pidfd_open(pid, 0)
                children[child] = words[0], pid
                poll.register(child, readable)

def fork_ahead(gc):
    # While nobody waits: who was forked waits for a line, and goes when nobody is left who could write one.
    try:
        reader, writer = os.pipe()
    except OSError:
        return None, None
    try:
        pid = os.fork()
    except OSError:
        os.close(reader)
        os.close(writer)
        return None, None
    if pid:
        os.close(reader)
        return (pid, writer), None
    os.close(writer)
    # An interpreter that ends writes to nearly every object, and so copies the memory of all: that is done now.
    gc.unfreeze()
    objects = gc.get_objects()
    gc.freeze()
    del objects
    line = b''
    while not line.endswith(b'\\n'):
        piece = os.read(reader, 65536)
        if not piece:
            os._exit(${NO_GATE})
        line += piece
    os.close(reader)
    return None, line[:-1].split(b'\\0')

def call(ahead, line):
    # The number of who was forked ahead and has its line now; 0: there is nobody.
    if ahead is None:
        return 0
    pid, writer = ahead
    try:
        if os.write(writer, line + b'\\n') == len(line) + 1:
            return pid
        os.kill(pid, 9)
    except OSError:
        pass
    finally:
        os.close(writer)
    os.waitpid(pid, 0)
    return 0
`;

/** The gate of an interpreter that is forked for every event. */
export const forkGate = (late: readonly string[]): string =>
  gateText(late, SERVE, ['telling', 'place_of_mark', 'put_mark', 'wait', 'serve', 'fork_ahead', 'call']);
