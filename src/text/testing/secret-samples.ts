// Secrets of all kinds, none of them real, and what only looks like one. They are put together from parts, so that no scanner takes
// this file for a leak.

/** A text that holds a secret. */
export interface SecretSample {
  readonly kind: string;
  readonly text: string;
  /** What must not be left of it. */
  readonly secret: string;
  /** Why it counts. */
  readonly why: string;
}

/** A text without one. */
export interface HarmlessSample {
  readonly kind: string;
  readonly text: string;
}

const MIXED = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6';
const HEX = '0123456789abcdef'.repeat(4);
const mixed = (length: number): string => MIXED.repeat(3).slice(0, length);
const upper = (length: number): string => MIXED.toUpperCase().repeat(3).slice(0, length);
const joined = (...parts: readonly string[]): string => parts.join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const WORD = 'hunter2';
let words = 0;

/** `@` is where the secret stands, `<at>` a plain one. No two samples share a word, so that a leak can be told from another. */
const sample = (kind: string, secret: string, text: string, why: string): SecretSample => {
  words += 1;
  const own = secret === WORD ? `${WORD}n${words}` : secret;
  return { kind, text: text.replaceAll('@', own).replaceAll('<at>', '@'), secret: own, why };
};

const AWS_SECRET = joined('wJalrXUtn', 'FEMI/K7MDENG/', 'bPxRfiCYZ', 'ZZAMPLEX1');
const BEGINS = 'its beginning tells';
const NAME = 'the name before it tells';
const PLACE = 'the program that is given it tells';

const token = (kind: string, text: string): SecretSample => sample(kind, text, 'use @ now', BEGINS);

