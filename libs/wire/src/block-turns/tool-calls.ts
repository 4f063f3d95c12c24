import { createHash } from 'node:crypto';
import { type ChatRequest, GatewayError, isJsonObject, type JsonObject, type Tool } from '#canonical';

/** An id that replaces one which the service refuses. The same id always has the same replacement. */
export function replaceToolId(id: string, prefix: string, digits: number): string {
  return prefix + createHash('sha256').update(id).digest('hex').slice(0, digits);
}

export function checkToolName(name: string, maxLength: number): string {
  if (name.length <= maxLength && /^[\w-]+$/.test(name)) return name;
  throw new GatewayError(
    'unsupported-parameter',
    `The tool name "${name}" is not valid for this model: use at most ${maxLength} letters, digits, "_" and "-".`,
    { param: 'tools' },
  );
}

/** The arguments of a call as an object; undefined if the text is not one. Empty text means no arguments. */
export function parseToolInput(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The arguments of a call in a request. */
export function readArguments(name: string, text: string): JsonObject {
  const input = parseToolInput(text);
  if (input !== undefined) return input;
  throw new GatewayError('invalid-value', `The arguments of a call to "${name}" are not a JSON object.`, {
    param: 'messages',
  });
}

/** The JSON schema of arguments, which must have a type. */
export function toObjectSchema(parameters: JsonObject | undefined): JsonObject {
  if (parameters === undefined) return { type: 'object', properties: {} };
  return 'type' in parameters ? parameters : { type: 'object', ...parameters };
}

/** These formats cannot limit the choice to some tools, so only those are offered. */
export function getOfferedTools({ tools = [], toolChoice }: ChatRequest): Tool[] {
  if (toolChoice?.type !== 'required' || toolChoice.names === undefined) return tools;
  const names = new Set(toolChoice.names);
  return tools.filter(({ name }) => names.has(name));
}

function isCallRequired({ toolChoice }: ChatRequest): boolean {
  return toolChoice?.type === 'required' || toolChoice?.type === 'tool';
}

/** For a request without tools. */
export function refuseRequiredCall(request: ChatRequest): void {
  if (!isCallRequired(request)) return;
  const message = 'A tool call cannot be required when the request has no tools.';
  throw new GatewayError('unsupported-parameter', message, { param: 'toolChoice' });
}

/**
 * Tool calls in the conversation are refused unless their tools are declared, even if they cannot be called again.
 */
export function getUsedToolNames({ messages }: ChatRequest): string[] {
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.content : []));
  return [...new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])))];
}
