import { type ChatRequest, GatewayError, type JsonObject, type Tool, type Warning } from '#canonical';

/** Without tools the service refuses the other settings. */
export function encodeTools(request: ChatRequest, warnings: Warning[]): JsonObject {
  const tools = getOfferedTools(request);
  const choice = encodeChoice(request);
  if (tools.length === 0) {
    if (choice === 'REQUIRED') throw noTools();
    return {};
  }
  return {
    tools: tools.map(encodeTool),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...encodeStrictness(tools, warnings),
  };
}

function noTools(): GatewayError {
  const message = 'A tool call cannot be required when the request has no tools.';
  return new GatewayError('unsupported-parameter', message, { param: 'toolChoice' });
}

/** The service cannot force a tool by name, so only the allowed tools are offered. */
function getOfferedTools({ tools = [], toolChoice }: ChatRequest): readonly Tool[] {
  if (toolChoice?.type === 'tool') return tools.filter(({ name }) => name === toolChoice.name);
  if (toolChoice?.type !== 'required' || toolChoice.names === undefined) return tools;
  const names = new Set(toolChoice.names);
  return tools.filter(({ name }) => names.has(name));
}

/** Undefined lets the model choose. */
function encodeChoice({ toolChoice }: ChatRequest): 'REQUIRED' | 'NONE' | undefined {
  switch (toolChoice?.type) {
    case undefined:
    case 'auto':
      return undefined;
    case 'none':
      return 'NONE';
    case 'required':
    case 'tool':
      return 'REQUIRED';
  }
}

function encodeTool({ name, description, parameters }: Tool): JsonObject {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: parameters ?? { type: 'object', properties: {} },
    },
  };
}

/** Strict mode applies to all tools or to none. */
function encodeStrictness(tools: readonly Tool[], warnings: Warning[]): JsonObject {
  const strict = tools.filter((tool) => tool.strict === true);
  if (strict.length === tools.length) return { strict_tools: true };
  if (strict.length > 0) {
    warnings.push({ field: 'tools', reason: 'this model supports strict mode only for all tools or none' });
  }
  return {};
}