export const SECRETS: readonly SecretSample[] = [
  token('Anthropic', joined('sk-', 'ant-api03-', mixed(40))),
  token('OpenAI', joined('sk-', 'proj-', mixed(40))),
  token('Groq', joined('gsk', '_', mixed(52))),
  token('xAI', joined('xai', '-', mixed(40))),
  token('Hugging Face', joined('hf', '_', mixed(34))),
  token('Replicate', joined('r8', '_', mixed(37))),
  token('Databricks', joined('dapi', HEX.slice(0, 32))),
  token('AWS access key id', joined('AK', 'IA', upper(16))),
  token('AWS temporary key id', joined('AS', 'IA', upper(16))),
  sample('AWS secret alone', AWS_SECRET, './deploy.sh @ eu', 'forty signs of all kinds that stand alone'),
  sample('AWS secret behind its id', AWS_SECRET, `up ${joined('AK', 'IA', upper(16))} @`, 'the same'),
  sample('AWS configure', AWS_SECRET.toLowerCase(), 'aws configure set aws_secret_access_key @', NAME),
  sample('AWS environment', AWS_SECRET, 'AWS_SECRET_ACCESS_KEY=@ terraform plan', NAME),
  token('Google API key', joined('AI', 'za', mixed(35))),
  token('Google access token', joined('ya', '29.', mixed(40))),
  token('Google client secret', joined('GOC', 'SPX-', mixed(28))),
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((begin) =>
    token(`GitHub ${begin}`, joined(begin, '_', mixed(36))),
  ),
  token('GitHub fine-grained', joined('github', '_pat_', mixed(22), '_', mixed(50))),
  token('GitLab', joined('gl', 'pat-', mixed(20))),
  token('GitLab runner', joined('gl', 'rt-', mixed(20))),
  token('Bitbucket', joined('AT', 'BB', mixed(32))),
  token('npm', joined('npm', '_', mixed(36))),
  token('PyPI', joined('py', 'pi-', mixed(60))),
  token('RubyGems', joined('ruby', 'gems_', HEX.slice(0, 48))),
  token('Docker access token', joined('dckr', '_pat_', mixed(27))),
  token('Slack bot', joined('xo', 'xb-', '123456789012-', mixed(24))),
  token('Slack app', joined('xa', 'pp-1-', mixed(30))),
  sample(
    'Slack web hook',
    mixed(24),
    `${joined('https://hooks.', 'slack.com/services/')}T000/B000/@`,
    'who knows the address may write',
  ),
  token('Stripe', joined('sk', '_live_', mixed(24))),
  token('Stripe restricted', joined('rk', '_live_', mixed(24))),
  token('Stripe web hook', joined('wh', 'sec_', mixed(32))),
  token('SendGrid', joined('SG', '.', mixed(22), '.', mixed(43))),
  token('Mailchimp', joined(HEX.slice(0, 32), '-us', '12')),
  token('Twilio key', joined('SK', HEX.slice(0, 32))),
  sample('Twilio auth token', HEX.slice(0, 32), 'TWILIO_AUTH_TOKEN=@', NAME),
  sample('Telegram', joined('123456789', ':', mixed(35)), 'bot @ runs', 'digits, a colon and 35 signs'),
  sample(
    'Telegram in an address',
    joined('123456789', ':', mixed(35)),
    'curl https://api.telegram.org/bot@/getMe',
    'the same',
  ),
  sample(
    'Discord',
    joined('M', mixed(23), '.', mixed(6), '.', mixed(27)),
    'login @',
    'three parts of known lengths',
  ),
  sample(
    'Discord web hook',
    mixed(60),
    'POST https://discord.com/api/webhooks/123456789012345678/@',
    'who knows the address may write',
  ),
  sample('Azure storage', `${mixed(40)}==`, 'AccountName=x;AccountKey=@;EndpointSuffix=y.z', NAME),
  sample(
    'Azure SAS',
    `${mixed(40)}%3D`,
    'https://a.blob.example/c?sv=2022&se=2030&sig=@',
    'a signature in an address',
  ),
  sample('Azure client secret', joined('abc', '8Q', '~', mixed(33)), 'use @ now', 'its middle tells'),
  sample('Azure service bus', `${mixed(40)}=`, 'SharedAccessKeyName=x;SharedAccessKey=@', NAME),
  sample(
    'AWS signed address',
    HEX,
    'https://b.example/o?X-Amz-Expires=9&X-Amz-Signature=@',
    'a signature in an address',
  ),
  sample('Datadog header', HEX.slice(0, 32), 'curl -H "DD-API-KEY: @" x', NAME),
  sample('Datadog application key', HEX.slice(0, 40), 'DD_APP_KEY=@', NAME),
  token('DigitalOcean', joined('dop', '_v1_', HEX)),
  token('Vault', joined('hv', 's.', mixed(40))),
  token('Tailscale', joined('ts', 'key-auth-', mixed(20))),
  token('Shopify', joined('shp', 'at_', HEX.slice(0, 32))),
  token('age', joined('AGE-', 'SECRET-', 'KEY-1', upper(58))),
  ...['RSA PRIVATE KEY', 'EC PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'].map(
    (name) =>
      sample(
        name,
        mixed(50),
        `${joined('-----', 'BEGIN ', name)}-----\n@\n${joined('-----', 'END ', name)}-----\nrest`,
        'the line before it tells',
      ),
  ),
  sample(
    'private key within JSON',
    mixed(50),
    `{"private_key":"${joined('-----', 'BEGIN PRIVATE KEY')}-----\\n@\\n"}`,
    'the line before it tells',
  ),
  token(
    'JSON web token',
    [base64('{"alg":"HS256"}'), base64('{"sub":"12345"}'), mixed(43)]
      .map((part) => part.replace(/=+$/, ''))
      .join('.'),
  ),
  sample(
    'password in an address',
    WORD,
    'git clone https://me:@<at>host/r.git',
    'behind a user in an address',
  ),
  sample(
    'password with an @ in an address',
    'hun<at>ter2'.replace('<at>', '%40'),
    'https://me:@<at>host/',
    'the same',
  ),
  sample('psql address', WORD, 'psql postgres://me:@<at>db:5432/x', 'the same'),
  sample('redis address without a user', WORD, 'REDIS=redis://:@<at>cache:6379/0', 'the same'),
  sample('key as the user of an address', mixed(30), 'git clone https://@<at>host/r', 'no user is called so'),
  sample('Authorization bearer', mixed(30), "curl -H 'Authorization: Bearer @' x", 'the header tells'),
  sample(
    'Authorization bearer in small letters',
    'abcdefghijklmnop',
    'Authorization: Bearer @',
    'the header tells',
  ),
  sample('Authorization basic', base64(`me:${WORD}`), 'Authorization: Basic @', 'the header tells'),
  sample('Authorization token', mixed(20), 'authorization: token @', 'the header tells'),
  sample('Authorization within JSON', mixed(20), '{"Authorization":"Digest @"}', 'the header tells'),
  sample('bearer alone', mixed(30), 'bearer @', 'the word before it tells'),
  sample('Cookie', `sid=${mixed(20)}`, 'Cookie: @; theme=dark\nnext', 'the header tells'),
  sample('Set-Cookie', `sid=${mixed(20)}`, 'Set-Cookie: @; Secure', 'the header tells'),
  sample('curl -b', `sid=${mixed(20)}`, "curl -b '@' https://host", PLACE),
  sample('X-Api-Key', mixed(12), 'X-Api-Key: @', NAME),
  sample('curl -u', WORD, 'curl -u me:@ host', PLACE),
  sample('curl --user', WORD, 'curl --user "me:@" host', PLACE),
  sample('mysql -p', WORD, 'mysql -u root -p@ -h db', PLACE),
  sample('mysqldump -p', WORD, "mysqldump -h db -p'@' x > y", PLACE),
  sample('sshpass', WORD, 'sshpass -p @ ssh me<at>host', PLACE),
  sample('sshpass without a blank', WORD, "sshpass -p'@' ssh host", PLACE),
  sample('docker login', WORD, 'docker login -u me -p @ registry', PLACE),
  sample('redis-cli', WORD, 'redis-cli -h x -a @ ping', PLACE),
  sample('mongosh', WORD, 'mongosh -u me -p @ db', PLACE),
  sample('htpasswd', WORD, 'htpasswd -bc file me @', PLACE),
  sample('openssl', WORD, 'openssl rsa -passin pass:@ -in k', PLACE),
  sample('keytool', WORD, 'keytool -storepass @ -list', PLACE),
  sample('piped in', WORD, 'echo @ | docker login -u me --password-stdin', PLACE),
  sample('piped into sudo', WORD, "echo '@' | sudo -S ls", PLACE),
  sample('PGPASSWORD', WORD, 'PGPASSWORD=@ psql -h db', NAME),
  sample('netrc', WORD, 'machine host login me password @', 'the words before it tell'),
  sample('netrc on lines', WORD, 'machine host\n  login me\n  password @\n', 'the words before it tell'),
  sample('pgpass', WORD, 'db.local:5432:app:me:@', 'five parts, and the port'),
  sample('PASS', WORD, 'PASS=@ ./run', NAME),
  sample('DB_PASS', WORD, 'export DB_PASS="@"', NAME),
  sample('pass in YAML', WORD, 'user: me\npass: @\n', NAME),
  sample('pass in JSON', WORD, '{"user":"me","pass":"@"}', NAME),
  sample('dbPass', WORD, "dbPass = '@'", NAME),
  sample('Pwd in a connection string', WORD, 'Server=x;Uid=sa;Pwd=@;', NAME),
  sample('DB_PWD', WORD, 'DB_PWD=@', NAME),
  sample('token in a shell', WORD, 'export MY_TOKEN=@ && go', NAME),
  sample('secret in dotenv', 'a,b&c;d', 'CLIENT_SECRET=@\nX=1', NAME),
  sample('password in YAML', WORD, 'db:\n  password: @\n', NAME),
  sample('password in an INI file', WORD, '[db]\npassword = @\n', NAME),
  sample('password in TOML', WORD, 'password = "@"', NAME),
  sample('password in JSON', WORD, '{"password": "@", "x": 1}', NAME),
  sample('password in JSON within a string', WORD, JSON.stringify({ body: '{"password":"@"}' }), NAME),
  sample(
    'password in JSON within a string within a string',
    WORD,
    JSON.stringify({ a: JSON.stringify({ b: '{"password":"@"}' }) }),
    NAME,
  ),
  sample('password in XML', WORD, '<server><password>@</password></server>', NAME),
  sample('password in Ruby', WORD, ":password => '@'", NAME),
  sample('a name that ends in KEY', mixed(24), 'OPENROUTER_KEY=@', NAME),
  sample('an option', WORD, 'tool --password @ --verbose', NAME),
  sample('an option with =', WORD, 'tool --token=@', NAME),
  sample('an option in a list', WORD, '["tool","--api-key","@"]', NAME),
  sample('npmrc token', mixed(36), '//registry.example/:_authToken=@', NAME),
  sample('npmrc auth', base64(`me:${WORD}`), '_auth=@', NAME),
  sample('Docker config', base64(`me:${WORD}1`), '{"auths":{"r":{"auth":"@"}}}', 'base64 under auth'),
  sample(
    'Docker config in base64',
    base64(`{"auths":{"r":{"auth":"x"}}}`),
    'data: @',
    'base64 of its beginning',
  ),
  sample('access_token in an address', WORD, 'https://host/x?a=1&access_token=@&b=2', NAME),
  sample('key in an address', mixed(30), 'https://host/x?key=@', NAME),
  sample('password in SQL', WORD, "ALTER USER me WITH PASSWORD '@'", NAME),
  sample('identified by', WORD, "CREATE USER me IDENTIFIED BY '@'", NAME),
  sample('redis configuration', WORD, 'requirepass @', NAME),
  sample('Dockerfile', WORD, 'ENV NPM_TOKEN @', NAME),
  sample('SSHPASS', WORD, 'SSHPASS=@ sshpass -e ssh host', NAME),
  sample('pwd in JSON within a string', WORD, JSON.stringify({ a: '{"pwd":"@"}' }), NAME),
  sample('a quote within quotes', 'ter2', 'password="hun\\"@"', NAME),
  sample('a value beside its name', WORD, '[{"name":"DB_PASSWORD","value":"@"}]', NAME),
  sample('a value below its name', WORD, '- name: DB_PASSWORD\n  value: @\n', NAME),
  sample('a value in an attribute', WORD, '<add key="Password" value="@"/>', NAME),
  sample('fish', WORD, 'set -gx DEPLOY_TOKEN @', NAME),
  sample('a hash of a password', joined('$2b$10', '$', mixed(30)), 'password: @', NAME),
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: shells write variables so
export const HARMLESS: readonly HarmlessSample[] = [
  ['git commit', `commit ${HEX.slice(0, 40)}`],
  ['git range', `${HEX.slice(0, 12)}..${HEX.slice(4, 16)}`],
  ['UUID', '7b1d0c52-6a0e-4d0f-9a53-0c1f2e3d4a5b'],
  ['sha256 sum', `${HEX}  file.tar.gz`],
  ['md5 sum', `${HEX.slice(0, 32)}  file`],
  ['package-lock integrity', `"integrity": "sha512-${mixed(86)}=="`],
  ['image in base64', `data:image/png;base64,${joined('iVBORw0KGgo', 'AAAANSUhEUgAA', mixed(60))}=`],
  ['--password-file', 'restic --password-file /etc/restic/file backup'],
  ['--password-stdin', 'docker login --password-stdin registry'],
  ['pass: true', 'pass: true'],
  ['pass in a result', '{"pass": true, "fail": 0}'],
  ['test summary', 'Tests pass: 12, fail: 0, pass=12'],
  ['prose', 'the password is required'],
  ['prose with an option', 'the --token option is read from the environment'],
  ['bypass', 'bypass=1 compass: north'],
  ['version', 'node v20.11.1, 1.2.3-beta.4+build.567'],
  ['hex colours', 'color: #ff00aa; background: #1a2b3c4d'],
  ['CSS', '.token-keyword { color: red; } .password:focus { outline: 0 }'],
  ['long path', '/home/me/Projects/MyApp2/src/Components/Button/index/Thing.tsx'],
  ['path without an ending', 'node_modules/lib/dist/esm/internal/Thing4/Other'],
  ['minified code', 'function a(b,c){return b.token_count+c.passing?d.key(e):f.secretary}'],
  ['test name', 'it(handlesTheCaseWhereTheUserHasTwoAccountsAtOnce)'],
  ['counts', 'max_tokens: 100, tokens=5, token_count=17'],
  ['variables', 'export TOKEN=$OTHER; run --password "$PASSWORD" --token ${TOKEN}'],
  ['command substitution', 'TOKEN=$(gh auth token) make'],
  ['types', 'interface A { password: string; token: string | null; secret?: boolean }'],
  ['code', 'const token = await getToken(); if (token === null) return;'],
  ['code with the environment', 'password = os.environ["DB_PASSWORD"]; token: process.env.TOKEN'],
  ['schema', 'password: z.string().min(8)'],
  ['container user', 'docker run -u 1000:1000 -p 8080:80 image'],
  ['address with a port', 'https://host:8080/path, http://[::1]:3000/@scope/x'],
  ['address with a user', 'ssh://git@host/r.git and git@host:me/r.git'],
  ['prose with basic', 'a basic understanding of the bearer'],
  ['working directory', 'PWD=/home/me OLDPWD=/tmp {"pwd": "/home/me"}'],
  ['mkdir -p', 'mkdir -p a/b && cp -p x y && mysql -P 3306 -h db'],
  ['grep output', 'src/a.ts:12:34:error:message'],
  ['keys', 'const key = map.get(name); keyboard: qwerty; "key": "value"'],
  ['public key', joined('ssh-', 'ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI', mixed(30), ' me@host')],
  ['file with a token', 'TOKEN_FILE=/run/token SECRET_NAME=db'],
  ['placeholder', 'API_KEY=<your-api-key> TOKEN=[redacted]'],
].map(([kind = '', text = '']) => ({ kind, text }));
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: shells write variables so
