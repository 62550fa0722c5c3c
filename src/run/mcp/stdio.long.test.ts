// mcp_tool hooks with servers that are processes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually, processesWith } from '../testing/place.js';
import { among, answered, launchFailure, mcpHook, program, scenes } from './testing/scene.js';

const scene = scenes();

describe('a call', () => {
  it('answers with the text of the tool', async () => {
    const one = scene({ servers: [program('s')] });
    expect(await one.call('s', 'echo', { text: '{"decision":"block"}' })).toEqual(
      answered('{"decision":"block"}'),
    );
  });

  it('joins several texts and passes over what is none', async () => {
    const one = scene({ servers: [program('s')] });
    expect(await one.call('s', 'parts')).toEqual(answered('one\ntwo'));
    expect(await one.call('s', 'nothing')).toEqual(answered(''));
  });

  it('gets its input with the fields of the event', async () => {
    const one = scene({ servers: [program('s')] });
    const stdin = Buffer.from('{"tool_name":"Bash","tool_input":{"command":"ls \\"x\\""}}\n');
    const input = { name: `\${tool_name}`, list: [`\${tool_input.command}`], no: `<\${none}>`, n: 7 };
    const outcome = await one.call('s', 'arguments', input, { stdin });
    expect(outcome).toEqual(answered('{"name":"Bash","list":["ls \\"x\\""],"no":"<>","n":7}'));
  });

  it('is one of many over one connection', async () => {
    const one = scene({ servers: [program('s')] });
    const calls = Array.from({ length: 30 }, (_, index) => one.call('s', 'echo', { text: `${index}` }));
    expect(await Promise.all(calls)).toEqual(calls.map((_, index) => answered(`${index}`)));
    expect(await one.call('s', 'echo', { text: 'later' })).toEqual(answered('later'));
    expect([one.count('start'), one.count('initialized')]).toEqual([1, 1]);
  });

  it('takes a large answer, and not one that is too large', async () => {
    const one = scene({ servers: [program('s')], limits: { messageBytes: 100_000 } });
    expect(await one.call('s', 'huge', { size: 90_000 })).toEqual(answered('x'.repeat(90_000)));
    const outcome = await one.call('s', 'huge', { size: 5_000_000 });
    expect(outcome).toMatchObject({ kind: 'badOutput', message: expect.stringContaining('100000 bytes') });
    expect(await one.call('s', 'echo', { text: 'again' })).toEqual(answered('again'));
  });

  it('does not care for lines that are no messages', async () => {
    const one = scene({ servers: [program('s', 'noisy')] });
    expect(await one.call('s', 'echo', { text: 'fine' })).toEqual(answered('fine'));
  });

  it('is refused for a hook of another type', async () => {
    const one = scene({ servers: [] });
    const { handler, ...hook } = mcpHook('s', 'echo');
    expect(handler.type).toBe('mcp_tool');
    const other = {
      ...hook,
      handler: { type: 'prompt', prompt: '', model: null, continueOnBlock: false },
    } as const;
    expect(await one.run(other)).toMatchObject({ kind: 'refused' });
  });
});

describe('a failure of the tool', () => {
  it('that it states itself', async () => {
    const one = scene({ servers: [program('s')] });
    const failure = launchFailure(await one.call('s', 'fail'));
    expect(failure).toMatchObject({ problem: 'call-failed', path: process.execPath, exitCode: null });
    expect(failure.message).toBe('the MCP server "s" answered that its tool "fail" failed: the disk is full');
  });

  it('that the protocol states', async () => {
    const one = scene({ servers: [program('s')] });
    const failure = launchFailure(await one.call('s', 'broken'));
    expect(failure.problem).toBe('call-failed');
    expect(failure.message).toContain('it broke');
  });

  it('that there is none of this name; all pages of names are asked for', async () => {
    const one = scene({ servers: [program('s')] });
    const failure = launchFailure(await one.call('s', 'ecko'));
    expect(failure.problem).toBe('no-server');
    expect(failure.message).toContain('has no tool "ecko"; it has "echo", "arguments"');
    expect(failure.message).toContain('"surroundings"');
  });
});

