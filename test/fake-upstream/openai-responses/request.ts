import { asFields, asList, type Fields } from '../fields.js';
import type { Prompt } from '../scenarios/prompt.js';
import { parseWords } from '../scenarios/words.js';
import { getDefinitions } from './tool-definitions.js';

/** The prompt in a request that has passed its checks. */
export function buildPrompt(fields: Fields, items: readonly Fields[]): Prompt {
  const userTexts = items.filter(({ role }) => role === 'user').map(({ content }) => toText(content));
  const texts = [fields.instructions, ...items.map(({ content }) => content)].map(toText);
  const findStartOfLastTurn = items.findLastIndex(({ type }) => !isResult(type)) + 1;
  return {
    lastUserText: userTexts.at(-1) ?? '',
    userTexts,
    words: texts.reduce((total, text) => total + parseWords(text).length, 0),
    toolNames: getDefinitions(fields).map(({ name }) => name),
    toolResults: items.slice(findStartOfLastTurn).map(({ output }) => toText(output)),
    requiresReasoning: false,
    schema: asFields(asFields(fields.text).format).schema,
  };
}

function isResult(type: unknown): boolean {
  return type === 'function_call_output' || type === 'custom_tool_call_output';
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map(asFields)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
