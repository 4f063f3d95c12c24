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
  return { ...chooseAmong(tools, fields), allowsParallelCalls };
}

/** The older pair of members. It has room for one call at a time. */
function decodeFunctions(fields: RequestObject, functions: RequestObject[]): ToolSettings {
  if (fields.has('tools')) throw wrongValue('functions', 'cannot stand beside "tools"');
  return {
    tools: functions.map(decodeFunction),
    toolChoice: decodeFunctionChoice(fields),
    allowsParallelCalls: false,
  };
}

function decodeTool(tool: RequestObject): Tool {
  const type = tool.requiredString('type');
  if (type !== 'function') {
    throw unsupported(tool.getPath('type'), `is a kind of tool that only some services run: ${type}`);
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

function chooseAmong(
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
      return { tools, toolChoice: { type: 'tool', name: functionName(object) } };
    case 'allowed_tools':
      return chooseAllowed(tools, object.requiredObject('allowed_tools'));
    case 'custom':
      throw unsupported(object.getPath('type'), 'is a kind of tool that only some services run: custom');
    default:
      throw wrongValue(object.getPath('type'), 'must be one of function, allowed_tools, custom');
  }
}

/** Tools that must not be called are left out: no other format has a word for "one of these, or none". */
function chooseAllowed(
  tools: Tool[] | undefined,
  allowed: RequestObject,
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const mode = allowed.oneOf('mode', ['auto', 'required']) ?? 'auto';
  const names = allowed.requiredObjects('tools').map(functionName);
  if (mode === 'required') return { tools, toolChoice: { type: 'required', names } };
  return { tools: tools?.filter(({ name }) => names.includes(name)), toolChoice: { type: 'auto' } };
}

function functionName(choice: RequestObject): string {
  return choice.requiredObject('function').nonEmptyString('name');
}

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

/** An id as this format can carry it. The same id always becomes the same, in the call and in its result. */
export function toolCallId(id: string): string {
  return id.length > 0 && id.length <= MAX_CALL_ID_LENGTH ? id : mintToolCallId(id);
}

/** An id for a call that came without one. The same seed gives the same id, so that replays agree. */
export function mintToolCallId(seed: string): string {
  return `call_${createHash('sha256').update(seed).digest('hex').slice(0, 24)}`;
}
