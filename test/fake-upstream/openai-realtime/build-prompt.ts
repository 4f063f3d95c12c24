import { asFields, asText } from '../fields.js';
import type { Prompt } from '../scenarios/prompt.js';
import { parseWords } from '../scenarios/words.js';
import type { StoredItem } from './item.js';
import type { ResponseSettings } from './response-settings.js';

/** Builds the prompt from the conversation so far. */
export function buildPrompt(entries: readonly StoredItem[], settings: ResponseSettings): Prompt {
  const texts = [settings.instructions, ...entries.filter(isRead).map(getText)];
  const userTexts = entries.filter(({ item }) => item.role === 'user').map(getText);
  return {
    lastUserText: userTexts.at(-1) ?? '',
    userTexts,
    words: texts.reduce((sum, text) => sum + parseWords(text).length, 0),
    toolNames: getToolNames(settings),
    toolResults: resultsAtTheEnd(entries),
    requiresReasoning: false,
  };
}

/** Speech of the user counts as audio. */
function isRead({ item, audio }: StoredItem): boolean {
  return item.role !== 'user' || !audio;
}

/** The text of an item, read or transcribed. */
function getText({ item, audio }: StoredItem): string {
  if (item.type === 'function_call') return asText(item.arguments);
  if (item.type === 'function_call_output') return item.output ?? '';
  return (item.content ?? [])
    .map(({ text, transcript }) => text ?? transcript ?? audio?.received ?? '')
    .join(' ');
}

/** A required tool comes first. */
function getToolNames({ tools, tool_choice: choice }: ResponseSettings): string[] {
  const names = tools.filter(({ type }) => type === 'function').map(({ name }) => String(name));
  const { name: chosen } = asFields(choice);
  return typeof chosen === 'string' ? [chosen, ...names.filter((name) => name !== chosen)] : names;
}

function resultsAtTheEnd(entries: readonly StoredItem[]): string[] {
  const lastOther = entries.findLastIndex(({ item }) => item.type !== 'function_call_output');
  return entries.slice(lastOther + 1).map(getText);
}
