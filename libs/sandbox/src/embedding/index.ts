import { GatewayError } from '#canonical';
import { countTokens, textOfTokens } from '#tokenizer';
import { beginAsDirected } from '../begin-as-directed.js';
import { readDirectives } from '../directives.js';
import { type ModelAnswer, jsonBody } from '../model-answer.js';
import { sendJson } from '../send.js';
import { DEFAULT_DIMENSIONS, embedText } from './embed-text.js';

const MOST_DIMENSIONS = 4096;

interface WireRequest {
  model: string;
  input: string | string[] | number[] | number[][];
  dimensions?: number | null;
  encoding_format?: 'float' | 'base64' | null;
}

/** Vectors in which texts that share words and parts of words lie close together. */
export const sandboxEmbedding: ModelAnswer = async (outbound, signal) => {
  const request = JSON.parse(Buffer.from(jsonBody(outbound)).toString('utf8')) as WireRequest;
  const { directives, texts } = withoutDirectives(await textsOf(request));
  await beginAsDirected(directives, signal);
  const dimensions = dimensionsOf(request);
  const counts = await Promise.all(texts.map(countTokens));
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: encoded(embedText(text, dimensions), request.encoding_format ?? 'float'),
  }));
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return sendJson({ object: 'list', data, model: request.model, usage }, { fault: directives.fault, signal });
};

/** A directive may stand in any of the texts. */
function withoutDirectives(texts: readonly string[]): {
  directives: ReturnType<typeof readDirectives>['directives'];
  texts: string[];
} {
  const { directives } = readDirectives(texts.join('\n'), 'input');
  return { directives, texts: texts.map((text) => readDirectives(text, 'input').text) };
}

async function textsOf({ input }: WireRequest): Promise<string[]> {
  const inputs = typeof input === 'string' || typeof input[0] === 'number' ? [input] : input;
  return Promise.all(
    (inputs as (string | number[])[]).map(async (one) =>
      typeof one === 'string' ? one : ((await textOfTokens(one)) ?? ''),
    ),
  );
}

function dimensionsOf({ dimensions }: WireRequest): number {
  if (dimensions == null) return DEFAULT_DIMENSIONS;
  if (dimensions <= MOST_DIMENSIONS) return dimensions;
  throw new GatewayError('invalid-value', `"dimensions" must be at most ${MOST_DIMENSIONS} for this model.`, {
    param: 'dimensions',
  });
}

function encoded(vector: Float32Array, format: 'float' | 'base64'): string | number[] {
  if (format === 'float') return [...vector];
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
