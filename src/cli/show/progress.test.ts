import { describe, expect, it } from 'vitest';
import { type ProgressOptions, showProgress } from './progress.js';

function shown(isTTY: boolean, env: Record<string, string> = {}, options: ProgressOptions = {}) {
  const written: string[] = [];
  let time = 0;
  let alarm: { due: number; call(): void } | null = null;
  const clock = {
    now: () => time,
    every: (ms: number, call: () => void) => {
      alarm = { due: time + ms, call };
      return () => {
        alarm = null;
      };
    },
  };
  const stream = {
    isTTY,
    columns: 60,
    lines: (lines: readonly string[]) => written.push(...lines),
    over: (line: string) => written.push(`over: ${line}`),
  };
  const progress = showProgress(stream, env, options, clock);
  const wait = (ms: number): void => {
    time += ms;
    if (alarm !== null && alarm.due <= time) alarm.call();
  };
  return { progress, written, wait };
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

  it('draws the time that passes, also where nobody reports anything', () => {
    const { progress, written, wait } = shown(true);
    progress.step('Running guard.sh', 0, null);
    wait(3_200);
    wait(61_800);
    progress.end();
    wait(1_000);
    expect(written).toEqual([
      'over: Running guard.sh …',
      'over: Running guard.sh … 3 s',
      'over: Running guard.sh … 1 min 05 s',
      'over: ',
    ]);
  });

  it('leaves out what is over soon', () => {
    const { progress, written, wait } = shown(true, {}, { afterMs: 400 });
    progress.step('Running guard.sh', 0, null);
    wait(200);
    progress.end();
    expect(written).toEqual([]);
    progress.step('Running other.sh', 0, null);
    wait(400);
    expect(written).toEqual(['over: Running other.sh …']);
  });

  it('is nothing where nobody sits and nobody wants lines', () => {
    const { progress, written, wait } = shown(false, {}, { elsewhere: 'nothing' });
    progress.step('Running guard.sh', 0, null);
    wait(20_000);
    progress.end();
    expect(written).toEqual([]);
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
