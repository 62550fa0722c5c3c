// Every address of the studio, asked over HTTP: real journals, real hooks, the real desk.
import { existsSync, realpathSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aboutShape,
  appendedShape,
  doneShape,
  eventPageShape,
  explainedShape,
  foundShape,
  healthShape,
  hookTableShape,
  hookTestShape,
  preparedShape,
  timelineShape,
  VERDICTS,
} from '../../studio/contract.js';
import type { Visitor } from '../../studio/testing/visitor.js';
import { own } from '../testing/play.js';
import { StudioStage } from './testing/open-studio.js';

let stage: StudioStage;
beforeEach(() => {
  stage = new StudioStage();
});
afterEach(() => stage.remove());

const env = () => ({ PATH: process.env['PATH'], HOME: stage.home });

/** A denied call, a call of a sub-agent, a failed hook and one in the background. */
async function happen(): Promise<void> {
  stage.hooks({
    PreToolUse: [
      'grep -q danger && { echo "not today" >&2; exit 2; }; exit 0',
      { command: 'echo never', if: 'Bash(git *)' },
      'exit 3',
    ],
    PostToolUse: [{ command: 'echo later', async: true }],
    Stop: ['true'],
  });
  const journal = stage.journal();
  const engine = stage.recording(journal);
  await engine.dispatch(stage.input('PreToolUse', { tool_input: { command: 'danger "</script>"' } }));
  await engine.dispatch(stage.input('PreToolUse', { agent_id: 'a1', agent_type: 'explorer' }));
  await engine.dispatch(stage.input('PostToolUse', { tool_response: {} }));
  await engine.idle();
  await journal.flush();
}

async function visit(options: Parameters<StudioStage['open']>[0] = {}): Promise<{
  readonly visitor: Visitor;
  readonly project: string;
  readonly first: string;
}> {
  const { visitor } = await stage.open(options);
  await visitor.enter();
  const { projects } = await visitor.got(aboutShape, 'api/about');
  const { events } = await visitor.got(timelineShape, 'api/timeline');
  return { visitor, project: projects[0]?.key ?? '', first: events.id[0] ?? '' };
}

