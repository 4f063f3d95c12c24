import { type AssistantPart, type JsonObject } from '#canonical';
import { isJsonObject } from './proto-object.js';

type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/** Undefined where the arguments are not the text of an object: a model may write anything, or be cut short. */
export function encodeFunctionCall({ id, name, arguments: text }: ToolCall): JsonObject | undefined {
  const args = parseArguments(text);
  return args && { functionCall: { id, name, args } };
}

function parseArguments(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
