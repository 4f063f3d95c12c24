import { asFields, asList, type Fields } from '../fields.js';
import type { Prompt } from '../scenarios/prompt.js';
import { parseWords } from '../scenarios/words.js';

/** The part of a chat completion request that affects the response. */
export interface ChatRequest {
  model: string;
  stream: boolean;
  includeUsage: boolean;
  prompt: Prompt;
}

/** Reads a body that has passed its checks. */
export function readChatRequest(body: unknown): ChatRequest {
  const fields = asFields(body);
  return {
    model: String(fields.model),
    stream: fields.stream === true,
    includeUsage: asFields(fields.stream_options).include_usage === true,
    prompt: toPrompt(fields),
  };
}

function toPrompt(fields: Fields): Prompt {
  const messages = asList(fields.messages).map(asFields);
  const userTexts = messages.filter(({ role }) => role === 'user').map(({ content }) => toText(content));
  const findStartOfLastTurn = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  return {
    lastUserText: userTexts.at(-1) ?? '',
    userTexts,
    words: messages.reduce((total, { content }) => total + parseWords(toText(content)).length, 0),
    toolNames: asList(fields.tools).map((tool) => String(asFields(asFields(tool).function).name)),
    toolResults: messages.slice(findStartOfLastTurn).map(({ content }) => toText(content)),
    requiresReasoning: false,
    schema: asFields(asFields(fields.response_format).json_schema).schema,
  };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map(asFields)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
