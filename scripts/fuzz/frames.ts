// Lines for the sidecar: every request is answered once, and nothing that arrives ends the conversation.
import { PassThrough, Writable } from 'node:stream';
import { Peer } from '../../src/hosts/sidecar/peer.js';
import { isRecord } from '../../src/text/index.js';
import type { Random } from './random.js';
import { must, type Target } from './target.js';
import { damaged, json, object } from './texts.js';

const LONGEST = 1_000_000;

export function frames(): Target {
  const input = new PassThrough();
  let heard = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      heard += String(chunk);
      done();
    },
  });
  new Peer({
    input,
    output,
    requests: { ping: () => ({}), event: (params) => params, fail: () => Promise.reject(new Error('no')) },
    onOddity: () => undefined,
    maxLineBytes: LONGEST,
  });
  let last = 0;
  return {
    name: 'frames',
    share: 0.045,
    async tryOne(random) {
      last += 1;
      heard = '';
      input.write(Buffer.from(frame(random), 'utf8'));
      // A sign of life, which is answered after whatever came before it.
      input.write(`\n{"jsonrpc":"2.0","id":"alive-${last}","method":"ping"}\n`);
      for (let turns = 0; !heard.includes(`"alive-${last}"`) && turns < 1000; turns += 1)
        await new Promise(setImmediate);
      const lines = heard
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      const ids = lines.map((line) => (isRecord(line) ? line['id'] : undefined));
      must(ids.includes(`alive-${last}`), 'no answer comes any more');
      must(ids.filter((id) => id === 'asked').length <= 1, 'one request is answered twice');
    },
    async close() {
      input.end();
    },
  };
}

function frame(random: Random): string {
  const method = random.pick(['ping', 'event', 'fail', 'none', 'cancel']);
  const message = object(random, { jsonrpc: '2.0', id: 'asked', method, params: object(random, {}, 3) });
  const text = damaged(random, json(random, message)).replaceAll('alive-', '');
  return random.chance(0.001) ? `${text.slice(0, -1)},"x":"${'x'.repeat(LONGEST)}"}` : text;
}
