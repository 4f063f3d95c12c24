import { asFields, asList, type Fields } from '../fields.js';
import type { Prompt } from '../scenarios/prompt.js';
import { wordsOf } from '../scenarios/words.js';

/** The part of a messages request that shapes the reply. */
export interface MessagesRequest {
  model: string;
  stream: boolean;
  prompt: Prompt;
}

/** Reads a body that has passed its checks. */
export function readMessagesRequest(body: unknown): MessagesRequest {
  const fields = asFields(body);
  return { model: String(fields.model), stream: fields.stream === true, prompt: promptOf(fields) };
}

function promptOf(fields: Fields): Prompt {
  const messages = asList(fields.messages).map(asFields);
  const userTexts = messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  const texts = [fields.system, ...messages.map(({ content }) => content)].map(textOf);
  const results = blocksOf(messages.at(-1)?.content).filter(({ type }) => type === 'tool_result');
  return {
    lastUserText: userTexts.at(-1) ?? '',
    words: texts.reduce((total, text) => total + wordsOf(text).length, 0),
    toolNames: asList(fields.tools).map((tool) => String(asFields(tool).name)),
    toolResults: results.map(({ content }) => textOf(content)),
    mustThink: asFields(fields.thinking).type === 'enabled',
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function blocksOf(content: unknown): Fields[] {
  return asList(content).map(asFields);
}
