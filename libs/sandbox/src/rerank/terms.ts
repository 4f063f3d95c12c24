import { foldText } from '../embedding/fold-text.js';
import { stem } from './stem.js';

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
/** A run of a script without spaces, or a word of any other. */
const RUNS = new RegExp(
  `(?<unspaced>[${UNSPACED}]{1,256})|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]){1,256}`,
  'gu',
);

/** The terms by which texts are compared: stems of words, and characters and their pairs in Chinese or Japanese. */
export function termsOf(text: string): string[] {
  return Array.from(foldText(text).matchAll(RUNS)).flatMap(({ 0: run, groups }) =>
    groups?.['unspaced'] === undefined ? [stem(run)] : charactersAndPairs(run),
  );
}

function charactersAndPairs(run: string): string[] {
  const characters = Array.from(run);
  const pairs = characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  return [...characters, ...pairs];
}
