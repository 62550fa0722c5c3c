// Checklist "Streams": what hooks read and print.
import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Runner } from '../../nouns.js';
import { commandHook } from '../../testing/index.js';
import { finished, hearing, STDIN_LINE, testPlace } from '../testing/place.js';

const place = testPlace();
const ways: readonly (readonly [string, Runner])[] = [
  ['named pipes', place.shared],
  ['Node’s own pipes', place.runnerWithoutFiles()],
];
const MEGABYTE = 1_000_000;

describe.each(ways)('with %s', (_, runner) => {
  const run = async (...args: Parameters<typeof place.task>) =>
    finished((await runner.run(place.task(...args))).outcome);

  it.concurrent('a hook that never reads 5 MB of stdin', async () => {
    const stdin = Buffer.alloc(5 * MEGABYTE, 'x');
    expect(await run('echo fine', { stdin })).toMatchObject({ exitCode: 0, stdout: 'fine\n' });
  });

  it.concurrent('a hook that closes stdin at once', async () => {
    const stdin = Buffer.alloc(5 * MEGABYTE, 'x');
    expect(await run('exec <&-; sleep 0.2; echo fine', { stdin })).toMatchObject({ stdout: 'fine\n' });
  });

  it.concurrent('5 MB of stdin arrive whole', async () => {
    const stdin = Buffer.alloc(5 * MEGABYTE, 'x');
    expect((await run('wc -c', { stdin })).stdout.trim()).toBe(String(5 * MEGABYTE));
  });

  it.concurrent('stdin is one JSON line and then EOF', async () => {
    expect(await run('cat; echo "[$?]"')).toMatchObject({ stdout: `${STDIN_LINE}[0]\n` });
    expect(await run('read -r line; printf %s "$line"; cat')).toMatchObject({ stdout: STDIN_LINE.trimEnd() });
  });

  it.concurrent('an empty stdin is EOF', async () => {
    expect(await run('wc -c', { stdin: new Uint8Array() })).toMatchObject({ exitCode: 0, stdout: '0\n' });
  });

  it.concurrent('10 MB on stdout are cut at the cap, and the hook is not blocked', async () => {
    const outcome = await run("head -c 10000000 /dev/zero | tr '\\0' y; echo end >&2");
    expect(outcome.stdout).toBe('y'.repeat(8 * 1024 * 1024));
    expect(outcome).toMatchObject({ exitCode: 0, truncated: true, stderr: 'end\n' });
  });

  it.concurrent('a multi-byte character split over two chunks', async () => {
    const command = String.raw`printf 'a\303'; sleep 0.2; printf '\251b'; printf '\360\237' >&2; sleep 0.2; printf '\230\200' >&2`;
    expect(await run(command)).toMatchObject({ stdout: 'aéb', stderr: '😀' });
  });

  it.concurrent('invalid UTF-8 becomes U+FFFD', async () => {
    expect(await run(String.raw`printf 'a\377b\303'`)).toMatchObject({ stdout: 'a\uFFFDb\uFFFD' });
  });

  it.concurrent('CRLF, BOM, ANSI escapes and NUL arrive as they are', async () => {
    const command = String.raw`printf '\357\273\277{}\r\n\033[31mred\033[0m\000'`;
    expect(await run(command)).toMatchObject({ stdout: '\uFEFF{}\r\n\x1b[31mred\x1b[0m\0' });
  });
});

