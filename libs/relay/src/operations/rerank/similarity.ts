import {
  type EmbeddingPurpose,
  GatewayError,
  type RerankAnswer,
  type RerankRequest,
  type Vector,
} from '#canonical';
import { type UpstreamResponse } from '#egress';
import { pickBest } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { inBatches } from '../batches.js';
import { type Embedded, type EmbeddingsFormat, embed } from '../embeddings/embed.js';

/** As many as clients may have embedded at once. */
const MAX_INPUTS = 2048;

export interface Ranked {
  answer: RerankAnswer;
  /** The last that came. */
  response: UpstreamResponse;
}

/** Ranks documents by an embedding model: the closer two vectors, the closer what they stand for. */
export async function rankBySimilarity(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  asked: RerankRequest,
): Promise<Ranked> {
  const { vectors, usage, response } = await embedAll(attempt, format, asked);
  const [query, ...documents] = vectors;
  if (query === undefined || documents.length !== asked.documents.length) throw notComparable();
  const results = documents.map((document, index) => ({ index, score: cosine(query, document) }));
  return { answer: { results: pickBest(results, asked), usage }, response };
}

/** The vector of the query, and behind it those of the documents. */
async function embedAll(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  { model, query, documents }: RerankRequest,
): Promise<Embedded> {
  const embedTexts = (inputs: string[], purpose?: EmbeddingPurpose): Promise<Embedded> =>
    embedMany(inputs, (batch) =>
      embed(attempt, format, { model, inputs: batch, encoding: 'float', purpose }),
    );
  // Services refuse to embed nothing at all; a blank means as little.
  const texts = documents.map(({ text }) => (text === '' ? ' ' : text));
  if (format === 'openai-embeddings') return embedTexts([query, ...texts]);
  const ofQuery = await embedTexts([query], 'search-query');
  const ofDocuments = await embedTexts(texts, 'search-document');
  return joined([ofQuery, ofDocuments]);
}

async function embedMany(
  inputs: readonly string[],
  run: (batch: readonly string[]) => Promise<Embedded>,
): Promise<Embedded> {
  return joined(await inBatches(inputs, { max: MAX_INPUTS, atOnce: 1, run }));
}

function joined(answers: readonly Embedded[]): Embedded {
  const last = answers.at(-1);
  if (last === undefined) throw new Error('there is at least one text to embed');
  const isKnown = answers.every(({ usage }) => usage !== undefined);
  const inputTokens = answers.reduce((total, { usage }) => total + (usage?.inputTokens ?? 0), 0);
  return {
    vectors: answers.flatMap(({ vectors }) => vectors),
    usage: isKnown ? { inputTokens, outputTokens: 0 } : undefined,
    response: last.response,
  };
}

/** From -1 to 1; a vector of zeros resembles nothing. */
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
  return new GatewayError('upstream-bad-response', 'The model service sent vectors that cannot be compared.');
}
