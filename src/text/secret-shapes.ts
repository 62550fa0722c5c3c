// What a secret looks like in a text. One table for whoever must not write one down or hand one on.
import { madeOnce } from './made-once.js';
import { mayHoldBuilt, mayHoldEncoded, mayHoldToken } from './secret-hints.js';

export const REDACTED = '[redacted]';

export interface SecretRule {
  /** As the reference page names it. */
  readonly what: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** No rule of a group applies to a text without what the group goes by. */
export interface SecretRules {
  /** What this denies need not be asked by the pattern; left out: everything is. */
  readonly may?: (text: string) => boolean;
  readonly telling: RegExp;
  readonly rules: () => readonly SecretRule[];
}

// Texts are looked at as they are and as JSON writes them: `\n` before a word is no letter of it, hence `(?<!(?<!\\)…)`.
// Quantifiers before the telling part of a pattern are bounded, and what follows it cannot fail, so that no text makes one slow.

const rule = (what: string, pattern: RegExp, instead = REDACTED): SecretRule => ({ what, pattern, instead });
const oneOf = (...parts: readonly RegExp[]): string => parts.map(({ source }) => source).join('|');

/** What stands behind a word of `SECRET_NAME` makes it the name of something else. */
const ABOUT =
  'file|files|path|dir|folder|name|names|arn|url|uri|type|kind|count|limit|length|size|budget|usage|ttl|age|timeout|expiry|expires\\w{0,4}|policy|field|header|param|prompt|label|stdin|fd|env|hint|strength|manager|store|required|regex|pattern|format|error|errors|helper|rotation|version';
const SECRET_NAME = String.raw`(?:pass(?:word|wd|phrase|code)|secret|token|(?:api|access|private|signing|encryption|account|master|auth|app|application|license|service|storage|deploy|session|consumer|subscription|webhook)[-_ ]?key|credentials?|(?<!(?<!\\)[a-z])_auth|dockerconfigjson)(?:(?:key|value|string|text|hash|data|base64|accesskey)(?![a-z])|(?![a-z]))(?:[-_](?!(?:\w{0,20}[-_])?(?:${ABOUT})(?!\w))\w{1,40})?`;
const QUOTE = String.raw`\\{0,7}["']`;
/** A variable, what a program puts in later, or what was replaced already. */
const PLACEHOLDER = String.raw`(?:${QUOTE})?(?:\$(?:\w+|\{[^}\s]{0,200}\}?|\(|\{\{)(?![$\w])|\[|<[\w -]{1,60}>|\{\{|%\w{1,60}%|\*{3}|x{3,}(?!\w))`;
/** What stands behind a name in code, types and counts. */
const EXPRESSION = String.raw`(?:true|false|null|none|nil|undefined|string|str|number|int|bool|boolean|any|unknown|required|optional|yes|no|on|off|await|new|async|function|lambda|typeof|return|password|passwd|pass|token|secret|key|apikey|api_key|focus|hover|active|disabled|invalid|\d{1,3})(?![\w$@!#%^*+/=-])|[\w$.]{1,80}[(\[]|(?:process|os|config|cfg|req|request|self|this|args|argv|options|opts|settings|env|ctx|params|props|data|event|input|import|secrets|vars?|local|module|each|state)\.`;
/** In prose, the word after an option. */
const PROSE = String.raw`(?:is|are|was|and|or|to|option|options|flag|argument|for|in|with|can|must|should|from|as|which|that|if|the|a|an|not|will|has|of)(?![\w-])`;
const QUOTED = String.raw`"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|\\"(?:[^"\\]|\\\\(?:\\")?|\\[^"\\])*|\\{1,7}"[^"\\]*|\\{1,7}'[^'\\]*`;
/** A bare value goes on behind a sign that could end it, unless another name follows there. */
const BARE = String.raw`[^\s"'&;,|(){}\\]+(?:[&;,|(){}]{1,3}[^\s"'&;,|(){}\\=:]+(?=[\s"']|$)){0,5}`;
const VALUE = `(?:${QUOTED}|${BARE})`;
const SEPARATOR = String.raw`(?:${QUOTE})?\s{0,5}(?::=|=>(?=\s{0,5}${QUOTE})|[:=](?![=:~>]))\s{0,5}`;

const tokens = (): RegExp =>
  new RegExp(
    `(?<!(?<!\\\\)[A-Za-z0-9])(?:${oneOf(
      /sk-[\w-]{20,}|[rs]k_(?:live|test)_\w{16,}|whsec_[\w+/=]{20,}|gsk_\w{30,}|xai-\w{30,}|pplx-\w{30,}/,
      /hf_[A-Za-z0-9]{30,}|r8_\w{30,}|dapi[0-9a-f]{32}/,
      /gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{20,}|AT(?:ATT3|BB)[\w=-]{20,}/,
      /xox[a-eoprs](?:\.xox[bp])?-[\w-]{10,}|xapp-\d-[\w-]{10,}/,
      /npm_[A-Za-z0-9]{30,}|pypi-[\w-]{40,}|rubygems_[0-9a-f]{40,}|dckr_[op]at_[\w-]{20,}/,
      /SG\.[\w-]{16,}\.[\w-]{16,}|SK[0-9a-f]{32}(?!\w)|(?<!-)key-[0-9a-f]{32}(?!\w)|[0-9a-f]{32}-us\d{1,2}(?!\w)/,
      /do[opr]_v1_[a-f0-9]{32,}|hv[bsr]\.[\w-]{20,}|tskey-[\w-]{16,}|pul-[0-9a-f]{40}|dp\.(?:pt|st|ct|sa|scim|audit)\.\w{30,}/,
      /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sq0(?:atp|csp)-[\w-]{20,}|lin_api_\w{30,}|ntn_\w{30,}|figd_[\w-]{20,}|PMAK-[\w-]{30,}|NRAK-\w{20,}/,
      /gl(?:sa|c)_[\w=+/]{30,}|sntry[su]_[\w=+/-]{30,}|sbp_[0-9a-f]{30,}|nfp_\w{30,}|pscale_(?:tkn|pw|oauth)_[\w-]{30,}/,
      /AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}/,
      /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/,
      /AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{40,}/,
    )})`,
    'g',
  );

// Patterns are made at the first need: most texts need none of them, and each takes its time to be read.

/** Tokens that are known by how they begin, or by how they are built. */
const SHAPES = madeOnce((): readonly SecretRule[] => [
  rule(
    'tokens that begin as those of model providers, code hosts, chat, payment, mail, package registries and clouds do (`sk-`, `sk_live_`, `ghp_`, `github_pat_`, `glpat-`, `xoxb-`, `npm_`, `pypi-`, `hf_`, `SG.`, `dckr_pat_`, `hvs.`, `AIza`, `AKIA`, `AGE-SECRET-KEY-` and others)',
    tokens(),
  ),
]);

/** Such keys have no beginning to know them by: forty signs of all kinds, alone. */
export const FORTY = madeOnce(() =>
  rule(
    'forty letters, digits, `+` and `/` of all kinds that stand alone, as AWS secret keys do',
    /(?<!(?<!\\)[\w/+.=-])(?=[A-Za-z/+]{0,39}\d)(?=(?:[a-z0-9/+]{0,39}[A-Z]){5})(?=(?:[A-Z0-9/+]{0,39}[a-z]){5})(?=[A-Za-z0-9]{0,39}[/+]|(?:[A-Za-z/+]{0,39}\d){3})(?!(?:[A-Za-z0-9+]{0,39}\/){5})[A-Za-z0-9/+]{40}(?![\w/+.=-])/g,
  ),
);

const BUILT = madeOnce((): readonly SecretRule[] => [
  rule('tokens of Telegram bots', /(?<![\d.:])\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g),
  rule(
    'tokens of Discord bots',
    /(?<!(?<!\\)[\w.-])[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6}\.(?=[a-z_-]{0,37}[A-Z0-9])[A-Za-z0-9_-]{27,38}(?![\w.-])/g,
  ),
  rule('client secrets of Azure', /(?<!(?<!\\)[\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g),
]);

const BLOCKS = madeOnce((): readonly SecretRule[] => [
  rule(
    'private key blocks',
    /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,30}-----|$)/g,
  ),
]);

const ENCODED = madeOnce((): readonly SecretRule[] => [
  rule(
    'JSON web tokens, and registry logins in base64',
    /(?<!(?<!\\)[A-Za-z0-9])(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*(?:\.[\w-]*){0,2}|(?:eyJhdXRo|ewogICJhdXRo|ewoJImF1dGh|eyAiYXV0aHM)[\w+/=]{10,})/g,
  ),
]);

const ADDRESSES = madeOnce((): readonly SecretRule[] => [
  rule(
    'passwords in URLs (`scheme://user:password@host`), and long keys in the place of the user',
    /(:\/\/[^\s/:@'"?#]{0,100}):(?!\[redacted\]@|\$)[^\s/'"?#]{1,300}@(?=[^\s@])/g,
    `$1:${REDACTED}@`,
  ),
  rule(
    'addresses that are secrets themselves (web hooks of Slack, Discord and Teams, Telegram bots)',
    /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/|webhook\.office\.com\/)[\w/@-]{20,}/g,
  ),
  rule(
    'signatures in addresses (`sig=`, `signature=`, `X-Amz-Signature=`), and keys there (`key=`, `code=`, `auth=`) where they are long',
    /([?&;](?:(?:sig|signature|x-(?:amz|goog)-(?:signature|credential))=(?=[^\s&"']{8})|(?:key|code|auth|sas|hmac)=(?=[^\s&"'\d]{0,200}\d)(?=[^\s&"']{20})))(?!\[)[^\s&"'\\]+/gi,
    `$1${REDACTED}`,
  ),
]);
const LONG_USER = madeOnce(() =>
  rule('', /(:\/\/)(?=[^\s/:@'"?#]{0,100}\d)[^\s/:@'"?#]{20,300}(?=(?::x-oauth-basic)?@)/g, `$1${REDACTED}`),
);

const HEADERS = madeOnce((): readonly SecretRule[] => [
  rule(
    'bearer and basic credentials',
    /(?<!(?<!\\)\w)([Bb]earer|[Bb]asic|BEARER|BASIC)(\s+)(?!\$)(?=[^\s"']{0,200}[0-9A-Z=])[\w.~+/=-]{8,}/g,
    `$1$2${REDACTED}`,
  ),
  rule(
    '`Authorization:` and `Cookie:` headers',
    /(?<!(?<!\\)\w)((?:authorization|cookie)(?:\\{0,7}["'])?\s{0,5}[:=]\s{0,5}(?:\\{0,7}["'])?(?:(?:bearer|basic|token)\s{1,5})?)(?!["'\s\\$[]|(?:bearer|basic|token)\s{1,5}[$[]|<[\w -]{1,60}>|(?:true|false|null|none|string|required)(?!\w))[^\r\n"'\\]+/gi,
    `$1${REDACTED}`,
  ),
]);

const NAMED = madeOnce((): readonly SecretRule[] => [
  rule(
    'assignments to a name that means a secret (`NAME=value`, `"name": "value"`, `name: value`), also in JSON that is itself a string; a `$VARIABLE` stays',
    new RegExp(`(${SECRET_NAME}${SEPARATOR})(?!${PLACEHOLDER}|${EXPRESSION})${VALUE}`, 'gi'),
    `$1${REDACTED}`,
  ),
]);

const PASS = madeOnce((): readonly SecretRule[] => [
  rule(
    '`PASS=value`, `DB_PASS=value`, `"pass": "value"`, `pass: value` on a line of its own',
    new RegExp(
      String.raw`((?:pass|PASS|Pass)(?<=(?<!(?<!\\)[A-Za-z])....|[a-z]Pass|SSHPASS)(?:(?:\\{0,7}["']\s{0,5}[:=]\s{0,5})|\s{0,2}=(?![=~>])\s{0,2}|(?<=(?:^|[\n{,]|\\n)\s{0,20}(?:- )?\w{0,40}):\s{1,5}|:\s{0,5}(?=${QUOTE})))(?!${PLACEHOLDER}|${EXPRESSION}|\s)${VALUE}`,
      'g',
    ),
    `$1${REDACTED}`,
  ),
]);

const PWD = madeOnce((): readonly SecretRule[] => [
  rule(
    '`DB_PWD=value`, `;Pwd=value`, `"pwd": "value"`, where the value is no path',
    new RegExp(
      String.raw`(pwd(?:(?<=[A-Za-z0-9]_...)|(?<=[;?&{,\s]\\{0,7}["']?...)(?=\\{0,7}["']\s{0,5}:|=))${SEPARATOR})(?!(?:${QUOTE})?(?:[/~.]|[A-Z]:\\|\$\()|${PLACEHOLDER}|${EXPRESSION})${VALUE}`,
      'gi',
    ),
    `$1${REDACTED}`,
  ),
]);

const KEYS = madeOnce((): readonly SecretRule[] => [
  rule(
    '`NAME_KEY=value`, where the value is long and holds a digit',
    /((?<!CACHE|PUBLIC|PRIMARY|SORT|PARTITION|FOREIGN|CONTEXT|HOST)_KEY["']?\s{0,2}[:=]\s{0,2}["']?)(?=[^\s"'\d]{0,200}\d)[\w+/=.~-]{16,}/g,
    `$1${REDACTED}`,
  ),
  rule(
    '`"auth": "…"` of Docker, where the value is base64',
    /(["']auth\\{0,7}["']\s{0,5}:\s{0,5}\\{0,7}["'])(?=[^"'\\]{0,200}[A-Z])(?=[^"'\\]{0,200}[a-z])(?=[^"'\\]{0,200}[0-9=])[A-Za-z0-9+/]{11,}={0,2}/g,
    `$1${REDACTED}`,
  ),
]);

const GIVEN = madeOnce((): readonly SecretRule[] => [
  rule(
    '`<password>value</password>`',
    new RegExp(String.raw`(<[\w:.-]{0,40}${SECRET_NAME}>\s{0,5})(?!\$|\[|<|\s)[^<]+(?=<\/)`, 'gi'),
    `$1${REDACTED}`,
  ),
  rule(
    'a value beside its name (`"name": "DB_PASSWORD", "value": "…"`, `<add key="Password" value="…"/>`)',
    new RegExp(
      String.raw`((?<!(?<!\\)\w)(?:name|key)(?:${QUOTE})?\s{0,5}[:=]\s{0,5}(?:${QUOTE})?\w{0,40}${SECRET_NAME}(?:${QUOTE})?(?:[\s,]|\\n){1,30}(?:${QUOTE})?value(?:${QUOTE})?\s{0,5}[:=]\s{0,5})(?!${PLACEHOLDER})${VALUE}`,
      'gi',
    ),
    `$1${REDACTED}`,
  ),
  rule(
    'options such as `--password value`, `--api-key value`, also as a list (`"--token", "value"`); a `$VARIABLE` stays',
    new RegExp(
      String.raw`((?<!(?<!\\)[\w-])-{1,2}[\w-]{0,30}(?:${SECRET_NAME}|(?<![a-z])pass|storepass|keypass)(?:\s{1,5}|\\{0,7}["']\s{0,5},\s{0,5}(?=\\{0,7}["'])))(?!-|${PLACEHOLDER}|${PROSE})${VALUE}`,
      'gi',
    ),
    `$1${REDACTED}`,
  ),
  rule(
    'what `config` and `set` commands are given for such a name (`aws configure set aws_secret_access_key value`)',
    new RegExp(
      String.raw`((?<!(?<!\\)\w)(?:config(?:ure)?\b[^\n|;&=]{0,80}?|(?:setx?|setenv)\s{1,5}(?:-{1,2}\w{1,10}\s{1,5}){0,2}\w{1,60}_)${SECRET_NAME}\s{1,5})(?![-=:]|${PLACEHOLDER}|${PROSE}|${EXPRESSION})${VALUE}`,
      'gi',
    ),
    `$1${REDACTED}`,
  ),
]);

const LINES = madeOnce((): readonly SecretRule[] => [
  rule(
    'lines of `.netrc` and `.pgpass`',
    /((?<!(?<!\\)\w)(?:machine\s{1,20}[^\s\\]{1,200}|default|login\s{1,20}[^\s\\]{1,200})(?:\s|\\[nrt]){1,20}(?:(?:login|account)\s{1,20}[^\s\\]{1,200}(?:\s|\\[nrt]){1,20}){0,2}password\s{1,20})(?!\[|\$)[^\s\\]+/g,
    `$1${REDACTED}`,
  ),
  rule(
    '`PASSWORD …` and `IDENTIFIED BY …` of SQL, `requirepass value`, `ENV NAME_TOKEN value` of a Dockerfile',
    new RegExp(
      String.raw`((?<!(?<!\\)\w)(?:password\s{1,5}(?=')|identified\s{1,5}by\s{1,5}(?=')|requirepass\s{1,5}|ENV\s{1,5}\w{1,60}_${SECRET_NAME}\s{1,5}))(?!${PLACEHOLDER}|${PROSE})${VALUE}`,
      'gi',
    ),
    `$1${REDACTED}`,
  ),
  rule(
    'passwords that are piped into a program (`echo value | docker login --password-stdin`)',
    /((?<!(?<!\\)\w)echo\s{1,5}(?:-n\s{1,5})?)(?!\\{0,7}["']?[$[]|-n)(?:"[^"\n]{1,200}"|\\{1,7}"[^"\\\n]{1,200}\\{1,7}"|'[^'\n]{1,200}'|[^\s"'|]{1,200})(?=\s{0,5}\|[^\n|]{0,200}?(?:--password-stdin|--with-token|chpasswd|passwd\s{1,5}--stdin|sudo\s[^\n|]{0,20}-S))/g,
    `$1${REDACTED}`,
  ),
]);

const OPTION_VALUE = String.raw`(?!(?:${QUOTE})?[$[]|-|<)(?:${QUOTED}|[^\s"'\\]+)`;

const PROGRAMS = madeOnce((): readonly SecretRule[] => [
  rule(
    '`-u user:password`, `--user user:password`, `--auth user:password`',
    /((?:\s|^|\\n)(?:-u|--user|--proxy-user|--auth)[\s=]{0,5}(?:\\{0,7}["'])?[^\s:"'=\\]{1,100}):(?!\d+(?:["'\s\\]|$)|[$[])[^\s"'\\]+/g,
    `$1:${REDACTED}`,
  ),
  rule(
    'passwords of programs that take them by a letter (`mysql -pvalue`, `sshpass -p value`, `docker login -p value`, `redis-cli -a value`, `mongosh -p value`, `ldapsearch -w value`, `sqlcmd -P value`, `zip -P value`, `7z -pvalue`, `curl -b cookies`)',
    new RegExp(
      String.raw`((?<!(?<!\\)\w)(?:(?:mysql\w{0,10}|mariadb(?:-\w{1,10})?|7za?)\b[^\n|;&]{0,200}?\s-p|sshpass\s(?:-v\s)?-p\s{0,5}|(?:login|mongo\w{0,10}|rabbitmqadmin)\b[^\n|;&]{0,200}?\s-p[\s=]{1,5}|redis-cli\b[^\n|;&]{0,200}?\s-a\s{1,5}|ldap(?:search|add|modify|delete|whoami|passwd)\b[^\n|;&]{0,200}?\s-w\s{0,5}|(?:sqlcmd|bcp|zip|unzip|mosquitto_\w{3})\b[^\n|;&]{0,200}?\s-P\s{0,5}|curl\b[^\n|;&]{0,300}?\s(?:-b|--cookie)[\s=]{1,5}(?=(?:${QUOTE})?[^\s"'=]{1,60}=)|htpasswd\s{1,5}-\w{0,5}b\w{0,5}\s{1,5}\S{1,200}\s{1,5}\S{1,100}\s{1,5}|smbclient\b[^\n|;&]{0,200}?\s-U\s{0,5}["']?[^\s%"']{1,60}%))${OPTION_VALUE}`,
      'g',
    ),
    `$1${REDACTED}`,
  ),
  rule('`-passin pass:value`', /(\s-pass(?:in|out)?\s{1,5}pass:)(?![$[])[^\s"'\\]+/g, `$1${REDACTED}`),
  rule(
    '',
    /((?:^|[\s"']|\\n)[\w.*-]{1,100}:(?:5432|5433|6432|\*):[^:\s]{1,64}:[^:\s]{1,64}:)(?![$[])\S+/gm,
    `$1${REDACTED}`,
  ),
]);

/** What is known by itself: each of these holds a long word. */
export const IN_LONG_WORDS: readonly SecretRules[] = [
  { may: mayHoldEncoded, telling: /eyJ|ewo[gJ]|eyAi/, rules: ENCODED },
  {
    may: mayHoldToken,
    telling: /[_.-][\w-]{16}|A[KSBC][IC]A[A-Z0-9]{16}|AIza|xox|xapp|dapi\w{32}|SK\w{32}|-us\d|AT(?:ATT3|BB)/,
    rules: SHAPES,
  },
  { may: mayHoldBuilt, telling: /\d:[\w-]{35}|\.[\w-]{6}\.[\w-]{27}|\dQ~/, rules: BUILT },
];

/** What its surroundings tell. */
export const IN_SURROUNDINGS: readonly SecretRules[] = [
  { telling: /-----BEGIN/, rules: BLOCKS },
  {
    telling: /:\/\/|[?&;](?:sig|x-amz|x-goog|key|code|auth|sas|hmac)/i,
    rules: () => [...ADDRESSES(), LONG_USER()],
  },
  { telling: /bearer|basic|authori|cookie/i, rules: HEADERS },
  { telling: /pass[wpc]|secret|token|key|credential|_auth|dockerconfig/i, rules: NAMED },
  { telling: /pass/i, rules: PASS },
  { telling: /pwd/i, rules: PWD },
  { telling: /_KEY|auth\\*["']/, rules: KEYS },
  { telling: /<[\w:.-]+>|-[a-z]|config|setx?\s|setenv|value/i, rules: GIVEN },
  { telling: /password\s|identified|requirepass|ENV\s|--with-token|\|.*(?:passw|sudo)/i, rules: LINES },
  { telling: /\s-[upawPbU]|^-u|-user|-auth|--cookie|htpasswd|:(?:5432|5433|6432|\*):/, rules: PROGRAMS },
];

/**
 * No surroundings tell anything in a text without one of these; most texts have none. It is for texts in lower case: every process reads
 * it, and reading a pattern without regard to case takes twice as long.
 */
export const TELLING =
  /-----begin|:\/\/|[?&;](?:sig|x-amz|x-goog|code=|auth=|sas=|hmac=)|bearer|basic|authori|cookie|pass|pwd|secret|token|key|credential|auth["'\\]|_auth|dockerconfig|\s-[upawb]|^-u|-user|-auth|sudo|identified|:(?:5432|5433|6432|\*):/;

/** All shapes, for the reference page. */
export const secretShapes = (): readonly SecretRule[] =>
  [
    ...IN_LONG_WORDS.flatMap(({ rules }) => rules()),
    FORTY(),
    ...IN_SURROUNDINGS.flatMap(({ rules }) => rules()),
  ].filter(({ what }) => what !== '');
