import {
  type ChatRequest,
  GatewayError,
  isJsonObject,
  type JsonObject,
  type Tool,
  type Warning,
} from '#canonical';
import { definedMembers } from '../validation/json-values.js';
import { RESPONSE_TOOL, type Block, encodeCachePoint, isBlank } from './blocks.js';
import { type ModelFamily } from './model-family.js';
import { checkToolName } from './tool-use.js';

export interface ToolUse {
  tools: Block[];
  toolChoice?: JsonObject | undefined;
  /** Tools are declared only because the conversation contains calls. The model must not call any. */
  forbidsCalls: boolean;
}

const RESPONSE_TOOL_DESCRIPTION = 'Gives the answer to the user. Call it once, with the whole answer.';

export function encodeToolUse(request: ChatRequest, family: ModelFamily, warnings: Warning[]): ToolUse {
  warnOfLostFields(request, family, warnings);
  const responseTool = encodeResponseTool(request, family);
  const offered = request.toolChoice?.type === 'none' ? [] : getOfferedTools(request, family);
  const tools = [...offered.flatMap((tool) => encodeTool(tool, family)), ...responseTool];
  if (responseTool.length > 0) {
    const toolChoice: JsonObject = offered.length > 0 ? { any: {} } : { tool: { name: RESPONSE_TOOL } };
    return { tools, toolChoice, forbidsCalls: false };
  }
  if (tools.length > 0) return { tools, toolChoice: encodeChoice(request, family), forbidsCalls: false };
  if (isCallRequired(request)) {
    throw unsupportedChoice('A tool call cannot be required when the request has no tools.');
  }
  const declared = getUsedTools(request).flatMap((tool) => encodeTool(tool, family));
  return { tools: declared, forbidsCalls: declared.length > 0 };
}

function warnOfLostFields(request: ChatRequest, family: ModelFamily, warnings: Warning[]): void {
  const { tools = [], allowsParallelCalls } = request;
  if (tools.length > 0 && allowsParallelCalls === false) {
    const reason = 'parallel tool calls of this model cannot be disabled';
    warnings.push({ field: 'allowsParallelCalls', reason });
  }
  if (!family.supportsStrict && tools.some(({ strict }) => strict === true)) {
    const reason = 'this model does not enforce tool schemas';
    warnings.push({ field: { param: 'strict' }, reason });
  }
}

/** This format cannot limit the choice to some tools, so only those are offered. */
function getOfferedTools({ tools = [], toolChoice }: ChatRequest, { forcedCalls }: ModelFamily): Tool[] {
  if (toolChoice?.type === 'tool' && forcedCalls === 'any-tool') {
    return tools.filter(({ name }) => name === toolChoice.name);
  }
  if (toolChoice?.type !== 'required' || toolChoice.names === undefined) return tools;
  const names = new Set(toolChoice.names);
  return tools.filter(({ name }) => names.has(name));
}

function encodeTool(
  { name, description, parameters, strict, cache }: Tool,
  { caching, supportsStrict }: ModelFamily,
): Block[] {
  const toolSpec = definedMembers({
    name: checkToolName(name),
    description: description === undefined || isBlank(description) ? undefined : description,
    inputSchema: { json: toObjectSchema(parameters) },
    strict: supportsStrict && strict === true ? true : undefined,
  });
  const isMarked = cache !== undefined && (caching === 'everywhere' || caching === 'as-requested');
  return isMarked ? [{ toolSpec }, encodeCachePoint(cache)] : [{ toolSpec }];
}

function toObjectSchema(parameters: JsonObject | undefined): JsonObject {
  if (parameters === undefined) return { type: 'object', properties: {} };
  return 'type' in parameters ? parameters : { type: 'object', ...parameters };
}

/** A response in a schema is requested as a tool call, which is converted to text when it is decoded. */
function encodeResponseTool({ outputFormat }: ChatRequest, { schemas }: ModelFamily): Block[] {
  if (outputFormat?.type !== 'json-schema' || schemas !== 'by-tool') return [];
  const { description = RESPONSE_TOOL_DESCRIPTION, schema } = outputFormat;
  if (!isJsonObject(schema) || schema['type'] !== 'object') {
    throw new GatewayError(
      'unsupported-parameter',
      'This model supports only output schemas of type "object".',
      {
        param: 'outputFormat',
      },
    );
  }
  return [{ toolSpec: { name: RESPONSE_TOOL, description, inputSchema: { json: schema } } }];
}

function encodeChoice({ toolChoice }: ChatRequest, { forcedCalls }: ModelFamily): JsonObject | undefined {
  switch (toolChoice?.type) {
    case 'auto':
      return forcedCalls === 'none' ? undefined : { auto: {} };
    case 'required':
      if (forcedCalls === 'none')
        throw unsupportedChoice('This model does not support a required tool call.');
      return { any: {} };
    case 'tool':
      if (forcedCalls === 'none')
        throw unsupportedChoice('This model does not support a required tool call.');
      return forcedCalls === 'any-tool' ? { any: {} } : { tool: { name: checkToolName(toolChoice.name) } };
    case 'none':
    case undefined:
      return undefined;
  }
}

function isCallRequired({ toolChoice }: ChatRequest): boolean {
  return toolChoice?.type === 'required' || toolChoice?.type === 'tool';
}

function unsupportedChoice(message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param: 'toolChoice' });
}

/**
 * Tool calls in the conversation are refused unless their tools are declared, even if they cannot be called again.
 */
function getUsedTools({ messages, tools = [] }: ChatRequest): Tool[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
      : [],
  );
  return [...new Set(names)].map((name) => tools.find((tool) => tool.name === name) ?? { name });
}
