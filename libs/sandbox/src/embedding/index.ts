import { setImmediate } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { countTokens, getTokensText } from '#tokenizer';
import { applyStartDirectives } from '../apply-start-directives.js';
import { readDirectives } from '../directives.js';
import { type ModelHandler, getJsonBody, sendJson } from '../send.js';
import { DEFAULT_DIMENSIONS, embedText } from './embed-text.js';

const MAX_DIMENSIONS = 4096;
/** In one response: as many as 2048 inputs have by default. */
const MAX_NUMBERS = 2048 * DEFAULT_DIMENSIONS;
/** In all inputs together; a token counts as four. */
const MAX_CHARACTERS = 1_000_000;
const CHARACTERS_PER_TOKEN = 4;
/** After this many texts, other events are handled. */
const TEXTS_PER_TICK = 25;

interface WireRequest {
  model: string;
  input: string | string[] | number[] | number[][];
  dimensions?: number | null;
  encoding_format?: 'float' | 'base64' | null;
}

/** Vectors that are similar for texts with common words and parts of words. */
export const sandboxEmbedding: ModelHandler = async (outbound, signal) => {
  const request = JSON.parse(Buffer.from(getJsonBody(outbound)).toString('utf8')) as WireRequest;
  rejectLongInputs(request);
  const { directives, texts } = extractDirectives(await decodeInputs(request));
  await applyStartDirectives(directives, signal);
  const dimensions = getDimensions(request, texts.length);
  const counts = await Promise.all(texts.map(countTokens));
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  const data: object[] = [];
  for (const [index, text] of texts.entries()) {
    if (index % TEXTS_PER_TICK === 0) await setImmediate();
    const embedding = encodeVector(embedText(text, dimensions), request.encoding_format ?? 'float');
    data.push({ object: 'embedding', index, embedding });
  }
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return sendJson({ object: 'list', data, model: request.model, usage }, { fault: directives.fault, signal });
};

/** Any of the texts may contain directives. */
function extractDirectives(texts: readonly string[]): {
  directives: ReturnType<typeof readDirectives>['directives'];
  texts: string[];
} {
  const { directives } = readDirectives(texts.join('\n'), 'input');
  return { directives, texts: texts.map((text) => readDirectives(text, 'input').text) };
}

function getInputs({ input }: WireRequest): (string | number[])[] {
  const isOne = typeof input === 'string' || typeof input[0] === 'number';
  return (isOne ? [input] : input) as (string | number[])[];
}

function rejectLongInputs(request: WireRequest): void {
  const lengths = getInputs(request).map((one) =>
    typeof one === 'string' ? one.length : one.length * CHARACTERS_PER_TOKEN,
  );
  if (lengths.reduce((sum, length) => sum + length, 0) <= MAX_CHARACTERS) return;
  throw new GatewayError(
    'invalid-value',
    `"input" must have at most ${MAX_CHARACTERS} characters in total for this model.`,
    { param: 'input' },
  );
}

async function decodeInputs(request: WireRequest): Promise<string[]> {
  return Promise.all(
    getInputs(request).map(async (one) =>
      typeof one === 'string' ? one : ((await getTokensText(one)) ?? ''),
    ),
  );
}

function getDimensions({ dimensions }: WireRequest, count: number): number {
  if (dimensions == null) return DEFAULT_DIMENSIONS;
  const max = Math.min(MAX_DIMENSIONS, Math.floor(MAX_NUMBERS / count));
  if (dimensions <= max) return dimensions;
  const subject = max < MAX_DIMENSIONS ? `${count} inputs of this model` : 'this model';
  throw new GatewayError('invalid-value', `"dimensions" must be at most ${max} for ${subject}.`, {
    param: 'dimensions',
  });
}

function encodeVector(vector: Float32Array, format: 'float' | 'base64'): string | number[] {
  if (format === 'float') return [...vector];
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
