import { type EmbeddingsResult, type EmbeddingsRequest, GatewayError, type Usage } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { getMaxEmbeddingInputs } from '#providers';
import { getTokensText } from '#tokenizer';
import { EMBEDDINGS_FORMATS, type FormatOf } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { runInBatches } from '../batches.js';

const CONCURRENT_BATCHES = 4;

/** The formats that accept one text per request. */
const SINGLE_TEXT_FORMATS: ReadonlySet<FormatOf<'embeddings'>> = new Set([
  'gemini-embed-content',
  'bedrock-titan-embeddings',
]);

export interface UpstreamEmbeddings extends EmbeddingsResult {
  /** Of the last batch. */
  response: UpstreamResponse;
}

export type EmbeddingsFormat = FormatOf<'embeddings'>;

/** Embeds any number of texts, with as many calls as the upstream needs. */
export async function embed(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  decoded: EmbeddingsRequest,
): Promise<UpstreamEmbeddings> {
  const { provider } = attempt.candidate;
  const max = SINGLE_TEXT_FORMATS.has(format)
    ? 1
    : (getMaxEmbeddingInputs(provider, attempt.upstreamModel) ?? decoded.inputs.length);
  const results = await runInBatches(decoded.inputs as readonly (string | readonly number[])[], {
    maxSize: max,
    concurrency: CONCURRENT_BATCHES,
    run: (inputs) => embedBatch(attempt, format, { ...decoded, inputs } as EmbeddingsRequest),
  });
  const last = results.at(-1);
  if (last === undefined) throw new Error('there is at least one text to embed');
  const vectors = results.flatMap((result) => result.vectors);
  return { vectors, usage: sum(results.map(({ usage }) => usage)), response: last.response };
}

/** Splits a batch in half if the upstream rejects it as too large. */
async function embedBatch(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  decoded: EmbeddingsRequest,
): Promise<UpstreamEmbeddings> {
  const codec = EMBEDDINGS_FORMATS[format];
  const { body } = codec.encodeRequest(decoded, attempt.upstreamModel);
  try {
    const isNative = format === 'openai-embeddings';
    const { json, response } = await attempt.postJson(
      isNative ? { ...decoded.extensions, ...body } : body,
      format,
    );
    return { ...codec.decodeResponse(json, decoded), response };
  } catch (error) {
    if (!isBatchTooLarge(error) || decoded.inputs.length === 1) throw error;
    const half = Math.ceil(decoded.inputs.length / 2);
    const first = await embedBatch(attempt, format, slice(decoded, 0, half));
    const second = await embedBatch(attempt, format, slice(decoded, half));
    return {
      vectors: [...first.vectors, ...second.vectors],
      usage: sum([first.usage, second.usage]),
      response: second.response,
    };
  }
}

/** Servers report a too large batch in different ways. */
export function isBatchTooLarge(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return false;
  if (error.kind === 'upstream-too-large') return true;
  return error.kind === 'upstream-rejected' && /batch|too many|at most|maximum/i.test(error.message);
}

/**
 * Converts token inputs to texts, for upstreams that accept only texts. The vocabulary is that of all models that
 * accept tokens.
 */
export async function toTextInputs(decoded: EmbeddingsRequest): Promise<EmbeddingsRequest> {
  const inputs: string[] = [];
  for (const [index, input] of decoded.inputs.entries()) {
    const text = typeof input === 'string' ? input : await getTokensText(input);
    if (text === undefined || text === '') {
      throw new GatewayError(
        'invalid-value',
        `"input[${index}]" contains tokens that do not decode to text.`,
        {
          param: 'input',
        },
      );
    }
    inputs.push(text);
  }
  return { ...decoded, inputs };
}

function slice(decoded: EmbeddingsRequest, start: number, end?: number): EmbeddingsRequest {
  return { ...decoded, inputs: decoded.inputs.slice(start, end) };
}

function sum(usages: readonly (Usage | undefined)[]): Usage | undefined {
  if (usages.some((usage) => usage === undefined)) return undefined;
  const inputTokens = usages.reduce((total, usage) => total + (usage?.inputTokens ?? 0), 0);
  return { inputTokens, outputTokens: 0 };
}
