// The gate of Python: a module that the interpreter imports while it starts (`sitecustomize`), read from a file without a name
// that PYTHONPATH points to. It undoes all that it changed, and then the interpreter reads the script as it always does.
import { crc32 } from 'node:zlib';
import { NO_GATE } from './gate.js';

export const PYTHON_GATE_FILE = '/proc/self/fd/4';

/**
 * Modules of the standard library that do nothing at their import that a script could tell from later: no clock, no
 * environment, no thread. Others are imported by the script, as always.
 */
const HARMLESS =
  'abc argparse ast base64 bisect collections configparser contextlib copy csv dataclasses datetime difflib enum fnmatch ' +
  'functools glob gzip hashlib heapq html importlib inspect io itertools json locale math operator os pathlib platform ' +
  'posixpath pprint queue re shlex shutil signal sqlite3 stat string struct subprocess sys tempfile textwrap threading ' +
  'time traceback types typing unicodedata urllib uuid warnings zlib';

/**
 * The text of a gate. `waiting` defines `wait(tree, packages, count)`, which says that it stands at the gate, and returns when it
 * may pass: the late values, and what it says then. `names`: all that it defines.
 */
export const gateText = (
  late: readonly string[],
  waiting: string,
  names: readonly string[],
): string => `import os, sys, zipimport

def look(path):
    # The script as a tree, where nothing beside it bears the name of a module of Python; else nothing.
    known = getattr(sys, 'stdlib_module_names', None)
    if known is None:
        return None
    folder = os.path.dirname(os.path.realpath(path))
    if any(entry.split('.')[0] in known for entry in os.listdir(folder)):
        return None
    with open(path, 'rb') as script:
        source = script.read(1 << 20)
    # A script that Python has something to say about is left alone: how it is said depends on what is loaded.
    import _warnings
    filters, changed = _warnings.filters, _warnings._filters_mutated
    filters.insert(0, ('error', None, Warning, None, 0))
    changed()
    try:
        # Only the tree, and without the module \`ast\`, which the script may not want.
        tree = compile(source, path, 'exec', 0x400, True)
        compile(source, path, 'exec', 0, True)
    finally:
        del filters[0]
        changed()
    return tree

def load(tree):
    # What the script imports first.
    names = set(${JSON.stringify(HARMLESS)}.split())
    for statement in tree.body:
        kind = type(statement).__name__
        if kind == 'Import':
            found = [alias.name for alias in statement.names]
        elif kind == 'ImportFrom' and statement.level == 0:
            found = [statement.module]
        else:
            continue
        for name in found:
            if name.split('.')[0] in names:
                __import__(name)

${waiting}
def gate():
    here = ${JSON.stringify(PYTHON_GATE_FILE)}
    names = [name for name in ${JSON.stringify(late)} if name in os.environ]
    before = os.environ.get('PYTHONPATH', '').split(os.pathsep, 1)
    if before[0] != here:
        return
    sys.path[:] = [entry for entry in sys.path if entry != here]
    sys.path_importer_cache.pop(here, None)
    zipimport._zip_directory_cache.pop(here, None)
    tree = None
    if len(before) == 1:
        del os.environ['PYTHONPATH']
        try:
            tree = look(sys.argv[0])
            if tree is not None:
                load(tree)
        except BaseException:
            tree = None
    else:
        os.environ['PYTHONPATH'] = before[1]
    packages = '\\0'.join(entry for entry in sys.path if entry.endswith('-packages')).encode('utf-8', 'replace')
    values, word = wait(tree, packages, len(names))
    for name, value in zip(names, values):
        os.environb[os.fsencode(name)] = value
    os.write(3, word + b'\\n')
    os.close(3)
    os.close(4)

# Whatever goes wrong at the gate, the script is not run.
try:
    gate()
except BaseException:
    os._exit(${NO_GATE})
del ${['gate', 'load', 'look', ...names].join(', ')}
mine = sys.modules.pop(__name__)
try:
    import sitecustomize
except ImportError as error:
    if error.name == 'sitecustomize':
        sys.modules[__name__] = mine
    raise
`;

/** `hidden`: variables that are there for the way to the gate alone. */
const waitOnce = (hidden: readonly string[]): string => `def wait(tree, packages, count):
    for name in ${JSON.stringify(hidden)}:
        os.environ.pop(name, None)
    os.write(3, packages + b'\\n')
    said = b''
    while said.count(b'\\n') < 1 + count:
        piece = os.read(3, 65536)
        if not piece:
            os._exit(${NO_GATE})
        said += piece
    return said.split(b'\\n')[1:], b''
`;

/** The gate of an interpreter that is used once. */
export const pythonGate = (late: readonly string[], hidden: readonly string[]): string =>
  gateText(late, waitOnce(hidden), ['wait']);

/** A file as `zipimport` reads it: one member, not compressed. */
export function zipped(name: string, content: string): Uint8Array {
  const [path, data] = [Buffer.from(name), Buffer.from(content)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(10, 0);
  // The first day that such a file can say.
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, data]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    Buffer.from([10, 0]),
    common,
    Buffer.alloc(14),
    path,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
