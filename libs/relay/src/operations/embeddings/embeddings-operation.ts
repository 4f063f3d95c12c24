import { type EmbeddingsAnswer, type EmbeddingsRequest } from '#canonical';
import { getMaxEmbeddingInputs } from '#providers';
import { spokenFormats } from '#upstream';
import {
  type ClientOperation,
  EMBEDDINGS_CLIENTS,
  EMBEDDINGS_FORMATS,
  type JsonRequest,
  type RouteHints,
  isEncodedAs,
  isFormatOf,
} from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { lostInClientWords, translateRequest } from '../in-client-words.js';
import { getJsonRequest } from '../get-json-request.js';
import { type OpenRequest, type ServedOperation } from '../served-operation.js';
import { embed, isTooManyAtOnce, withTextInputs } from './embed.js';

type ClientFormat = keyof typeof EMBEDDINGS_CLIENTS;

export function embeddingsOperation(clientFormat: ClientFormat): ServedOperation {
  return {
    capability: 'embeddings',
    open: async ({ body, hints }) => openEmbeddings(clientFormat, await getJsonRequest(body), hints),
  };
}

function openEmbeddings(clientFormat: ClientFormat, request: JsonRequest, hints: RouteHints): OpenRequest {
  const client: ClientOperation<EmbeddingsRequest, EmbeddingsAnswer> = EMBEDDINGS_CLIENTS[clientFormat];
  const asked = client.decodeRequest(request.json, hints);

  /** Bytes go both ways, unless the answer comes in another encoding than the client will read it in. */
  async function passThrough(attempt: OperationAttempt): Promise<void> {
    const forwarded =
      client.retarget?.(request.json, attempt.upstreamModel) ?? request.retarget(attempt.upstreamModel);
    const { bytes, json, response } = await attempt.postJson(forwarded);
    const answer = EMBEDDINGS_FORMATS[clientFormat].decodeResponse(json, asked);
    attempt.noteUsage(answer.usage);
    const isAsAsked = clientFormat !== 'openai-embeddings' || isEncodedAs(asked.encoding, json);
    const context = { asked, requestId: attempt.requestId };
    await attempt.sendJson(isAsAsked ? bytes : client.encodeResponse(answer, context), response);
  }

  async function translate(attempt: OperationAttempt): Promise<void> {
    const { format } = attempt.candidate;
    if (!isFormatOf('embeddings', format)) throw new Error(`${format} is no format for embeddings`);
    const isNative = format === clientFormat;
    const readable = format === 'openai-embeddings' ? asked : await withTextInputs(asked);
    const { lost } = translateRequest(isNative ? { ...asked, onlyNative: undefined } : readable, client, () =>
      EMBEDDINGS_FORMATS[format].encodeRequest(readable, attempt.upstreamModel),
    );
    attempt.lose(isNative ? [] : lostInClientWords(lost, asked, client));
    const { response, ...answer } = await embed(attempt, format, readable);
    attempt.noteUsage(answer.usage);
    await attempt.sendJson(client.encodeResponse(answer, { asked, requestId: attempt.requestId }), response);
  }

  return {
    model: asked.model,
    isStreamed: false,
    candidatesAt(target, provider) {
      const spoken = spokenFormats('embeddings', target, provider);
      if (spoken.includes(clientFormat)) return [{ kind: 'passthrough', format: clientFormat }];
      return spoken.slice(0, 1).map((format) => ({ kind: 'translate', format }));
    },
    async serve(attempt) {
      const { kind, provider } = attempt.candidate;
      const max = getMaxEmbeddingInputs(provider, attempt.upstreamModel) ?? Number.POSITIVE_INFINITY;
      if (kind === 'translate' || asked.inputs.length > max) return translate(attempt);
      try {
        await passThrough(attempt);
      } catch (error) {
        if (!isTooManyAtOnce(error) || asked.inputs.length === 1) throw error;
        await translate(attempt);
      }
    },
  };
}
