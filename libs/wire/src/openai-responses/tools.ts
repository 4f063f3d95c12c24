import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type JsonValue,
  type Tool,
  type ToolChoice,
  type Warning,
} from '#canonical';
import { unsupported } from '../validation/faults.js';
import { type RequestObject } from '../validation/request-object.js';
import { definedMembers, isJsonObject } from '../validation/json-values.js';
import { objectsIn } from './json-object.js';

/** Members of a tool that no other format has. */
const LOST_MEMBERS = ['output_schema', 'defer_loading', 'allowed_callers', 'format'] as const;

const ACCEPTED_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} };

export function decodeTools(request: RequestObject, warnings: Warning[]): Tool[] | undefined {
  const tools = request.eachObject('tools', (tool) => decodeTool(tool, warnings));
  return tools?.length === 0 ? undefined : tools;
}

function decodeTool(tool: RequestObject, warnings: Warning[]): Tool {
  const kind = tool.requiredString('type');
  if (kind !== 'function' && kind !== 'custom') {
    const problem = `is "${kind}", a tool that only a model service of this format can run`;
    throw unsupported(tool.getPath('type'), problem);
  }
  warnOfLostMembers(tool, warnings);
  const name = tool.nonEmptyString('name');
  const description = tool.string('description');
  if (kind === 'custom') return customToolAsFunction(name, description);
  const parameters = tool.object('parameters')?.members;
  const strict = tool.boolean('strict');
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(strict === undefined ? {} : { strict }),
  };
}

function warnOfLostMembers(tool: RequestObject, warnings: Warning[]): void {
  for (const key of LOST_MEMBERS) {
    const isPlainText = key === 'format' && tool.object(key)?.value('type') === 'text';
    if (!tool.has(key) || tool.value(key) === false || isPlainText) continue;
    warnings.push({
      field: { param: tool.getPath(key) },
      reason: 'only model services of this format know it',
    });
  }
}

/** A choice among some of the tools is made by leaving out the others, unless one of them must be called. */
export function decodeToolChoice(
  request: RequestObject,
  tools: Tool[] | undefined,
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  if (!request.has('tool_choice')) return {};
  if (typeof request.value('tool_choice') === 'string')
    return { toolChoice: { type: request.requiredOneOf('tool_choice', ['auto', 'none', 'required']) } };
  const choice = request.requiredObject('tool_choice');
  switch (choice.requiredString('type')) {
    case 'function':
    case 'custom':
      return { toolChoice: { type: 'tool', name: choice.nonEmptyString('name') } };
    case 'allowed_tools':
      return decodeAllowedTools(choice, tools);
    default:
      throw unsupported(
        choice.getPath('type'),
        'chooses a tool that only a model service of this format can run',
      );
  }
}

function decodeAllowedTools(
  choice: RequestObject,
  tools: Tool[] | undefined,
): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const mode = choice.requiredOneOf('mode', ['auto', 'required']);
  const names = choice.requiredEachObject('tools', decodeToolReference);
  if (mode === 'required') return { toolChoice: { type: 'required', names } };
  return { tools: tools?.filter((tool) => names.includes(tool.name)), toolChoice: { type: 'auto' } };
}

function decodeToolReference(reference: RequestObject): string {
  const type = reference.requiredString('type');
  if (type === 'function' || type === 'custom') return reference.nonEmptyString('name');
  throw unsupported(
    reference.getPath('type'),
    'names a tool that only a model service of this format can run',
  );
}

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
  return definedMembers({
    type,
    name,
    description,
    parameters: parameters ?? NO_PARAMETERS,
    strict: strict ?? false,
  });
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

/** A tool that takes free text, as a function with one string: every service has functions. */
function customToolAsFunction(name: string, description: string | undefined): Tool {
  return {
    name,
    ...(description === undefined ? {} : { description }),
    parameters: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false,
    },
  };
}

export function wrapCustomInput(input: string): string {
  return JSON.stringify({ input });
}

/** The free text in a call's arguments; the arguments themselves where the model did not keep to the schema. */
export function unwrapCustomInput(argumentsText: string): string {
  try {
    const parsed: unknown = JSON.parse(argumentsText);
    return isJsonObject(parsed) && typeof parsed['input'] === 'string' ? parsed['input'] : argumentsText;
  } catch {
    return argumentsText;
  }
}

/** The tools whose calls the client expects as free text. */
export function customToolNames(body: JsonObject): ReadonlySet<string> {
  const custom = objectsIn(body['tools']).filter((tool) => tool['type'] === 'custom');
  return new Set(custom.map((tool) => tool['name']).filter((name) => typeof name === 'string'));
}
