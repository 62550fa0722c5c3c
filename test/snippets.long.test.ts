// The commands and the TypeScript of docs/ are tried, page by page, in a home and a project of their own.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { TEST_PATH } from '../src/run/testing/place.js';
import { withExecutables } from '../src/testing/executables.js';
import { type Block, mark, place, sectionsStandAlone } from './snippets/page.js';
import { blocksOf, PAGES, root, textOf } from './snippets/pages.js';

const executables = withExecutables('command', 'amplihack');

const isRun = (block: Block): boolean => mark(block, 'not run') === null && mark(block, 'tested') === null;
const isForPlay = ({ language, marks }: Block): boolean =>
  language === 'sh' || language === 'text' || marks.some(({ name }) => name === 'file' || name === 'first');

/** Pages, or sections of one, that share a project. */
const plays = PAGES.flatMap((page): (readonly [title: string, blocks: readonly Block[]])[] => {
  const blocks = blocksOf(page).filter((block) => isRun(block) && isForPlay(block));
  if (!blocks.some(({ language }) => language === 'sh')) return [];
  if (!sectionsStandAlone(textOf(page))) return [[page, blocks]];
  return [...new Set(blocks.map(({ section }) => section))].map((section) => {
    const own = blocks.filter((block) => block.section === section);
    return [own[0] === undefined ? page : place(own[0]), own];
  });
});

describe('commands', () => {
  let project: CommandProject;
  beforeEach(() => {
    project = new CommandProject(executables.command);
    // Whoever reads the page writes these hooks.
    project.own();
    const bin = project.makeFolder('bin');
    for (const [name, path] of [
      ['amplifier-hooks', executables.command],
      ['amplihack-hooks', executables.amplihack],
    ] as const) {
      writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${path}" "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    }
  });
  afterEach(() => project.remove());

  it.each(plays)('%s', (_title, blocks) => {
    let printed = '';
    for (const block of blocks) {
      for (const { name, value } of block.marks) if (name === 'first') play(value, '0', block);
      const file = mark(block, 'file');
      if (file !== null) write(file, block.text);
      else if (block.language === 'sh') printed = play(commandsOf(block), mark(block, 'exit') ?? '0', block);
      else if (block.language === 'text') expectPrinted(block, printed);
    }
  });

  function write(file: string, text: string): void {
    const path = file.startsWith('~/') ? join(project.home, file.slice(2)) : join(project.dir, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }

  function play(commands: string, exit: string, block: Block): string {
    const env = {
      ...project.env,
      PATH: `${join(project.root, 'bin')}:${TEST_PATH}`,
      EXAMPLES: resolve(root, 'examples/hooks'),
    };
    const script = `exec 2>&1\n${commands}`;
    try {
      const printed = execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: project.dir,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        encoding: 'utf8',
      });
      expect(`${place(block)}: 0`).toBe(`${place(block)}: ${exit}`);
      return printed;
    } catch (error) {
      if (!(error instanceof Error && 'status' in error && 'stdout' in error)) throw error;
      expect(`${place(block)}: ${String(error.status)}\n${String(error.stdout)}`).toBe(
        `${place(block)}: ${exit}\n${String(error.stdout)}`,
      );
      return String(error.stdout);
    }
  }

  const commandsOf = ({ text, marks }: Block): string => {
    const left = marks.filter(({ name }) => name === 'not run, lines').map(({ value }) => value);
    return text
      .split('\n')
      .filter((line) => !left.some((part) => line.includes(part)))
      .join('\n');
  };

  /** Each line is part of one that was printed, in this order; how long something took differs. */
  function expectPrinted(block: Block, printed: string): void {
    const lines = printed.split('\n').map(plain);
    let at = 0;
    for (const line of block.text
      .split('\n')
      .map(plain)
      .filter((one) => one !== '')) {
      const found = lines.findIndex((one, index) => index >= at && one.includes(line));
      if (found < 0) throw new Error(`${place(block)}: ${JSON.stringify(line)} is not in\n${printed}`);
      at = found + 1;
    }
  }

  const plain = (line: string): string =>
    line
      .replace(/\d+ ms/g, 'ms')
      .replace(/\s+/g, ' ')
      .trim();
});

describe('TypeScript', () => {
  const blocks = PAGES.flatMap(blocksOf).filter((block) => block.language === 'ts' && isRun(block));
  let project: CommandProject;
  beforeEach(() => {
    project = new CommandProject(executables.command);
    vi.stubEnv('HOME', project.home);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await project.remove();
  });

  it('has no wrong types', () => {
    // Below the repository, so that types of Node are found.
    const folder = join(root, 'build', 'snippets');
    mkdirSync(folder, { recursive: true });
    const files = blocks.map((block, index) => {
      writeFileSync(join(folder, `${index}.ts`), `// ${place(block)}\n${block.text}`);
      return `${index}.ts`;
    });
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
        include: [],
        files,
      }),
    );
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    expect([status, stdout]).toEqual([0, '']);
  });

  it.each(blocks.map((block) => [place(block), block] as const))(
    '%s prints what it says',
    async (_, block) => {
      const said: string[] = [];
      vi.spyOn(console, 'log').mockImplementation(
        (...words: readonly unknown[]) => void said.push(words.join(' ')),
      );
      const file = join(project.root, 'snippet.ts');
      writeFileSync(file, block.text);
      await import(/* @vite-ignore */ pathToFileURL(file).href);
      const expected = [...block.text.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, words]) => words);
      expect(said).toEqual(expected);
    },
  );
});
