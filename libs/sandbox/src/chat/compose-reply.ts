import { type SandboxMessage } from './request.js';

const QUOTE_LENGTH = 400;
const OPENING = 'Hello from the Modelgate sandbox. I am a stand-in, not a language model.';
const CLOSING = 'Your token, your client and this gateway work; add a channel to reach a real model.';

export function composeReply(messages: readonly SandboxMessage[], question: string): string {
  const results = trailingToolResults(messages);
  if (results.length > 0) return acknowledgeResults(messages, results);
  const attachments = messages.findLast((message) => message.role === 'user')?.attachments ?? [];
  const seen =
    attachments.length === 0 ? '' : ` You sent ${attachments.map((one) => one.description).join(', and ')}.`;
  if (question === '')
    return `${OPENING}${seen === '' ? ' I found no user message to answer.' : seen} ${CLOSING}`;
  return `${OPENING} You wrote: “${shorten(question)}”${seen} ${CLOSING}`;
}

/** The answers of tools that the model has not replied to yet. */
export function trailingToolResults(messages: readonly SandboxMessage[]): SandboxMessage[] {
  const lastOther = messages.findLastIndex((message) => message.role !== 'tool');
  return messages.slice(lastOther + 1);
}

function acknowledgeResults(messages: readonly SandboxMessage[], results: readonly SandboxMessage[]): string {
  const names = new Map(messages.flatMap(({ toolCalls }) => toolCalls.map(({ id, name }) => [id, name])));
  const told = results.map((result) => {
    const name = names.get(result.toolCallId ?? '') ?? 'A tool';
    return `${name} answered “${shorten(result.text)}”.`;
  });
  return `Thank you for the tool results. ${told.join(' ')} The sandbox takes note and has nothing to add.`;
}

function shorten(text: string): string {
  // A character may take two code units, so this many hold enough of them.
  const characters = Array.from(text.slice(0, 2 * QUOTE_LENGTH + 2));
  return characters.length <= QUOTE_LENGTH ? text : `${characters.slice(0, QUOTE_LENGTH).join('')}…`;
}

const FILLER =
  'a calm river carries small boats past quiet towns while lanterns sway and gulls follow the evening tide home again'.split(
    ' ',
  );

/** Exactly so many words; not meant to be read. */
export function fillerText(words: number): string {
  const chosen = Array.from({ length: words }, (_, index) => FILLER[index % FILLER.length] ?? '');
  return chosen.join(' ');
}
