import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Model } from '../nouns.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const call = (session = 's') => project.input('PreToolUse', { session_id: session });

const configure = (handler: Record<string, unknown>): string =>
  project.write('project/.amplifier/hooks/hooks.json', { hooks: { PreToolUse: [{ hooks: [handler] }] } });

const record = (reply: unknown): string => {
  project.write('home/replies.json', [{ text: JSON.stringify(reply) }]);
  return join(project.home, 'replies.json');
};

describe('an engine without further options', () => {
  it('posts to http hooks', async () => {
    const server = createServer((_request, response) => response.end('{"decision":"block","reason":"no"}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      configure({ type: 'http', url: `http://127.0.0.1:${address.port}/` });
      expect(await project.engine().dispatch(call())).toMatchObject({ permission: 'deny', reason: 'no' });
    } finally {
      server.close();
    }
  });

  it('asks the model of the environment for prompt and agent hooks', async () => {
    configure({ type: 'prompt', prompt: 'Is this safe?' });
    const file = record({ ok: false, reason: 'it deletes' });
    const engine = project.engine({ env: { ...process.env, AMPLIFIER_HOOKS_MODEL_RECORDING: file } });
    const decision = await engine.dispatch(call());
    expect(decision).toMatchObject({ permission: 'deny', runs: [{ outcome: { kind: 'judged' } }] });
    expect(decision.reason).toContain('it deletes');
    expect(decision.runs[0]?.work).toMatchObject({ calls: 1 });
  });

  it('asks the model of the user’s settings', async () => {
    configure({ type: 'prompt', prompt: 'Is this safe?' });
    const recording = record({ ok: true });
    project.write('home/.amplifier/hooks-model.json', { provider: 'recorded', recording });
    expect((await project.engine().dispatch(call())).runs[0]?.outcome).toMatchObject({ kind: 'judged' });
  });

  it('says what to set where there is no model', async () => {
    configure({ type: 'prompt', prompt: 'Is this safe?', onFailure: 'block' });
    const decision = await project.engine({ env: { PATH: process.env['PATH'] } }).dispatch(call());
    expect(decision).toMatchObject({
      permission: 'deny',
      failures: [{ kind: 'launchFailed', blocked: true }],
    });
    expect(decision.failures[0]?.message).toContain('ANTHROPIC_API_KEY');
  });

  it('uses nothing of settings that are wrong, and names file and line', async () => {
    configure({ type: 'prompt', prompt: 'Is this safe?' });
    project.write('home/.amplifier/hooks-model.json', '{\n  "provider": "nobody"\n}');
    const [failure] = (await project.engine().dispatch(call())).failures;
    expect(failure?.message).toMatch(/hooks-model\.json:2: "provider" must be one of/);
  });

  it('calls MCP tools, and names the servers that there are', async () => {
    configure({ type: 'mcp_tool', server: 'nobody', tool: 't' });
    const [failure] = (await project.engine().dispatch(call())).failures;
    expect(failure).toMatchObject({ kind: 'launchFailed' });
    expect(failure?.message).toContain('nobody');
  });
});

describe('a host', () => {
  const answering = (reason: string): Model => ({
    complete: async () => ({
      ok: true,
      text: JSON.stringify({ ok: false, reason }),
      toolCalls: [],
      model: 'host',
      inputTokens: 1,
      outputTokens: 1,
      costUsd: null,
      end: 'done',
    }),
  });

  it('may offer its own model, one a session', async () => {
    configure({ type: 'prompt', prompt: 'Is this safe?' });
    const engine = project.engine({ hostModel: (session) => answering(`of ${session}`) });
    expect((await engine.dispatch(call('a'))).reason).toContain('of a');
    expect((await engine.dispatch(call('b'))).reason).toContain('of b');
  });

  it('is not asked where the user’s settings name another', async () => {
    configure({ type: 'prompt', prompt: 'Is this safe?' });
    const recording = record({ ok: false, reason: 'as recorded' });
    project.write('home/.amplifier/hooks-model.json', { provider: 'recorded', recording });
    const engine = project.engine({ hostModel: () => answering('of the host') });
    expect((await engine.dispatch(call())).reason).toContain('as recorded');
  });

  it('may switch a handler type off', async () => {
    configure({ type: 'http', url: 'http://127.0.0.1:9/' });
    const decision = await project.engine({ runners: { http: null } }).dispatch(call());
    expect(decision.failures).toMatchObject([{ kind: 'refused' }]);
  });
});
