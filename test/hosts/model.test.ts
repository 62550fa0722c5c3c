import { describe, expect, it, onTestFinished } from 'vitest';
import { ScriptedModel } from '../../scripts/hosts/model/server.js';
import { ROOT, stable } from '../../scripts/hosts/recording.js';

const CALL = { name: 'shell', input: { command: 'ls' } };

async function model(): Promise<ScriptedModel> {
  const started = await ScriptedModel.start([CALL]);
  onTestFinished(() => started.stop());
  return started;
}

const ask = async (address: string, path: string, body: unknown): Promise<string> => {
  const response = await fetch(`${address}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return response.text();
};

/** What a host sends before and after the call, in each of the interfaces. */
const INTERFACES: readonly (readonly [string, string, object, object])[] = [
  [
    'chat completions',
    '/v1/chat/completions',
    { tools: [{ type: 'function', function: { name: 'shell' } }], messages: [] },
    { messages: [{ role: 'assistant', tool_calls: [{ id: 'call_1' }] }] },
  ],
  [
    'Responses',
    '/v1/responses',
    { tools: [{ type: 'function', name: 'shell' }], input: [] },
    { input: [{ type: 'function_call', name: 'shell' }] },
  ],
  [
    'Messages',
    '/v1/messages',
    { tools: [{ name: 'shell' }], messages: [] },
    { messages: [{ role: 'assistant', content: [{ type: 'tool_use', name: 'shell' }] }] },
  ],
  [
    'generateContent',
    '/v1beta/models/any:generateContent',
    { tools: [{ functionDeclarations: [{ name: 'shell' }] }], contents: [] },
    { contents: [{ role: 'model', parts: [{ functionCall: { name: 'shell' } }] }] },
  ],
];

describe('the scripted model', () => {
  it.each(INTERFACES)('%s: makes its call, as often as it is asked, and is done after it', async (...row) => {
    const [, path, before, after] = row;
    const { address } = await model();
    const streaming = path.includes('generateContent')
      ? { path: path.replace(':generate', ':streamGenerate'), body: before }
      : { path, body: { ...before, stream: true } };
    for (const text of [
      await ask(address, path, before),
      await ask(address, path, before),
      await ask(address, streaming.path, streaming.body),
    ])
      expect(text).toContain('"shell"');
    expect(await ask(address, path, { ...before, ...after })).toContain('All done.');
    expect(await ask(address, path, { ...before, tools: [] })).toContain('All done.');
  });

  it('notes what the model reads', async () => {
    const { address, asked } = await model();
    await ask(address, '/v1/messages', {
      system: 'be good',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    });
    expect(asked.map(({ messages }) => messages)).toEqual([
      [
        { role: 'system', text: 'be good' },
        { role: 'user', text: 'hi' },
      ],
    ]);
  });
});

describe('what is kept', () => {
  it('is the same wherever and whenever it was seen', () => {
    const seen = (root: string, id: string, at: string) => ({
      session_id: id,
      transcript_path: `${root}/home/-tmp-${root.split('/').at(-1)}/2026/${at.slice(5, 7)}/${at.slice(8, 10)}/${id}.jsonl`,
      again: [id],
      timestamp: Date.parse(at),
      at,
      duration_ms: Date.parse(at) % 977,
      address: `http://127.0.0.1:${Date.parse(at) % 60_000}`,
    });
    const one = seen('/tmp/world-abc', '1b4e28ba-2fa1-41d2-883f-0016d3cca427', '2026-11-16T10:00:00.123Z');
    const other = seen('/var/tmp/world-xyz', '6fa459ea-ee8a-4ca4-894e-db77e160355e', '2027-02-03T04:05:06Z');
    expect(stable(one, '/tmp/world-abc')).toEqual(stable(other, '/var/tmp/world-xyz'));
    expect(stable(one, '/tmp/world-abc').transcript_path).toContain(`${ROOT}/home/`);
  });
});