describe('what happened', () => {
  it('is a timeline with lanes by session and sub-agent, and hooks as bars', async () => {
    await happen();
    const { visitor, project } = await visit();
    const found = await visitor.got(timelineShape, 'api/timeline');
    expect(
      found.lanes.map(({ session, agent, agentType, events }) => [session, agent, agentType, events]),
    ).toEqual(
      expect.arrayContaining([
        ['s', null, null, 2],
        ['s', 'a1', 'explorer', 1],
      ]),
    );
    expect(found.events.event.map((name) => found.names[name])).toEqual([
      'PreToolUse',
      'PreToolUse',
      'PostToolUse',
    ]);
    expect(found.events.verdict.map((verdict) => VERDICTS[verdict])).toEqual(['deny', 'nothing', 'nothing']);
    expect(found.events.bars).toEqual([2, 2, 1]);
    expect(found.bars.hook).toHaveLength(5);
    expect(found.names[found.bars.label[4] ?? -1]).toBe('echo later');
    // In the background, and ended: its time is that of the late entry.
    expect(found.bars.marks[4]).toBe(1);
    expect(found.bars.ms[4]).toBeGreaterThan(0);
    const denied = await visitor.got(timelineShape, `api/timeline?verdict=deny&project=${project}`);
    expect(denied.count).toBe(1);
    expect((await visitor.got(timelineShape, 'api/timeline?project=other')).count).toBe(0);
  });

  it('is what a hook would have done that only observes', async () => {
    stage.hooks({ PreToolUse: [{ command: 'echo no >&2; exit 2', mode: 'observe' }] });
    const journal = stage.journal();
    const engine = stage.recording(journal);
    await engine.dispatch(stage.input('PreToolUse'));
    await engine.idle();
    await journal.flush();
    own(stage.dir, env());
    const { visitor, project, first } = await visit();
    const page = await visitor.got(eventPageShape, `api/event?project=${project}&id=${first}`);
    expect(page).toMatchObject({
      verdict: 'nothing',
      hooks: [{ ran: true, run: { verdict: 'nothing', observed: 'would have denied', stderr: 'no\n' } }],
    });
    expect(await visitor.got(hookTableShape, `api/hooks?project=${project}`)).toMatchObject({
      rows: [{ state: 'observing', numbers: { runs: 0, observed: 1 }, never: null }],
    });
  });

  it('is one event in full: why hooks ran or not, what they said, how it was decided', async () => {
    await happen();
    const { visitor, project, first } = await visit();
    const page = await visitor.got(eventPageShape, `api/event?project=${project}&id=${first}`);
    expect(page).toMatchObject({
      event: 'PreToolUse',
      verdict: 'deny',
      reason: expect.stringContaining('not today'),
      input: { tool_input: { command: 'danger "</script>"' } },
      planKept: true,
      otherEvents: 2,
      before: null,
      behind: expect.any(String),
    });
    expect(page.hooks.map(({ ran, rule }) => [ran, rule])).toEqual([
      [true, 'everything'],
      [false, 'if'],
      [true, 'everything'],
    ]);
    expect(page.hooks[0]).toMatchObject({
      definition: { position: { file: stage.path('project/.amplifier/hooks/hooks.json'), line: 1 } },
      run: { exitCode: 2, stderr: 'not today\n', verdict: 'deny', start: { kind: 'cold' } },
    });
    expect(page.hooks[2]?.run).toMatchObject({ exitCode: 3, failed: { kind: 'finished' } });
    expect(page.steps.map(({ verdict, counts }) => [verdict, counts])).toEqual([
      ['deny', true],
      ['deny', false],
      ['deny', false],
    ]);
    expect(page.steps[1]?.text).toMatch(/^failed: .*it decides nothing$/);
  });

  it('can be searched: inputs, outputs, hooks, sessions', async () => {
    await happen();
    const { visitor, project } = await visit();
    const search = async (words: string) =>
      (await visitor.got(foundShape, `api/search?q=${encodeURIComponent(words)}`)).results.map(
        ({ kind, where, excerpt, start, end }) => [kind, where, excerpt.slice(start, end)],
      );
    expect(await search('danger "</SCRIPT>"')).toEqual([['event', 'input', 'danger "</script>"']]);
    expect(await search('not today')).toContainEqual(['event', 'reason', 'not today']);
    expect(await search('echo later')).toContainEqual(['hook', 'name', 'echo later']);
    expect(await search('nothing has this')).toEqual([]);
    expect((await visitor.got(foundShape, `api/search?q=PreToolUse&limit=1&project=${project}`)).more).toBe(
      true,
    );
  });
});

describe('hooks', () => {
  it('have their numbers; those that never ran say why', async () => {
    await happen();
    const { visitor, project } = await visit();
    const table = await visitor.got(hookTableShape, `api/hooks?project=${project}`);
    const row = (runs: string) => table.rows.find((one) => one.runs?.includes(runs));
    expect(row('grep')).toMatchObject({
      event: 'PreToolUse',
      state: 'untrusted',
      numbers: { runs: 2, denies: 1, p50: expect.any(Number), p99: expect.any(Number) },
    });
    expect(row('exit 3')?.numbers?.failures).toEqual({ finished: 2 });
    const { histogram, spark } = row('grep')?.numbers ?? { histogram: null, spark: [] };
    expect(histogram?.runs.reduce((a, b) => a + b)).toBe(2);
    expect(spark.reduce((a, b) => a + b, 0)).toBe(2);
    expect(row('true')?.never).toMatchObject({ why: expect.stringContaining('nobody approved it yet') });
    own(stage.dir, env());
    const after = await visitor.got(hookTableShape, `api/hooks?project=${project}`);
    expect(after.rows.find(({ runs }) => runs === 'echo never')?.never).toMatchObject({
      why: expect.stringContaining('has never run, though there were 2 PreToolUse'),
      fix: expect.stringContaining('amplifier-hooks explain'),
    });
  });

  it('that are gone are still counted', async () => {
    await happen();
    stage.hooks({ Stop: ['true'] });
    const { visitor, project } = await visit();
    const { rows } = await visitor.got(hookTableShape, `api/hooks?project=${project}`);
    expect(rows.filter(({ state }) => state === 'gone').map(({ numbers }) => numbers?.runs)).toEqual([
      2, 2, 1,
    ]);
  });

  it('are healthy or not, as doctor and validate say', async () => {
    await happen();
    stage.hooks({ PreToolUse: ['./gone.sh'] });
    const { visitor, project } = await visit();
    const { findings } = await visitor.got(healthShape, `api/health?project=${project}`);
    expect(findings.filter(({ from }) => from === 'doctor').length).toBeGreaterThan(5);
    expect(findings).toContainEqual(expect.objectContaining({ from: 'validate', area: 'script-missing' }));
    // What the validator found is not told twice.
    const told = findings.map(({ message, position }) => `${position?.line} ${message}`);
    expect(new Set(told).size).toBe(told.length);
  });
});

