// Makes one file of a plugin, the same for the same files: sorted, without times and owners.
import { accessSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { replaceFile, Unfit } from '../../files/index.js';
import { systemReasonOf } from '../../text/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';
import type { Inspection, Inspector } from './inspection.js';
import { nameFromSource, readManifest, textIn } from './manifest.js';
import { contentOf, digestOf, factOf, isByproduct, pathsIn } from './tree.js';

export interface Packed {
  readonly name: string;
  readonly version: string | null;
  readonly file: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
  readonly inspection: Inspection;
}

export interface PackOrder {
  readonly folder: string;
  /** `null`: `<name>-<version>.tar.gz` in `cwd`. */
  readonly out: string | null;
  readonly cwd: string;
  readonly inspect: Inspector;
  readonly show: (inspection: Inspection) => void;
}

/** Folders of version control and editors belong to whoever works on the plugin, not to the plugin. */
const NOT_PACKED = /^(?:\.git|\.hg|\.svn|\.idea|\.vscode)(?:\/|$)/;

export async function packPlugin(order: PackOrder): Promise<Packed> {
  const { folder, cwd } = order;
  const paths = readable(folder);
  if (
    !paths.some((path) =>
      /^(?:\.claude-plugin\/plugin\.json|plugin\.json|hooks\.json|hooks\/hooks\.json)$/.test(path),
    )
  )
    throw new PluginProblem('no-plugin', `${folder} is not the folder of a plugin`);
  const inspection = await order.inspect(folder);
  order.show(inspection);
  if (inspection.findings.some(({ severity }) => severity === 'error'))
    throw new PluginProblem('invalid-plugin', `${folder} has errors, so nothing was packed`, {
      hint: `Correct what stands above, then try again.`,
    });
  const manifest = readManifest(folder);
  const name = textIn(manifest, 'name') ?? nameFromSource({ kind: 'folder', path: folder });
  const version = textIn(manifest, 'version');
  const file =
    order.out ?? join(cwd, `${fileName(name)}${version === null ? '' : `-${fileName(version)}`}.tar.gz`);
  // What was packed before may lie in the folder.
  const own = relative(folder, file).split(sep).join('/');
  const files = paths.filter((path) => path !== own);
  const bytes = await archive(folder, fileName(name), files);
  write(file, bytes);
  return { name, version, file, files, bytes: bytes.length, sha256: digestOf(bytes), inspection };
}

const fileName = (text: string): string => text.replace(/[^\w.-]/g, '-');

function readable(folder: string): readonly string[] {
  try {
    return pathsIn(folder).filter((path) => !isByproduct(path) && !NOT_PACKED.test(path));
  } catch (error) {
    if (error instanceof PluginProblem) throw error;
    throw new PluginProblem('not-found', `${folder} cannot be read`, { cause: error });
  }
}

/** The moment that all files in the archive are from: 1 January 1980, the earliest that all formats know. */
const TIME = new Date(Date.UTC(1980, 0, 1));

async function archive(folder: string, name: string, files: readonly string[]): Promise<Buffer> {
  const { pack } = await import('tar-stream');
  const tar = pack();
  for (const path of files) {
    const mode = factOf(join(folder, path)).executable ? 0o755 : 0o644;
    const owner = { uid: 0, gid: 0, uname: '', gname: '' };
    tar.entry({ name: `${name}/${path}`, mode, mtime: TIME, ...owner }, content(join(folder, path)));
  }
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  const packed = gzipSync(Buffer.concat(chunks), { level: 9 });
  // The byte that says on which system it was packed.
  packed[9] = 255;
  return packed;
}

function content(file: string): Buffer {
  try {
    return contentOf(file);
  } catch (error) {
    if (error instanceof Unfit) throw new PluginProblem('unsafe', error.message, { cause: error });
    throw error;
  }
}

function write(file: string, bytes: Buffer): void {
  try {
    // A folder whose name is misspelt is not made.
    accessSync(dirname(file));
    replaceFile(file, bytes, { durable: true });
  } catch (error) {
    const why = systemReasonOf(error);
    throw new PluginProblem(codeOfFileError(error), `${file} cannot be written: ${why}`, {
      hint: 'Name a file in a folder that is there, and that you may write to.',
      cause: error,
    });
  }
}
