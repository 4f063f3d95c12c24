import {
  type ChatRequest,
  GatewayError,
  isJsonObject,
  type JsonObject,
  type Tool,
  type Warning,
} from '#canonical';
import {
  checkToolName,
  getOfferedTools,
  getUsedToolNames,
  refuseRequiredCall,
  toObjectSchema,
} from '../block-turns/tool-calls.js';
import { isBlank } from '../block-turns/turns.js';
import { definedMembers } from '../validation/json-values.js';
import { RESPONSE_TOOL, type Block, encodeCachePoint } from './blocks.js';
import { type ModelFamily } from './model-family.js';
import { MAX_TOOL_NAME_LENGTH } from './tool-use.js';

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
  const offered = request.toolChoice?.type === 'none' ? [] : getOffered(request, family);
  const tools = [...offered.flatMap((tool) => encodeTool(tool, family)), ...responseTool];
  if (responseTool.length > 0) {
    const toolChoice: JsonObject = offered.length > 0 ? { any: {} } : { tool: { name: RESPONSE_TOOL } };
    return { tools, toolChoice, forbidsCalls: false };
  }
  if (tools.length > 0) return { tools, toolChoice: encodeChoice(request, family), forbidsCalls: false };
  refuseRequiredCall(request);
  const declared = getUsedToolNames(request).flatMap((name) =>
    encodeTool(request.tools?.find((tool) => tool.name === name) ?? { name }, family),
  );
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

/** Models that can only be forced to call any tool are offered only the one that is required. */
function getOffered(request: ChatRequest, { forcedCalls }: ModelFamily): Tool[] {
  const { tools = [], toolChoice } = request;
  return toolChoice?.type === 'tool' && forcedCalls === 'any-tool'
    ? tools.filter(({ name }) => name === toolChoice.name)
    : getOfferedTools(request);
}

function encodeTool(
  { name, description, parameters, strict, cache }: Tool,
  { caching, supportsStrict }: ModelFamily,
): Block[] {
  const toolSpec = definedMembers({
    name: checkToolName(name, MAX_TOOL_NAME_LENGTH),
    description: description === undefined || isBlank(description) ? undefined : description,
    inputSchema: { json: toObjectSchema(parameters) },
    strict: supportsStrict && strict === true ? true : undefined,
  });
  const isMarked = cache !== undefined && (caching === 'everywhere' || caching === 'as-requested');
  return isMarked ? [{ toolSpec }, encodeCachePoint(cache)] : [{ toolSpec }];
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
      return forcedCalls === 'any-tool'
        ? { any: {} }
        : { tool: { name: checkToolName(toolChoice.name, MAX_TOOL_NAME_LENGTH) } };
    case 'none':
    case undefined:
      return undefined;
  }
}

function unsupportedChoice(message: string): GatewayError {
  return new GatewayError('unsupported-parameter', message, { param: 'toolChoice' });
}
