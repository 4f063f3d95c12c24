import {
  type ChatRequest,
  GatewayError,
  type JsonObject,
  type JsonValue,
  type RequestField,
  type Translated,
  type Warning,
} from '#canonical';
import { encodeLargeJson, isLargeJson, parseLargeJson, readJsonObject } from '#json-scan';
import {
  CLIENT_FORMATS,
  type ClientFormat,
  type ClientFormatId,
  type EncodeOptions,
  type RouteHints,
  UPSTREAM_FORMATS,
  type UpstreamFormat,
  type UpstreamFormatId,
  fitToModel,
} from '#wire';
import { type ResolveOptions, resolveMedia } from './resolve-media.js';

/** A request and its destination. It is plain data, so another thread can translate it. */
export interface TranslationJob {
  clientFormat: ClientFormatId;
  upstreamFormat: UpstreamFormatId;
  upstreamModel: string;
  options: EncodeOptions;
  body: Buffer;
  hints: RouteHints;
}

export interface DecodedRequest {
  body: JsonObject;
  translated: Translated<ChatRequest>;
}

export interface TranslatedRequest {
  /** In the format of the upstream. */
  body: Buffer;
  /** Parameters that the upstream does not support, by the names that the client uses. */
  lost: readonly { param: string; reason: string }[];
  /** The body without the conversation. Some formats repeat it in their responses. */
  settings: JsonObject;
  hasTools: boolean;
}

export async function decodeRequest({
  format,
  body,
  hints,
}: {
  format: ClientFormatId;
  body: Buffer;
  hints: RouteHints;
}): Promise<DecodedRequest> {
  const { ingress } = CLIENT_FORMATS[format];
  const parsed = isLargeJson(body) ? await parseLargeJson(body) : readJsonObject(body);
  return { body: parsed, translated: ingress.decodeRequest(parsed, hints) };
}

/** Translates a request to the format of the upstream. Links are fetched if the upstream does not accept them. */
export async function translateRequest(
  job: TranslationJob,
  { body, translated }: DecodedRequest,
  media: Omit<ResolveOptions, 'locate'>,
): Promise<TranslatedRequest> {
  const client = CLIENT_FORMATS[job.clientFormat];
  const upstream = UPSTREAM_FORMATS[job.upstreamFormat];
  const locate = (url: string, occurrence: number): string | undefined => findTextPath(body, url, occurrence);
  const chat =
    upstream.needsMediaBytes === true
      ? await resolveMedia(translated.value, { ...media, locate })
      : translated.value;
  const encoded = encodeRequest(chat, job, { client, upstream });
  const isSameFormat = job.clientFormat === job.upstreamFormat;
  const lost = [
    ...translated.warnings,
    ...encoded.warnings,
    ...(isSameFormat ? [] : listLostExtensions(chat)),
  ];
  const outgoing = isSameFormat ? { ...chat.extensions, ...encoded.value } : encoded.value;
  const isLarge = isLargeJson(job.body) || chat !== translated.value;
  return {
    body: isLarge ? await encodeLargeJson(outgoing) : Buffer.from(JSON.stringify(outgoing)),
    lost: lost.map((warning) => withClientName(warning, client)),
    settings: client.ingress.getSettings?.(body) ?? withoutConversation(body, client),
    hasTools: (chat.tools ?? []).length > 0,
  };
}

function withoutConversation(body: JsonObject, { conversationName }: ClientFormat): JsonObject {
  const { [conversationName]: _conversation, ...settings } = body;
  return settings;
}

function encodeRequest(
  chat: ChatRequest,
  { upstreamModel, upstreamFormat, options }: TranslationJob,
  { client, upstream }: { client: ClientFormat; upstream: UpstreamFormat },
): Translated<JsonObject> {
  try {
    const fitted = fitToModel(chat, options.rule, upstreamFormat);
    const encoded = upstream.egress.encodeRequest(fitted.value, upstreamModel, options);
    return { value: encoded.value, warnings: [...fitted.warnings, ...encoded.warnings] };
  } catch (error) {
    if (!(error instanceof GatewayError) || error.param === undefined) throw error;
    const param = toClientName(error.param, client);
    throw new GatewayError(error.kind, error.message, { param, code: error.code });
  }
}

/**
 * Parameters of the client's format that have no canonical equivalent. They are sent only to upstreams of the same
 * format.
 */
function listLostExtensions({ extensions = {} }: ChatRequest): Warning[] {
  return Object.keys(extensions).map((param) => ({
    field: { param },
    reason: 'the upstream does not have this parameter',
  }));
}

function withClientName({ field, reason }: Warning, client: ClientFormat): { param: string; reason: string } {
  return { param: typeof field === 'string' ? toClientName(field, client) : field.param, reason };
}

function toClientName(field: string, { ingress, conversationName }: ClientFormat): string {
  if (field === 'messages') return conversationName;
  return Object.hasOwn(ingress.fieldNames, field) ? ingress.fieldNames[field as RequestField] : field;
}

/** The path of a text in a request, as errors write it: `messages[2].content[0].image_url.url`. */
function findTextPath(json: JsonValue, text: string, occurrence: number): string | undefined {
  let left = occurrence;
  const visit = (value: JsonValue | undefined, path: string): string | undefined => {
    if (value === text) {
      left -= 1;
      return left < 0 ? path : undefined;
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, member] of Object.entries(value)) {
      const step = Array.isArray(value) ? `[${key}]` : `${path === '' ? '' : '.'}${key}`;
      const found = visit(member, path + step);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(json, '');
}
