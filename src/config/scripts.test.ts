import { describe, expect, it } from 'vitest';
import { scriptsInCommand } from './scripts.js';

const variables = { CLAUDE_PROJECT_DIR: '/project', HOME: '/home/me', PWD: '/session' };
const found = (command: string) =>
  scriptsInCommand(command, variables, '/session').map(({ path, relative }) => [path, relative]);

describe('the scripts of a command', () => {
  it.each<[string, [string, boolean][]]>([
    ['./x.sh', [['/session/x.sh', true]]],
    ['"$CLAUDE_PROJECT_DIR/x.sh"', [['/project/x.sh', false]]],
    [`cd "\${CLAUDE_PROJECT_DIR}" || exit 1; ./x.sh`, [['/project/x.sh', false]]],
    ['cd "$CLAUDE_PROJECT_DIR"/hooks && python3 y.py', [['/project/hooks/y.py', false]]],
    ['cd sub && ./x.sh', [['/session/sub/x.sh', true]]],
    ['cd && ./x.sh', [['/home/me/x.sh', false]]],
    ['cd "$(git rev-parse --show-toplevel)" && ./x.sh; /a/y.sh', [['/a/y.sh', false]]],
    ['uv run --directory "$CLAUDE_PROJECT_DIR" server', []],
    ['uv run --directory "$CLAUDE_PROJECT_DIR" hooks/y.py', [['/project/hooks/y.py', false]]],
    ['uv --project ./p run --python 3.12 --with-requirements r/x.txt y.py', [['/session/y.py', true]]],
    ['node --import ./setup.mjs /a/y.mjs', [['/a/y.mjs', false]]],
    ['bash -o pipefail /a/y.sh', [['/a/y.sh', false]]],
  ])('%s', (command, expected) => {
    expect(found(command)).toEqual(expected);
  });
});
