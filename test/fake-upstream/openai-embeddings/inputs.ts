import { parseWords } from '../scenarios/words.js';

/** A text, or the tokens of one. */
export type Input = string | readonly number[];

/** The inputs of a request that has passed its checks, one for each embedding. */
export function getInputs(input: unknown): readonly Input[] {
  if (typeof input === 'string' || isTokens(input)) return [input];
  return input as readonly Input[];
}

export function tokensIn(input: Input): number {
  return typeof input === 'string' ? parseWords(input).length : input.length;
}

export function isTokens(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isInteger(item));
}
