import {
  type CloudOutcome,
  type CloudRequest,
  type Json,
  type ConvertedResponse,
} from '../clouds/cloud-front.js';
import { buildRanking } from '../made-up/relevance.js';
import { getVector } from '../made-up/vectors.js';
import { Invalid, convertFailure } from './errors.js';
import { encodeException, encodeFrame } from './frames.js';

const MESSAGES_VERSION = 'bedrock-2023-05-31';
const METRICS = { inputTokenCount: 1, outputTokenCount: 1, invocationLatency: 7, firstByteLatency: 3 };

/**
 * InvokeModel and InvokeModelWithResponseStream: the body has the vendor's format, without the model and the stream
 * flag.
 */
export function invoke(
  model: string,
  { body }: CloudRequest,
  { isStreamed, apiKey }: { isStreamed: boolean; apiKey: string },
): CloudOutcome {
  if (model.includes('anthropic.')) return invokeClaude(model, body, { isStreamed, apiKey });
  if (isStreamed) throw new Invalid('The model is unsupported for streaming.');
  if (model.includes('titan-embed')) return give(embedWithTitan(model, body));
  if (model.includes('cohere.embed')) return give(embedWithCohere(body));
  if (model.includes('.rerank')) return give(rank(model, body));
  throw new Invalid('The provided model identifier is invalid.');
}

function give(body: Json): CloudOutcome {
  return { kind: 'answer', status: 200, body };
}

function invokeClaude(
  model: string,
  body: Json,
  { isStreamed, apiKey }: { isStreamed: boolean; apiKey: string },
): CloudOutcome {
  const { anthropic_version: version, anthropic_beta: betas, ...rest } = body;
  if (version !== MESSAGES_VERSION) throw new Invalid('anthropic_version: Field required');
  for (const name of ['model', 'stream']) {
    if (name in rest) throw new Invalid(`${name}: Extra inputs are not permitted`);
  }
  const text = JSON.stringify(rest);
  if (text.includes('"type":"url"')) throw new Invalid('source.type: URL sources are not supported');
  if (text.includes('"eager_input_streaming"')) {
    throw new Invalid('tools.0.custom.eager_input_streaming: Extra inputs are not permitted');
  }
  if (betas !== undefined && !Array.isArray(betas))
    throw new Invalid('anthropic_beta: Input should be a valid list');
  return {
    kind: 'pass',
    path: '/v1/messages',
    headers: {
      'x-api-key': apiKey,
      'anthropic-version': '2023-06-01',
      ...(Array.isArray(betas) ? { 'anthropic-beta': betas.join(',') } : {}),
    },
    body: { model, stream: isStreamed, ...rest },
    retold: CHUNKS,
  };
}

/** Each event of the vendor in a separate frame, except for those that only keep a connection open. */
const CHUNKS: ConvertedResponse = {
  whole: (body) => body,
  failure: convertFailure,
  streamType: 'application/vnd.amazon.eventstream',
  event({ data }) {
    const event = JSON.parse(data) as Json;
    if (event['type'] === 'ping') return new Uint8Array(0);
    if (event['type'] === 'error') return encodeException('modelStreamErrorException', 'The model failed.');
    const told =
      event['type'] === 'message_stop' ? { ...event, 'amazon-bedrock-invocationMetrics': METRICS } : event;
    return encodeFrame('chunk', { bytes: Buffer.from(JSON.stringify(told)).toString('base64') });
  },
};

function checkMembers(body: Json, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Invalid(
      `Malformed input request: #: extraneous key [${unknown}] is not permitted, please reformat your input and try again.`,
    );
  }
}

function embedWithTitan(model: string, body: Json): Json {
  checkMembers(
    body,
    model.includes('text-v1') ? ['inputText'] : ['inputText', 'dimensions', 'normalize', 'embeddingTypes'],
  );
  const { inputText, dimensions = 1024 } = body;
  if (typeof inputText !== 'string' || inputText === '')
    throw new Invalid('#/inputText: expected minLength: 1, actual: 0');
  if (![256, 512, 1024].includes(Number(dimensions)))
    throw new Invalid('#/dimensions: is not a valid enum value');
  const embedding = [...getVector(inputText, Number(dimensions))];
  return {
    embedding,
    embeddingsByType: { float: embedding },
    inputTextTokenCount: inputText.split(' ').length,
  };
}

function embedWithCohere(body: Json): Json {
  checkMembers(body, ['texts', 'images', 'input_type', 'embedding_types', 'output_dimension', 'truncate']);
  const { texts, input_type: inputType, output_dimension: dimensions } = body;
  if (!Array.isArray(texts) || texts.length === 0 || texts.length > 96) {
    throw new Invalid('#/texts: expected maximum item count: 96');
  }
  if (typeof inputType !== 'string') throw new Invalid('#: required key [input_type] not found');
  const vectors = texts.map((text) => [
    ...getVector(String(text), dimensions === undefined ? undefined : Number(dimensions)),
  ]);
  return { id: 'x', response_type: 'embeddings_by_type', embeddings: { float: vectors }, texts };
}

function rank(model: string, body: Json): Json {
  const isCohere = model.includes('cohere.');
  checkMembers(body, [
    'query',
    'documents',
    'top_n',
    ...(isCohere ? ['api_version', 'max_tokens_per_doc'] : []),
  ]);
  if (isCohere && body['api_version'] !== 2) throw new Invalid('#: required key [api_version] not found');
  const { query, documents, top_n: topN } = body;
  if (typeof query !== 'string' || !Array.isArray(documents))
    throw new Invalid('#: required key [query] not found');
  return {
    results: buildRanking(query, documents.map(String), topN === undefined ? undefined : Number(topN)),
  };
}
