// What a short text cannot do without if it holds a secret. A pattern takes longer to read than to use, and a process that answers one
// event sees few texts, nearly all of them paths and commands without any of this. Whoever changes a pattern changes this too; a test
// holds the two against each other.

/** In longer texts a pattern is faster. */
const SHORT = 1000;

/** How tokens begin, or what stands in each of them. */
const IN_TOKENS = [
  ...['sk-', 'sk_', 'rk_', 'whsec_', 'gsk_', 'xai-', 'pplx-', 'hf_', 'r8_', 'dapi', 'github_pat_', 'dckr_'],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'npm_', 'pypi-', 'rubygems_', 'AT', 'xox', 'xapp-'],
  ...['SG.', 'SK'],
  ...['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glimt-', 'glagent-', 'gloas-', 'glsoat-'],
  ...['glffct-', 'key-', '-us', '_v1_', 'hvb.', 'hvs.', 'hvr.', 'tskey-', 'pul-', 'dp.', 'shpat_', 'shpca_'],
  ...['shppa_', 'shpss_', 'sq0', 'lin_api_', 'ntn_', 'figd_', 'PMAK-', 'NRAK-', 'glsa_', 'glc_', 'sntry'],
  ...['sbp_', 'nfp_', 'pscale_', 'AIza', 'ya29.', 'GOCSPX-', 'AKIA', 'ASIA', 'ABIA', 'ACCA', 'AGE-SECRET'],
];

/** In lower case. */
const IN_SURROUNDINGS = [
  ...['-----begin', '://', 'sig', 'x-amz', 'x-goog', 'code=', 'sas=', 'hmac=', 'bearer', 'basic', 'auth'],
  ...['cookie', 'pass', 'pwd', 'secret', 'token', 'key', 'credential', 'dockerconfig', '-user', 'sudo'],
  ...['identified', ':543', ':6432', ':*:'],
];

export const mayHoldToken = (text: string): boolean => text.length > SHORT || holdsOne(text, IN_TOKENS);

export const mayHoldEncoded = (text: string): boolean =>
  text.length > SHORT || holdsOne(text, ['eyJ', 'eyAi', 'ewo']);

/** Digits, a colon and a long word; long words with two dots; or the sign of Azure. */
export const mayHoldBuilt = (text: string): boolean =>
  text.length > SHORT ||
  text.includes(':') ||
  text.includes('Q~') ||
  text.indexOf('.') !== text.lastIndexOf('.');

/** @param text in lower case */
export const mayTell = (text: string): boolean =>
  text.length > SHORT || text.startsWith('-u') || holdsOne(text, IN_SURROUNDINGS) || hasOption(text);

const holdsOne = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.includes(word));

/** Whether something begins with a dash: behind a blank of whatever kind, and these are the signs up to the space and some beyond ASCII. */
function hasOption(text: string): boolean {
  for (let at = text.indexOf('-', 1); at > 0; at = text.indexOf('-', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before <= 0x20 || before >= 0xa0) return true;
  }
  return false;
}
