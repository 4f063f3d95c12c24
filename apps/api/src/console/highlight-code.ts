import { type Html, html } from './html.js';

const LINE_STRINGS = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;

/** The strings and keywords of each language. Short snippets need no complete grammar. */
const GRAMMARS = {
  typescript: buildGrammar(LINE_STRINGS, ['import', 'from', 'const', 'new', 'await']),
  python: buildGrammar(LINE_STRINGS, ['import', 'from']),
  shell: buildGrammar(String.raw`'[^']*'|"[^"]*"`, ['curl']),
} as const;

export type CodeLanguage = keyof typeof GRAMMARS;

export function highlightCode(code: string, language: CodeLanguage): Html[] {
  const chunks: Html[] = [];
  let position = 0;
  for (const match of code.matchAll(GRAMMARS[language])) {
    const [token] = match;
    const kind = match.groups?.['word'] === undefined ? 'string' : 'keyword';
    chunks.push(html`${code.slice(position, match.index)}<span class="${kind}">${token}</span>`);
    position = match.index + token.length;
  }
  return [...chunks, html`${code.slice(position)}`];
}

function buildGrammar(strings: string, words: readonly string[]): RegExp {
  // built from: the grammars above, and run only on the snippets of this gateway.
  return new RegExp(`${strings}|(?<word>\\b(?:${words.join('|')})\\b)`, 'g');
}
