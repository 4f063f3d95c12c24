import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type JsonValue,
  type Tool,
  type ToolChoice,
} from '#canonical';
import { given } from './json-object.js';

const ACCEPTED_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} };

export function encodeTools({
  tools,
  toolChoice,
  allowsParallelCalls,
}: ChatRequest): Record<string, JsonValue | undefined> {
  const hasTools = tools !== undefined && tools.length > 0;
  return {
    tools: hasTools ? tools.map(encodeTool) : undefined,
    tool_choice:
      toolChoice && (hasTools || toolChoice.type === 'none') ? encodeToolChoice(toolChoice) : undefined,
    parallel_tool_calls: hasTools ? allowsParallelCalls : undefined,
  };
}

/** Left out, `strict` counts as true here; elsewhere it counts as false. */
function encodeTool({ name, description, parameters, strict }: Tool): JsonObject {
  if (!ACCEPTED_NAME.test(name)) {
    const message = `The model service does not take "${name}" as the name of a tool.`;
    throw new GatewayError('unsupported-parameter', message, { param: 'tools' });
  }
  const type = 'function';
  return given({ type, name, description, parameters: parameters ?? NO_PARAMETERS, strict: strict ?? false });
}

function encodeToolChoice(choice: ToolChoice): JsonValue {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return choice.type;
    case 'required':
      if (choice.names === undefined) return 'required';
      return {
        type: 'allowed_tools',
        mode: 'required',
        tools: choice.names.map((name) => ({ type: 'function', name })),
      };
    case 'tool':
      return { type: 'function', name: choice.name };
  }
}
