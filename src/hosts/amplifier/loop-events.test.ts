// The loop that says the start and the end of a session with every turn, and nothing before it calls the model.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const BASH = { tool_name: 'bash', tool_input: { command: 'ls' } };
const OUT = { ...BASH, result: { success: true, output: 'out', error: null } };
const DONE = { orchestrator: 'loop-events', turn_count: 1, status: 'success' };

it('a start with a prompt and an end with a response are those of a turn', async () => {
  scene.project.hooks({ SessionStart: [scene.recording('start')], SessionEnd: [scene.recording('end')] });
  const session = scene.open();
  await session.handle('session:start', {});
  await session.handle('session:start', { prompt: 'hello' });
  await session.handle('session:end', { response: 'fine' });
  expect([scene.seen('start').length, scene.seen('end').length]).toEqual([1, 0]);
  await session.handle('session:end', {});
  expect(scene.seen('end').length).toBe(1);
});

it('a turn that a hook wants to end goes on without tools, and the user is told', async () => {
  scene.project.hooks({
    PostToolUse: [scene.recording('post', { continue: false, stopReason: 'enough' })],
  });
  const session = scene.open();
  await session.handle('tool:post', OUT);
  expect(session.events()).toEqual(expect.arrayContaining(['tool:pre', 'orchestrator:complete']));
  expect((await session.handle('tool:pre', BASH)).result).toMatchObject({ action: 'deny', reason: 'enough' });
  await session.handle('orchestrator:complete', DONE);
  expect(scene.shown.map(({ message }) => message)).toEqual([expect.stringContaining('enough')]);
  await session.handle('prompt:submit', { prompt: 'again' });
  expect((await session.handle('tool:pre', BASH)).result).toBeNull();
});

it('that PostToolBatch hooks do not run is told once', async () => {
  scene.project.hooks({ PostToolBatch: [scene.recording('batch')] });
  const session = scene.open();
  for (const prompt of ['one', 'two']) {
    await session.handle('prompt:submit', { prompt });
    await session.handle('tool:pre', BASH);
    await session.handle('tool:post', OUT);
    await session.handle('orchestrator:complete', DONE);
  }
  expect(scene.shown.map(({ message }) => message)).toEqual([
    expect.stringContaining('PostToolBatch hooks do not run'),
  ]);
});

it('a model that fails is a failure, and no stop, although the loop calls it a success', async () => {
  scene.project.hooks({ StopFailure: [scene.recording('failure')], Stop: [scene.recording('stop')] });
  const session = scene.open();
  await session.handle('error:provider', {
    error_type: 'completion_failed',
    error_message: 'overloaded',
    severity: 'high',
  });
  await session.handle('orchestrator:complete', DONE);
  expect(scene.seen('failure')).toMatchObject([{ error_details: 'overloaded' }]);
  expect(scene.seen('stop')).toEqual([]);
});

it('a tool that is not there is a failure of the call that began last', async () => {
  scene.project.hooks({ PostToolUseFailure: [scene.recording('failure')] });
  const session = scene.open();
  await session.handle('tool:pre', { tool_name: 'missing', tool_input: { n: 1 } });
  const about = { error_type: 'tool_not_found', error_message: 'Tool missing not found' };
  await session.handle('error:tool', about);
  await session.handle('error:tool', { ...about, error_type: 'execution_failed' });
  expect(scene.seen('failure')).toMatchObject([{ tool_name: 'missing', error: 'Tool missing not found' }]);
});
