import { type CompletionEntry, knownPaths, quoted, valueCases } from './completions.js';

export function bashCompletion(entries: readonly CompletionEntry[]): string {
  const values = valueCases(entries, (words) => offer(quoted(words.join(' '))));
  const cases = entries.map(
    ({ path, words, options }) =>
      `    ${quoted(path)}) words=${quoted(listed(words))}; options=${quoted(listed(options))} ;;`,
  );
  return `# bash completion for modelgate
_modelgate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' words='' options='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${knownPaths(entries)}) path="\${path:+$path }$word" ;;
      *) break ;;
    esac
  done
  case "$path $previous" in
${values.join('\n')}
  esac
  case "$path" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    ${offer('"$options"')}
  else
    ${offer('"$words"')}
  fi
}
complete -o default -F _modelgate modelgate
`;
}

function offer(words: string): string {
  return `COMPREPLY=($(compgen -W ${words} -- "$current"))`;
}

function listed(candidates: CompletionEntry['words']): string {
  return candidates.map(({ word }) => word).join(' ');
}
