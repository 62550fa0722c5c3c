import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const line = (id: number, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const hello = { protocol: [1], host: { name: 'test', version: '1' }, format: 'claude' };

describe('serve', () => {
  it('answers until stdin ends', async () => {
    stage.hooks({ Stop: ['true'] });
    const text = [
      line(1, 'initialize', hello),
      line(2, 'session/open', { session: 's', cwd: stage.dir }),
      'nonsense\n',
    ].join('');
    const { stdout, stderr, code } = await stage.play(['serve'], { stdin: { text } });
    const answers = stdout
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each));
    expect(answers.find(({ id }) => id === 1)).toMatchObject({ result: { protocol: 1 } });
    expect(answers.find(({ id }) => id === 2)).toMatchObject({ result: { events: ['Stop'] } });
    expect(answers.find(({ id }) => id === null)).toMatchObject({ error: { code: -32700 } });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it('says nothing when nobody asks', async () => {
    expect(await stage.play(['serve'])).toEqual({ stdout: '', stderr: '', code: 0 });
  });

  it('tells a person at a terminal what it waits for', async () => {
    const { stdout, stderr } = await stage.play(['serve'], { stdin: 'terminal' });
    expect([stdout, stderr]).toEqual(['', expect.stringMatching(/^Waiting for messages of a host/)]);
  });

  it('refuses what it does not know with 1, never with 2', async () => {
    const { stdout, code } = await stage.play(['serve', '--port', '80']);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
  });
});
