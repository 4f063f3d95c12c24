import { type SandboxMessage } from './request.js';

const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;

/** What a user writes is text, also where it looks like a marker of the tokenizer's own. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

interface Tokenizer {
  encode(text: string): number[];
  decode(tokens: number[]): string;
}

/** Loaded with the first use: the vocabulary is large, and many gateways never serve the sandbox. */
async function loadTokenizer(): Promise<Tokenizer> {
  const { encode, decode } = await import('gpt-tokenizer/encoding/o200k_base');
  return { encode: (text) => encode(text, AS_TEXT), decode };
}

export async function countTokens(text: string): Promise<number> {
  const tokenizer = await loadTokenizer();
  return tokenizer.encode(text).length;
}

/** Messages cost a few tokens each beside their text, as they do with the models this imitates. */
export async function countConversationTokens(messages: readonly SandboxMessage[]): Promise<number> {
  const tokenizer = await loadTokenizer();
  return messages.reduce(
    (sum, { role, text }) =>
      sum + TOKENS_PER_MESSAGE + tokenizer.encode(role).length + tokenizer.encode(text).length,
    TOKENS_PER_REPLY,
  );
}

/** The text as far as so many tokens reach. */
export async function firstTokens(text: string, most: number): Promise<string> {
  const tokenizer = await loadTokenizer();
  const tokens = tokenizer.encode(text);
  return tokens.length <= most ? text : tokenizer.decode(tokens.slice(0, most));
}
