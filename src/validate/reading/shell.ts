// Reads a shell script or command with a real parser.
import {
  type AndOr,
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type SyntaxNode,
  type While,
  type Word,
} from 'unbash';
import { reasonOf } from '../../text/index.js';
import { bashOnly } from './bash-only.js';
import { eventHolder } from './event-names.js';
import type { Parsed, Reading, Seen } from './seen.js';
import { type Context, commandSeen, heldIn } from './shell-command.js';
import { inputSeen, pathsIn } from './shell-secrets.js';
import { firstComment, functionsOf, isFixed, outputOf, withoutComments } from './shell-text.js';

/** How long a text may be that is parsed here; time to parse may grow with its square. */
const MAX_LENGTH = 200_000;

/** What a shell text does. */
export function readShell(text: string): Reading {
  if (text.length > MAX_LENGTH) return unread(text, 'it is too long to be read');
  try {
    return new ShellReader(text).read();
  } catch (error) {
    return unread(text, reasonOf(error));
  }
}

const unread = (text: string, why: string): Reading => ({
  language: 'shell',
  code: text,
  seen: [],
  syntaxError: { at: 0, why },
  comment: null,
});

/** What a command in a pipe gives to the next one. */
function handedOn(command: SyntaxNode, place: Context): Context['input'] {
  if (command.type !== 'Command') return 'no';
  const name = command.name?.value ?? '';
  const words = command.args.flatMap((arg) => (arg.type === 'Word' ? [arg] : []));
  if (/^(?:cat|tee)$/.test(name)) return words.length === 0 || name === 'tee' ? place.input : 'no';
  const held = /^(?:echo|printf)$/.test(name) ? heldIn(words.at(-1)) : null;
  return held === null ? 'no' : place.isEvent(held);
}

