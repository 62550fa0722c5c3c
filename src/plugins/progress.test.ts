import { describe, expect, it } from 'vitest';
import { showProgress } from './progress.js';

function shown(isTTY: boolean, env: Record<string, string> = {}) {
  const written: string[] = [];
  let time = 0;
  const stream = {
    isTTY,
    columns: 60,
    lines: (lines: readonly string[]) => written.push(...lines),
    over: (line: string) => written.push(`over: ${line}`),
  };
  const progress = showProgress(stream, env, () => time);
  return { progress, written, wait: (ms: number) => (time += ms) };
}

describe('progress', () => {
  it('is a bar on a terminal, redrawn in place and taken away at the end', () => {
    const { progress, written, wait } = shown(true);
    progress.step('Downloading x', 0, 200);
    wait(100);
    progress.step('Downloading x', 50, 200);
    wait(100);
    progress.step('Unpacking', 0, null);
    progress.end();
    progress.end();
    expect(written).toEqual([
      'over: Downloading x [------------------------]   0 %',
      'over: Downloading x [######------------------]  25 %',
      'over: Unpacking …',
      'over: ',
    ]);
  });

  it('does not draw more often than one can see, but always the end', () => {
    const { progress, written } = shown(true);
    for (let done = 0; done <= 1000; done++) progress.step('x', done, 1000);
    expect(written).toHaveLength(2);
    expect(written.at(-1)).toContain('100 %');
  });

  it('fits the width of the terminal', () => {
    const { progress, written } = shown(true);
    progress.step(`Downloading ${'long/'.repeat(40)}`, 1, 2);
    expect(written[0]?.replace('over: ', '')).toHaveLength(59);
    expect(written[0]).toContain('…');
    progress.step('\u001b[2J'.repeat(40), 1, 2);
    expect(written[1]?.replace('over: ', '')).toHaveLength(59);
  });

  it.each([
    ['not a terminal', false, {}],
    ['a dumb terminal', true, { TERM: 'dumb' }],
  ])('is plain lines: %s', (_what, isTTY, env) => {
    const { progress, written, wait } = shown(isTTY, env);
    progress.step('Downloading x', 0, 200);
    progress.step('Downloading x', 50, 200);
    wait(10_000);
    progress.step('Downloading x', 100, 200);
    progress.step('Unpacking', 0, null);
    wait(10_000);
    progress.step('Unpacking', 3, null);
    progress.end();
    expect(written).toEqual(['Downloading x', 'Downloading x: 50 %', 'Unpacking', 'Unpacking']);
  });
});
