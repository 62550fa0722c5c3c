// What a hook runs: the five handler types and the fields each has.
import type { CommandHandler, Handler, HandlerType } from '../nouns.js';
import { describe, entryOf, isWebAddress, jsonOf, quote, similarName, textOf } from '../text/index.js';
import { meantEvent } from './event-names.js';
import type { Fields } from './fields.js';

export const HANDLER_TYPES: readonly HandlerType[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];

/** The handler of an entry; with `fields.problem` set it is not to be used. */
export function readHandler(fields: Fields): Handler | null {
  const type = readType(fields);
  switch (type) {
    case null:
      return null;
    case 'command':
      return readCommand(fields);
    case 'http':
      return readHttp(fields);
    case 'mcp_tool':
      return {
        type,
        server: fields.requiredText('server', type),
        tool: fields.requiredText('tool', type),
        input: fields.object('input'),
      };
    case 'prompt':
    case 'agent':
      return {
        type,
        prompt: fields.requiredText('prompt', type),
        model: fields.optionalText('model'),
        continueOnBlock: fields.flag('continueOnBlock'),
      };
  }
}

function readType(fields: Fields): HandlerType | null {
  const { sheet, tree } = fields;
  const entry = entryOf(tree, 'type');
  const stated = textOf(entry?.value);
  const exact = HANDLER_TYPES.find((type) => type === stated);
  if (exact !== undefined) return exact;
  const meant = sheet.rules.strict ? null : inferType(fields);
  const at = entry?.value.at ?? tree.at;

  if (entry === undefined) {
    if (meant === null) fields.fail('type-missing', at, 'The hook does not state its type');
    else sheet.report('type-missing', at, `The hook does not state its type; it was read as ${quote(meant)}`);
    return meant;
  }
  if (stated === null) {
    fields.fail('field-type', at, `"type" must be a string, but is ${describe(jsonOf(entry.value))}`);
    return null;
  }
  const event = meantEvent(stated);
  if (event !== undefined) {
    const message = `"type" names the event ${event.name}, not a type of hook`;
    if (meant === null) fields.fail('type-event', at, message);
    else sheet.report('type-event', at, `${message}; it was read as ${quote(meant)}`);
    return meant;
  }
  const other = HANDLER_TYPES.find((type) => type === stated.trim().toLowerCase());
  if (other !== undefined && !sheet.rules.strict) {
    sheet.report('type-case', at, `The type ${quote(stated)} was read as "${other}"`, `Write "${other}".`);
    return other;
  }
  const close = similarName(stated, HANDLER_TYPES);
  const hint = close === null ? '' : `; did you mean "${close}"?`;
  fields.fail('type-unknown', at, `There is no hook type ${quote(stated)}${hint}`);
  return null;
}

/** The type that the other fields leave no doubt about. */
function inferType(fields: Fields): HandlerType | null {
  if (fields.raw('command') !== undefined) return 'command';
  if (fields.raw('url') !== undefined) return 'http';
  if (fields.raw('server') !== undefined) return 'mcp_tool';
  return fields.raw('prompt') === undefined ? null : 'prompt';
}

function readCommand(fields: Fields): CommandHandler {
  const { command, args } = readCommandLine(fields);
  if (command.trim() === '' && fields.problem === null)
    fields.sheet.report('command-empty', fields.raw('command')?.at ?? fields.tree.at, 'The command is empty');
  if ([command, ...(args ?? [])].some((part) => part.includes('\0')))
    fields.fail('command-invalid', fields.tree.at, 'The command holds a NUL character');
  return {
    type: 'command',
    command,
    args,
    shell: readShell(fields),
    background: fields.flag('asyncRewake') ? 'rewake' : fields.flag('async') ? 'async' : 'no',
    rewakeMessage: fields.optionalText('rewakeMessage'),
    rewakeSummary: fields.optionalText('rewakeSummary'),
  };
}

function readCommandLine(fields: Fields): { command: string; args: readonly string[] | null } {
  const tree = fields.raw('command');
  const args = fields.strings('args');
  if (tree?.kind === 'array' && !fields.sheet.rules.strict && args === null) {
    const [command, ...rest] = fields.strings('command') ?? [];
    if (command !== undefined) {
      fields.sheet.report(
        'command-array',
        tree.at,
        'The command is an array; it was read as program and "args"',
      );
      return { command, args: rest };
    }
  }
  return { command: fields.requiredText('command', 'command'), args };
}

function readShell(fields: Fields): CommandHandler['shell'] {
  const tree = fields.raw('shell');
  if (tree === undefined) return null;
  const shell = textOf(tree);
  if (shell === 'bash' || shell === 'powershell') return shell;
  const message = `"shell" must be "bash" or "powershell", but is ${describe(jsonOf(tree))}`;
  fields.fail('field-value', tree.at, message);
  return null;
}

function readHttp(fields: Fields): Handler {
  const url = fields.requiredText('url', 'http');
  if (fields.problem === null && !isWebAddress(url))
    fields.fail(
      'url-invalid',
      fields.raw('url')?.at ?? fields.tree.at,
      `${quote(url)} is not an http or https address`,
    );
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields.object('headers'))) {
    if (typeof value === 'string') Object.defineProperty(headers, name, { value, enumerable: true });
    else
      fields.fail(
        'field-type',
        fields.raw('headers')?.at ?? fields.tree.at,
        `The header ${quote(name)} must be a string`,
      );
  }
  return { type: 'http', url, headers, allowedEnvVars: fields.strings('allowedEnvVars') ?? [] };
}
