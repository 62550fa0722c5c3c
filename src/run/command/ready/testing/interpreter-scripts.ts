// Scripts that look closely at how their interpreter was started. Each must do the same in a new one and in one at a gate.
import type { RunStart } from '../../../../nouns.js';

export interface ScriptCase {
  readonly name: string;
  readonly script: string;
  readonly command: string;
  /** Beside the script. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | Uint8Array | null;
  /** How it has to have been started. */
  readonly start: RunStart['kind'];
  /** Whether it must not be forked, because it could tell. */
  readonly tells: boolean;
}

type More = Partial<Omit<ScriptCase, 'name' | 'script'>>;

const of =
  (start: RunStart['kind'], file: string, program: string) =>
  (name: string, script: string, more: More = {}): ScriptCase & { readonly file: string } => ({
    name,
    script,
    file,
    command: `${program} ${file}`,
    files: {},
    env: {},
    stdin: null,
    start,
    tells: false,
    ...more,
  });

const py = of('python', 'x.py', 'python3');
const js = of('node', 'x.js', 'node');
const mjs = of('node', 'x.mjs', 'node');

export const PYTHON_CASES = [
  py('arguments', 'import sys\nprint(sys.argv, sys.orig_argv, __name__, __file__)', {
    command: 'python3 x.py a "b c" \'d\'',
  }),
  py('where the script is, by its variable', 'import sys\nprint(sys.argv, __file__)', {
    command: `python3 "$HOME"/x.py "\${HOME}"`,
  }),
  py(
    'the main module',
    'import sys, __main__\nprint(__main__.__file__, __spec__, __doc__, __package__, sys.modules["__main__"] is __main__, sorted(k for k in globals()))',
  ),
  py(
    'where modules are looked for',
    'import sys\nprint(sys.path, sys.meta_path, sys.path_hooks, sorted(p for p in sys.path_importer_cache if p != sys.path[0] and "encodings" not in p))',
  ),
  py('modules that are loaded', 'import sys\nprint(sorted(sys.modules))'),
  py(
    'nothing of the gate is left',
    'import sys, gc\nprint("sitecustomize" in sys.modules, [m for m in sys.modules.values() if "/proc/self/fd" in str(getattr(m, "__file__", ""))])',
    { tells: true },
  ),
  py(
    'flags',
    'import sys\nprint(sys.flags, sys._xoptions, sys.warnoptions, sys.dont_write_bytecode, sys.executable, sys.prefix)',
    { command: 'python3 -u -B x.py' },
  ),
  py('flags that take away assertions', 'assert False\nprint(__debug__)', { command: 'python3 -O x.py' }),
  py(
    'environment',
    'import os\nprint(sorted((k, v) for k, v in os.environ.items() if k != "AMPLIFIER_HOOK_RUN"))',
  ),
  py(
    'environment of children',
    'import subprocess\nprint(subprocess.run("env | grep -v AMPLIFIER_HOOK_RUN | sort", shell=True, capture_output=True, text=True).stdout)',
  ),
  py(
    'environment for C',
    'import ctypes\nc = ctypes.CDLL(None)\nc.getenv.restype = ctypes.c_char_p\nprint(c.getenv(b"PYTHONPATH"), c.getenv(b"HOME"))',
    { tells: true },
  ),
  py(
    'PYTHONPATH of the hook',
    'import os, sys, extra\nprint(os.environ["PYTHONPATH"], sys.path, extra.word)',
    {
      env: { PYTHONPATH: 'lib:/nosuch' },
      files: { 'lib/extra.py': 'word = "found"\n' },
      tells: true,
    },
  ),
  py('an empty PYTHONPATH', 'import os, sys\nprint([os.environ.get("PYTHONPATH")], sys.path)', {
    env: { PYTHONPATH: '' },
    start: 'shell',
  }),
  py('a sitecustomize of the hook', 'import sys\nprint(sys.modules["sitecustomize"].__file__)', {
    env: { PYTHONPATH: 'site' },
    files: { 'site/sitecustomize.py': 'print("customized", __name__)\n' },
    tells: true,
  }),
  py('a sitecustomize that fails', 'print("runs all the same")', {
    env: { PYTHONPATH: 'site' },
    files: { 'site/sitecustomize.py': 'raise ImportError("no " + "luck")\n' },
    tells: true,
  }),
  py('a module with the name of one of Python beside it', 'import json\nprint(json.mine)', {
    files: { 'json.py': 'mine = "mine"\n' },
    tells: true,
  }),
  py('a module that one of Python would import', 'import json\nprint("loaded")', {
    files: { 're.py': 'print("mine is loaded")\ndef compile(*a): raise SystemExit(3)\n' },
    tells: true,
  }),
  py('modules beside it', 'import beside, pack.inner\nprint(beside.word, pack.inner.word)', {
    files: {
      'beside.py': 'word = __name__, __file__\n',
      'pack/__init__.py': '',
      'pack/inner.py': 'from . import other\nword = other.word\n',
      'pack/other.py': 'word = __package__\n',
    },
    tells: true,
  }),
  py('a relative import in the script', 'from . import beside', { files: { 'beside.py': '' }, tells: true }),
  py('input as JSON', 'import json, sys\nprint(json.load(sys.stdin)["tool_name"])'),
  py(
    'input line by line',
    'import sys\nfor line in sys.stdin: print(repr(line))\nprint(repr(sys.stdin.read()))',
    { stdin: 'a\nb\r\n\nc' },
  ),
  py('input by input()', 'print(repr(input()))\nprint(repr(input("? ")))\ninput()', { stdin: 'one\ntwo\n' }),
  py('input as bytes', 'import sys\nprint(sys.stdin.buffer.read())', {
    stdin: Uint8Array.from({ length: 256 }, (_, at) => at),
  }),
  py('input that is no text', 'import sys\nprint(ascii(sys.stdin.read()))', {
    stdin: Uint8Array.of(0x61, 0xff, 0xfe),
  }),
  py('input not read', 'print("hi")', { stdin: 'x'.repeat(1_000_000) }),
  py(
    'input twice',
    'import sys\nprint(len(sys.stdin.read()), len(open("/dev/stdin").read()), len(open(0, closefd=False).read()))',
  ),
  py(
    'input: where it stands',
    'import os, sys\nprint(os.lseek(0, 0, 1), os.fstat(0).st_size, sys.stdin.tell(), sys.stdin.seekable(), sys.stdin.isatty())',
    { stdin: 'abc' },
  ),
  py('input: empty', 'import sys\nprint(repr(sys.stdin.read()))', { stdin: '' }),
  py(
    'streams',
    'import sys\nfor s in (sys.stdin, sys.stdout, sys.stderr): print(s.name, s.mode, s.encoding, s.errors, s.line_buffering)',
    { env: { PYTHONIOENCODING: 'latin-1:replace' } },
  ),
  py('streams in UTF-8 mode', 'import sys\nprint(sys.flags.utf8_mode, sys.stdout.encoding, "é")', {
    env: { PYTHONUTF8: '1', LC_ALL: 'C' },
  }),
  py(
    'a locale',
    'import locale, sys\nprint(locale.getlocale(), sys.getfilesystemencoding(), sys.stdout.encoding)',
    { env: { LC_ALL: 'C' } },
  ),
  py('descriptors', 'import os\nprint(sorted(os.listdir("/proc/self/fd")))'),
  py(
    'descriptors of children',
    'import subprocess\nprint(subprocess.run(["ls", "/proc/self/fd"], capture_output=True, text=True, close_fds=False).stdout)',
  ),
  py(
    'process',
    'import os\nprint(os.getpid() == os.getpgid(0) or os.getppid() == os.getpgid(0), os.getsid(0) == os.getpgid(0))',
    { tells: true },
  ),
  py(
    'umask and limits',
    'import os, resource\nm = os.umask(0)\nprint(oct(m), [resource.getrlimit(i) for i in range(15)], os.nice(0))',
  ),
  py('where it is', 'import os\nprint(os.getcwd(), os.environ.get("PWD"))'),
  py('exit with a number', 'raise SystemExit(7)'),
  py('exit with words', 'import sys\nsys.exit("no")'),
  py('exit 2 with a reason', 'import sys\nprint("blocked", file=sys.stderr)\nsys.exit(2)'),
  py('exit at once', 'import os\nprint("lost")\nos._exit(3)'),
  py('an error', 'def f(x):\n    return 1 / x\n\nf(0)'),
  py(
    'an error within an error',
    'try:\n    {}["a"]\nexcept KeyError as e:\n    raise ValueError("b") from e',
  ),
  py('a syntax error', 'print("a")\nif\n', { tells: true }),
  py('a tab error', 'if 1:\n\tprint(1)\n        print(2)', { tells: true }),
  py('a script of another encoding', '# -*- coding: latin-1 -*-\nprint("ok")'),
  py('a missing module', 'import json\nimport nosuch_module', { tells: true }),
  py(
    'atexit',
    'import atexit\natexit.register(print, "bye")\natexit.register(lambda: print("first"))\nprint("hi")',
  ),
  py('atexit and an error', 'import atexit\natexit.register(print, "bye")\nraise RuntimeError("x")'),
  py('finalisation', 'class A:\n    def __del__(self): print("gone")\na = A()\nprint("end")', {
    tells: true,
  }),
  py(
    'threads',
    'import threading\nt = threading.Thread(target=lambda: print("in", threading.current_thread().name))\nt.start()\nt.join()\nprint(threading.main_thread().name, threading.active_count(), threading.main_thread().ident == threading.get_ident())',
  ),
  py(
    'a thread that outlives the script',
    'import threading, time\nsaid = threading.Event()\nthreading.Thread(target=lambda: (said.wait(), time.sleep(0.05), print("late"))).start()\nprint("end")\nsaid.set()',
  ),
  py(
    'multiprocessing by fork',
    'import multiprocessing as m\ndef f(x): return x * x\nif __name__ == "__main__":\n    with m.get_context("fork").Pool(2) as p: print(p.map(f, [1, 2, 3]))',
  ),
  py(
    'multiprocessing by spawn',
    'import multiprocessing as m\ndef f(x): return x * x\nif __name__ == "__main__":\n    with m.get_context("spawn").Pool(1) as p: print(p.map(f, [1, 2, 3]))',
  ),
  py(
    'concurrent futures and logging',
    'import logging\nfrom concurrent.futures import ThreadPoolExecutor\nlogging.warning("careful")\nprint(list(ThreadPoolExecutor(2).map(abs, [-1, 2])))',
  ),
  py(
    'asyncio',
    'import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    p = await asyncio.create_subprocess_exec("echo", "a", stdout=-1)\n    print((await p.communicate())[0])\nasyncio.run(main())',
  ),
  py('a signal to itself', 'import os, signal\nprint("a", flush=True)\nos.kill(os.getpid(), signal.SIGTERM)'),
  py('an interrupt', 'import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nimport time\ntime.sleep(5)'),
  py(
    'how signals are handled',
    'import signal\nprint([(s.name, str(signal.getsignal(s))) for s in (signal.SIGINT, signal.SIGPIPE, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)], signal.pthread_sigmask(signal.SIG_BLOCK, []))',
  ),
  py(
    'a timer',
    'import signal\nsignal.signal(signal.SIGALRM, lambda *a: print("alarm"))\nsignal.setitimer(signal.ITIMER_REAL, 0.01)\nsignal.pause()',
  ),
  py('output: binary', 'import sys\nsys.stdout.buffer.write(bytes(range(256)))'),
  py('output: large', 'print("x" * 300000)'),
  py('output: closed', 'import sys\nsys.stdout.close()\nprint("a", file=sys.stderr)'),
  py(
    'warnings',
    'import warnings\nwarnings.warn("careful")\nwarnings.warn("deprecated", DeprecationWarning)',
  ),
  py('hashes with a seed', 'print(hash("a"))', { env: { PYTHONHASHSEED: '5' }, tells: true }),
  py(
    'dates, patterns, paths',
    'import re, pathlib, datetime, dataclasses, typing, subprocess, shlex, argparse\nprint(re.sub("a", "b", "aa"), pathlib.Path("x").resolve().name, shlex.split("a \'b c\'"), argparse.ArgumentParser().prog)',
  ),
  py(
    'inspection',
    'import inspect, sys\nf = sys._getframe()\nprint(f.f_back, f.f_lineno, f.f_code.co_name, f.f_code.co_filename, len(inspect.stack()))',
  ),
  py(
    'recursion',
    'import sys\nprint(sys.getrecursionlimit())\ndef f(): f()\ntry: f()\nexcept RecursionError as e: print(e)',
  ),
  py('files of code', 'import os, beside\nprint(os.path.isdir("__pycache__"))', {
    files: { 'beside.py': '' },
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    tells: true,
  }),
  py(
    'a script with a first line',
    '#!/usr/bin/env python3\nimport sys\nprint(sys.argv, __file__, sys.executable)',
    { command: './x.py a' },
  ),
  py(
    'a script with the path of its interpreter',
    '#!/usr/bin/python3\nimport sys\nprint(sys.argv, sys.flags)',
    { command: '"$HOME/x.py"' },
  ),
  py('the interpreter by its path', 'import sys\nprint(sys.executable, sys.orig_argv)', {
    command: '/usr/bin/python3 ./x.py',
  }),
  py('a script that is not there', '', { command: 'python3 nosuch.py', start: 'shell' }),
  py('a program in the command', '', { command: 'python3 -c "print(1)"', start: 'shell' }),
  py('a module as the program', 'print(__name__, __spec__.name)', {
    command: 'python3 -m x',
    start: 'shell',
  }),
  py('an isolated interpreter', 'import sys\nprint(sys.flags)', {
    command: 'python3 -I x.py',
    start: 'shell',
  }),
  py('more than one command', 'print(1)', { command: 'python3 x.py; echo "$?"', start: 'shell' }),
  py('a redirection', 'print(1)', { command: 'python3 x.py 2>&1', start: 'shell' }),
  py('an assignment', 'import os\nprint(os.environ["A"])', { command: 'A=1 python3 x.py', start: 'shell' }),
  py('a variable of Python that nobody proved', 'print(1)', { env: { PYTHONINSPECT: '' }, start: 'shell' }),
];

