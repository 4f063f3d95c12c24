import { asFields, asList, type Fields } from '../fields.js';
import type { Prompt } from '../scenarios/prompt.js';
import { parseWords } from '../scenarios/words.js';

/** The part of a messages request that affects the response. */
export interface MessagesRequest {
  model: string;
  stream: boolean;
  /** The response contains only the signature of the thinking. */
  omitsThoughts: boolean;
  prompt: Prompt;
}

/** Reads a body that has passed its checks. */
export function readMessagesRequest(body: unknown): MessagesRequest {
  const fields = asFields(body);
  return {
    model: String(fields.model),
    stream: fields.stream === true,
    omitsThoughts: asFields(fields.thinking).display === 'omitted',
    prompt: toPrompt(fields),
  };
}

function toPrompt(fields: Fields): Prompt {
  const messages = asList(fields.messages).map(asFields);
  const userTexts = messages.filter(({ role }) => role === 'user').map(({ content }) => toText(content));
  const texts = [fields.system, ...messages.map(({ content }) => content)].map(toText);
  const results = getBlocks(messages.at(-1)?.content).filter(({ type }) => type === 'tool_result');
  return {
    lastUserText: userTexts.at(-1) ?? '',
    userTexts,
    words: texts.reduce((total, text) => total + parseWords(text).length, 0),
    toolNames: asList(fields.tools).map((tool) => String(asFields(tool).name)),
    toolResults: results.map(({ content }) => toText(content)),
    requiresReasoning: asFields(fields.thinking).type === 'enabled',
    schema: asFields(asFields(fields.output_config).format).schema,
  };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return getBlocks(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

function getBlocks(content: unknown): Fields[] {
  return asList(content).map(asFields);
}