describe('a server that is not there', () => {
  it('is told with the names that are', async () => {
    const one = scene({ servers: [program('alpha'), program('beta')] });
    const failure = launchFailure(await one.call('gamma', 'echo'));
    expect(failure).toMatchObject({ problem: 'no-server', path: 'gamma' });
    expect(failure.message).toBe('there is no MCP server "gamma"; configured are "alpha", "beta"');
    expect(one.log()).toEqual([]);
  });

  it('or cannot be used, with the reason', async () => {
    const one = scene({ servers: () => among([], { s: 'allowProjectHooks is false' }) });
    expect(launchFailure(await one.call('s', 'echo')).message).toContain('allowProjectHooks is false');
  });

  it.each([
    ['no-such-program-anywhere', 'not-found'],
    ['/no/such/program', 'not-found'],
  ])('as a program: %s', async (command, problem) => {
    const one = scene({ servers: [program('s', '', { command })] });
    const failure = launchFailure(await one.call('s', 'echo'));
    expect(failure).toMatchObject({ problem, path: command });
    expect(failure.message).toContain('the MCP server "s" cannot be started');
  });

  it('as a file that is no program', async () => {
    const command = join(mkdtempSync(join(tmpdir(), 'mcp-')), 'server');
    onTestFinished(() => rmSync(dirname(command), { recursive: true }));
    writeFileSync(command, 'text', { mode: 0o644 });
    const one = scene({ servers: [program('s', '', { command })] });
    expect(launchFailure(await one.call('s', 'echo'))).toMatchObject({
      problem: 'not-executable',
      path: command,
    });
  });

  it('because the project is gone', async () => {
    const one = scene({ servers: [program('s')], projectDir: '/no/such/project' });
    const failure = launchFailure(await one.call('s', 'echo'));
    expect(failure).toMatchObject({ problem: 'other', path: '/no/such/project' });
  });

  it('of a plugin is found by its short name from hooks of that plugin, unless read strictly', async () => {
    const servers = [program('plugin:guard:s')];
    const own = mcpHook('s', 'echo', { text: 'own' }, { kind: 'plugin', owner: 'guard' });
    const strange = mcpHook('s', 'echo', { text: 'own' }, { kind: 'plugin', owner: 'other' });
    const lenient = scene({ servers });
    expect(await lenient.run(own)).toEqual(answered('own'));
    expect(launchFailure(await lenient.run(strange)).problem).toBe('no-server');
    const strict = scene({ servers, profile: 'claude-code' });
    expect(launchFailure(await strict.run(own)).problem).toBe('no-server');
    expect(await strict.call('plugin:guard:s', 'echo', { text: 'full' })).toEqual(answered('full'));
  });
});

describe('a server that does not start as it should', () => {
  it('ends at once', async () => {
    const one = scene({ servers: [program('s', 'dies')] });
    const failure = launchFailure(await one.call('s', 'echo'));
    expect(failure).toMatchObject({ problem: 'unreachable', path: process.execPath });
    expect(failure.message).toContain('ended with exit code 7');
    expect(failure.stderr).toContain('cannot open the vault');
  });

  it('prints something else and ends', async () => {
    const one = scene({ servers: [program('s', 'garbage')] });
    const outcome = await one.call('s', 'echo');
    expect(outcome).toMatchObject({
      kind: 'badOutput',
      message: expect.stringContaining('Welcome to the best'),
    });
  });

  it.each(['endless', 'babble'])('prints without end: %s', async (mode) => {
    const one = scene({ servers: [program('s', mode)] });
    expect(await one.call('s', 'echo')).toMatchObject({ kind: 'badOutput' });
    await one.runner.close();
  });

  it('never answers: the time of the hook counts', async () => {
    const one = scene({ servers: [program('s', 'mute')] });
    const run = one.call('s', 'echo', {}, { timeoutMs: 1500 });
    expect(await run).toMatchObject({ kind: 'timedOut', timeoutMs: 1500, stderr: 'still loading\n' });
  });

  it('never answers: connecting has a limit of its own', async () => {
    const one = scene({ servers: [program('s', 'mute')], limits: { connectMs: 1500 } });
    const failure = launchFailure(await one.call('s', 'echo', {}, { timeoutMs: null }));
    expect(failure.problem).toBe('unreachable');
    expect(failure.message).toContain('did not answer within 1.5 s');
    expect(failure.stderr).toContain('still loading');
  });

  it('is tried a few times and then left alone', async () => {
    const one = scene({ servers: [program('s', 'dies')], limits: { mostFailures: 2 } });
    for (const _ of [1, 2, 3, 4]) await one.call('s', 'echo');
    expect(one.count('start')).toBe(2);
    const failure = launchFailure(await one.call('s', 'echo'));
    expect(failure.problem).toBe('unreachable');
    expect(failure.message).toMatch(/failed 2 times in a row; it is tried again in \d+ s.*exit code 7/);
  });

  it('and is tried again after its rest', async () => {
    const one = scene({ servers: [program('s', 'dies')], limits: { mostFailures: 1, restMs: 0 } });
    for (const _ of [1, 2]) await one.call('s', 'echo');
    expect(one.count('start')).toBe(2);
  });
});