describe('what the page can have done', () => {
  it('an event is fired again once it was shown what would run, and once only', async () => {
    await happen();
    own(stage.dir, env());
    const { visitor, project, first } = await visit();
    const heard = await visitor.live();
    const prepared = await visitor.posted(preparedShape, 'api/prepare', {
      action: 'run-again',
      project,
      event: first,
    });
    if (!prepared.may) throw new Error(prepared.why);
    expect(prepared.parts.map(({ lines }) => lines.join('\n')).join('\n')).toContain('grep -q danger');
    const done = await visitor.posted(doneShape, 'api/confirm', { token: prepared.token });
    expect(done).toMatchObject({ done: true, result: { verdict: 'deny', reason: 'not today\n' } });
    const page = await visitor.got(
      eventPageShape,
      `api/event?project=${project}&id=${await seen(heard, done.result?.event ?? '')}`,
    );
    expect(page).toMatchObject({ session: 'studio', verdict: 'deny' });
    expect((await visitor.post('api/confirm', { token: prepared.token })).status).toBe(409);
  });

  it('nothing runs that nobody approved', async () => {
    await happen();
    const { visitor, project, first } = await visit();
    expect(
      await visitor.posted(preparedShape, 'api/prepare', { action: 'run-again', project, event: first }),
    ).toMatchObject({ may: false, why: 'No hook would run: 2 hooks are not approved.' });
  });

  it('what was shown and changed meanwhile is not run', async () => {
    await happen();
    own(stage.dir, env());
    const { visitor, project, first } = await visit();
    const prepared = await visitor.posted(preparedShape, 'api/prepare', {
      action: 'run-again',
      project,
      event: first,
    });
    stage.hooks({ PreToolUse: [`touch ${stage.path('ran')}`] });
    const answer = await visitor.post('api/confirm', { token: prepared.may ? prepared.token : '' });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('Other hooks would run')]);
    expect(existsSync(stage.path('ran'))).toBe(false);
  });

  it('a hook is switched off and on again, and the page hears of it', async () => {
    await happen();
    own(stage.dir, env());
    const { visitor, project } = await visit();
    const state = async () => {
      const { rows } = await visitor.got(hookTableShape, `api/hooks?project=${project}`);
      return rows.find(({ runs }) => runs === 'exit 3');
    };
    const hook = (await state())?.hook ?? '';
    const heard = await visitor.live();
    for (const [action, now] of [
      ['disable', 'disabled'],
      ['enable', 'armed'],
    ] as const) {
      const prepared = await visitor.posted(preparedShape, 'api/prepare', { action, project, hook });
      expect((await state())?.state).not.toBe(now);
      await visitor.posted(doneShape, 'api/confirm', { token: prepared.may ? prepared.token : '' });
      expect((await state())?.state).toBe(now);
    }
    await expect.poll(() => heard.some(({ event }) => event === 'changed')).toBe(true);
  });

  it('a hook is not switched off where an agent started the studio', async () => {
    await happen();
    own(stage.dir, env());
    const { visitor, project } = await visit({ agent: true });
    const rows = async () => (await visitor.got(hookTableShape, `api/hooks?project=${project}`)).rows;
    const [{ hook, may } = { hook: '', may: null }] = await rows();
    expect(may).toMatchObject({ disable: false });
    expect(
      await visitor.posted(preparedShape, 'api/prepare', { action: 'disable', project, hook }),
    ).toMatchObject({ may: false, why: expect.stringContaining('CLAUDECODE is set') });
    expect((await rows()).map(({ state }) => state)).not.toContain('disabled');
  });

  it('a hook is approved as it was shown, and only by a person', async () => {
    await happen();
    const { visitor, project } = await visit();
    const row = async () => {
      const { rows } = await visitor.got(hookTableShape, `api/hooks?project=${project}`);
      return rows.find(({ runs }) => runs === 'exit 3');
    };
    const hook = (await row())?.hook ?? '';
    expect((await row())?.may.trust).toBe(true);
    const wish = { action: 'trust', project, hook };
    const prepared = await visitor.posted(preparedShape, 'api/prepare', wish);
    if (!prepared.may) throw new Error(prepared.why);
    expect(prepared.parts[0]?.lines.join('\n')).toContain('"command": "exit 3"');
    expect((await row())?.trust).toBe('new');
    const heard = await visitor.live();
    await visitor.posted(doneShape, 'api/confirm', { token: prepared.token });
    expect((await row())?.trust).toBe('trusted');
    await expect.poll(() => heard.map(({ event }) => event)).toContain('changed');
    const { visitor: agent } = await visit({ person: false });
    expect(await agent.posted(preparedShape, 'api/prepare', wish)).toMatchObject({
      may: false,
      why: expect.stringContaining('nobody sits at a terminal'),
    });
  });

  it('an event is explained as hooks are now, and becomes a test that passes', async () => {
    await happen();
    own(stage.dir, env());
    const { visitor, project, first } = await visit();
    const explained = await visitor.got(explainedShape, `api/explain?project=${project}&id=${first}`);
    expect(explained.hooks.map(({ runs }) => runs)).toEqual([true, false, true]);
    expect(explained.hooks[0]?.launch.join()).toContain('grep -q danger');
    const { file, yaml, notes } = await visitor.got(
      hookTestShape,
      `api/hooktest?project=${project}&id=${first}`,
    );
    expect(notes).toEqual([]);
    stage.write(`project/.amplifier/hooks/${file}`, yaml);
    const { code, stdout } = await stage.play(['test', '.amplifier/hooks']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('✓ PreToolUse Bash → deny')]);
  });
});