describe('hooks may open their streams by name', () => {
  it.concurrent.each([
    ['cat /dev/stdin', STDIN_LINE, ''],
    ['jq -c . /dev/stdin', STDIN_LINE, ''],
    ['cat /proc/self/fd/0', STDIN_LINE, ''],
    ['cat < /dev/stdin', STDIN_LINE, ''],
    ['echo x > /dev/stderr; echo y > /dev/stdout; echo z >> /dev/stdout', 'y\nz\n', 'x\n'],
    ['echo x | tee /dev/stderr', 'x\n', 'x\n'],
    [`python3 -c "print(open('/dev/stdin').read(), end='')"`, STDIN_LINE, ''],
    [`node -e "process.stdout.write(require('fs').readFileSync('/dev/stdin'))"`, STDIN_LINE, ''],
    [`node -e "process.stdin.pipe(process.stdout)"`, STDIN_LINE, ''],
  ])('%s', async (command, stdout, stderr) => {
    expect(await place.run(command)).toMatchObject({ kind: 'finished', exitCode: 0, stdout, stderr });
  });

  it.concurrent('the same after temp files were cleaned away', async () => {
    const tempDir = `${place.root}/cleaned`;
    const runner = place.runner({ tempDir });
    const hook = commandHook('cat /dev/stdin; echo x > /dev/stderr');
    for (let round = 0; round < 4; round += 1) {
      const { outcome } = await runner.run(place.task(hook));
      expect(outcome).toMatchObject({ kind: 'finished', exitCode: 0, stdout: STDIN_LINE, stderr: 'x\n' });
      rmSync(tempDir, { recursive: true, force: true });
    }
  });
});

it('every hook of an event reads the whole input on its own', async () => {
  const stdin = Buffer.from(`${JSON.stringify({ text: 'x'.repeat(100_000) })}\n`);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () =>
      place.run('head -c 10 >/dev/null; echo changed >&0 2>/dev/null; cat | wc -c', { stdin }),
    ),
  );
  for (const outcome of outcomes) expect(finished(outcome).stdout.trim()).toBe(String(stdin.length - 10));
});

it('an input that is used again later is written again', async () => {
  const stdin = Buffer.from(STDIN_LINE);
  for (let round = 0; round < 3; round += 1) {
    expect(await place.run('cat', { stdin })).toMatchObject({ stdout: STDIN_LINE });
  }
});

describe('the cap', () => {
  const small = place.runner({ outputCap: 10 });
  it.concurrent.each([
    ['printf 0123456789', '0123456789', false],
    ['printf 01234567890', '0123456789', true],
    ['printf 012345678é', '012345678', true],
    ['printf 01234567é', '01234567é', false],
    ['for i in 1 2 3 4 5 6; do printf "$i$i"; sleep 0.02; done', '1122334455', true],
  ])('of 10 bytes: %s', async (command, stdout, truncated) => {
    expect((await small.run(place.task(command))).outcome).toMatchObject({
      kind: 'finished',
      stdout,
      truncated,
    });
  });

  it.concurrent('holds for each stream alone', async () => {
    const { outcome } = await small.run(place.task('printf abc; printf 0123456789xyz >&2'));
    expect(outcome).toMatchObject({ stdout: 'abc', stderr: '0123456789', truncated: true });
  });
});

describe('the first line', () => {
  const linesOf = async (command: string) => {
    const lines: string[] = [];
    const outcome = finished(await place.run(command, { onFirstLine: hearing((line) => lines.push(line)) }));
    return { lines, stdout: outcome.stdout };
  };

  it.concurrent('is told while the hook still runs', async () => {
    let answered = false;
    const line = await new Promise<string>((resolve) => {
      const task = place.task(`echo '{"async":true}'; sleep 0.3; echo more`, {
        onFirstLine: hearing(resolve),
      });
      void place.shared.run(task).then(() => {
        answered = true;
      });
    });
    expect(line).toBe('{"async":true}');
    expect(answered).toBe(false);
  });

  it.concurrent('is told once, and when it is complete', async () => {
    const { lines, stdout } = await linesOf(
      `printf '{"a":'; sleep 0.1; printf '"é"}\\n{"b":1}\\n'; echo '{"c":2}'`,
    );
    expect(lines).toEqual(['{"a":"é"}']);
    expect(stdout).toBe('{"a":"é"}\n{"b":1}\n{"c":2}\n');
  });

  it.concurrent.each([
    ['without an end', `printf '{"async":true}'`],
    ['of plain text', `echo hello; echo '{"async":true}'`],
    ['longer than 64 KiB', `printf '{'; head -c 66000 /dev/zero | tr '\\0' x; echo '}'`],
    ['that is not there', 'true'],
  ])('%s is not told', async (_, command) => {
    expect((await linesOf(command)).lines).toEqual([]);
  });
});