describe('a server that dies', () => {
  it('in the middle of calls fails these and is started again for the next', async () => {
    const one = scene({ servers: [program('s')] });
    await one.call('s', 'echo', { text: 'warm' });
    const slow = one.call('s', 'slow');
    await eventually(() => expect(one.log()).toContain('slow'));
    const outcomes = await Promise.all([slow, one.call('s', 'crash')]);
    for (const outcome of outcomes) {
      const failure = launchFailure(outcome);
      expect(failure.problem).toBe('unreachable');
      expect(failure.message).toContain('the MCP server "s" ended with exit code 3');
      expect(failure.stderr).toContain('the database is gone');
    }
    expect(await one.call('s', 'echo', { text: 'back' })).toEqual(answered('back'));
    expect(one.count('initialized')).toBe(2);
  });

  it('between calls is started again', async () => {
    const one = scene({ servers: [program('s')] });
    const pids = (): number[] => {
      const mine = processesWith(one.mark).filter((line) => line.includes('server.mjs'));
      return mine.map((line) => Number.parseInt(line, 10));
    };
    await one.call('s', 'echo', { text: 'warm' });
    const [pid = 0] = pids();
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(pids()).toEqual([]));
    expect(await one.call('s', 'echo', { text: 'back' })).toEqual(answered('back'));
  });
});

describe('a hook that is not waited for any more', () => {
  it('was aborted: the server is told', async () => {
    const one = scene({ servers: [program('s')] });
    const controller = new AbortController();
    const run = one.call('s', 'slow', {}, { signal: controller.signal });
    await eventually(() => expect(one.log()).toContain('slow'));
    controller.abort('the user pressed escape');
    expect(await run).toEqual({ kind: 'cancelled', why: 'the user pressed escape' });
    await eventually(() => expect(one.log()).toContain('cancelled: the user pressed escape'));
    expect(await one.call('s', 'echo', { text: 'next' })).toEqual(answered('next'));
    expect(one.count('start')).toBe(1);
  });

  it('took too long: the server is told', async () => {
    const one = scene({ servers: [program('s')] });
    await one.call('s', 'echo', { text: 'warm' });
    const outcome = await one.call('s', 'slow', {}, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ kind: 'timedOut', timeoutMs: 300, stdout: '' });
    await eventually(() => expect(one.log()).toContain('cancelled: the hook took too long'));
  });

  it('was aborted before it began', async () => {
    const one = scene({ servers: [program('s')] });
    const outcome = await one.call('s', 'echo', {}, { signal: AbortSignal.abort('no') });
    expect(outcome).toEqual({ kind: 'cancelled', why: 'no' });
    expect(one.log()).toEqual([]);
  });

  it('gave up while the server was starting; another one still gets it', async () => {
    const one = scene({ servers: [program('s')] });
    const controller = new AbortController();
    const first = one.call('s', 'echo', { text: 'a' }, { signal: controller.signal });
    const second = one.call('s', 'echo', { text: 'b' });
    controller.abort('gone');
    expect(await first).toEqual({ kind: 'cancelled', why: 'gone' });
    expect(await second).toEqual(answered('b'));
    expect(one.count('start')).toBe(1);
  });
});

