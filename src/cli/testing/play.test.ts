import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage, stable } from './play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

it('plays a command on a real project', async () => {
  stage.hooks({ Stop: ['echo "$PWD" >&2; exit 2'] });
  expect(await stage.play(['run', 'Stop', '--exit-code'])).toEqual({
    code: 1,
    stderr: '',
    stdout: expect.stringMatching(/exit 2 \(block\)\n {3}⇒ BLOCKED {2}.*<root>\/project/),
  });
});

it('a terminal has colours, stdin is what it is told', async () => {
  const { stdout } = await stage.play(['run'], {
    stdin: { text: '{"hook_event_name":"Stop"}' },
    terminal: { columns: 80 },
  });
  expect(stdout).toBe('   \u001b[2m⇒ nothing to do\u001b[22m\n');
  expect(await stage.play(['run'], { stdin: 'terminal' })).toMatchObject({ code: 1, stdout: '' });
});

it('what differs from run to run is replaced', () => {
  const text =
    'in /tmp/x/a: 12.5 ms at 2026-01-31T09:08:07.123Z by 0b1c2d3e-0000-4000-8000-0123456789ab, e77';
  expect(stable(text, '/tmp/x', [[/\be\d+/g, '<event>']])).toBe(
    'in <root>/a: <ms> at <time> by <uuid>, <event>',
  );
});
