import { type EmbeddingsResult, type EmbeddingsRequest, type JsonObject } from '#canonical';
import { type Target } from '#catalog';
import { type Provider, getMaxEmbeddingInputs } from '#providers';
import { getSupportedFormats } from '#upstream';
import {
  type ClientOperation,
  EMBEDDINGS_CLIENTS,
  EMBEDDINGS_FORMATS,
  type JsonRequest,
  type RequestFormatOf,
  type RouteHints,
  isEncodedAs,
  isFormatOf,
  readForwardedEmbeddings,
} from '#wire';
import { type JsonResponse, type OperationAttempt } from '../operation-attempt.js';
import { type OperationCandidate } from '../operation-candidate.js';
import { toClientNames, encodeForUpstream } from '../client-names.js';
import { getJsonRequest } from '../get-json-request.js';
import { type OperationRequest, type OperationDefinition } from '../operation-definition.js';
import { embed, isBatchTooLarge, toTextInputs } from './embed.js';

type ClientFormat = RequestFormatOf<'embeddings'>;

export function embeddingsOperation(clientFormat: ClientFormat): OperationDefinition {
  return {
    decode: async ({ body, hints }) => decodeEmbeddings(clientFormat, await getJsonRequest(body), hints),
  };
}

function decodeEmbeddings(
  clientFormat: ClientFormat,
  request: JsonRequest,
  hints: RouteHints,
): OperationRequest {
  const client: ClientOperation<EmbeddingsRequest, EmbeddingsResult> = EMBEDDINGS_CLIENTS[clientFormat];
  const decoded = client.decodeRequest(request.json, hints);
  const encode = (result: EmbeddingsResult, { requestId }: OperationAttempt): JsonObject =>
    client.encodeResponse(result, { asked: decoded, requestId });

  /** Forwards request and response unchanged, unless the response has another encoding than requested. */
  async function passThrough(attempt: OperationAttempt): Promise<void> {
    const forwarded =
      client.retarget?.(request.json, attempt.upstreamModel) ?? request.retarget(attempt.upstreamModel);
    const received = await attempt.postJson(forwarded);
    const { usage, vectors } = readReceived(received, clientFormat, decoded);
    attempt.noteUsage(usage);
    const body = vectors === undefined ? received.bytes : encode({ usage, vectors }, attempt);
    await attempt.sendJson(body, received.response);
  }

  async function translate(attempt: OperationAttempt): Promise<void> {
    const { format } = attempt.candidate;
    if (!isFormatOf('embeddings', format)) throw new Error(`${format} is not a format for embeddings`);
    const isNative = format === clientFormat;
    const readable = format === 'openai-embeddings' ? decoded : await toTextInputs(decoded);
    const named = isNative ? { ...decoded, onlyNative: undefined } : readable;
    const { lost } = encodeForUpstream(named, client, () =>
      EMBEDDINGS_FORMATS[format].encodeRequest(readable, attempt.upstreamModel),
    );
    attempt.reportLost(isNative ? [] : toClientNames(lost, decoded, client));
    const { response, ...result } = await embed(attempt, format, readable);
    attempt.noteUsage(result.usage);
    await attempt.sendJson(encode(result, attempt), response);
  }

  return {
    model: decoded.model,
    isStreamed: false,
    listCandidates: (target, provider) => listCandidates(clientFormat, target, provider),
    async serve(attempt) {
      const { kind, provider } = attempt.candidate;
      const max = getMaxEmbeddingInputs(provider, attempt.upstreamModel) ?? Number.POSITIVE_INFINITY;
      if (kind === 'translate' || decoded.inputs.length > max) return translate(attempt);
      try {
        await passThrough(attempt);
      } catch (error) {
        if (!isBatchTooLarge(error) || decoded.inputs.length === 1) throw error;
        await translate(attempt);
      }
    },
  };
}

/** Checks a response. It has vectors only if they are not encoded as the client requested. */
function readReceived(
  received: JsonResponse,
  clientFormat: ClientFormat,
  decoded: EmbeddingsRequest,
): Partial<EmbeddingsResult> {
  const isOpenAi = clientFormat === 'openai-embeddings';
  const forwarded = isOpenAi ? readForwardedEmbeddings(received.bytes, decoded) : undefined;
  if (forwarded !== undefined) return forwarded;
  const { json } = received;
  const result = EMBEDDINGS_FORMATS[clientFormat].decodeResponse(json, decoded);
  return isOpenAi && !isEncodedAs(decoded.encoding, json) ? result : { usage: result.usage };
}

function listCandidates(
  clientFormat: ClientFormat,
  target: Target,
  provider: Provider,
): Pick<OperationCandidate, 'kind' | 'format'>[] {
  const formats = getSupportedFormats('embeddings', target, provider);
  if (formats.includes(clientFormat)) return [{ kind: 'passthrough', format: clientFormat }];
  return formats.slice(0, 1).map((format) => ({ kind: 'translate', format }));
}