describe('close', () => {
  it('cancels what runs, and nothing is left', async () => {
    const one = scene({ servers: [program('s')] });
    const run = one.call('s', 'slow');
    await eventually(() => expect(one.log()).toContain('slow'));
    await one.runner.close();
    expect(await run).toEqual({ kind: 'cancelled', why: 'the engine was closed' });
    expect(processesWith(one.mark)).toEqual([]);
    expect(await one.call('s', 'echo')).toEqual({ kind: 'cancelled', why: 'the engine was closed' });
  });

  it.each(['stubborn', 'parent', 'mute'])('ends a server that is %s, with all it started', async (mode) => {
    const one = scene({ servers: [program('s', mode)] });
    const run = one.call('s', 'echo', { text: 'x' });
    await eventually(() => expect(one.log()).toContain(mode === 'mute' ? 'start' : 'call echo'));
    await Promise.all([run, one.runner.close()]);
    expect(processesWith(one.mark)).toEqual([]);
  });

  it('while the server is starting', async () => {
    const one = scene({ servers: [program('s')] });
    const run = one.call('s', 'echo', { text: 'x' });
    await one.runner.close();
    expect(await run).toEqual({ kind: 'cancelled', why: 'the engine was closed' });
    expect(processesWith(one.mark)).toEqual([]);
  });

  it('of a runner that never ran anything', async () => {
    await scene({ servers: [] }).runner.close();
  });
});

describe('after a reload', () => {
  it('a changed server is another one, an unchanged one stays', async () => {
    let now = among([program('s'), program('t')]);
    const one = scene({ servers: () => now });
    await one.call('s', 'echo', { text: 'x' });
    await one.call('t', 'echo', { text: 'x' });
    now = among([program('s', 'well', { env: { NEW: '1' }, line: 9 }), program('t', 'well', { line: 12 })]);
    await one.call('s', 'echo', { text: 'x' });
    await one.call('t', 'echo', { text: 'x' });
    expect(one.count('start')).toBe(3);
    await eventually(() => {
      expect(processesWith(one.mark).filter((line) => line.includes('server.mjs'))).toHaveLength(2);
    });
  });
});

describe('the surroundings of a server', () => {
  it('are the environment of hooks without what belongs to a session, the project, and its own variables', async () => {
    const own = program('s', 'well', { env: { TOKEN: 't' }, pluginRoot: '/plugin', pluginData: '/data' });
    const env = {
      FROM_HOST: 'yes',
      OTEL_EXPORTER: 'x',
      ANTHROPIC_API_KEY: 'secret',
      CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1',
      CLAUDE_PLUGIN_ROOT: '/of/somebody/else',
      CLAUDE_CODE_SESSION_ID: 'outer',
    };
    const one = scene({ servers: [own], env });
    const outcome = await one.call('s', 'surroundings');
    if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
    const seen: { env: Record<string, string>; cwd: string } = JSON.parse(outcome.text);
    expect(seen.env).toMatchObject({
      FROM_HOST: 'yes',
      TOKEN: 't',
      CLAUDE_PLUGIN_ROOT: '/plugin',
      CLAUDE_PLUGIN_DATA: '/data',
      CLAUDE_PROJECT_DIR: one.root,
      AMPLIFIER_PROJECT_DIR: one.root,
    });
    for (const name of [
      'OTEL_EXPORTER',
      'ANTHROPIC_API_KEY',
      'CLAUDE_CODE_SESSION_ID',
      'AMPLIFIER_SESSION_ID',
      'AMPLIFIER_HOOKS_DIR',
    ]) {
      expect(seen.env).not.toHaveProperty(name);
    }
    expect(seen.cwd).toBe(one.root);
  });
});
