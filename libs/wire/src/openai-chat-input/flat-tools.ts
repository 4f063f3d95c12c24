import { isJsonObject, type JsonObject, type JsonValue } from '#canonical';

/**
 * Moves the definitions of tools up: Chat Completions nests them in a member named after the type, Responses does
 * not.
 */
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
    ? { type: tool['type'] ?? null, ...definition, ...flattenFormat(definition) }
    : tool;
}

/** Chat Completions nests a grammar one level deeper. */
function flattenFormat({ format }: JsonObject): JsonObject {
  const grammar = isJsonObject(format) ? format['grammar'] : undefined;
  return isJsonObject(grammar) ? { format: { type: 'grammar', ...grammar } } : {};
}
