// Kinds of settings that people have, by the form in which a host reads them.

export interface Kind {
  readonly name: string;
  /** `null`: there is no file. */
  readonly text: string | null;
  readonly mode?: number;
  /** The path is a link to another file. */
  readonly linked?: true;
  /** It is not changed; what is said. */
  readonly refused?: RegExp;
}

const kind = (name: string, text: string | null, more: Partial<Kind> = {}): Kind => ({ name, text, ...more });

/** @param event one that the host has @param entry a hook of somebody else, as it stands below the event */
export function jsonKinds(event: string, entry: string): readonly Kind[] {
  const others = `{\n  "theme": "dark",\n  "hooks": {\n    "${event}": [\n      ${entry}\n    ]\n  },\n  "last": [1, 2]\n}\n`;
  return [
    kind('no file', null),
    kind('an empty file', ''),
    kind('white space', ' \n\n'),
    kind('an empty object', '{}\n'),
    kind('an empty object without a last line end', '{}'),
    kind('an empty object on lines', '{\n}\n'),
    kind('other settings', '{\n  "theme": "dark"\n}\n'),
    kind('tabs', '{\n\t"theme": "dark",\n\t"nested": {\n\t\t"a": 1\n\t}\n}\n'),
    kind('four blanks', '{\n    "theme": "dark",\n    "hooks": {}\n}\n'),
    kind('carriage returns', '{\r\n  "theme": "dark"\r\n}\r\n'),
    kind('a byte order mark', '\uFEFF{\n  "theme": "dark"\n}\n'),
    kind('no last line end', '{\n  "theme": "dark"\n}'),
    kind(
      'comments',
      `// mine\n{\n  /* a */ "theme": "dark", // why\n  // hooks\n  "hooks": {\n    // none yet\n  }\n}\n// end\n`,
    ),
    kind(
      'commas too many',
      `{\n  "theme": "dark",\n  "hooks": {\n    "${event}": [\n      ${entry},\n    ],\n  },\n}\n`,
    ),
    kind('hooks of others', others),
    kind('hooks of others for another event', others.replace(`"${event}"`, '"SomethingElse"')),
    kind('an empty list of the event', `{\n  "hooks": {\n    "${event}": []\n  }\n}\n`),
    kind('hooks that are null', '{\n  "hooks": null\n}\n'),
    kind(
      'hooks that are switched off',
      `{\n  "disableAllHooks": true,\n  "hooksConfig": {"enabled": false}\n}\n`,
    ),
    kind('one line', `{"theme":"dark","hooks":{"${event}":[${entry}]}}`),
    kind('one line with blanks', `{ "theme" : "dark" , "hooks" : { "${event}" : [ ${entry} ] } }\n`),
    kind(
      'a very large file',
      `{\n  "big": [\n${'    "0123456789 0123456789 0123456789",\n'.repeat(6000)}    "end"\n  ]\n}\n`,
    ),
    kind(
      'all of Unicode',
      '{\n  "名前": "héllo \\u00e9 \\ud83d\\ude00 😀 \u202e \\/ \\t",\n  "e\u0301": "é"\n}\n',
    ),
    kind('a link', others, { linked: true }),
    kind('a private file', others, { mode: 0o600 }),
    kind('a file for everybody', others, { mode: 0o664 }),
    kind(
      'keys that nobody knows',
      '{\n  "a": {"b": {"c": [1e400, -0, 1.0, 12345678901234567890, {"": null}]}},\n  "__proto__": {"x": 1}\n}\n',
    ),
    kind('keys that stand twice', '{\n  "a": 1,\n  "a": {"b": 2, "b": 3}\n}\n'),
    kind('two of "hooks"', '{\n  "hooks": {},\n  "hooks": {}\n}\n', {
      refused: /:3:3: "hooks" stands there twice/,
    }),
    kind('no JSON', '{\n  "a": 1\n  "b": 2\n}\n', { refused: /:3:3: it is not valid JSON/ }),
    kind('half a file', '{\n  "a": [1, 2', { refused: /:2:\d+: it is not valid JSON/ }),
    kind('a list', '[1, 2]\n', { refused: /:1:1: it must hold an object/ }),
    kind('hooks that are a list', '{\n  "hooks": [1]\n}\n', { refused: /:2:12: "hooks" must be an object/ }),
    kind('an event that is no list', `{\n  "hooks": {"${event}": 7}\n}\n`, {
      refused: /:2:\d+: ".*" must be a list/,
    }),
    kind('a read-only file', others, { mode: 0o444, refused: /read-only/ }),
  ];
}

export function tomlKinds(event: string): readonly Kind[] {
  const others = `default_model = "x"\n\n[[hooks]]\nevent = "${event}"\ncommand = "mine" # keep\n\n[models.x]\nmax = 1\n`;
  return [
    kind('no file', null),
    kind('an empty file', ''),
    kind('white space', '\n\n'),
    kind('other settings', 'default_model = "x"\n'),
    kind('no last line end', 'default_model = "x"'),
    kind('a blank line at the end', 'default_model = "x"\n\n'),
    kind('tabs', '[models.x]\n\tmax = 1\n'),
    kind('carriage returns', 'default_model = "x"\r\n[models.x]\r\nmax = 1\r\n'),
    kind('a byte order mark', '\uFEFFdefault_model = "x"\n'),
    kind('comments', '# mine\ndefault_model = "x" # why\n# end'),
    kind('hooks of others', others),
    kind('hooks of others at the end', '[[hooks]]\nevent = "Stop"\ncommand = "mine"'),
    kind('hooks with a key that nobody knows', '[[hooks]]\nevent = "Stop"\ncommand = "mine"\nname = "x"\n'),
    kind('a very large file', `${'# 0123456789 0123456789 0123456789\n'.repeat(6000)}a = 1\n`),
    kind('all of Unicode', '"名前" = "héllo \\u00e9 😀"\n'),
    kind('a link', others, { linked: true }),
    kind('a private file', others, { mode: 0o600 }),
    kind('a file for everybody', others, { mode: 0o664 }),
    kind('texts of many lines', `a = """\n[[hooks]]\nevent = "Stop"\n"""\nb = '''\n[x]'''\n`),
    kind('dotted keys and inline tables', 'a.b.c = { d = [1, 2], e = 1979-05-27T07:32:00Z }\n'),
    kind('a table at the end', '[a]\nb = 1\n[a.c]\nd = 2'),
    kind('no TOML', 'a = 1\nb = \n', { refused: /:\d:\d+: it is not valid TOML/ }),
    kind('a key that stands twice', 'a = 1\na = 2\n', { refused: /:2:\d+: it is not valid TOML/ }),
    kind('hooks as a value', 'hooks = []\n', { refused: /:1:\d+: "hooks" is not written as \[\[hooks\]\]/ }),
    kind('hooks as a table', '[hooks]\na = 1\n', {
      refused: /:1:\d+: "hooks" is not written as \[\[hooks\]\]/,
    }),
    kind('a read-only file', others, { mode: 0o444, refused: /read-only/ }),
  ];
}
