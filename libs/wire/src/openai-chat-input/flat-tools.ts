import { type JsonObject, type JsonValue } from '#canonical';
import { isJsonObject } from '../validation/json-values.js';

/** Tools of chat have their definition in a member named after their type; those of the responses format are flat. */
export function flattenTools(body: JsonObject): JsonObject {
  const { tools, tool_choice: choice } = body;
  return {
    ...body,
    ...(Array.isArray(tools) ? { tools: tools.map(flatten) } : {}),
    ...(isJsonObject(choice) ? { tool_choice: flattenChoice(choice) } : {}),
  };
}

function flattenChoice(choice: JsonObject): JsonValue {
  const flat = flatten(choice);
  if (!isJsonObject(flat) || !Array.isArray(flat['tools'])) return flat;
  return { ...flat, tools: flat['tools'].map(flatten) };
}

function flatten(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool)) return tool;
  const { type } = tool;
  const definition =
    type === 'function' || type === 'custom' || type === 'allowed_tools' ? tool[type] : undefined;
  return isJsonObject(definition)
    ? { type: tool['type'] ?? null, ...definition, ...flatFormat(definition) }
    : tool;
}

/** A grammar lies one level deeper in chat. */
function flatFormat({ format }: JsonObject): JsonObject {
  const grammar = isJsonObject(format) ? format['grammar'] : undefined;
  return isJsonObject(grammar) ? { format: { type: 'grammar', ...grammar } } : {};
}
