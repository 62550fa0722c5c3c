import { expect, it } from 'vitest';
import { Desk } from './testing/desk.js';

it('what the host’s log is told holds no secret', async () => {
  const desk = new Desk();
  try {
    desk.server.log('warning', 'curl -u me:hunter2horse failed');
    const heard = await desk.client.until(({ method }) => method === 'log');
    expect(heard).toMatchObject({ params: { message: 'curl -u me:[redacted] failed' } });
  } finally {
    await desk.remove();
  }
});
