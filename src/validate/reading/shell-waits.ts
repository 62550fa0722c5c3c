// Shell commands that may wait for long or for ever.
import type { Word } from 'unbash';
import { type Seen, TERMINAL } from './seen.js';

/** Programs that go on until somebody ends them, and the option that makes them; `null`: always. */
const ENDLESS: Readonly<Record<string, { readonly option: RegExp | null; readonly why: string }>> = {
  tail: {
    option: /^(?:-\w*[fF]\w*|--follow(?:=.*)?|--retry)$/,
    why: 'tail -f waits for more lines without end',
  },
  journalctl: { option: /^(?:-\w*f\w*|--follow)$/, why: 'journalctl -f waits for more lines without end' },
  nc: { option: /^-\w*l\w*$/, why: 'nc -l waits for somebody to connect' },
  ncat: { option: /^(?:-\w*l\w*|--listen)$/, why: 'ncat -l waits for somebody to connect' },
  netcat: { option: /^-\w*l\w*$/, why: 'netcat -l waits for somebody to connect' },
  socat: { option: /LISTEN/i, why: 'socat waits for somebody to connect' },
  inotifywait: { option: /^(?:-\w*m\w*|--monitor)$/, why: 'inotifywait -m watches without end' },
  fswatch: { option: null, why: 'fswatch watches without end' },
  watch: { option: null, why: 'watch repeats a command without end' },
  top: { option: null, why: 'top runs until somebody ends it' },
  htop: { option: null, why: 'htop runs until somebody ends it' },
  vim: { option: null, why: 'vim waits for somebody to type' },
  vi: { option: null, why: 'vi waits for somebody to type' },
  nano: { option: null, why: 'nano waits for somebody to type' },
};
/** What makes them end all the same, or do something else. */
const ENDS: Readonly<Record<string, RegExp>> = {
  tail: /^--pid(?:=|$)/,
  top: /^-\w*b/,
  nc: /^-\w*w/,
  watch: /^(?:-\w*[gq]|--(?:chgexit|errexit))/,
  inotifywait: /^(?:-\w*t|--timeout)/,
  fswatch: /^(?:-\w*1|--one-event)/,
  vim: /^-\w*[es]/,
  vi: /^-\w*[es]/,
};

/** What a command waits for. */
export function waitsOf(program: string, words: readonly Word[], at: number): readonly Seen[] {
  const has = (pattern: RegExp): boolean => words.some(({ value }) => pattern.test(value));
  const wait = (why: string, forEver = false): readonly Seen[] => [{ kind: 'waits', at, why, forEver }];
  if (program === 'cat' && has(/^\/dev\/tty$/)) return wait(TERMINAL, true);
  const endless = Object.hasOwn(ENDLESS, program) ? ENDLESS[program] : undefined;
  if (endless !== undefined) {
    const ends = Object.hasOwn(ENDS, program) && has(ENDS[program] ?? /^$/);
    return (endless.option === null || has(endless.option)) && !ends ? wait(endless.why, true) : [];
  }
  if (program === 'sleep' && words[0]?.value === 'infinity') return wait('it sleeps without end', true);
  if (program === 'sleep' && !(Number(words[0]?.value) < 5))
    return wait(`it sleeps for ${words[0]?.text ?? ''} seconds`);
  if (program === 'read' && has(/^-\w*p/)) return wait('it waits for somebody to type');
  if (program === 'curl' && !has(/^(?:-m|--max-time|-\w*m$)/)) return wait('curl has no --max-time');
  if (program === 'wget' && !has(/^(?:-T|--timeout)/)) return wait('wget has no --timeout');
  if (program === 'sudo' && !has(/^-\w*n/)) return wait('sudo may ask for a password');
  return [];
}
