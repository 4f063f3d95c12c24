import { type ChatRequest, type JsonObject, type Warning } from '#canonical';
import { definedMembers } from '../validation/json-values.js';
import { isBlank } from './blocks.js';
import { type ReasoningPlan } from './encode-reasoning.js';
import { type ModelFamily } from './model-family.js';

interface Situation {
  family: ModelFamily;
  warnings: Warning[];
}

/** While thinking, Claude takes no lower one. */
const LOWEST_TOP_P_WHEN_THINKING = 0.95;
const NOT_WHILE_REASONING = 'It cannot be set while this model reasons.';

export function encodeInferenceConfig(
  request: ChatRequest,
  { isOn, maxTokens }: ReasoningPlan,
  situation: Situation,
): JsonObject {
  return definedMembers({
    maxTokens,
    temperature: isOn ? dropTemperature(request, situation) : fitTemperature(request, situation),
    topP: isOn ? fitThoughtTopP(request, situation) : request.topP,
    stopSequences: encodeStopSequences(request, situation),
  });
}

function fitTemperature({ temperature }: ChatRequest, { warnings }: Situation): number | undefined {
  if (temperature === undefined) return undefined;
  if (temperature > 1) {
    warnings.push({ field: 'temperature', reason: 'This model takes a temperature of at most 1.' });
  }
  return Math.min(Math.max(temperature, 0), 1);
}

function dropTemperature({ temperature }: ChatRequest, { warnings }: Situation): undefined {
  if (temperature === undefined || temperature === 1) return;
  warnings.push({ field: 'temperature', reason: NOT_WHILE_REASONING });
}

function fitThoughtTopP({ topP }: ChatRequest, { family, warnings }: Situation): number | undefined {
  if (topP === undefined) return undefined;
  if (family.reasoning === 'thinking' && topP >= LOWEST_TOP_P_WHEN_THINKING) return topP;
  warnings.push({ field: 'topP', reason: NOT_WHILE_REASONING });
  return undefined;
}

function encodeStopSequences(
  { stopSequences }: ChatRequest,
  { family, warnings }: Situation,
): string[] | undefined {
  const isTaken = (sequence: string): boolean =>
    family.reasoning === 'thinking' ? !isBlank(sequence) : sequence !== '';
  const taken = stopSequences?.filter(isTaken);
  if (taken?.length !== stopSequences?.length) {
    warnings.push({ field: 'stopSequences', reason: 'This model takes none of white space alone.' });
  }
  return taken !== undefined && taken.length > 0 ? taken : undefined;
}

/** This format has no member for it, but some models have one of their own. */
export function encodeTopK(
  { topK }: ChatRequest,
  { isOn }: ReasoningPlan,
  { family, warnings }: Situation,
): JsonObject {
  if (topK === undefined) return {};
  if (isOn || family.topK === undefined) {
    const reason = isOn ? NOT_WHILE_REASONING : 'This model has no such setting.';
    warnings.push({ field: 'topK', reason });
    return {};
  }
  return family.topK.reduceRight<JsonObject | number>(
    (inner, name) => ({ [name]: inner }),
    topK,
  ) as JsonObject;
}
