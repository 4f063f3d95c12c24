import { type ChatRequest, type JsonObject, type Warning } from '#canonical';
import { definedJson } from './defined.js';
import { isBlank } from './encode-user.js';

type Sampling = Record<string, number | undefined>;

/** While thinking, a model of this format takes no lower one. */
const LOWEST_TOP_P_WHEN_THINKING = 0.95;

export function encodeSampling(request: ChatRequest, isThinking: boolean, warnings: Warning[]): JsonObject {
  const sampling = isThinking ? buildThoughtSampling(request, warnings) : plainSampling(request, warnings);
  return definedJson({ ...sampling, stop_sequences: encodeStopSequences(request, warnings) });
}

function plainSampling({ temperature, topP, topK }: ChatRequest, warnings: Warning[]): Sampling {
  if (temperature !== undefined && temperature > 1) {
    warnings.push({ field: 'temperature', reason: 'This model takes a temperature of at most 1.' });
  }
  const clamped = temperature === undefined ? undefined : Math.min(Math.max(temperature, 0), 1);
  return { temperature: clamped, top_p: topP, top_k: topK };
}

function buildThoughtSampling({ temperature, topP, topK }: ChatRequest, warnings: Warning[]): Sampling {
  const reason = 'It cannot be set while this model thinks.';
  if (temperature !== undefined && temperature !== 1) warnings.push({ field: 'temperature', reason });
  if (topK !== undefined) warnings.push({ field: 'topK', reason });
  const takesTopP = topP === undefined || topP >= LOWEST_TOP_P_WHEN_THINKING;
  if (!takesTopP) warnings.push({ field: 'topP', reason });
  return { top_p: takesTopP ? topP : undefined };
}

function encodeStopSequences({ stopSequences }: ChatRequest, warnings: Warning[]): string[] | undefined {
  const visible = stopSequences?.filter((sequence) => !isBlank(sequence));
  if (visible?.length !== stopSequences?.length) {
    warnings.push({ field: 'stopSequences', reason: 'This model takes none of white space alone.' });
  }
  return visible !== undefined && visible.length > 0 ? visible : undefined;
}