class ShellReader {
  readonly #text: string;
  readonly #seen: Seen[] = [];
  readonly #calls = new Map<string, boolean[]>();
  readonly #parsedIn: { readonly fn: string; readonly parsed: Parsed }[] = [];
  #error: Reading['syntaxError'] = null;
  #blocks = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Reading {
    const script = parse(this.#text);
    const error = script.errors?.[0];
    if (error !== undefined) this.#error = { at: error.pos, why: error.message };
    this.#visit(script, {
      block: 0,
      guarded: false,
      fn: null,
      captured: false,
      output: 'stdout',
      functions: functionsOf(script),
      caught: false,
      background: false,
      input: 'surely',
      isEvent: eventHolder(this.#text),
      paths: pathsIn(this.#text),
    });
    for (const { fn, parsed } of this.#parsedIn) {
      const calls = this.#calls.get(fn) ?? [];
      this.#seen.push({ ...parsed, guarded: parsed.guarded || (calls.length > 0 && calls.every(Boolean)) });
    }
    return {
      language: 'shell',
      code: withoutComments(this.#text, script),
      seen: this.#seen.sort((a, b) => a.at - b.at),
      syntaxError: this.#error,
      comment: firstComment(this.#text),
    };
  }

  #visit(node: SyntaxNode, place: Context): void {
    this.#seen.push(...bashOnly(node, this.#text));
    switch (node.type) {
      case 'Script':
      case 'CompoundList':
        this.#list(node, { ...place, block: ++this.#blocks });
        return;
      case 'AndOr':
        this.#andOr(node, place);
        return;
      case 'Pipeline':
        this.#pipeline(node, place);
        return;
      case 'If':
        this.#visit(node.clause, { ...place, guarded: true });
        this.#visit(node.then, place);
        for (const { clause, then } of node.elif) {
          this.#visit(clause, { ...place, guarded: true });
          this.#visit(then, place);
        }
        if (node.else !== undefined) this.#visit(node.else, place);
        return;
      case 'While':
        this.#loop(node, place);
        return;
      case 'For':
      case 'Select':
        this.#seen.push({ kind: 'assigned', at: node.pos, name: node.name.value, value: null });
        forEachChild(node, (child) => this.#visit(child, place));
        return;
      case 'Function':
        this.#seen.push({ kind: 'defined', at: node.pos, name: node.name.value });
        // Who calls it may hand it anything.
        this.#visit(node.body, { ...place, fn: node.name.value, input: 'no' });
        return;
      case 'Redirected':
        this.#visit(node.command, { ...place, output: outputOf(node.redirects, place.output) });
        this.#redirections(node.redirects, place, '');
        return;
      case 'Command':
        this.#command(node, place);
        return;
      case 'Word':
        this.#word(node, place, false);
        return;
      default:
        forEachChild(node, (child) => this.#visit(child, place));
    }
  }

  #list(node: ParsedScript | Extract<SyntaxNode, { type: 'CompoundList' }>, place: Context): void {
    for (const { command, background } of node.commands)
      this.#visit(command, { ...place, background: place.background || background === true });
  }

  #andOr(node: AndOr, place: Context): void {
    for (const [index, command] of node.commands.entries()) {
      const either = node.operators.slice(index).includes('||');
      const [guarded, caught] = [place.guarded || either, place.caught || either];
      // What comes after && or || may not happen, so it is a block of its own.
      const block = index === 0 ? place.block : ++this.#blocks;
      this.#visit(command, { ...place, guarded, caught, block });
    }
  }

  #pipeline(node: Pipeline, place: Context): void {
    const negated = node.prefixes.some(({ type }) => type === 'Negation');
    for (const [index, command] of node.commands.entries()) {
      const last = index === node.commands.length - 1;
      const before = index === 0 ? undefined : node.commands[index - 1];
      const input = before === undefined ? place.input : handedOn(before, place);
      this.#visit(
        command,
        last
          ? { ...place, input, guarded: place.guarded || negated }
          : { ...place, input, guarded: true, captured: true },
      );
    }
  }

  #loop(node: While, place: Context): void {
    this.#visit(node.clause, { ...place, guarded: true });
    // Its body reads what is left of the input.
    this.#visit(node.body, { ...place, input: 'no' });
    const clause = this.#text.slice(node.clause.pos, node.clause.end).trim().replace(/;$/, '');
    const always = node.kind === 'while' ? /^(?:true|:|\[ 1 \])$/.test(clause) : /^false$/.test(clause);
    const body = this.#text.slice(node.body.pos, node.body.end);
    if (always && !/\b(?:break|exit|return)\b/.test(body)) this.#seen.push({ kind: 'endless', at: node.pos });
  }

  #command(node: Command, place: Context): void {
    const output = outputOf(node.redirects, place.output);
    for (const part of node.prefix) if (part.type === 'Assignment') this.#assignment(part, place, node);
    const words = [...(node.name === undefined ? [] : [node.name]), ...node.args];
    for (const word of words) {
      if (word.type === 'Word') this.#word(word, place, true);
      else this.#assignment(word, place, node);
    }
    const name = node.name === undefined ? null : node.name.value;
    if (name !== null && place.functions.has(name))
      this.#calls.set(name, [...(this.#calls.get(name) ?? []), place.guarded]);
    for (const one of commandSeen(node, this.#text, { ...place, output })) {
      if (one.kind === 'parsed' && place.fn !== null) this.#parsedIn.push({ fn: place.fn, parsed: one });
      else this.#seen.push(one);
    }
    this.#redirections(node.redirects, place, this.#text.slice(node.pos, node.end));
  }

  #assignment(node: Assignment, place: Context, command: Command): void {
    const { value } = node;
    const words = value.type === 'Word' ? [value] : value.elements;
    this.#seen.push({
      kind: 'assigned',
      at: node.pos,
      name: node.name,
      value: value.type === 'Word' && isFixed(value) ? value.value : null,
    });
    // The status of `local x=$(…)` is that of `local`, so a failure inside goes unnoticed.
    const lost = command.name !== undefined;
    for (const word of words)
      this.#word(word, { ...place, guarded: place.guarded || lost, assigns: !lost }, false);
    this.#seen.push(...(value.type === 'ArrayValue' ? bashOnly(value, this.#text) : []));
  }

  #word(word: Word, place: Context, splits: boolean): void {
    for (const part of word.parts ?? []) this.#part(part, place, splits);
  }

  #part(part: SyntaxNode, place: Context, splits: boolean): void {
    this.#seen.push(...bashOnly(part, this.#text));
    switch (part.type) {
      case 'DoubleQuoted':
      case 'LocaleString':
        for (const child of part.parts) this.#part(child, place, false);
        return;
      case 'SimpleExpansion':
        this.#seen.push({
          kind: 'variable',
          at: part.pos,
          name: part.text.slice(1),
          splits,
          hasDefault: false,
        });
        return;
      case 'ParameterExpansion': {
        const { operation, parameter, prefix } = part;
        const hasDefault = operation?.type === 'Default';
        this.#seen.push({
          kind: 'variable',
          at: part.pos,
          name: parameter,
          splits: splits && prefix !== '#',
          hasDefault,
        });
        if (operation !== undefined)
          forEachChild(operation, (child) =>
            child.type === 'Word' ? this.#word(child, place, false) : undefined,
          );
        return;
      }
      case 'CommandExpansion':
        if (splits)
          this.#seen.push({ kind: 'variable', at: part.pos, name: part.text, splits, hasDefault: false });
        if (part.script !== undefined && part.script.source === undefined)
          this.#visit(part.script, {
            ...place,
            captured: true,
            guarded: place.guarded || place.assigns !== true,
          });
        return;
      case 'ProcessSubstitution':
        if (part.script !== undefined) this.#visit(part.script, { ...place, captured: true, guarded: true });
        return;
      default:
        return;
    }
  }

  #redirections(redirects: readonly Redirection[], place: Context, content: string): void {
    for (const redirect of redirects) {
      if (redirect.type === 'HereDoc') {
        for (const part of redirect.body.parts ?? []) this.#part(part, place, false);
        continue;
      }
      this.#seen.push(...bashOnly(redirect, this.#text), ...inputSeen(redirect));
      if (redirect.target === undefined) continue;
      const isFile = redirect.type === 'Redirect' && /^(?:&?>>?|>\|)$/.test(redirect.operator);
      this.#word(redirect.target, place, isFile);
      if (isFile && !/^\/dev\/(?:null|std(?:out|err)|tty|fd\/\d)$/.test(redirect.target.value))
        this.#seen.push({ kind: 'written', at: redirect.pos, target: redirect.target.text, content });
    }
  }
}
