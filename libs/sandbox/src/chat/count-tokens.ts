import { countTokens } from '#tokenizer';
import { type SandboxMessage } from './request.js';

const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;

/** Messages cost a few tokens each beside their text, as they do with the models this imitates. */
export async function countConversationTokens(messages: readonly SandboxMessage[]): Promise<number> {
  let sum = TOKENS_PER_REPLY;
  for (const { role, text } of messages)
    sum += TOKENS_PER_MESSAGE + (await countTokens(role)) + (await countTokens(text));
  return sum;
}
