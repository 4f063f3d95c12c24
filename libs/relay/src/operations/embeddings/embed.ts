import { type EmbeddingsAnswer, type EmbeddingsRequest, GatewayError, type Usage } from '#canonical';
import { type UpstreamResponse } from '#egress';
import { getMaxEmbeddingInputs } from '#providers';
import { getTokensText } from '#tokenizer';
import { EMBEDDINGS_FORMATS, type FormatOf } from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { inBatches } from '../batches.js';

const BATCHES_AT_ONCE = 4;

/** The formats that have room for one text. */
const OF_ONE_TEXT: ReadonlySet<FormatOf<'embeddings'>> = new Set([
  'gemini-embed-content',
  'bedrock-titan-embeddings',
]);

export interface Embedded extends EmbeddingsAnswer {
  /** The last that came. */
  response: UpstreamResponse;
}

export type EmbeddingsFormat = FormatOf<'embeddings'>;

/** Has any number of texts embedded, in as many calls as the upstream needs for them. */
export async function embed(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  asked: EmbeddingsRequest,
): Promise<Embedded> {
  const { provider } = attempt.candidate;
  const max = OF_ONE_TEXT.has(format)
    ? 1
    : (getMaxEmbeddingInputs(provider, attempt.upstreamModel) ?? asked.inputs.length);
  const answers = await inBatches(asked.inputs as readonly (string | readonly number[])[], {
    max,
    atOnce: BATCHES_AT_ONCE,
    run: (inputs) => embedBatch(attempt, format, { ...asked, inputs } as EmbeddingsRequest),
  });
  const last = answers.at(-1);
  if (last === undefined) throw new Error('there is at least one text to embed');
  const vectors = answers.flatMap((answer) => answer.vectors);
  return { vectors, usage: sum(answers.map(({ usage }) => usage)), response: last.response };
}

/** A batch that the upstream finds too large is halved until it takes it. */
async function embedBatch(
  attempt: OperationAttempt,
  format: EmbeddingsFormat,
  asked: EmbeddingsRequest,
): Promise<Embedded> {
  const codec = EMBEDDINGS_FORMATS[format];
  const { body } = codec.encodeRequest(asked, attempt.upstreamModel);
  try {
    const isNative = format === 'openai-embeddings';
    const { json, response } = await attempt.postJson(
      isNative ? { ...asked.extensions, ...body } : body,
      format,
    );
    return { ...codec.decodeResponse(json, asked), response };
  } catch (error) {
    if (!isTooManyAtOnce(error) || asked.inputs.length === 1) throw error;
    const half = Math.ceil(asked.inputs.length / 2);
    const first = await embedBatch(attempt, format, part(asked, 0, half));
    const second = await embedBatch(attempt, format, part(asked, half));
    return {
      vectors: [...first.vectors, ...second.vectors],
      usage: sum([first.usage, second.usage]),
      response: second.response,
    };
  }
}

/** Servers say in many words, and with few statuses, that a batch is too large. */
export function isTooManyAtOnce(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return false;
  if (error.kind === 'upstream-too-large') return true;
  return error.kind === 'upstream-rejected' && /batch|too many|at most|maximum/i.test(error.message);
}

/** For upstreams that take only texts; the vocabulary is the one of every model that takes tokens. */
export async function withTextInputs(asked: EmbeddingsRequest): Promise<EmbeddingsRequest> {
  const inputs: string[] = [];
  for (const [index, input] of asked.inputs.entries()) {
    const text = typeof input === 'string' ? input : await getTokensText(input);
    if (text === undefined || text === '') {
      throw new GatewayError('invalid-value', `"input[${index}]" holds tokens that are no text.`, {
        param: 'input',
      });
    }
    inputs.push(text);
  }
  return { ...asked, inputs };
}

function part(asked: EmbeddingsRequest, start: number, end?: number): EmbeddingsRequest {
  return { ...asked, inputs: asked.inputs.slice(start, end) };
}

function sum(usages: readonly (Usage | undefined)[]): Usage | undefined {
  if (usages.some((usage) => usage === undefined)) return undefined;
  const inputTokens = usages.reduce((total, usage) => total + (usage?.inputTokens ?? 0), 0);
  return { inputTokens, outputTokens: 0 };
}
