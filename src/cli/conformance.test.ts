import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conformance } from './conformance.js';
import { Output } from './output.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (id: string, blocked: boolean, group = 'decisions', needs: readonly string[] = []) => {
  mkdirSync(join(folder, group), { recursive: true });
  const event = { hook_event_name: 'Stop', session_id: 's', cwd: '@PROJECT@' };
  const vector = {
    version: 1,
    id,
    group,
    title: `The vector ${id}`,
    needs,
    files: {},
    steps: [{ event, expect: { blocked } }],
  };
  writeFileSync(join(folder, group, `${id}.json`), JSON.stringify(vector));
};

async function run(...args: string[]) {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const code = await conformance(args, { stdout: new Output(out), stderr: new Output(err) });
  const said = async (stream: PassThrough) => (await text(stream.end())).replace(/\n$/, '');
  return { code, out: await said(out), err: await said(err) };
}

/** With a PATH on which there is nothing. */
async function withoutPrograms<T>(work: () => Promise<T>): Promise<T> {
  const path = process.env['PATH'];
  process.env['PATH'] = folder;
  try {
    return await work();
  } finally {
    process.env['PATH'] = path;
  }
}

describe('conformance', () => {
  it('succeeds when all vectors pass', async () => {
    put('a', false);
    expect(await run(folder)).toEqual({ code: 0, out: 'decisions  1/1\n\n1 passed, 0 failed', err: '' });
  });

  it('fails when one fails, and skipped ones are counted in the closing line', async () => {
    put('a', false);
    put('b', true);
    put('c', true, 'decisions', ['posix']);
    const { code, out } = await withoutPrograms(() => run(folder));
    expect(code).toBe(1);
    expect(out).toContain('FAILED decisions/b: The vector b');
    expect(out).toContain('step 1: blocked: expected true, got false');
    expect(out.split('\n').at(-1)).toBe('1 passed, 1 failed, 1 skipped');
  });

  it('fails for a malformed vector, naming its file', async () => {
    put('a', false);
    writeFileSync(join(folder, 'bad.json'), '{');
    const { code, out } = await run(folder);
    expect(code).toBe(1);
    expect(out).toMatch(/FAILED .*bad\.json/);
    expect(out.split('\n').at(-1)).toBe('1 passed, 1 failed');
  });

  it('runs only what is asked for, from several folders', async () => {
    put('a', false);
    put('b', true);
    put('a-of-stop', false, 'stop-loop');
    const folders = [join(folder, 'decisions'), join(folder, 'stop-loop')];
    expect((await run(...folders, '--only', '/a')).out).toMatch(/\n2 passed, 0 failed$/);
  });

  it('a file whose name would move a cursor is named, not obeyed', async () => {
    writeFileSync(join(folder, 'bad\u001b[2J\u202e.json'), '{');
    expect((await run(folder)).out).toContain('bad\\u001b[2J\\u202e.json');
    expect((await run(folder, '--json')).out).toContain('bad\\u001b[2J\\u202e.json');
    expect((await run(join(folder, '\u001b[2J'))).err).toContain('\\u001b[2J: there is no such folder');
  });

  it('prints one JSON object', async () => {
    put('a', false);
    const { code, out } = await run('--json', folder);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { version: 1, passed: 1, failed: 0, vectors: [{ result: 'passed' }] },
    ]);
  });

  it.each([
    [['--only', 'nothing-like-this'], 'conformance: no vector has a name that contains "nothing-like-this"'],
    [['--bogus'], 'conformance: Unknown option'],
    [['--time-scale', '0'], 'conformance: --time-scale must be a number from 1 on, not "0"'],
  ])('%j is refused in plain words', async (args, message) => {
    put('a', false);
    const { code, out, err } = await run(folder, ...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
  });

  it('a bad folder is refused in plain words', async () => {
    const missing = join(folder, 'missing');
    expect(await run(missing)).toEqual({
      code: 1,
      out: '',
      err: `conformance: ${missing}: there is no such folder`,
    });
  });

  it('explains itself', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    expect(out).toContain('usage: conformance [folder…]');
  });
});
