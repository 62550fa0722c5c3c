// Commands whose words after their options are themselves a command.
import type { Word } from 'unbash';

/** Each with its options that take the next word as their value. */
const WRAPPERS: Readonly<Record<string, RegExp | null>> = {
  exec: /^-a$/,
  command: null,
  nohup: null,
  nice: /^-n$/,
  time: /^-[fo]$/,
  env: /^(?:-[uCS]|--unset|--chdir)$/,
  timeout: /^(?:-[ks]|--kill-after|--signal)$/,
  xargs: /^-[IdEnLPs]$/,
  sudo: /^-[ughpCDRT]$/,
};

export const isWrapper = (name: string): boolean => Object.hasOwn(WRAPPERS, name);

/** The word that names the command inside. */
export function wrappedIn(name: string, words: readonly Word[]): Word | undefined {
  const valued = WRAPPERS[name] ?? null;
  for (let at = 0; at < words.length; at++) {
    const { value = '' } = words[at] ?? {};
    if (valued?.test(value) === true) at++;
    else if (!/^-|=|^[\d.]+[smhd]?$/.test(value)) return words[at];
  }
  return undefined;
}
