import { type Command } from '../frame/command.js';
import { type OptionSpec, toFlagName } from '../frame/options.js';
import { toOptions } from '../frame/program.js';

export interface Candidate {
  word: string;
  description: string;
}

export interface OptionCandidate extends Candidate {
  takesValue: boolean;
  /** The possible values, if they are known. */
  values: readonly string[];
}

/** The candidates after the words in `path`, which is a noun or a command. */
export interface CompletionEntry {
  path: string;
  words: Candidate[];
  options: OptionCandidate[];
}

const HELP: OptionCandidate = {
  word: '--help',
  description: 'display help',
  takesValue: false,
  values: [],
};

export function buildCompletions(
  commands: readonly Command[],
  nouns: Readonly<Record<string, string>>,
): CompletionEntry[] {
  const used = Object.keys(nouns).filter((noun) => commands.some(({ name }) => name.startsWith(`${noun} `)));
  const single = commands.filter(({ name }) => !name.includes(' '));
  const top = [
    ...single.map(({ name, summary }) => ({ word: name, description: summary })),
    ...used.map((noun) => ({ word: noun, description: nouns[noun] ?? '' })),
  ];
  return [
    { path: '', words: top, options: [HELP] },
    ...used.map((noun) => ({ path: noun, words: buildVerbs(noun, commands), options: [HELP] })),
    ...commands.map((command) => ({
      path: command.name,
      words: firstWords(command),
      options: toFlags(command),
    })),
  ];
}

function buildVerbs(noun: string, commands: readonly Command[]): Candidate[] {
  return commands
    .filter(({ name }) => name.startsWith(`${noun} `))
    .map(({ name, summary }) => ({ word: name.slice(noun.length + 1), description: summary }));
}

function firstWords({ args = [] }: Command): Candidate[] {
  return (args[0]?.choices ?? []).map((word) => ({ word, description: args[0]?.description ?? '' }));
}

function toFlags(command: Command): OptionCandidate[] {
  const flags = Object.entries(toOptions(command)).map(([name, spec]: [string, OptionSpec]) => ({
    word: toFlagName(name),
    description: spec.description,
    takesValue: spec.kind !== 'flag',
    values: spec.kind === 'choice' ? spec.choices : [],
  }));
  return [...flags, HELP];
}

/** Quotes any text for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A `case` pattern that matches the words that name a command, without its arguments. */
export function knownPaths(entries: readonly CompletionEntry[]): string {
  return entries
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|');
}

/** One `case` line for each option of a command whose values are known. */
export function valueCases(
  entries: readonly CompletionEntry[],
  offer: (values: readonly string[]) => string,
): string[] {
  return entries.flatMap(({ path, options }) =>
    options
      .filter(({ values }) => values.length > 0)
      .map(({ word, values }) => `    ${quoted(`${path} ${word}`)}) ${offer(values)}; return ;;`),
  );
}
