import {
  type EmbeddingPurpose,
  GatewayError,
  type RerankResult,
  type RerankRequest,
  type Vector,
} from '#canonical';
import { type UpstreamResponse } from '#egress';
import { pickBest } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { runInBatches } from '../batches.js';
import { type EmbeddingsFormat, type UpstreamEmbeddings, embed } from '../embeddings/embed.js';

/** The limit of the embeddings endpoint. */
const MAX_INPUTS = 2048;

export interface UpstreamRanking {
  result: RerankResult;
  /** Of the last batch. */
  response: UpstreamResponse;
}

/** Ranks documents by the similarity of their embeddings to that of the query. */
export async function rankBySimilarity(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  decoded: RerankRequest,
): Promise<UpstreamRanking> {
  const { vectors, usage, response } = await embedAll(attempt, format, decoded);
  const [query, ...documents] = vectors;
  if (query === undefined || documents.length !== decoded.documents.length) throw notComparable();
  const results = documents.map((document, index) => ({ index, score: cosine(query, document) }));
  return { result: { results: pickBest(results, decoded), usage }, response };
}

/** The vector of the query, followed by those of the documents. */
async function embedAll(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  { model, query, documents }: RerankRequest,
): Promise<UpstreamEmbeddings> {
  const embedTexts = (inputs: string[], purpose?: EmbeddingPurpose): Promise<UpstreamEmbeddings> =>
    embedMany(inputs, (batch) =>
      embed(attempt, format, { model, inputs: batch, encoding: 'float', purpose }),
    );
  // Services reject empty texts. A space has no meaning either.
  const texts = documents.map(({ text }) => (text === '' ? ' ' : text));
  if (format === 'openai-embeddings') return embedTexts([query, ...texts]);
  const ofQuery = await embedTexts([query], 'search-query');
  const ofDocuments = await embedTexts(texts, 'search-document');
  return joinResults([ofQuery, ofDocuments]);
}

async function embedMany(
  inputs: readonly string[],
  run: (batch: readonly string[]) => Promise<UpstreamEmbeddings>,
): Promise<UpstreamEmbeddings> {
  return joinResults(await runInBatches(inputs, { maxSize: MAX_INPUTS, concurrency: 1, run }));
}

function joinResults(results: readonly UpstreamEmbeddings[]): UpstreamEmbeddings {
  const last = results.at(-1);
  if (last === undefined) throw new Error('there is at least one text to embed');
  const isKnown = results.every(({ usage }) => usage !== undefined);
  const inputTokens = results.reduce((total, { usage }) => total + (usage?.inputTokens ?? 0), 0);
  return {
    vectors: results.flatMap(({ vectors }) => vectors),
    usage: isKnown ? { inputTokens, outputTokens: 0 } : undefined,
    response: last.response,
  };
}

/** From -1 to 1. The similarity to a zero vector is 0. */
function cosine(one: Vector, other: Vector): number {
  if (one.length !== other.length) throw notComparable();
  const length = Math.sqrt(dot(one, one) * dot(other, other));
  return length === 0 ? 0 : dot(one, other) / length;
}

function dot(one: Vector, other: Vector): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

function notComparable(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The provider returned vectors that cannot be compared.');
}
