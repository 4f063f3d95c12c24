import { type CompletionEntry } from './completions.js';

/** As bash and zsh take a text that holds anything. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A pattern of `case` that fits the words which are no arguments of a command, but name it. */
export function knownPaths(entries: readonly CompletionEntry[]): string {
  return entries
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|');
}

/** A line of `case` for each option whose values are known, by the command and the option. */
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
