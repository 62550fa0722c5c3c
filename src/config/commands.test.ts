// Commands that are fine give no word about them.
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandProblems } from './commands.js';
import { hook, on, Place } from './testing/place.js';

test.each([
  ['a script of the plugin', `"\${CLAUDE_PLUGIN_ROOT}/x.sh" --flag`],
  ['without quotes', '$CLAUDE_PLUGIN_ROOT/x.sh'],
  ['quotes around the variable', `"\${CLAUDE_PLUGIN_ROOT}"/x.sh`],
  ['a script that is not executable, with its interpreter', `bash "\${CLAUDE_PLUGIN_ROOT}/y.sh"`],
  ['an output file', `jq . >> \${CLAUDE_PROJECT_DIR}/nope.log`],
  ['a program on the path', 'npx prettier --write .'],
  ['a relative path that the project has too', './both.sh'],
  ['an inline script', '[[ $x =~ ^a ]] && for f in *.{ts,js}; do echo "$f"; done'],
  ['nothing', ''],
])('%s', (_title, command) => {
  const place = new Place();
  const folder = 'project/.amplifier/hooks/p';
  chmodSync(place.write(`${folder}/x.sh`, 'exit 0'), 0o755);
  place.write(`${folder}/y.sh`, 'exit 0');
  place.write(`${folder}/both.sh`, 'exit 0');
  place.write('project/both.sh', 'exit 0');
  place.write(`${folder}/hooks.json`, on('Stop', hook(command), hook('Get-Item "', { shell: 'powershell' })));
  expect(commandProblems(place.load(), place.path('project'))).toEqual([]);
});

test('hooks of other types are not looked at', () => {
  const place = new Place();
  place.write('project/.amplifier/hooks/p/hooks.json', on('Stop', { type: 'prompt', prompt: 'echo "' }));
  expect(commandProblems(place.load(), place.path('project'))).toEqual([]);
});
