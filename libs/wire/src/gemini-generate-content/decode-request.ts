import {
  type ChatRequest,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SystemMessage,
  type Tool,
  type ToolChoice,
  type Translated,
  type Warning,
  type WebSearch,
} from '#canonical';
import { type RouteHints } from '../chat-codec.js';
import { decodeContents } from './decode-contents.js';
import { decodeGenerationConfig, collectUnknownSettings } from './decode-generation-config.js';
import { decodeSchema } from './schema.js';
import { missing, notSupported, wrongType, wrongValue } from '../validation/faults.js';
import { applyDetail, decodeMediaResolution } from './media.js';
import { ProtoObject } from './proto-object.js';
import { decodeServiceTier } from './service-tier.js';

const TRANSLATED_FIELDS = new Set([
  'model',
  'contents',
  'systemInstruction',
  'generationConfig',
  'tools',
  'toolConfig',
  'labels',
  'serviceTier',
]);

/** State that exists only at the service that created it. */
const UNTRANSLATABLE_FIELDS = ['cachedContent', 'continuationToken'];

/** Tools that other formats have as well. All others are run by their own service. */
const TRANSLATED_TOOLS = new Set(['functionDeclarations', 'googleSearch']);

interface DecodedTools {
  tools?: Tool[];
  toolChoice?: ToolChoice;
  webSearch?: WebSearch;
}

export function decodeRequest(body: JsonObject, hints: RouteHints): Translated<ChatRequest> {
  const request = new ProtoObject(body);
  const unsupported = UNTRANSLATABLE_FIELDS.find((field) => request.has(field));
  if (unsupported)
    throw notSupported(request.getPath(unsupported), 'it exists only at the provider that created it');
  const warnings: Warning[] = [];
  const config = request.object('generationConfig');
  const contents = decodeContents(request);
  applyDetail(contents, decodeMediaResolution(config?.enumName('mediaResolution')));
  const value: ChatRequest = {
    model: getModel(request, hints),
    isStreamed: hints.isStreamed ?? false,
    messages: [...decodeSystem(request), ...contents],
    ...decodeTools(request, warnings),
    ...(config ? decodeGenerationConfig(config) : {}),
    ...decodeLabels(request),
  };
  const serviceTier = decodeServiceTier(request.enumName('serviceTier'));
  if (serviceTier !== undefined) value.serviceTier = serviceTier;
  const extensions = collectExtensions(request);
  if (Object.keys(extensions).length > 0) value.extensions = extensions;
  return { value, warnings };
}