/** What only a script could see that was forked together with others. */
const FORKED_CASES = [
  py(
    'who it belongs to',
    'import os\nprint(os.getpid() == os.getpgid(0) == os.getsid(0), os.getpid() == os.tcgetpgrp(0) if os.isatty(0) else None)',
  ),
  py(
    'its own times',
    'import os, resource, time\nprint(time.process_time() < 5, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, os.times().children_user)',
  ),
  py('children of nobody else', 'import os\ntry: os.wait()\nexcept ChildProcessError as e: print(e)'),
  py(
    'a child that outlives it',
    'import os, sys, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(0.02)\n    os._exit(0)\nprint("end")',
  ),
  py('an exit code for each kind of end', 'import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)'),
  py('another program in its place', 'import os\nos.execvp("sh", ["sh", "-c", "echo $0; exit 9"])'),
  py(
    'a class of Python made one of its own',
    'import json\nclass E(json.JSONEncoder):\n    def __init__(self): self.a = 1\nprint(json.dumps({}, cls=json.JSONEncoder), E.__mro__)',
  ),
  py(
    'input left open by it',
    'import sys\nout = open("log", "w")\nout.write("flushed")\nprint(sys.stdin.readline(), end="")',
  ),
  py('what it left open', 'print(open("x.py").read())'),
  py('its parent', 'import os\nprint(os.getppid() > 0)', { tells: true }),
  py('what is collected', 'import gc\nprint(gc.get_freeze_count())', { tells: true }),
  py(
    'an object that a module keeps',
    'import json, sys\nclass A:\n    def __init__(self): sys.path.append("")\njson.kept = open("log", "w")\njson.kept.write("flushed")',
    {
      tells: true,
    },
  ),
];

