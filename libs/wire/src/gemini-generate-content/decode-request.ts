import {
  type ChatRequest,
  type JsonObject,
  type JsonValue,
  type SystemMessage,
  type Translated,
  type Warning,
} from '#canonical';
import { type RouteHints } from '../route-hints.js';
import { decodeContents } from './decode-contents.js';
import { decodeGenerationConfig, unknownSettings } from './decode-generation-config.js';
import { decodeTools } from './decode-tools.js';
import { missing, unsupported, wrongType } from './faults.js';
import { applyDetail, decodeMediaResolution } from './media-resolution.js';
import { isJsonObject, ProtoObject } from './proto-object.js';
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

/** Reads a request. `path` is where it stands, if it is part of another. */
export function decodeRequest(body: JsonObject, hints: RouteHints, path = ''): Translated<ChatRequest> {
  const request = ProtoObject.of(body, path);
  const bound = BOUND_FIELDS.find((field) => request.has(field));
  if (bound) throw unsupported(request.getPath(bound), 'only the service that made it knows it');
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
    if (text === undefined) throw unsupported(part.path, 'a system instruction may hold text only');
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
