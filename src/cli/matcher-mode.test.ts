// `full`: a pattern must match the whole name, from every host.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Desk } from '../hosts/sidecar/testing/desk.js';
import { plainOptions } from './dispatch/words.js';
import { Stage } from './testing/play.js';

const HOOKS = { PreToolUse: [{ matcher: 'Edit.*', hooks: [{ type: 'command', command: 'exit 2' }] }] };
const event = (tool: string) => ({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: {} });

describe('on the command line', () => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
    stage.write('project/.amplifier/hooks/hooks.json', { hooks: HOOKS });
  });
  afterEach(() => stage.remove());

  const denies = async (tool: string, ...flags: readonly string[]): Promise<boolean> => {
    const stdin = { text: JSON.stringify(event(tool)) };
    return (await stage.play(['dispatch', ...flags], { stdin })).stdout.includes('deny');
  };

  it.each([
    ['NotebookEdit', [], true],
    ['NotebookEdit', ['--matcher-mode', 'full'], false],
    ['Edit', ['--matcher-mode', 'full'], true],
  ])('dispatch of %s with %j denies: %s', async (tool, flags, expected) => {
    expect(await denies(tool, ...flags)).toBe(expected);
  });

  it('a mode that nobody knows denies at a gate, and says why', async () => {
    const stdin = { text: JSON.stringify(event('Read')) };
    const { stdout, stderr } = await stage.play(['dispatch', '--matcher-mode', 'whole'], { stdin });
    expect([stdout, stderr]).toEqual([expect.stringContaining('deny'), expect.stringContaining('whole')]);
  });

  it('explain and validate go by it', async () => {
    const explained = ['explain', 'PreToolUse', '--tool', 'NotebookEdit', '--json'];
    const runs = async (...flags: readonly string[]) =>
      (await stage.play([...explained, ...flags])).stdout.includes('"runs": true');
    expect([await runs(), await runs('--matcher-mode', 'full')]).toEqual([true, false]);
    const wider = async (...flags: readonly string[]) =>
      (await stage.play(['validate', '--json', ...flags])).stdout.includes('"matcher-unanchored"');
    expect([await wider(), await wider('--matcher-mode', 'full')]).toEqual([true, false]);
  });

  it('the words of a client are plain ones', () => {
    expect(plainOptions(['--matcher-mode', 'full'])).toMatchObject({ matcherMode: 'full' });
    expect(plainOptions(['--matcher-mode', 'whole'])).toBeNull();
  });
});

describe('by a setting of the sidecar', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = new Desk();
    desk.project.write('project/.amplifier/hooks/hooks.json', { hooks: HOOKS });
  });
  afterEach(() => desk.remove());

  it.each([
    ['search', true],
    ['full', false],
    [null, true],
  ])('%s: a pattern in the middle of a name denies: %s', async (mode, expected) => {
    const host = { name: 'test', version: '1' };
    const config = { matcher_mode: mode };
    await desk.client.get('initialize', { protocol: [1], host, format: 'claude', config });
    await desk.open('s');
    const answer = await desk.client.get('event', { session: 's', input: event('NotebookEdit') });
    expect(JSON.stringify(answer).includes('deny')).toBe(expected);
  });
});
