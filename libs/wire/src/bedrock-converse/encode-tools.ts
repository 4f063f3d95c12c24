import { type ChatRequest, GatewayError, type JsonObject, type Tool, type Warning } from '#canonical';
import { definedMembers, isJsonObject } from '../validation/json-values.js';
import { ANSWER_TOOL, type Block, encodeCachePoint, isBlank } from './blocks.js';
import { type ModelFamily } from './model-family.js';
import { checkToolName } from './tool-use.js';

export interface ToolUse {
  tools: Block[];
  toolChoice?: JsonObject | undefined;
  /** There are tools only because the conversation tells of calls: none of them is to be called. */
  isIdle: boolean;
}

const ANSWER_DESCRIPTION = 'Gives the answer to the user. Call it once, with the whole answer.';

export function encodeToolUse(request: ChatRequest, family: ModelFamily, warnings: Warning[]): ToolUse {
  warnOfLosses(request, family, warnings);
  const answer = encodeAnswerTool(request, family);
  const offered = request.toolChoice?.type === 'none' ? [] : listOffered(request, family);
  const tools = [...offered.flatMap((tool) => encodeTool(tool, family)), ...answer];
  if (answer.length > 0) {
    const toolChoice: JsonObject = offered.length > 0 ? { any: {} } : { tool: { name: ANSWER_TOOL } };
    return { tools, toolChoice, isIdle: false };
  }
  if (tools.length > 0) return { tools, toolChoice: encodeChoice(request, family), isIdle: false };
  if (isForced(request)) {
    throw refuse('A tool call cannot be required where no tool is offered.');
  }
  const used = listUsed(request).flatMap((tool) => encodeTool(tool, family));
  return { tools: used, isIdle: used.length > 0 };
}

function warnOfLosses(request: ChatRequest, family: ModelFamily, warnings: Warning[]): void {
  const { tools = [], allowsParallelCalls } = request;
  if (tools.length > 0 && allowsParallelCalls === false) {
    const reason = 'This model may always make several calls at once.';
    warnings.push({ field: 'allowsParallelCalls', reason });
  }
  if (!family.takesStrict && tools.some(({ strict }) => strict === true)) {
    const reason = 'This model is not held to the schemas of its tools.';
    warnings.push({ field: { param: 'strict' }, reason });
  }
}

/** A choice among some of the tools is made by offering only those. */
function listOffered({ tools = [], toolChoice }: ChatRequest, { forces }: ModelFamily): Tool[] {
  if (toolChoice?.type === 'tool' && forces === 'any-tool') {
    return tools.filter(({ name }) => name === toolChoice.name);
  }
  if (toolChoice?.type !== 'required' || toolChoice.names === undefined) return tools;
  const names = new Set(toolChoice.names);
  return tools.filter(({ name }) => names.has(name));
}

function encodeTool(
  { name, description, parameters, strict, cache }: Tool,
  { caching, takesStrict }: ModelFamily,
): Block[] {
  const toolSpec = definedMembers({
    name: checkToolName(name),
    description: description === undefined || isBlank(description) ? undefined : description,
    inputSchema: { json: asObjectSchema(parameters) },
    strict: takesStrict && strict === true ? true : undefined,
  });
  const isMarked = cache !== undefined && (caching === 'everywhere' || caching === 'as-asked');
  return isMarked ? [{ toolSpec }, encodeCachePoint(cache)] : [{ toolSpec }];
}

function asObjectSchema(parameters: JsonObject | undefined): JsonObject {
  if (parameters === undefined) return { type: 'object', properties: {} };
  return 'type' in parameters ? parameters : { type: 'object', ...parameters };
}

/** An answer in a schema is a call here, which is turned into text again when it comes back. */
function encodeAnswerTool({ outputFormat }: ChatRequest, { schemas }: ModelFamily): Block[] {
  if (outputFormat?.type !== 'json-schema' || schemas !== 'by-tool') return [];
  const { description = ANSWER_DESCRIPTION, schema } = outputFormat;
  if (!isJsonObject(schema) || schema['type'] !== 'object') {
    throw new GatewayError('unsupported-parameter', 'This model answers in a schema of an object alone.', {
      param: 'outputFormat',
    });
  }
  return [{ toolSpec: { name: ANSWER_TOOL, description, inputSchema: { json: schema } } }];
}

function encodeChoice({ toolChoice }: ChatRequest, { forces }: ModelFamily): JsonObject | undefined {
  switch (toolChoice?.type) {
    case 'auto':
      return forces === 'none' ? undefined : { auto: {} };
    case 'required':
      if (forces === 'none') throw refuse('This model cannot be made to call a tool.');
      return { any: {} };
    case 'tool':
      if (forces === 'none') throw refuse('This model cannot be made to call a tool.');
      return forces === 'any-tool' ? { any: {} } : { tool: { name: checkToolName(toolChoice.name) } };
    case 'none':
    case undefined:
      return undefined;
  }
}

function isForced({ toolChoice }: ChatRequest): boolean {
  return toolChoice?.type === 'required' || toolChoice?.type === 'tool';
}

function refuse(message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param: 'toolChoice' });
}

/** Calls in the history are refused unless tools are declared, though they are not to be used again. */
function listUsed({ messages, tools = [] }: ChatRequest): Tool[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
      : [],
  );
  return [...new Set(names)].map((name) => tools.find((tool) => tool.name === name) ?? { name });
}
