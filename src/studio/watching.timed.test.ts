// How long it takes from an event to the page, and to look at very many of them.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StudioStage } from '../cli/studio/testing/open-studio.js';
import { listFiles, placeOf } from '../journal/index.js';
import { appendedShape, MOST_MARKS, timelineShape } from './contract.js';

let stage: StudioStage;
beforeEach(() => {
  stage = new StudioStage();
});
afterEach(() => stage.remove());

it('an event is with the page within 100 ms of its end', async () => {
  stage.hooks({ PreToolUse: ['true'] });
  const { visitor } = await stage.open();
  await visitor.enter();
  const heard = await visitor.live();
  const engine = stage.recording(stage.journal());
  const took: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    await engine.dispatch(stage.input('PreToolUse'));
    const ended = Date.now();
    const count = () => heard.filter(({ data }) => appendedShape.is(data)).length;
    while (count() <= round) await setTimeout(1);
    took.push((heard.filter(({ data }) => appendedShape.is(data)).at(-1)?.at ?? 0) - ended);
  }
  // The first makes the folders that are then watched.
  const sorted = took.slice(1).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(100);
});

it('100,000 events are read in seconds, and a window of them is answered at once', async () => {
  const [count, sessions, apart] = [100_000, 20, 500];
  const begin = Date.now() - count * apart;
  await manyEvents({ count, sessions, begin, apart });
  const start = performance.now();
  const { watching, visitor } = await stage.open();
  const read = performance.now() - start;
  expect(watching.store.size).toBe(count);
  await visitor.enter();
  const timed = async (path: string): Promise<{ readonly text: string; readonly ms: number }> => {
    const asked = performance.now();
    const { text, status } = await visitor.get(path);
    expect(status).toBe(200);
    return { text, ms: performance.now() - asked };
  };
  for (const share of [1, 0.5, 0.1, 0.01, 0.001]) {
    const to = begin + count * apart;
    const { text, ms } = await timed(`api/timeline?from=${to - share * count * apart}&to=${to}`);
    const found: unknown = JSON.parse(text);
    if (!timelineShape.is(found)) throw new Error('it is no timeline');
    const marks = found.events.id.length + found.bars.hook.length + found.heaps.step.length;
    expect(marks).toBeLessThanOrEqual(MOST_MARKS);
    expect(ms).toBeLessThan(1000);
  }
  const { events } = watching.store;
  const project = watching.projects()[0]?.key ?? '';
  const one = await timed(`api/event?project=${project}&id=${events.id[10]}`);
  const search = await timed('api/search?q=call%20number%2099998');
  expect(search.text).toContain('call number 99998');
  expect(one.ms).toBeLessThan(1000);
  expect(read).toBeLessThan(60_000);
});

/** A journal of very many events, made from one that was recorded. */
async function manyEvents({
  count,
  sessions,
  begin,
  apart,
}: Readonly<Record<'count' | 'sessions' | 'begin' | 'apart', number>>): Promise<void> {
  stage.hooks({ PreToolUse: ['true', 'true again || true'] });
  const journal = stage.journal();
  await stage.recording(journal).dispatch(stage.input('PreToolUse', { tool_input: { command: 'call' } }));
  await journal.close();
  const place = placeOf(stage.stateDir, stage.dir);
  const [file] = listFiles(place);
  if (file === undefined) throw new Error('nothing was recorded');
  const [header = '', line = ''] = readFileSync(file.path, 'utf8').split('\n');
  rmSync(file.path);
  for (let session = 0; session < sessions; session += 1) {
    const lines: string[] = [JSON.stringify({ ...JSON.parse(header), session: `s${session}` })];
    for (let index = session; index < count; index += sessions) {
      const at = begin + index * apart;
      const changes = { id: `${at.toString(36).padStart(9, '0')}00test`, at, session: `s${session}` };
      const entry = { ...JSON.parse(line), ...changes };
      entry.detail.input.tool_input.command = `call number ${index}`;
      lines.push(JSON.stringify(entry));
    }
    writeFileSync(join(place.folder, `s${session}.jsonl`), `${lines.join('\n')}\n`);
  }
}
