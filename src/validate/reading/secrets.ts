// Where keys, passwords and tokens lie on a machine, and how a text that reads them looks.
import type { Blanked } from './blank.js';
import { callsIn } from './blank.js';
import type { Seen } from './seen.js';

/** The user's own folder, as texts name it. */
const HOME = String.raw`(?:~[\w-]*|\$\{?HOME\}?|/home/[^/\s]+|/Users/[^/\s]+|/root|%USERPROFILE%|\$env:USERPROFILE)`;
/** What lies below it and is secret. */
const PLACES =
  String.raw`\.ssh/(?!known_hosts|config\b|[^\s"']*\.pub\b)[^\s"')]*|\.ssh\b(?!/)|\.aws/(?:credentials|sso)\b|\.netrc\b|\.gnupg\b|\.git-credentials\b|\.npmrc\b|\.pypirc\b|\.pgpass\b|` +
  String.raw`\.docker/config\.json|\.kube/config\b|\.azure/[\w.]*|\.config/(?:gh/hosts\.yml|gcloud\b|op\b)|\.claude/\.credentials\.json|\.cargo/credentials|\.gem/credentials|\.env\b(?!/)|\.password-store\b|` +
  String.raw`\.mozilla/firefox\b|\.config/(?:google-chrome|chromium|BraveSoftware)\b|Library/(?:Keychains|Cookies|Application Support/(?:Google/Chrome|Firefox))|\.local/share/keyrings`;
/** A path as a whole: below the home of the user, or of the system. */
export const SECRET_PATH = new RegExp(
  String.raw`^(?:${HOME}/(?:${PLACES})|/etc/(?:shadow|sudoers)\b|.*(?:/Login Data|/cookies\.sqlite|/logins\.json|/key4\.db)$|(?:.*/)?id_(?:rsa|dsa|ecdsa|ed25519)$)`,
);

/** Commands that hand out what a store of secrets keeps. */
const STORES: readonly RegExp[] = [
  /^security (?:-\w+ )*(?:find-(?:generic|internet)-password|dump-keychain|export)\b/,
  /^secret-tool (?:lookup|search)\b/,
  /^pass (?:show|ls)\b/,
  /^(?:gpg|gpg2) .*--export-secret/,
  /^op (?:read|item get)\b/,
  /^gcloud auth print-(?:access|identity)-token\b/,
  /^(?:git credential fill|gh auth token)\b/,
  /^aws configure (?:get|export-credentials)\b/,
];

/** The store that a command asks; `null`: none. */
export const storeAsked = (line: string): string | null =>
  STORES.some((pattern) => pattern.test(line)) ? line.split(' ').slice(0, 3).join(' ') : null;

const HOME_CALL = /Path\.home\(\)|expanduser\(|homedir\(\)|environ[^\n]{0,20}HOME|env\.HOME|env\[["']HOME/;
const OPENS =
  /open|io\.open|(?:\w+\.)*(?:readFileSync|readFile|createReadStream|copyFileSync|copyFile|cpSync)|shutil\.copy\w*/;

/** The secret that an expression names: as one path, or by its pieces below the home folder. */
function namedIn(expression: string): string | null {
  const strings = [...expression.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(
    ({ 2: text = '' }) => text,
  );
  const joined = HOME_CALL.test(expression) ? `~/${strings.join('/').replace(/^[~/]+/, '')}` : '';
  return strings.find((text) => SECRET_PATH.test(text)) ?? (SECRET_PATH.test(joined) ? joined : null);
}

/** Secrets that Python or JavaScript opens, by their path or by a variable that has it. A path that is only compared is none. */
export function secretsIn(blanked: Blanked): readonly Seen[] {
  const { code } = blanked;
  const held = new Map<string, string>();
  for (const { 1: name = '', 2: value = '' } of code.matchAll(
    /^[ \t]*(?:const |let |var )?(\w+)\s*=\s*([^=\n].*)$/gm,
  )) {
    const what = namedIn(value);
    if (what !== null && !/[[{]\s*$|^[[({]/.test(value)) held.set(name, what);
  }
  const opened = callsIn(blanked, OPENS).flatMap(({ at, args }): Seen[] => {
    const what = namedIn(args) ?? held.get(/^\s*(?:str\(\s*)?(\w+)/.exec(args)?.[1] ?? '') ?? null;
    return what === null ? [] : [{ kind: 'secret', at, what }];
  });
  const methods = [...code.matchAll(/^.*\.(?:read_text|read_bytes|open)\(/gm)].flatMap(
    ({ index: at, 0: line }): Seen[] => {
      const holder = /(\w+)(?:\.\w+\(\))*\.(?:read_text|read_bytes|open)\($/.exec(line)?.[1] ?? '';
      const what = namedIn(line) ?? held.get(holder) ?? null;
      return what === null ? [] : [{ kind: 'secret', at: at + line.search(/\S/), what }];
    },
  );
  return [...opened, ...methods];
}
