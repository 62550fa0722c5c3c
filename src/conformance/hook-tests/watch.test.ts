import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BASH, TestPlugin } from './testing/plugin.js';
import { concerned, watchTests } from './watch.js';

const TEST = `title: t\n${BASH}\nexpect: { permission: null }`;

/** A watch whose runs can be awaited. An edit may be noticed twice, so nobody counts on an exact number. */
function watched(path: string) {
  const end = new AbortController();
  const runs: (readonly string[])[] = [];
  let wake = (): void => undefined;
  const done = watchTests({
    paths: [path],
    signal: end.signal,
    delayMs: 20,
    onRun: async ({ files }) => {
      runs.push(files);
      wake();
    },
  });
  return {
    done,
    end: () => end.abort(),
    /** Settles with the first run from now on that is about so many files. */
    async next(files: number): Promise<readonly string[]> {
      for (let seen = runs.length; ; seen = runs.length) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        const found = runs.slice(seen).find((run) => run.length === files);
        if (found !== undefined) return found;
      }
    },
  };
}

it('runs at once, after an edit of the hook, and after a new test; then it ends', async () => {
  const plugin = new TestPlugin('true');
  const first = plugin.write('guard/a.hooktest.yaml', TEST);
  const watch = watched(plugin.root);
  expect(await watch.next(1)).toEqual([first]);
  const edited = watch.next(1);
  writeFileSync(join(plugin.folder, 'guard.sh'), '#!/bin/sh\nexit 2\n');
  expect(await edited).toEqual([first]);
  const found = watch.next(2);
  const second = plugin.write('guard/tests/b.hooktest.yaml', TEST);
  expect(await found).toEqual([first, second]);
  watch.end();
  await watch.done;
});

it('a test file that is named watches its plugin', async () => {
  const plugin = new TestPlugin('true');
  const file = plugin.write('guard/tests/a.hooktest.yaml', TEST);
  const watch = watched(file);
  await watch.next(1);
  const again = watch.next(1);
  writeFileSync(join(plugin.folder, 'guard.sh'), '#!/bin/sh\nexit 2\n');
  expect(await again).toEqual([file]);
  watch.end();
  await watch.done;
});

it('a path that is not there is refused', async () => {
  const plugin = new TestPlugin('true');
  await expect(watched(join(plugin.root, 'gone')).done).rejects.toThrow('there is no such file or folder');
});

describe('what a change concerns', () => {
  const setUp = () => {
    const plugin = new TestPlugin('true');
    plugin.write('other/hooks.json', { hooks: {} });
    const files = ['guard/a', 'guard/tests/b', 'other/c'].map((name) =>
      plugin.write(`${name}.hooktest.yaml`, TEST),
    );
    return {
      files,
      after: (...paths: readonly string[]) =>
        concerned(
          files,
          paths.map((path) => plugin.path(path)),
        ),
    };
  };

  it.each([
    ['nothing yet', [], [0, 1, 2]],
    ['a test file', ['guard/tests/b.hooktest.yaml'], [1]],
    ['a test file that is gone', ['guard/gone.hooktest.yaml'], []],
    ['a script', ['guard/guard.sh'], [0, 1]],
    ['a registry', ['other/hooks.json'], [2]],
    ['a file that no plugin has', ['lib.sh'], [0, 1, 2]],
    ['several', ['guard/a.hooktest.yaml', 'other/hooks.json'], [0, 2]],
  ])('%s', (_what, changed, expected) => {
    const { files, after } = setUp();
    expect(after(...changed)).toEqual(expected.map((index) => files[index]));
  });
});

it('what an editor writes beside a file is no change, and only what changed is named', async () => {
  const plugin = new TestPlugin('true');
  plugin.write('guard/a.hooktest.yaml', TEST);
  const end = new AbortController();
  const seen: (readonly string[])[] = [];
  await watchTests({
    paths: [plugin.root],
    signal: end.signal,
    delayMs: 20,
    onRun: async ({ changed }) => {
      seen.push(changed);
      if (seen.length > 1) end.abort();
      else
        for (const name of ['.guard.sh.swp', 'guard.sh~', '4913', 'guard.sh'])
          plugin.write(`guard/${name}`, 'x');
    },
  });
  expect(seen).toEqual([[], [plugin.path('guard/guard.sh')]]);
});
