// Which variables of a text hold the event, told by where their value comes from and by what people call them.
import type { Certainty } from './seen.js';

const FROM_STDIN: readonly RegExp[] = [
  /\b(\w+)=["']?\$\(\s*(?:timeout\s+\S+\s+)?(?:cat(?:\s+-)?|<\s*\/dev\/stdin)\s*(?:2>\s*\S+\s*)?(?:\|\|[^)]*)?\)/g,
  /\b(\w+)\s*(?::[^=\n]*)?=\s*json\.loads?\(\s*sys\.stdin/g,
  /\b(\w+)\s*=\s*sys\.stdin\.(?:buffer\.)?read\(/g,
  /\b(\w+)\s*(?::[^=\n]*)?=\s*(?:JSON\.parse\(\s*)?(?:\w+\.)?readFileSync\(\s*(?:0|["']\/dev\/stdin)/g,
];
/** JSON that comes from anywhere else: a file, a program. */
const FROM_ELSEWHERE =
  /\b(\w+)\s*(?::[^=\n]*)?=\s*(?:json\.loads?\(\s*(?!sys\.stdin)\w+(?:\.\w+\()?|JSON\.parse\(\s*(?:\w+\.)*(?:readFileSync|readFile|execSync|execFileSync)\((?!\s*0))/g;
const USUAL =
  /^(?:event|input|data|payload|(?:hook|event|input|stdin)_?(?:input|data|event|payload|json)|evt|parsed)$/i;

const namesIn = (code: string, pattern: RegExp): readonly string[] =>
  [...code.matchAll(pattern)].map(({ 1: name = '' }) => name);

/** Names that get all of stdin, as text or as what it says. */
export const stdinNames = (code: string): readonly string[] =>
  FROM_STDIN.flatMap((pattern) => namesIn(code, pattern));

/** Tells whether a variable holds the event. */
export function eventHolder(code: string): (name: string) => Certainty {
  const direct = new Set(stdinNames(code));
  const parsed = namesIn(code, /\b(\w+)\s*(?::[^=\n]*)?=\s*(?:json\.loads|JSON\.parse)\(\s*\w+\s*\)/g);
  const elsewhere = new Set(namesIn(code, FROM_ELSEWHERE).filter((name) => !parsed.includes(name)));
  // Where all that is parsed is what came in by stdin, its name does not matter.
  if (elsewhere.size === 0 && READS_STDIN.test(code) && !READS_FILES.test(code))
    for (const name of parsed) direct.add(name);
  return (name) => {
    if (direct.has(name)) return 'surely';
    return USUAL.test(name) && !elsewhere.has(name) ? 'likely' : 'no';
  };
}

const READS_STDIN = /process\.stdin|sys\.stdin|\bstdin\b/;
const READS_FILES = /readFile(?:Sync)?\((?!\s*0\b)|\bopen\(|\.read_text\(/;
