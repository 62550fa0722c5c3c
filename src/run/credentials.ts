// Which variables are credentials: what scrubbing takes from hooks, and commands that a model chose never get.
import type { Profile } from '../profiles.js';
import { holdsSecret, isSecretUnder, wordsOf } from '../text/index.js';

/** What the real program was seen to remove, also with the prefix `INPUT_` under which CI systems repeat it. */
export const CREDENTIALS: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_CUSTOM_HEADERS',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_API_KEY',
  'GEMINI_API_KEY',
  'AZURE_CLIENT_SECRET',
  'AZURE_CLIENT_CERTIFICATE_PATH',
  'AZURE_OPENAI_API_KEY',
  'OPENAI_API_KEY',
  'GITHUB_TOKEN',
  'GH_TOKEN',
  'GITLAB_TOKEN',
  'NPM_TOKEN',
  'NODE_AUTH_TOKEN',
  'HF_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'ACTIONS_RUNTIME_TOKEN',
];

const LISTED: ReadonlySet<string> = new Set(CREDENTIALS);

/** Without these a program does not start, or not where it should. Whatever they hold, they stay. */
const NEEDED =
  /^(?:PATH|HOME|PWD|OLDPWD|SHELL|SHLVL|USER|LOGNAME|USERNAME|HOSTNAME|LANG|LANGUAGE|LC_\w+|TERM|COLORTERM|LS_COLORS|TMPDIR|TMP|TEMP|TZ|EDITOR|DISPLAY|XDG_\w+|SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_TTY|CLAUDE_CODE_SUBPROCESS_ENV_SCRUB)$/i;

/** These words make a name that of a credential wherever they stand in it. */
const ANYWHERE =
  /(?:^| )(?:secrets?|[a-z]*passwords?|passwd|passphrase|credentials?|apikey|api key|private key|access key|bearer token|connection string|database url)(?: |$)|^vault /;
/** These do at the end of it. */
const AT_THE_END =
  /(?:^| )(?:token|pass|sshpass|passcode|pwd|auth|dsn|cookies?|jwt|pat|key|creds?)(?: \d+)?$/;
/** A name that ends so says where something lies or how it is treated. Who may read the file can find it without being told where. */
const ABOUT =
  / (?:files?|path|dir|folder|sock|socket|name|arn|type|length|size|limit|count|ttl|timeout|expiry|policy|prompt|helper|provider|command|backend|enabled|disabled|required)$/;
const NO_SECRET_KEY = /(?:public|cache|primary|sort|partition|foreign|host) key$/;

/** Whether a variable is a credential by what it is called or by what it holds. */
export function isCredential(name: string, value: string, how: Profile['scrubbing']): boolean {
  const own = name.replace(/^INPUT_/, '');
  if (LISTED.has(own)) return true;
  if (how === 'listed' || value === '' || NEEDED.test(name)) return false;
  return isNameOfCredential(wordsOf(own)) || holdsSecret(value) || isHeldUnder(own, value);
}

function isNameOfCredential(words: string): boolean {
  if (ABOUT.test(words) || NO_SECRET_KEY.test(words)) return false;
  return ANYWHERE.test(words) || AT_THE_END.test(words);
}

const isHeldUnder = (name: string, value: string): boolean =>
  !ABOUT.test(wordsOf(name)) && isSecretUnder(name, value);
