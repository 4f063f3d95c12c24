import { type ChatRequest, GatewayError, type JsonObject, type Tool } from '#canonical';
import { encodeCache } from './cache-control.js';
import { definedJson } from './defined.js';
import { checkToolName } from './tool-identity.js';

/** The members of a request that say which tools there are and how they may be called. */
export function encodeToolUse(request: ChatRequest): JsonObject {
  const tools = offeredTools(request);
  if (tools.length > 0)
    return definedJson({ tools: tools.map(encodeTool), tool_choice: encodeToolChoice(request) });
  refuseForcedCall(request);
  const used = usedToolNames(request);
  if (used.length === 0) return {};
  return { tools: used.map((name) => encodeTool({ name })), tool_choice: { type: 'none' } };
}

/** A choice among some of the tools is made by offering only those. */
function offeredTools({ tools = [], toolChoice }: ChatRequest): Tool[] {
  if (toolChoice?.type !== 'required' || toolChoice.names === undefined) return tools;
  const names = new Set(toolChoice.names);
  return tools.filter((tool) => names.has(tool.name));
}

function encodeTool({ name, description, parameters, strict, cache }: Tool): JsonObject {
  return definedJson({
    name: checkToolName(name),
    description,
    input_schema: parameters === undefined ? { type: 'object', properties: {} } : objectSchema(parameters),
    strict,
    ...encodeCache(cache),
  });
}

function objectSchema(parameters: JsonObject): JsonObject {
  return 'type' in parameters ? parameters : { type: 'object', ...parameters };
}

function encodeToolChoice({ toolChoice, allowsParallelCalls }: ChatRequest): JsonObject | undefined {
  const serial: JsonObject = allowsParallelCalls === false ? { disable_parallel_tool_use: true } : {};
  switch (toolChoice?.type) {
    case undefined:
      return allowsParallelCalls === false ? { type: 'auto', ...serial } : undefined;
    case 'auto':
      return { type: 'auto', ...serial };
    case 'required':
      return { type: 'any', ...serial };
    case 'tool':
      return { type: 'tool', name: checkToolName(toolChoice.name), ...serial };
    case 'none':
      return { type: 'none' };
  }
}

function refuseForcedCall({ toolChoice }: ChatRequest): void {
  if (toolChoice?.type !== 'required' && toolChoice?.type !== 'tool') return;
  throw new GatewayError(
    'unsupported-parameter',
    'A tool call cannot be required where no tool is offered.',
    {
      param: 'toolChoice',
    },
  );
}

/** Calls in the history are refused unless their tools are declared, though they are not to be used again. */
function usedToolNames({ messages }: ChatRequest): string[] {
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.content : []));
  return [...new Set(parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : [])))];
}
