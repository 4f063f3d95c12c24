import { wrongValue } from '../openai-dialect/faults.js';

/** Half of a pair that only together is a character. */
const HALF_CHARACTER = /\p{Surrogate}/u;

/** Refuses what JSON can write down and no database takes for text. */
export function checkText(text: string, param: string): void {
  if (text.includes('\0') || HALF_CHARACTER.test(text))
    throw wrongValue(param, 'must be text without NUL and without halves of surrogate pairs');
}
