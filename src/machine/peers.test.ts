import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { isStranger, peerIn, userOfPeer } from './peers.js';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 100 1 0000000000000000 100 0 0 10 0
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 101 1 0000000000000000 20 4 30 10 -1
   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 102 1 0000000000000000 20 4 30 10 -1
`;

it('finds the user at the other end, and nobody else', () => {
  expect(peerIn(TABLE, 50_000, 8080)).toBe(1001);
  expect(peerIn(TABLE, 8080, 50_000)).toBe(1000);
  expect(peerIn(TABLE, 50_001, 8080)).toBe(null);
  expect(peerIn('', 1, 2)).toBe(null);
});

it('only another user is a stranger', () => {
  const own = process.getuid?.() ?? 0;
  expect([null, 0, own, own + 1].map(isStranger)).toEqual([
    false,
    false,
    false,
    process.getuid !== undefined,
  ]);
});

it.runIf(process.platform === 'linux')('knows who made a real connection', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  const client = connect(port, '127.0.0.1');
  await once(client, 'connect');
  expect(await userOfPeer(client.localPort ?? 0, port)).toBe(process.getuid?.());
  client.destroy();
  server.close();
});
