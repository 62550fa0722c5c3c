// What the tests of the example plugins share: real processes, temporary projects, and tools that may be missing.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, type Decision, parseInput } from 'amplifier-hooks';
import { afterAll, describe, onTestFinished } from 'vitest';

/** `examples/hooks`. */
export const PLUGINS_DIR = dirname(fileURLToPath(import.meta.url));

/** Folder with the programs of the development dependencies. */
export const PROGRAMS_DIR = join(PLUGINS_DIR, '..', '..', 'node_modules', '.bin');

export type Tool = 'jq' | 'python3' | 'prettier' | 'pylint' | 'PyYAML' | 'tomllib';

const PRESENT: Readonly<Record<Tool, () => boolean>> = {
  jq: () => find('jq') !== null,
  python3: () => imports('sys'),
  prettier: () => existsSync(join(PROGRAMS_DIR, 'prettier')),
  pylint: () => find('pylint') !== null,
  PyYAML: () => imports('yaml'),
  tomllib: () => imports('tomllib'),
};

const imports = (module: string): boolean => spawnSync('python3', ['-c', `import ${module}`]).status === 0;

/** `describe` where all tools are installed; elsewhere the tests are reported as skipped, with the reason. */
export function needs(...tools: readonly Tool[]): (title: string, body: () => void) => void {
  const missing = tools.filter((tool) => !PRESENT[tool]());
  if (missing.length === 0) return (title, body) => describe(title, body);
  const verb = missing.length === 1 ? 'is' : 'are';
  const why = `skipped: ${missing.join(', ')} ${verb} not installed`;
  return (title, body) => describe.skip(`${title} (${why})`, body);
}

/** The readers of JSON a shell script can meet, each with the PATH on which it meets it. */
export function eachReader(body: (path: string) => void): void {
  const programs = ['cat', 'awk', 'sed', 'grep', 'chmod', 'dirname', 'basename', 'node'];
  // The body of a skipped group runs too, to name its tests.
  needs('jq')('with jq', () => body(PRESENT.jq() ? pathWith([...programs, 'jq']) : ''));
  describe('without jq', () => body(pathWith(programs)));
}

const PATHS = new Map<string, string>();

afterAll(() => {
  for (const folder of PATHS.values()) rmSync(folder, { recursive: true, force: true });
});

/** A PATH on which there are only these programs. */
export function pathWith(programs: readonly string[]): string {
  const known = PATHS.get(programs.join());
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'hooks-path-'));
  PATHS.set(programs.join(), folder);
  for (const program of programs) {
    const path = program === 'python3' ? pythonItself() : find(program);
    if (path === null) throw new Error(`the tests need ${program} on the PATH`);
    addProgram(folder, program, `exec '${path}' "$@"`);
  }
  return folder;
}

/** Puts a small shell program into a folder. */
export function addProgram(folder: string, name: string, body: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

/** Version managers put a program on the PATH that needs the rest of the PATH to find the real one. */
function pythonItself(): string | null {
  const answer = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : null;
}

function find(program: string): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** A project folder that goes away with the test; plugins are copied into it as a user does. */
export function makeProject(...plugins: readonly string[]): string {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'hooks-example-')));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  for (const plugin of plugins) {
    cpSync(join(PLUGINS_DIR, plugin), join(project, '.amplifier', 'hooks', plugin), { recursive: true });
  }
  return project;
}

/** A project whose user has these plugins for all projects. */
export function makeProjectOfUser(...plugins: readonly string[]): string {
  const project = makeProject();
  for (const plugin of plugins)
    cpSync(join(PLUGINS_DIR, plugin), join(project, 'home', '.amplifier', 'hooks', plugin), {
      recursive: true,
    });
  return project;
}

/** Writes a file of a project, folders included, and returns its path. */
export function write(project: string, name: string, content: string | Uint8Array): string {
  const path = join(project, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of a plugin as a host does: the event on stdin, the project as working directory. */
export function runScript(
  script: string,
  event: unknown,
  options: {
    readonly project: string;
    readonly path?: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<Ended> {
  const child = spawn(join(PLUGINS_DIR, script), [], {
    cwd: options.project,
    env: {
      PATH: options.path ?? process.env['PATH'],
      HOME: options.project,
      AMPLIFIER_PROJECT_DIR: options.project,
      ...options.env,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A script may end without reading its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(typeof event === 'string' ? event : JSON.stringify(event));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Sends one event through the engine of a project and returns the decision. */
export async function decisionOn(
  project: string,
  event: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Decision> {
  const parsed = parseInput({ session_id: 's', cwd: project, ...event });
  if (!parsed.ok || parsed.input.kind !== 'known') throw new Error(`not an event: ${JSON.stringify(parsed)}`);
  const engine = createEngine({
    projectDir: project,
    home: join(project, 'home'),
    stateDir: join(project, 'state'),
    profile: 'amplifier',
    trust: 'off',
    env: { ...process.env, ...env },
  });
  try {
    return await engine.dispatch(parsed.input);
  } finally {
    await engine.close();
  }
}

/** The values of a list of what hooks said. */
export const values = (said: readonly { readonly value: string }[]): readonly string[] =>
  said.map(({ value }) => value);
