// How a browser is opened for the person at this machine.
import { findProgram } from './programs.js';
import { HERE, isWindows, type System } from './system.js';

/** The program that opens an address, with what stands before it; `null`: there is none, or no screen. */
export function browserOpener(system: System = HERE): readonly [program: string, ...args: string[]] | null {
  const path = system.env['PATH'] ?? '';
  if (isWindows(system)) {
    const program = findProgram('rundll32', path, system);
    return program === null ? null : [program, 'url.dll,FileProtocolHandler'];
  }
  if (system.platform === 'darwin') {
    const program = findProgram('open', path, system);
    return program === null ? null : [program];
  }
  const hasScreen = ['DISPLAY', 'WAYLAND_DISPLAY'].some((name) => (system.env[name] ?? '') !== '');
  const program = hasScreen ? findProgram('xdg-open', path, system) : null;
  return program === null ? null : [program];
}
