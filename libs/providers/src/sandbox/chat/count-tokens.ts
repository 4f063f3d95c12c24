import { type SandboxMessage } from './request.js';

const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;

/** Loaded with the first use: the vocabulary is large, and many gateways never serve the sandbox. */
async function loadTokenizer(): Promise<{ countTokens(text: string): number }> {
  return import('gpt-tokenizer/encoding/o200k_base');
}

export async function countTokens(text: string): Promise<number> {
  const tokenizer = await loadTokenizer();
  return tokenizer.countTokens(text);
}

/** Messages cost a few tokens each beside their text, as they do with the models this imitates. */
export async function countConversationTokens(messages: readonly SandboxMessage[]): Promise<number> {
  const tokenizer = await loadTokenizer();
  return messages.reduce(
    (sum, { role, text }) =>
      sum + TOKENS_PER_MESSAGE + tokenizer.countTokens(role) + tokenizer.countTokens(text),
    TOKENS_PER_REPLY,
  );
}
