import { expect, it } from 'vitest';
import { browserOpener } from './browser.js';
import type { System } from './system.js';

const system = (platform: NodeJS.Platform, env: System['env'], programs: readonly string[]): System => ({
  platform,
  env,
  isProgram: (file) => programs.includes(file),
});

it.each<[string, System, ReturnType<typeof browserOpener>]>([
  [
    'Linux with a screen',
    system('linux', { DISPLAY: ':0', PATH: '/usr/bin' }, ['/usr/bin/xdg-open']),
    ['/usr/bin/xdg-open'],
  ],
  [
    'Wayland',
    system('linux', { WAYLAND_DISPLAY: 'wayland-0', PATH: '/usr/bin' }, ['/usr/bin/xdg-open']),
    ['/usr/bin/xdg-open'],
  ],
  ['no screen', system('linux', { DISPLAY: '', PATH: '/usr/bin' }, ['/usr/bin/xdg-open']), null],
  ['no program', system('linux', { DISPLAY: ':0', PATH: '/usr/bin' }, []), null],
  ['macOS', system('darwin', { PATH: '/usr/bin' }, ['/usr/bin/open']), ['/usr/bin/open']],
  [
    'Windows',
    system('win32', { PATH: 'C:\\Windows\\System32' }, ['C:\\Windows\\System32\\rundll32.exe']),
    ['C:\\Windows\\System32\\rundll32.exe', 'url.dll,FileProtocolHandler'],
  ],
])('%s', (_name, given, expected) => {
  expect(browserOpener(given)).toEqual(expected);
});
