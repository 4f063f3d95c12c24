import { asFields, asList, type Fields } from '../fields.js';
import type { Prompt } from '../scenarios/prompt.js';
import { parseWords } from '../scenarios/words.js';

/** What the model reads in a request that has passed its checks. */
export function buildPrompt(fields: Fields, items: readonly Fields[]): Prompt {
  const userMessages = items.filter(({ role }) => role === 'user');
  const texts = [fields.instructions, ...items.map(({ content }) => content)].map(toText);
  const findStartOfLastTurn = items.findLastIndex(({ type }) => type !== 'function_call_output') + 1;
  return {
    lastUserText: toText(userMessages.at(-1)?.content),
    words: texts.reduce((total, text) => total + parseWords(text).length, 0),
    toolNames: asList(fields.tools).map((tool) => String(asFields(tool).name)),
    toolResults: items.slice(findStartOfLastTurn).map(({ output }) => toText(output)),
    mustThink: false,
  };
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map(asFields)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
