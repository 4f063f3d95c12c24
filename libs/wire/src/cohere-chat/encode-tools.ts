import { type ChatRequest, GatewayError, type JsonObject, type Tool, type Warning } from '#canonical';

/** Without tools the other settings mean nothing, and the service refuses them. */
export function encodeTools(request: ChatRequest, warnings: Warning[]): JsonObject {
  const tools = offeredTools(request);
  const choice = encodeChoice(request);
  if (tools.length === 0) {
    if (choice === 'REQUIRED') throw noToolToCall();
    return {};
  }
  return {
    tools: tools.map(encodeTool),
    ...(choice === undefined ? {} : { tool_choice: choice }),
    ...encodeStrictness(tools, warnings),
  };
}

function noToolToCall(): GatewayError {
  const message = 'A tool call cannot be required where no tool is offered.';
  return new GatewayError('unsupported-parameter', message, { param: 'toolChoice' });
}

/** The service has no word for a tool by its name: a choice among some is made by offering only those. */
function offeredTools({ tools = [], toolChoice }: ChatRequest): readonly Tool[] {
  if (toolChoice?.type === 'tool') return tools.filter(({ name }) => name === toolChoice.name);
  if (toolChoice?.type !== 'required' || toolChoice.names === undefined) return tools;
  const names = new Set(toolChoice.names);
  return tools.filter(({ name }) => names.has(name));
}

/** Where nothing is said, the model chooses. */
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

/** All tools are kept to their schemas, or none is. */
function encodeStrictness(tools: readonly Tool[], warnings: Warning[]): JsonObject {
  const strict = tools.filter((tool) => tool.strict === true);
  if (strict.length === tools.length) return { strict_tools: true };
  if (strict.length > 0) {
    warnings.push({ field: 'tools', reason: 'this model is strict with all tools or with none' });
  }
  return {};
}