describe('live', () => {
  it('the page hears of every event, of ends in the background and of new lanes', async () => {
    stage.hooks({
      PostToolUse: [{ command: 'until [ -e go ]; do sleep 0.05; done', async: true }],
      Stop: ['true'],
    });
    const { visitor } = await stage.open();
    await visitor.enter();
    const heard = await visitor.live();
    expect(heard.map(({ event }) => event)).toEqual(['again']);
    const journal = stage.journal();
    const engine = stage.recording(journal);
    const appended = () => heard.flatMap(({ data }) => (appendedShape.is(data) ? [data] : []));
    await engine.dispatch(stage.input('PostToolUse', { tool_response: {} }));
    await journal.flush();
    await expect.poll(() => appended().flatMap(({ events }) => events.id)).toHaveLength(1);
    stage.write('project/go', '');
    await engine.idle();
    await journal.flush();
    await expect.poll(() => appended().flatMap(({ ended }) => ended)).toHaveLength(1);
    await engine.dispatch(stage.input('Stop', { agent_id: 'helper' }));
    await journal.flush();
    await expect
      .poll(() => appended().flatMap(({ lanes }) => lanes.map(({ agent }) => agent)))
      .toContain('helper');
  });

  it('with --all, projects that come later are there too', async () => {
    stage.hooks({ Stop: ['true'] });
    const { visitor } = await stage.open({ all: true });
    await visitor.enter();
    expect((await visitor.got(aboutShape, 'api/about')).projects).toEqual([]);
    for (const name of ['one', 'two']) {
      const other = realpathSync(stage.makeFolder(name));
      const journal = stage.journal(other);
      await stage.recording(journal).dispatch(stage.input('Stop'));
      await journal.flush();
    }
    const names = async () =>
      (await visitor.got(aboutShape, 'api/about')).projects
        .map(({ name, events }) => `${name} ${events}`)
        .sort();
    await expect.poll(names).toEqual(['one 1', 'two 1']);
  });
});

/** The id, once the page could have heard of it. */
async function seen(heard: Awaited<ReturnType<Visitor['live']>>, id: string): Promise<string> {
  await expect
    .poll(() => heard.some(({ data }) => appendedShape.is(data) && data.events.id.includes(id)))
    .toBe(true);
  return id;
}
