import { describe, expect, it } from 'vitest';
import { shellWord } from '../../text/index.js';
import { withoutRegistrations, withRegistrations } from './merge.js';
import { REGISTRATIONS, SESSION_END, wrapperOf } from './table.js';

const EXE = '/home/alice/.local/bin/amplihack-hooks';
const install = (text: string, more: { executable?: string; sessionEnd?: boolean } = {}): string =>
  withRegistrations(text, { executable: EXE, sessionEnd: false, ...more });

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const parse = (text: string): Json => JSON.parse(text);

/** The seven as the table has them. */
const seven = (executable = EXE): Json => {
  const hooks: { [event: string]: Json[] } = {};
  for (const row of REGISTRATIONS) {
    const wrapper = parse(JSON.stringify(wrapperOf(row, `${shellWord(executable)} ${row.subcommand}`)));
    hooks[row.event] = [...(hooks[row.event] ?? []), wrapper];
  }
  return hooks;
};

describe('a new file', () => {
  it.each([
    ['', 'empty'],
    [' \n', 'blank'],
    ['{}', 'an empty object'],
    ['{\n}\n', 'one on two lines'],
  ])('%j: %s', (text) => {
    expect(install(text)).toBe(`${JSON.stringify({ hooks: seven() }, null, 2)}\n`);
  });

  it('has exactly the seven, in order', () => {
    expect(install('')).toMatchInlineSnapshot(`
      "{
        "hooks": {
          "SessionStart": [
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks session-start",
                  "timeout": 10
                }
              ]
            }
          ],
          "Stop": [
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks stop",
                  "timeout": 120
                }
              ]
            }
          ],
          "PreToolUse": [
            {
              "matcher": "*",
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks pre-tool-use"
                }
              ]
            }
          ],
          "PostToolUse": [
            {
              "matcher": "*",
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks post-tool-use"
                }
              ]
            }
          ],
          "UserPromptSubmit": [
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks workflow-classification-reminder",
                  "timeout": 5
                }
              ]
            },
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks user-prompt-submit",
                  "timeout": 10
                }
              ]
            }
          ],
          "PreCompact": [
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks pre-compact",
                  "timeout": 30
                }
              ]
            }
          ]
        }
      }
      "
    `);
  });

  it('has an eighth where it is asked for, and keeps it', () => {
    const text = install('', { sessionEnd: true });
    const entry = { type: 'command', command: `${EXE} session-stop-event`, timeout: 30 };
    expect(JSON.parse(text).hooks[SESSION_END.event]).toEqual([{ hooks: [entry] }]);
    expect(install(text)).toBe(text);
  });

  it.each([
    ['/a b/amplihack-hooks', "'/a b/amplihack-hooks' stop"],
    ["/it's/amplihack-hooks", `'/it'\\''s/amplihack-hooks' stop`],
    ['/ü/amplihack-hooks', "'/ü/amplihack-hooks' stop"],
    ['/a-b_c.d+e@f/amplihack-hooks', '/a-b_c.d+e@f/amplihack-hooks stop'],
  ])('a path is written for the shell: %s', (executable, command) => {
    const text = install('', { executable });
    expect(JSON.parse(text).hooks.Stop[0].hooks[0].command).toBe(command);
    expect(install(text, { executable })).toBe(text);
    expect(withoutRegistrations(text)).toBe('{}\n');
  });
});