export const FORK_CASES = [...PYTHON_CASES, ...FORKED_CASES].map((one) => ({
  ...one,
  start: one.start === 'python' && !one.tells ? ('fork' as const) : one.start,
}));

export const NODE_CASES = [
  js(
    'arguments',
    'console.log(process.argv, process.argv0, process.execArgv, process.execPath, process.title, __filename, __dirname)',
    { command: 'node x.js a "b c"' },
  ),
  js(
    'the main module',
    'console.log(require.main === module, module.id, module.parent, module.children.length, module.paths, Object.keys(require.cache))',
  ),
  js('modules that are loaded', 'console.log(process.moduleLoadList.sort().join("\\n"))'),
  js(
    'nothing of the gate is left',
    'console.log(process._preload_modules, process.env.NODE_OPTIONS, Object.keys(require("module")._pathCache), Object.keys(globalThis), process.listeners("exit").length)',
  ),
  js(
    'environment',
    'console.log(Object.entries(process.env).filter(([k]) => k !== "AMPLIFIER_HOOK_RUN").sort())',
  ),
  js(
    'environment of children',
    'console.log(require("child_process").execSync("env | grep -v AMPLIFIER_HOOK_RUN | sort").toString())',
  ),
  js(
    'children of Node',
    'const c = require("child_process").fork("y.js", ["a"]); c.on("message", (m) => console.log(m)); c.on("exit", (e) => console.log(e))',
    {
      files: {
        'y.js':
          'process.send([process.argv.slice(2), process.execArgv, process.env.NODE_OPTIONS ?? null], () => process.exit(4))',
      },
    },
  ),
  js(
    'workers',
    'const { Worker } = require("worker_threads"); new Worker("require(\'worker_threads\').parentPort.postMessage([process.env.NODE_OPTIONS ?? null, process.execArgv, Object.keys(require.cache)])", { eval: true }).on("message", (m) => console.log(m))',
  ),
  js('input at once', 'console.log(JSON.parse(require("fs").readFileSync(0, "utf8")).tool_name)'),
  js(
    'input by name',
    'console.log(require("fs").readFileSync("/dev/stdin", "utf8"), require("fs").readFileSync("/dev/stdin", "utf8"))',
  ),
  js(
    'input as a stream',
    'let s = ""; process.stdin.on("data", (d) => (s += d)); process.stdin.on("end", () => console.log(s.length, process.stdin.constructor.name))',
    { stdin: 'x'.repeat(500_000) },
  ),
  js(
    'input line by line',
    'require("readline").createInterface({ input: process.stdin }).on("line", (l) => console.log([l]))',
    { stdin: 'a\nb\r\n\nc' },
  ),
  js('input: binary', 'console.log(require("fs").readFileSync(0))', {
    stdin: Uint8Array.from({ length: 256 }, (_, at) => at),
  }),
  js('input: empty', 'console.log([require("fs").readFileSync(0, "utf8")])', { stdin: '' }),
  js('input not read', 'console.log("hi")', { stdin: 'x'.repeat(1_000_000) }),
  js(
    'streams',
    'console.log(process.stdout.constructor.name, process.stdout.isTTY, process.stderr.fd, require("fs").fstatSync(0).size)',
  ),
  js('descriptors', 'console.log(require("fs").readdirSync("/proc/self/fd").length)'),
  js(
    'descriptors of children',
    'console.log(require("child_process").execSync("ls /proc/self/fd").toString())',
  ),
  js(
    'process',
    'console.log(process.cwd(), process.umask(), process.getuid(), process.exitCode, process.allowedNodeEnvironmentFlags.size)',
  ),
  js('exit with a number', 'process.exit(7)'),
  js('exit by exitCode', 'process.exitCode = 9; console.log("a")'),
  js('exit while writing', 'process.stdout.write("x".repeat(60000)); process.exit(2)'),
  js(
    'exit listeners',
    'process.on("exit", (c) => console.log("bye", c)); process.on("beforeExit", () => console.log("before")); console.log("hi")',
  ),
  js('an error', 'function f() { throw new TypeError("no") }\n\nf()'),
  js('an error with a cause', 'throw new Error("a", { cause: { b: 1 } })'),
  js('an unhandled rejection', 'Promise.reject(new Error("lost"))'),
  js('an unhandled rejection of nothing', 'Promise.reject(undefined)'),
  js(
    'an uncaught exception that is heard',
    'process.on("uncaughtException", (e) => console.log("heard", e.message)); setTimeout(() => { throw new Error("x") }, 1)',
  ),
  js('a syntax error', 'console.log("a")\nif ('),
  js('a missing module', 'require("./nosuch")'),
  js('a missing package', 'require("nosuch-package")'),
  js('modules beside it', 'console.log(require("./y"), require("./d").z, require("./p.json"))', {
    files: {
      'y.js': 'module.exports = [__filename, module.parent.filename]',
      'd/index.js': 'exports.z = 1',
      'p.json': '{"a": 1}',
    },
  }),
  js('a package of modules', 'import { a } from "./y.js"; console.log(a, import.meta.url, typeof require)', {
    files: { 'package.json': '{"type": "module"}', 'y.js': 'export const a = import.meta.url' },
  }),
  js('an import from a script', 'import("./y.mjs").then((m) => console.log(m.default, Object.keys(m)))', {
    files: { 'y.mjs': 'export default 1; export const b = 2' },
  }),
  js('a signal to itself', 'process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 5000)'),
  js(
    'a signal that is heard',
    'process.on("SIGUSR2", () => { console.log("heard"); clearInterval(t) }); const t = setInterval(() => {}, 1000); process.kill(process.pid, "SIGUSR2")',
  ),
  js(
    'timers and promises',
    'setTimeout(() => console.log(4), 2); setImmediate(() => console.log(3)); Promise.resolve().then(() => console.log(2)); process.nextTick(() => console.log(1))',
  ),
  js('output: binary', 'process.stdout.write(Buffer.from(Array.from({ length: 256 }, (_, i) => i)))'),
  js('output: large', 'console.log("x".repeat(300000)); console.error("y".repeat(100000))'),
  js('warnings', 'process.emitWarning("careful"); new Buffer(1)', { command: 'node --no-warnings x.js' }),
  js('a stack', 'console.log(new Error("here").stack.split("\\n").slice(1).map((l) => l.trim()).join("|"))'),
  js(
    'strictness and globals',
    'console.log(this === module.exports, typeof globalThis.gc, (function () { return this === globalThis })(), arguments.length)',
  ),
  js('a script with a first line', '#!/usr/bin/env node\nconsole.log(process.argv.slice(1))', {
    command: './x.js a',
  }),
  js(
    'a process that is left',
    'require("child_process").spawn("sleep", ["0.05"], { detached: true, stdio: "ignore" }).unref(); console.log("now")',
  ),
  js('a script that is not there', '', { command: 'node nosuch.js', start: 'shell' }),
  js('a program in the command', '', { command: 'node -e "console.log(1)"', start: 'shell' }),
  js('options of Node in the environment', 'console.log(process.env.NODE_OPTIONS)', {
    env: { NODE_OPTIONS: '--no-warnings' },
    start: 'shell',
  }),
  js('a pipe', 'console.log(1)', { command: 'cat | node x.js', start: 'shell' }),
  mjs(
    'an ES module',
    'import { readFileSync } from "node:fs"; console.log(import.meta.url, import.meta.filename, readFileSync(0, "utf8").length, this)',
  ),
  mjs(
    'await at the top',
    'await new Promise((r) => setTimeout(r, 2)); console.log(await import("node:os").then((m) => typeof m.cpus))',
  ),
  mjs('await that never ends', 'console.log("a"); await new Promise(() => {})'),
  mjs('an error in an ES module', 'console.log("a"); throw new RangeError("no")'),
  mjs('a syntax error in an ES module', 'import { nosuch } from "node:fs"'),
  mjs(
    'require of an ES module',
    'import { createRequire } from "node:module"; const r = createRequire(import.meta.url); console.log(r("./y.cjs"), Object.keys(r.cache))',
    { files: { 'y.cjs': 'module.exports = 1' } },
  ),
];