function getModel(request: ProtoObject, hints: RouteHints): string {
  const model = hints.model ?? request.string('model')?.replace(/^models\//, '');
  if (!model) throw missing(request.getPath('model'));
  return model;
}

/** The role of the system instruction is ignored, because clients send any. */
function decodeSystem(request: ProtoObject): SystemMessage[] {
  const instruction = request.value('systemInstruction');
  const texts = typeof instruction === 'string' ? [instruction] : getSystemTexts(request);
  const content = texts.filter((text) => text !== '').map((text) => ({ type: 'text' as const, text }));
  return content.length > 0 ? [{ role: 'system', content }] : [];
}

function getSystemTexts(request: ProtoObject): string[] {
  const parts = request.object('systemInstruction')?.objects('parts') ?? [];
  return parts.map((part) => {
    const text = part.string('text');
    if (text === undefined) throw notSupported(part.path, 'system instructions can contain text only');
    return text;
  });
}

function decodeLabels(request: ProtoObject): Pick<ChatRequest, 'metadata'> {
  const labels = request.plainObject('labels');
  if (labels === undefined) return {};
  const metadata: Record<string, string> = {};
  for (const [name, label] of Object.entries(labels)) {
    if (typeof label !== 'string') throw wrongType(`${request.getPath('labels')}.${name}`, 'a string');
    metadata[name] = label;
  }
  return { metadata };
}

/**
 * Fields without a canonical equivalent. Nested fields are named by their path, so that there is a warning for each.
 */
function collectExtensions(request: ProtoObject): Record<string, JsonValue> {
  const config = request.object('generationConfig');
  const extensions: Record<string, JsonValue> = config ? collectUnknownSettings(config) : {};
  for (const field of request.fields) {
    const value = request.value(field);
    if (!TRANSLATED_FIELDS.has(field) && value !== undefined) extensions[request.getPath(field)] = value;
  }
  const toolConfig = request.object('toolConfig');
  for (const field of toolConfig?.fields ?? []) {
    const value = toolConfig?.value(field);
    const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
    if (toolConfig && field !== 'functionCallingConfig' && value !== undefined && !isEmpty) {
      extensions[toolConfig.getPath(field)] = value;
    }
  }
  return extensions;
}

function decodeTools(request: ProtoObject, warnings: Warning[]): DecodedTools {
  const entries = request.objects('tools') ?? [];
  const tools = entries.flatMap((tool) => decodeTool(tool, warnings));
  const search = entries.some((tool) => tool.has('googleSearch')) ? { webSearch: {} } : {};
  const config = request.object('toolConfig')?.object('functionCallingConfig');
  const decoded = config ? applyConfig(tools, config) : { tools };
  return { ...(decoded.tools.length > 0 ? decoded : {}), ...search };
}

function decodeTool(tool: ProtoObject, warnings: Warning[]): Tool[] {
  const hosted = tool.fields.find((field) => !TRANSLATED_TOOLS.has(field));
  if (hosted !== undefined) throw notSupported(tool.getPath(hosted), 'only its provider can run this tool');
  for (const field of tool.object('googleSearch')?.fields ?? []) {
    const reason = 'search settings are not supported';
    warnings.push({ field: { param: `${tool.getPath('googleSearch')}.${field}` }, reason });
  }
  return (tool.objects('functionDeclarations') ?? []).map((declaration) =>
    decodeDeclaration(declaration, warnings),
  );
}

function decodeDeclaration(declaration: ProtoObject, warnings: Warning[]): Tool {
  for (const field of ['response', 'responseJsonSchema', 'behavior']) {
    if (!declaration.has(field)) continue;
    const reason = 'only the name, description and parameters of a function are sent';
    warnings.push({ field: { param: declaration.getPath(field) }, reason });
  }
  const description = declaration.string('description');
  const parameters = decodeParameters(declaration);
  return {
    name: declaration.nonEmptyString('name'),
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  };
}

function decodeParameters(declaration: ProtoObject): JsonObject | undefined {
  const jsonSchema = declaration.plainObject('parametersJsonSchema');
  const schema = declaration.object('parameters');
  if (jsonSchema && schema) {
    throw wrongValue(declaration.getPath('parametersJsonSchema'), 'cannot be combined with "parameters"');
  }
  return schema ? decodeSchema(schema) : jsonSchema;
}

function applyConfig(tools: Tool[], config: ProtoObject): { tools: Tool[]; toolChoice?: ToolChoice } {
  const names = config.strings('allowedFunctionNames') ?? [];
  const mode = config.enumName('mode') ?? 'MODE_UNSPECIFIED';
  switch (mode) {
    case 'MODE_UNSPECIFIED':
      return { tools };
    case 'AUTO':
      return { tools: filterAllowed(tools, names), toolChoice: { type: 'auto' } };
    case 'VALIDATED': {
      const strict = filterAllowed(tools, names).map((tool) => ({ ...tool, strict: true }));
      return { tools: strict, toolChoice: { type: 'auto' } };
    }
    case 'NONE':
      return { tools, toolChoice: { type: 'none' } };
    case 'ANY':
      return { tools, toolChoice: buildRequiredChoice(names) };
    default:
      throw wrongValue(config.getPath('mode'), 'must be AUTO, ANY, NONE or VALIDATED');
  }
}

/** Other formats have no list of allowed tools for optional calls, so only the allowed tools are offered. */
function filterAllowed(tools: Tool[], names: readonly string[]): Tool[] {
  return names.length === 0 ? tools : tools.filter((tool) => names.includes(tool.name));
}

function buildRequiredChoice(names: string[]): ToolChoice {
  const [name, ...others] = names;
  if (name === undefined) return { type: 'required' };
  return others.length === 0 ? { type: 'tool', name } : { type: 'required', names };
}
