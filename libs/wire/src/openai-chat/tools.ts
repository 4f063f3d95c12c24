import { createHash } from 'node:crypto';
import { type ChatRequest, type JsonObject, type JsonValue, type Tool, type ToolChoice } from '#canonical';
import { unsupported, wrongValue } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { decodeCache } from './content-parts.js';

type ToolSettings = Pick<ChatRequest, 'tools' | 'toolChoice' | 'allowsParallelCalls'>;

export const TOOL_MEMBERS = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
] as const;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const MAX_CALL_ID_LENGTH = 64;

export function decodeTools(fields: RequestObject): ToolSettings {
  const functions = fields.objects('functions');
  if (functions !== undefined) return decodeFunctions(fields, functions);
  const tools = fields.objects('tools')?.map(decodeTool);
  const allowsParallelCalls = fields.boolean('parallel_tool_calls');
  return { ...decodeChoice(tools, fields), allowsParallelCalls };
}

/** The legacy form of tools, which has one call at a time. */
function decodeFunctions(fields: RequestObject, functions: RequestObject[]): ToolSettings {
  if (fields.has('tools')) throw wrongValue('functions', 'cannot be combined with "tools"');
  return {
    tools: functions.map(decodeFunction),
    toolChoice: decodeFunctionChoice(fields),
    allowsParallelCalls: false,
  };
}

function decodeTool(tool: RequestObject): Tool {
  const type = tool.requiredString('type');
  if (type !== 'function') {
    throw unsupported(tool.getPath('type'), `is a tool type that this model does not support: ${type}`);
  }
  return { ...decodeFunction(tool.requiredObject('function')), ...decodeCache(tool) };
}

function decodeFunction(definition: RequestObject): Tool {
  const description = definition.string('description');
  const parameters = definition.object('parameters')?.members;
  const strict = definition.boolean('strict');
  return {
    name: definition.nonEmptyString('name'),
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(strict === undefined ? {} : { strict }),
    ...decodeCache(definition),
  };
}

function decodeFunctionChoice(fields: RequestObject): ToolChoice | undefined {
  const choice = fields.value('function_call');
  if (choice === undefined) return undefined;
  if (typeof choice === 'string') return { type: fields.requiredOneOf('function_call', ['none', 'auto']) };
  return { type: 'tool', name: fields.requiredObject('function_call').nonEmptyString('name') };
}

function decodeChoice(
  tools: Tool[] | undefined,
  fields: RequestObject,
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const choice = fields.value('tool_choice');
  if (choice === undefined) return { tools };
  if (typeof choice === 'string') {
    return { tools, toolChoice: { type: fields.requiredOneOf('tool_choice', ['none', 'auto', 'required']) } };
  }
  const object = fields.requiredObject('tool_choice');
  switch (object.requiredString('type')) {
    case 'function':
      return { tools, toolChoice: { type: 'tool', name: getFunctionName(object) } };
    case 'allowed_tools':
      return decodeAllowedTools(tools, object.requiredObject('allowed_tools'));
    case 'custom':
      throw unsupported(object.getPath('type'), 'is a tool type that this model does not support: custom');
    default:
      throw wrongValue(object.getPath('type'), 'must be one of function, allowed_tools, custom');
  }
}

/** Other formats cannot express an optional choice among some tools, so only the allowed tools are offered. */
function decodeAllowedTools(
  tools: Tool[] | undefined,
  allowed: RequestObject,
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const mode = allowed.oneOf('mode', ['auto', 'required']) ?? 'auto';
  const names = allowed.requiredObjects('tools').map(getFunctionName);
  if (mode === 'required') return { tools, toolChoice: { type: 'required', names } };
  return { tools: tools?.filter(({ name }) => names.includes(name)), toolChoice: { type: 'auto' } };
}

function getFunctionName(choice: RequestObject): string {
  return choice.requiredObject('function').nonEmptyString('name');
}

/** Without tools the other settings have no effect, and some services refuse them. */
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
      `contains a name that the provider does not accept (${rule}): ${name.slice(0, 200)}`,
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
      return choice.names === undefined ? 'required' : buildAllowedTools(choice.names);
    case 'tool':
      return buildFunctionChoice(choice.name);
  }
}

function buildAllowedTools(names: readonly string[]): JsonObject {
  return {
    type: 'allowed_tools',
    allowed_tools: { mode: 'required', tools: names.map(buildFunctionChoice) },
  };
}

function buildFunctionChoice(name: string): JsonObject {
  return { type: 'function', function: { name } };
}

/**
 * Returns an id that this format accepts. The same id always has the same replacement, so that calls and results
 * match.
 */
export function fitToolCallId(id: string): string {
  return id.length > 0 && id.length <= MAX_CALL_ID_LENGTH ? id : generateToolCallId(id);
}

/** Generates an id for a call without one. It depends only on the seed, so that a replay has the same id. */
export function generateToolCallId(seed: string): string {
  return `call_${createHash('sha256').update(seed).digest('hex').slice(0, 24)}`;
}
