import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '#server/setting-names.ts';
import { Misuse, type Command } from './command.ts';

/** The parsed arguments by kind. */
export type Arguments = { words: string[]; texts: ReadonlyMap<string, string>; flags: ReadonlySet<string> };

const COMMON = { json: 'answer in JSON', help: 'what it takes', version: 'which version this is' };

/** True if an option takes a value. @param help its line of help */
const takesValue = (help: string): boolean => help.startsWith('<');

function tokensOf(args: readonly string[], known: Readonly<Record<string, string>>) {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, help] of Object.entries(known)) options[name] = { type: takesValue(help) ? 'string' : 'boolean' };
  options['help'] = { type: 'boolean', short: 'h' };
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true }).tokens;
}

/**
 * Reads the words before the command is known.
 * @param args as they were typed
 * @param commands all of them: an option's value is no word
 */
export function wordsOf(args: readonly string[], commands: readonly Command[]): string[] {
  const known = Object.assign({}, ...commands.map(({ options = {} }) => options), COMMON) as Record<string, string>;
  return tokensOf(args, known).flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
}

/**
 * Reads the arguments of a command.
 * @param args as they were typed, including the command's own name
 * @throws {Misuse} for an unknown option, or one without its value
 */
export function readArguments(args: readonly string[], { name: command, options = {} }: Command): Arguments {
  const known: Record<string, string> = { ...options, ...COMMON };
  const words: string[] = [];
  const texts = new Map<string, string>();
  const flags = new Set<string>();
  for (const token of tokensOf(args, known)) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue = false } = token;
    const help = Object.hasOwn(known, name) ? known[name] : undefined;
    if (help === undefined) throw new Misuse(unknown(command, rawName, [...Object.keys(options), 'json']));
    if (!takesValue(help)) {
      if (value !== undefined) throw new Misuse(`${rawName} of '${command}' takes no value.`);
      flags.add(name);
      continue;
    }
    const wanted = /^<[^>]+>/.exec(help)?.[0] ?? '';
    if (value === undefined || (!inlineValue && value.startsWith('-')))
      throw new Misuse(
        `${rawName} of '${command}' needs a value: ${rawName} ${wanted}. One that begins with a dash is written ${rawName}=…`,
      );
    if (texts.has(name)) throw new Misuse(`${rawName} of '${command}' was given twice.`);
    texts.set(name, value);
  }
  return { words, texts, flags };
}

function unknown(command: string, given: string, known: readonly string[]): string {
  const meant = nearest(given.replace(/^-+/, ''), known, 2);
  const all = known.map((name) => `--${name}`).join(', ');
  return `'${command}' has no option ${given}. ${meant === undefined ? `It takes: ${all}` : `--${meant} may be meant`}.`;
}
