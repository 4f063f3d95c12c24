import { type CompletionEntry, type OptionCandidate } from './completions.js';

export function fishCompletion(entries: readonly CompletionEntry[]): string {
  const lines = entries.flatMap(({ path, words, options }) => [
    ...words.map(({ word, description }) => line(path, `-f -a ${quoted(word)} -d ${quoted(description)}`)),
    ...options.map((option) => line(path, describeOption(option))),
  ]);
  const paths = entries.map(({ path }) => path).filter((path) => path !== '');
  return `# fish completion for modelgate
set -g __modelgate_paths ${paths.map(quoted).join(' ')}
function __modelgate_at
  set -l path ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim -- "$path $word")
    contains -- $longer $__modelgate_paths; or break
    set path $longer
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function describeOption({ word, description, takesValue, values }: OptionCandidate): string {
  const named = `-l ${word.slice(2)} -d ${quoted(description)}`;
  if (values.length > 0) return `${named} -x -a ${quoted(values.join(' '))}`;
  return takesValue ? `${named} -r` : named;
}

function line(path: string, rest: string): string {
  return `complete -c modelgate -n ${quoted(`__modelgate_at ${quoted(path)}`)} ${rest}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
