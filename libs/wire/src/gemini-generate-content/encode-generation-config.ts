import { type ChatRequest, GatewayError, type JsonObject, type JsonValue, type Warning } from '#canonical';
import { encodeSchema } from './encode-schema.js';
import { encodeMediaResolution } from './media-resolution.js';
import { encodeThinking } from './thinking.js';

const MAX_STOP_SEQUENCES = 5;
const MAX_SEED = 2 ** 31 - 1;

export function encodeGenerationConfig(request: ChatRequest, model: string, warnings: Warning[]): JsonObject {
  const config: Record<string, JsonValue | undefined> = {
    temperature: request.temperature,
    topP: request.topP,
    topK: request.topK,
    candidateCount: request.choiceCount,
    maxOutputTokens: request.maxOutputTokens,
    stopSequences: encodeStopSequences(request),
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    seed: encodeSeed(request, warnings),
    ...encodeLogprobs(request),
    ...encodeOutputFormat(request),
    thinkingConfig: encodeThinking(request.reasoning, model),
    mediaResolution: encodeMediaResolution(request.messages, warnings),
  };
  const given = Object.entries(config).filter(
    (entry): entry is [string, JsonValue] => entry[1] !== undefined,
  );
  return Object.fromEntries(given);
}

function encodeStopSequences({ stopSequences }: ChatRequest): string[] | undefined {
  if (stopSequences === undefined || stopSequences.length <= MAX_STOP_SEQUENCES) return stopSequences;
  throw new GatewayError(
    'unsupported-parameter',
    `The model that was chosen takes at most ${MAX_STOP_SEQUENCES} stop sequences.`,
    { param: 'stopSequences' },
  );
}

function encodeSeed({ seed }: ChatRequest, warnings: Warning[]): number | undefined {
  if (seed === undefined || (Number.isInteger(seed) && seed >= -MAX_SEED - 1 && seed <= MAX_SEED))
    return seed;
  warnings.push({ field: 'seed', reason: 'The target takes only seeds of 32 bits.' });
  return undefined;
}

function encodeLogprobs({ logprobs }: ChatRequest): JsonObject {
  if (logprobs === undefined) return {};
  return { responseLogprobs: true, ...(logprobs > 0 ? { logprobs } : {}) };
}

function encodeOutputFormat({ outputFormat }: ChatRequest): JsonObject {
  if (outputFormat === undefined) return {};
  const isFree = outputFormat.type === 'json';
  return {
    responseMimeType: 'application/json',
    ...(isFree ? {} : { responseJsonSchema: encodeSchema(outputFormat.schema) }),
  };
}
