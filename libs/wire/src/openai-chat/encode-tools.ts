import { type ChatRequest, type JsonObject, type JsonValue, type Tool, type ToolChoice } from '#canonical';
import { unsupported } from '../openai-dialect/faults.js';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Without tools the other two settings mean nothing, and some services refuse them. */
export function encodeTools({ tools = [], toolChoice, allowsParallelCalls }: ChatRequest): JsonObject {
  if (tools.length === 0) return {};
  return {
    tools: tools.map(encodeTool),
    ...(toolChoice === undefined ? {} : { tool_choice: encodeChoice(toolChoice) }),
    ...(allowsParallelCalls === undefined ? {} : { parallel_tool_calls: allowsParallelCalls }),
  };
}

function encodeTool({ name, description, parameters, strict }: Tool): JsonObject {
  if (!TOOL_NAME.test(name)) {
    const rule = 'at most 64 letters, digits, underscores and hyphens';
    throw unsupported(
      'tools',
      `has a name that the model service cannot hold (${rule}): ${name.slice(0, 200)}`,
    );
  }
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      parameters: parameters ?? { type: 'object', properties: {} },
      ...(strict === undefined ? {} : { strict }),
    },
  };
}

function encodeChoice(choice: ToolChoice): JsonValue {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return choice.type;
    case 'required':
      return choice.names === undefined ? 'required' : allowedTools(choice.names);
    case 'tool':
      return functionNamed(choice.name);
  }
}

function allowedTools(names: readonly string[]): JsonObject {
  return { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: names.map(functionNamed) } };
}

function functionNamed(name: string): JsonObject {
  return { type: 'function', function: { name } };
}
