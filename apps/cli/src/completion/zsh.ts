import { type Candidate, type CompletionEntry, knownPaths, quoted, valueCases } from './completions.js';

export function zshCompletion(entries: readonly CompletionEntry[]): string {
  const values = valueCases(entries, (words) => `compadd -- ${words.map(quoted).join(' ')}`);
  const cases = entries.map(
    ({ path, words, options }) =>
      `    ${quoted(path)})\n      candidates=(${described(words)})\n      flags=(${described(options)}) ;;`,
  );
  return `#compdef modelgate
# zsh completion for modelgate
_modelgate() {
  local route='' word
  local -a candidates flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${route:+$route }$word" in
      ${knownPaths(entries)}) route="\${route:+$route }$word" ;;
      *) break ;;
    esac
  done
  case "$route \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$route" in
${cases.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe 'option' flags
  elif (( \${#candidates} )); then
    _describe 'command' candidates
  else
    _files
  fi
}
if [ "\${funcstack[1]}" = '_modelgate' ]; then
  _modelgate "$@"
else
  compdef _modelgate modelgate
fi
`;
}

function described(candidates: readonly Candidate[]): string {
  return candidates
    .map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', String.raw`\:`)}`))
    .join(' ');
}