describe('another layout stays', () => {
  const foreign = { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine.sh' }] };
  const settings = { permissions: { allow: ['x'] }, hooks: { Stop: [foreign], Notification: [] }, last: 1.5 };
  it.each([
    ['tabs', JSON.stringify(settings, null, '\t')],
    ['four spaces', JSON.stringify(settings, null, 4)],
    ['CRLF', JSON.stringify(settings, null, 2).replaceAll('\n', '\r\n')],
  ])('%s', (_, text) => {
    const [, indent = '', lineEnd = '\n'] = [0, /\n([ \t]+)/.exec(text)?.[1], /\r?\n/.exec(text)?.[0]];
    const before = text + lineEnd;
    const after = install(before);
    const value: Json = JSON.parse(after);
    expect(after).toBe(JSON.stringify(value, null, indent).replaceAll('\n', lineEnd) + lineEnd);
    expect(withoutRegistrations(after)).toBe(before);
  });

  it('one line is put on lines of its own, each value as written', () => {
    const text =
      '{"a":1.0,"b":12345678901234567890,"c":{"d":[],"e":[1, 2]},"\\u0068ooks":{"Stop":[{"hooks":[]}]}}';
    const after = install(text);
    expect(after).toContain('  "a": 1.0,\n  "b": 12345678901234567890,\n  "c": {\n    "d": [],\n');
    expect(withoutRegistrations(after)).toMatchInlineSnapshot(`
      "{
        "a": 1.0,
        "b": 12345678901234567890,
        "c": {
          "d": [],
          "e": [
            1,
            2
          ]
        },
        "\\u0068ooks": {
          "Stop": [
            {
              "hooks": []
            }
          ]
        }
      }
      "
    `);
  });

  it('numbers, escapes and repeated keys are not rewritten', () => {
    const text = '{\n  "a": 1.0,\n  "a": 12345678901234567890,\n  "b": "\\u00e9\\/"\n}\n';
    expect(install(text).startsWith(text.slice(0, -3))).toBe(true);
    expect(withoutRegistrations(install(text))).toBe(text);
  });
});

describe('comments', () => {
  const COMMENTED = `// mine
{
  // before
  "permissions": {}, // after permissions
  "hooks": { // all hooks
    /* stop */
    "Stop": [ // these run at a stop
      // first mine
      { "hooks": [{ "type": "command", "command": "a" }] }, // a
      // second mine
      { "hooks": [{ "type": "command", "command": "b" }] }, // b
    ], // end of stop
    "UserPromptSubmit": [
      // nothing yet
    ],
    "PreCompact": [ /* c */ { "hooks": [] } ],
    "SessionStart": null // none
  } // end of hooks
} // end
`;
  it('are kept', () => {
    const after = install(COMMENTED);
    expect(after).toMatchInlineSnapshot(`
      "// mine
      {
        // before
        "permissions": {}, // after permissions
        "hooks": { // all hooks
          /* stop */
          "Stop": [ // these run at a stop
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks stop",
                  "timeout": 120
                }
              ]
            },
            // first mine
            { "hooks": [{ "type": "command", "command": "a" }] }, // a
            // second mine
            { "hooks": [{ "type": "command", "command": "b" }] }, // b
          ], // end of stop
          "UserPromptSubmit": [
            // nothing yet
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks workflow-classification-reminder",
                  "timeout": 5
                }
              ]
            },
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks user-prompt-submit",
                  "timeout": 10
                }
              ]
            }
          ],
          "PreCompact": [ {"hooks":[{"type":"command","command":"/home/alice/.local/bin/amplihack-hooks pre-compact","timeout":30}]}, /* c */ { "hooks": [] } ],
          "SessionStart": [
            {
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks session-start",
                  "timeout": 10
                }
              ]
            }
          ], // none
          "PreToolUse": [
            {
              "matcher": "*",
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks pre-tool-use"
                }
              ]
            }
          ],
          "PostToolUse": [
            {
              "matcher": "*",
              "hooks": [
                {
                  "type": "command",
                  "command": "/home/alice/.local/bin/amplihack-hooks post-tool-use"
                }
              ]
            }
          ]
        } // end of hooks
      } // end
      "
    `);
    const count = (text: string): number => text.match(/\/\/|\/\*/g)?.length ?? 0;
    expect(count(after)).toBe(count(COMMENTED));
    expect(install(after)).toBe(after);
  });

  it('and so they are when ours go again', () => {
    const left = withoutRegistrations(install(COMMENTED));
    // Only what said "nothing" is gone.
    expect(left).toBe(COMMENTED.replace(/,\n {4}"SessionStart": null \/\/ none/, ' // none'));
  });
});

describe('comments around what is removed', () => {
  const entry = '{ "hooks": [{ "command": "amplihack-hooks stop" }] }';
  it.each([
    [`[\n  1, // one\n  ${entry}, 2\n]`, '[\n  1, // one\n  2\n]'],
    [`[\n  1, // one\n  ${entry}, // ours\n  2\n]`, '[\n  1, // one\n  // ours\n  2\n]'],
    [`[\n  1, // one\n  ${entry} // ours\n]`, '[\n  1 // one\n  // ours\n]'],
    [`[\n  1, // one\n  ${entry}, // ours\n]`, '[\n  1, // one\n  // ours\n]'],
    [`[ // list\n  ${entry}, 2\n]`, '[ // list\n  2\n]'],
    [`[\n  // ours\n  ${entry},\n  // two\n  2\n]`, '[\n  // ours\n  // two\n  2\n]'],
    [`[ /* a */ ${entry} /* b */, /* c */ 2 ]`, '[ /* a */ /* b */ /* c */ 2 ]'],
    [`[${entry}, 2, ${entry}, 3, ${entry}]`, '[2, 3]'],
    [`[${entry} // ours\n]`, '[ // ours\n]'],
  ])('%j', (list, left) => {
    const text = (value: string): string => `{"hooks": {"Stop": ${value}}}`;
    expect(withoutRegistrations(text(list))).toBe(text(left));
  });
});

describe('what was wrong is put right', () => {
  const ours = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
  const wrap = (...hooks: object[]) => ({ hooks });
  const stop = ours(`${EXE} stop`, { timeout: 120 });
  const mine = ours('mine.sh');
  const [reminder, prompt] = [
    ours(`${EXE} workflow-classification-reminder`, { timeout: 5 }),
    ours(`${EXE} user-prompt-submit`, { timeout: 10 }),
  ];
  it.each<[string, string, unknown[], unknown[]]>([
    ['wrong order', 'UserPromptSubmit', [wrap(prompt), wrap(reminder)], [wrap(reminder), wrap(prompt)]],
    ['one of two is missing', 'UserPromptSubmit', [wrap(prompt)], [wrap(reminder), wrap(prompt)]],
    ['both in one wrapper', 'UserPromptSubmit', [wrap(reminder, prompt)], [wrap(reminder), wrap(prompt)]],
    ['hooks of others before', 'Stop', [wrap(mine), wrap(stop)], [wrap(stop), wrap(mine)]],
    [
      'hooks of others between',
      'UserPromptSubmit',
      [wrap(reminder), wrap(mine), wrap(prompt)],
      [wrap(reminder), wrap(prompt), wrap(mine)],
    ],
    [
      'hooks of others in the same wrapper',
      'Stop',
      [{ matcher: 'x', hooks: [mine, stop], more: 1 }],
      [wrap(stop), { matcher: 'x', hooks: [mine], more: 1 }],
    ],
    ['duplicates', 'Stop', [wrap(stop), wrap(mine), wrap(stop, stop)], [wrap(stop), wrap(mine)]],
    ['another timeout', 'Stop', [wrap({ ...stop, timeout: 5 })], [wrap(stop)]],
    [
      'a timeout too many',
      'PreToolUse',
      [{ matcher: '*', ...wrap(ours(`${EXE} pre-tool-use`, { timeout: 5 })) }],
      [{ matcher: '*', ...wrap(ours(`${EXE} pre-tool-use`)) }],
    ],
    [
      'another matcher',
      'PreToolUse',
      [{ matcher: 'Bash', ...wrap(ours(`${EXE} pre-tool-use`)) }],
      [{ matcher: '*', ...wrap(ours(`${EXE} pre-tool-use`)) }],
    ],
    ['a matcher too many', 'Stop', [{ matcher: '*', ...wrap(stop) }], [wrap(stop)]],
    ['an old path', 'Stop', [wrap(ours('/old/amplihack-hooks stop', { timeout: 120 }))], [wrap(stop)]],
    [
      'an old path, quoted',
      'Stop',
      [wrap(ours('"/old place/amplihack-hooks" \'stop\'', { timeout: 120 }))],
      [wrap(stop)],
    ],
    ['no path', 'Stop', [wrap(ours('amplihack-hooks stop', { timeout: 120 }))], [wrap(stop)]],
    ['another spelling', 'Stop', [wrap(ours(`${EXE} agentStop`, { timeout: 120 }))], [wrap(stop)]],
    ['an old script', 'Stop', [wrap(ours('~/.claude/tools/amplihack/hooks/stop.py'))], [wrap(stop)]],
    [
      'an old script, by an interpreter',
      'Stop',
      [wrap(ours('python3 "$CLAUDE_PROJECT_DIR/.claude/tools/amplihack/hooks/stop.py"'), mine)],
      [wrap(stop), wrap(mine)],
    ],
    [
      'an old script of another name',
      'Stop',
      [wrap(ours('/x/tools/amplihack/hooks/power steering.py'))],
      [wrap(stop), wrap(ours('/x/tools/amplihack/hooks/power steering.py'))],
    ],
    ['our wrapper was left empty', 'Stop', [{ hooks: [] }], [wrap(stop), { hooks: [] }]],
  ])('%s', (_, event, before, after) => {
    for (const space of [0, 2]) {
      const text = install(JSON.stringify({ hooks: { [event]: before } }, null, space));
      expect(JSON.parse(text)).toEqual({ hooks: { ...JSON.parse(install('')).hooks, [event]: after } });
      expect(install(text)).toBe(text);
    }
  });

  it.each<[string, string, unknown[]]>([
    ['session-stop at Stop', 'Stop', [wrap(ours('/old/amplihack-hooks session-stop'))]],
    ['a name that only begins like ours', 'Stop', [wrap(ours('amplihack-hooks-more stop'))]],
    ['the name as an argument', 'Stop', [wrap(ours('echo amplihack-hooks stop'))]],
    ['the name in a path', 'Stop', [wrap(ours('/amplihack-hooks/run.sh stop'))]],
    ['the executable without subcommand', 'Stop', [wrap(ours('amplihack-hooks'))]],
    [
      'no wrapper',
      'Stop',
      [stop, 'x', null, [stop], { hooks: 'amplihack-hooks stop' }, { hooks: [null, 5] }],
    ],
    ['the executable with arguments apart', 'Stop', [wrap(ours('amplihack-hooks', { args: ['stop'] }))]],
  ])('what is not ours stays: %s', (_, event, list) => {
    const text = install(JSON.stringify({ hooks: { [event]: list } }, null, 2));
    expect(JSON.parse(text).hooks[event]).toEqual([wrap(stop), ...list]);
    expect(install(text)).toBe(text);
  });

  it('ours under events of no concern to us stay, too', () => {
    const hooks = { Notification: [wrap(stop)], PermissionRequest: { odd: true }, Nope: 'x' };
    expect(JSON.parse(install(JSON.stringify({ hooks }))).hooks).toMatchObject(hooks);
  });

  it('a moved executable changes only the paths', () => {
    const before = install('', { executable: '/old/amplihack-hooks', sessionEnd: true }).replace(
      '"timeout": 10',
      '"timeout": 10 // ten',
    );
    expect(install(before)).toBe(before.replaceAll('/old/', '/home/alice/.local/bin/'));
  });

  it('at the end of a session only the path of ours is changed', () => {
    const SessionEnd = [
      {
        matcher: 'clear',
        hooks: [
          ours("'/a b/amplihack-hooks' sessionEnd 2>/dev/null"),
          ours('/x/tools/amplihack/hooks/end.py'),
          mine,
        ],
      },
    ];
    expect(JSON.parse(install(JSON.stringify({ hooks: { SessionEnd } }))).hooks.SessionEnd).toEqual([
      {
        matcher: 'clear',
        hooks: [ours(`${EXE} sessionEnd 2>/dev/null`), ours('/x/tools/amplihack/hooks/end.py'), mine],
      },
    ]);
    expect(
      JSON.parse(install(JSON.stringify({ hooks: { SessionEnd } }), { sessionEnd: true })).hooks.SessionEnd,
    ).toEqual([
      wrap(ours(`${EXE} session-stop-event`, { timeout: 30 })),
      { matcher: 'clear', hooks: [mine] },
    ]);
  });
});
