// Lists of settings that limit what http hooks and MCP servers may call and be given, voice by voice.
import type { Diagnostic, Hook, HttpPolicy, Voice, VoicedList } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { quote } from '../text/index.js';
import { mayAllow, VOICES, whyWithheld } from '../voices.js';
import { diagnostic } from './diagnostic.js';
import type { Listing, Settings } from './settings.js';

export interface VoicedSettings extends Settings {
  readonly voice: Voice;
}

export function httpPolicy(given: readonly VoicedSettings[]): HttpPolicy {
  return Object.freeze({
    allowedUrls: listsOf(given, (one) => one.allowedHttpHookUrls),
    refusedUrls: listsOf(given, refusedIn),
    allowedEnvVars: listsOf(given, (one) => one.httpHookAllowedEnvVars),
  });
}

function refusedIn({ policy }: Settings): Pick<Listing, 'items'> | null {
  const items = policy?.refusedAddresses ?? [];
  return items.length === 0 ? null : { items };
}

/** What each voice that gives a list says; the files of one voice say it together. */
function listsOf(
  all: readonly VoicedSettings[],
  pick: (settings: Settings) => Pick<Listing, 'items'> | null,
): readonly VoicedList[] {
  const lists = VOICES.flatMap((voice) => {
    const given = all.filter((one) => pick(one) !== null && one.voice === voice);
    if (given.length === 0) return [];
    return [
      Object.freeze({
        voice,
        files: Object.freeze(given.map(({ sheet }) => sheet.source.file)),
        items: Object.freeze([...new Set(given.flatMap((one) => pick(one)?.items ?? []))]),
      }),
    ];
  });
  return Object.freeze(lists);
}

/** Lists of a project that look as if they allowed something. */
export function listProblems(
  given: readonly VoicedSettings[],
  http: HttpPolicy,
  { httpLists }: Profile,
): readonly Diagnostic[] {
  const urls = http.allowedUrls.filter(({ voice }) => mayAllow(voice));
  const variables = http.allowedEnvVars.filter(({ voice }) => mayAllow(voice));
  return given
    .filter(({ voice }) => voice === 'project')
    .flatMap((one) => [
      // Where nobody gives a list an address needs no permission; a variable always does.
      ...(httpLists === 'joined' || urls.length === 0 ? [] : tooMuch(one, 'allowedHttpHookUrls', urls)),
      ...tooMuch(one, 'httpHookAllowedEnvVars', variables),
    ]);
}

function tooMuch(
  { sheet, ...settings }: VoicedSettings,
  key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars',
  stronger: readonly VoicedList[],
): readonly Diagnostic[] {
  const list = settings[key];
  const extra = list?.items.filter((item) => !stronger.some(({ items }) => items.includes(item))) ?? [];
  if (list === null || extra.length === 0) return [];
  const names = extra.map(quote).join(', ');
  const beside = stronger.flatMap(({ files }) => files).join(' and ');
  const says = beside === '' ? 'the user’s settings have no such list' : `what counts is ${beside}`;
  const message = `"${key}" of a project only narrows and does not allow ${names}: ${says}`;
  return [
    diagnostic('list-only-narrows', message, { file: sheet.source.file, at: sheet.positionOf(list.at) }),
  ];
}

/** Variables that http hooks of the project ask for and are not given. */
export function withheldVariables(
  hooks: readonly Hook[],
  { allowedEnvVars }: HttpPolicy,
  profile: Profile,
): readonly Diagnostic[] {
  return hooks.flatMap(({ handler, voice, source, line, column }) => {
    if (handler.type !== 'http' || voice !== 'project') return [];
    const names = handler.allowedEnvVars.filter(
      (name) => whyWithheld(name, voice, allowedEnvVars, profile) !== null,
    );
    if (names.length === 0) return [];
    const message = `An http hook of the project is not given ${names.join(', ')}: headers that refer to ${names.length === 1 ? 'it' : 'them'} stay empty there`;
    const hint = `If the project may send ${names.length === 1 ? 'it' : 'them'}, write "httpHookAllowedEnvVars": ${JSON.stringify(names)} into your user settings (~/.claude/settings.json), or move the hook to ~/.amplifier/hooks.`;
    return [
      diagnostic('http-variable-withheld', message, { file: source.file, at: { line, column } }, { hint }),
    ];
  });
}
