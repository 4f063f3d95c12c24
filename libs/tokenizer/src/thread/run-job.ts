import { splitText } from './split-text.js';

export type TokenizerJob =
  | { kind: 'count'; text: string }
  | { kind: 'first'; text: string; max: number }
  | { kind: 'text'; tokens: readonly number[] };

/** Undefined if a token is not in the vocabulary. */
export type TokenizerResult = number | string | undefined;

/** Markers of the tokenizer are plain text in a user's input. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

export async function runJob(job: TokenizerJob): Promise<TokenizerResult> {
  switch (job.kind) {
    case 'count':
      return countTokens(job.text);
    case 'first':
      return firstTokens(job.text, job.max);
    case 'text':
      return getTokensText(job.tokens);
  }
}

async function countTokens(text: string): Promise<number> {
  const { encode } = await import('gpt-tokenizer/encoding/o200k_base');
  let count = 0;
  for (const chunk of splitText(text)) count += encode(chunk, AS_TEXT).length;
  return count;
}

async function firstTokens(text: string, max: number): Promise<string> {
  const { encode, decode } = await import('gpt-tokenizer/encoding/o200k_base');
  const tokens: number[] = [];
  for (const chunk of splitText(text)) {
    for (const token of encode(chunk, AS_TEXT)) tokens.push(token);
    if (tokens.length > max) return decode(tokens.slice(0, max));
  }
  return text;
}

async function getTokensText(tokens: readonly number[]): Promise<string | undefined> {
  const { decode, vocabularySize } = await import('gpt-tokenizer/encoding/cl100k_base');
  return tokens.every((token) => token < vocabularySize) ? decode([...tokens]) : undefined;
}
