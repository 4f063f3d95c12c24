import {
  type ChatRequest,
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
import { decodeGenerationConfig, unknownSettings } from './decode-generation-config.js';
import { decodeSchema } from './schema.js';
import { missing, notSupported, wrongType, wrongValue } from '../validation/faults.js';
import { applyDetail, decodeMediaResolution } from './media.js';
import { isJsonObject } from '../validation/json-values.js';
import { ProtoObject } from './proto-object.js';
import { decodeServiceTier } from './service-tier.js';

const KNOWN_FIELDS = new Set([
  'model',
  'contents',
  'systemInstruction',
  'generationConfig',
  'tools',
  'toolConfig',
  'labels',
  'serviceTier',
]);

/** What only the service that made it can take up again. */
const BOUND_FIELDS = ['cachedContent', 'continuationToken'];

/** What a tool may hold that others have as well; the rest is run by its own service. */
const KNOWN_TOOLS = new Set(['functionDeclarations', 'googleSearch']);

interface DecodedTools {
  tools?: Tool[];
  toolChoice?: ToolChoice;
  webSearch?: WebSearch;
}

export function decodeRequest(body: JsonObject, hints: RouteHints): Translated<ChatRequest> {
  const request = new ProtoObject(body);
  const bound = BOUND_FIELDS.find((field) => request.has(field));
  if (bound) throw notSupported(request.getPath(bound), 'only the service that made it knows it');
  const warnings: Warning[] = [];
  const config = request.object('generationConfig');
  const contents = decodeContents(request);
  applyDetail(contents, decodeMediaResolution(config?.word('mediaResolution')));
  const value: ChatRequest = {
    model: getModel(request, hints),
    isStreamed: hints.isStreamed ?? false,
    messages: [...decodeSystem(request), ...contents],
    ...decodeTools(request, warnings),
    ...(config ? decodeGenerationConfig(config) : {}),
    ...decodeLabels(request),
  };
  const serviceTier = decodeServiceTier(request.word('serviceTier'));
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

/** Clients put any role into it, which means nothing. */
function decodeSystem(request: ProtoObject): SystemMessage[] {
  const given = request.value('systemInstruction');
  const texts = typeof given === 'string' ? [given] : systemTexts(request);
  const content = texts.filter((text) => text !== '').map((text) => ({ type: 'text' as const, text }));
  return content.length > 0 ? [{ role: 'system', content }] : [];
}

function systemTexts(request: ProtoObject): string[] {
  const parts = request.object('systemInstruction')?.objects('parts') ?? [];
  return parts.map((part) => {
    const text = part.string('text');
    if (text === undefined) throw notSupported(part.path, 'a system instruction may hold text only');
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

/** What the hub has no word for. Fields inside others are named by their path, so that each can be warned of. */
function collectExtensions(request: ProtoObject): Record<string, JsonValue> {
  const config = request.object('generationConfig');
  const extensions: Record<string, JsonValue> = config ? unknownSettings(config) : {};
  for (const field of request.fields) {
    const value = request.value(field);
    if (!KNOWN_FIELDS.has(field) && value !== undefined) extensions[request.getPath(field)] = value;
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
  const given = request.objects('tools') ?? [];
  const tools = given.flatMap((tool) => decodeTool(tool, warnings));
  const search = given.some((tool) => tool.has('googleSearch')) ? { webSearch: {} } : {};
  const config = request.object('toolConfig')?.object('functionCallingConfig');
  const decoded = config ? applyConfig(tools, config) : { tools };
  return { ...(decoded.tools.length > 0 ? decoded : {}), ...search };
}

function decodeTool(tool: ProtoObject, warnings: Warning[]): Tool[] {
  const hosted = tool.fields.find((field) => !KNOWN_TOOLS.has(field));
  if (hosted !== undefined) throw notSupported(tool.getPath(hosted), 'only its own service runs this tool');
  for (const field of tool.object('googleSearch')?.fields ?? []) {
    const reason = 'How to search is left to the service that does.';
    warnings.push({ field: { param: `${tool.getPath('googleSearch')}.${field}` }, reason });
  }
  return (tool.objects('functionDeclarations') ?? []).map((declaration) =>
    decodeDeclaration(declaration, warnings),
  );
}

function decodeDeclaration(declaration: ProtoObject, warnings: Warning[]): Tool {
  for (const field of ['response', 'responseJsonSchema', 'behavior']) {
    if (!declaration.has(field)) continue;
    const reason = 'Only the name, the description and the parameters of a function are passed on.';
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
    throw wrongValue(declaration.getPath('parametersJsonSchema'), 'cannot be given beside "parameters"');
  }
  return schema ? decodeSchema(schema) : jsonSchema;
}

function applyConfig(tools: Tool[], config: ProtoObject): { tools: Tool[]; toolChoice?: ToolChoice } {
  const names = config.strings('allowedFunctionNames') ?? [];
  const mode = config.word('mode') ?? 'MODE_UNSPECIFIED';
  switch (mode) {
    case 'MODE_UNSPECIFIED':
      return { tools };
    case 'AUTO':
      return { tools: onlyAllowed(tools, names), toolChoice: { type: 'auto' } };
    case 'VALIDATED': {
      const strict = onlyAllowed(tools, names).map((tool) => ({ ...tool, strict: true }));
      return { tools: strict, toolChoice: { type: 'auto' } };
    }
    case 'NONE':
      return { tools, toolChoice: { type: 'none' } };
    case 'ANY':
      return { tools, toolChoice: mustCall(names) };
    default:
      throw wrongValue(config.getPath('mode'), 'must be AUTO, ANY, NONE or VALIDATED');
  }
}

/** A model that may but need not call has no list of allowed tools in other formats; it is shown fewer tools. */
function onlyAllowed(tools: Tool[], names: readonly string[]): Tool[] {
  return names.length === 0 ? tools : tools.filter((tool) => names.includes(tool.name));
}

function mustCall(names: string[]): ToolChoice {
  const [name, ...others] = names;
  if (name === undefined) return { type: 'required' };
  return others.length === 0 ? { type: 'tool', name } : { type: 'required', names };
}
