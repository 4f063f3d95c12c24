import { countConversationTokens, countTokens } from './count-tokens.js';
import { type SandboxChatRequest } from './request.js';

export interface SandboxAnswer {
  text: string;
  promptTokens: number;
  completionTokens: number;
}

const QUOTE_LENGTH = 400;

/** The same conversation always gets the same answer. */
export async function answerChat(request: SandboxChatRequest): Promise<SandboxAnswer> {
  const text = composeReply(request);
  const [promptTokens, completionTokens] = await Promise.all([
    countConversationTokens(request.messages),
    countTokens(text),
  ]);
  return { text, promptTokens, completionTokens };
}

function composeReply({ messages }: SandboxChatRequest): string {
  const lastQuestion = messages.findLast((message) => message.role === 'user')?.text.trim() ?? '';
  const opening = 'Hello from the Modelgate sandbox. I am a stand-in, not a language model.';
  const closing = 'Your token, your client and this gateway work; add a channel to reach a real model.';
  if (lastQuestion === '') return `${opening} I found no user message to answer. ${closing}`;
  return `${opening} You wrote: “${shorten(lastQuestion)}” ${closing}`;
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= QUOTE_LENGTH ? text : `${characters.slice(0, QUOTE_LENGTH).join('')}…`;
}
