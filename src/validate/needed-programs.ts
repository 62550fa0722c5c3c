// Which programs a hook cannot do without, as far as its texts tell.
import type { Part } from './parts.js';
import { seenOf } from './reading/seen.js';
import type { Subject } from './subject.js';

interface Needed {
  readonly part: Part;
  readonly name: string;
  readonly at: number;
}

/** Programs that only some systems have, and how a text asks which system it is on. */
const OF_ONE_SYSTEM =
  /^(?:powershell(?:\.exe)?|cmd(?:\.exe)?|where|clip(?:\.exe)?|wslpath|cygpath|afplay|say|osascript|pbcopy|pbpaste|open|terminal-notifier|sw_vers|security|notify-send|paplay|aplay|spd-say|xdg-open|zenity|kdialog)$/;
const ASKS_SYSTEM =
  /\buname\b|\bOSTYPE\b|sys\.platform|platform\.system|process\.platform|os\.(?:name|platform|type)\b|\bWSL_|\bMSYSTEM\b|\bOS\b|\bDarwin\b|win32|\.exe\)/;

/** Every program that is started by its name; none that may be a function, that is asked for first, or whose failure is dealt with. */
export function neededPrograms({ parts }: Subject): readonly Needed[] {
  const namesOf = (kind: 'asked' | 'defined'): ReadonlySet<string> =>
    new Set(parts.flatMap(({ reading }) => seenOf(reading, kind).map(({ name }) => name)));
  const [asked, defined] = [namesOf('asked'), namesOf('defined')];
  // A name may be a function of a file that is sourced and could not be found.
  const unknown = parts.some(({ open }) => open);
  return parts
    .filter(({ reading }) => !(unknown && reading.language === 'shell'))
    .flatMap((part) =>
      seenOf(part.reading, 'program')
        .filter(({ name, caught }) => !caught && !asked.has(name) && !defined.has(name))
        .filter(({ name }) => !(OF_ONE_SYSTEM.test(name) && ASKS_SYSTEM.test(part.reading.code)))
        .map(({ name, at }) => ({ part, name, at })),
    );
}
