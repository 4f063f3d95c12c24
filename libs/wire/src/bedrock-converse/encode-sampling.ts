import { type ChatRequest, type JsonObject, type Warning } from '#canonical';
import { definedMembers } from '../validation/json-values.js';
import { isBlank } from '../block-turns/turns.js';
import { type ReasoningPlan } from './encode-reasoning.js';
import { type ModelFamily } from './model-family.js';

interface SamplingContext {
  family: ModelFamily;
  warnings: Warning[];
}

/** The lowest `top_p` that Claude accepts while thinking. */
const MIN_TOP_P_WHEN_THINKING = 0.95;
const NOT_WHILE_REASONING = 'it is not supported while this model reasons';

export function encodeInferenceConfig(
  request: ChatRequest,
  { isOn, maxTokens }: ReasoningPlan,
  situation: SamplingContext,
): JsonObject {
  return definedMembers({
    maxTokens,
    temperature: isOn ? dropTemperature(request, situation) : fitTemperature(request, situation),
    topP: isOn ? fitTopPForReasoning(request, situation) : request.topP,
    stopSequences: encodeStopSequences(request, situation),
  });
}

function fitTemperature({ temperature }: ChatRequest, { warnings }: SamplingContext): number | undefined {
  if (temperature === undefined) return undefined;
  if (temperature > 1) {
    warnings.push({ field: 'temperature', reason: 'this model accepts a temperature of at most 1' });
  }
  return Math.min(Math.max(temperature, 0), 1);
}

function dropTemperature({ temperature }: ChatRequest, { warnings }: SamplingContext): undefined {
  if (temperature === undefined || temperature === 1) return;
  warnings.push({ field: 'temperature', reason: NOT_WHILE_REASONING });
}

function fitTopPForReasoning(
  { topP }: ChatRequest,
  { family, warnings }: SamplingContext,
): number | undefined {
  if (topP === undefined) return undefined;
  if (family.reasoning === 'thinking' && topP >= MIN_TOP_P_WHEN_THINKING) return topP;
  warnings.push({ field: 'topP', reason: NOT_WHILE_REASONING });
  return undefined;
}

function encodeStopSequences(
  { stopSequences }: ChatRequest,
  { family, warnings }: SamplingContext,
): string[] | undefined {
  const isAccepted = (sequence: string): boolean =>
    family.reasoning === 'thinking' ? !isBlank(sequence) : sequence !== '';
  const accepted = stopSequences?.filter(isAccepted);
  if (accepted?.length !== stopSequences?.length) {
    warnings.push({
      field: 'stopSequences',
      reason: 'this model does not accept stop sequences of whitespace only',
    });
  }
  return accepted !== undefined && accepted.length > 0 ? accepted : undefined;
}

/** This format has no member for `top_k`, but some models have one of their own. */
export function encodeTopK(
  { topK }: ChatRequest,
  { isOn }: ReasoningPlan,
  { family, warnings }: SamplingContext,
): JsonObject {
  if (topK === undefined) return {};
  if (isOn || family.topK === undefined) {
    const reason = isOn ? NOT_WHILE_REASONING : 'this model does not have this setting';
    warnings.push({ field: 'topK', reason });
    return {};
  }
  return family.topK.reduceRight<JsonObject | number>(
    (inner, name) => ({ [name]: inner }),
    topK,
  ) as JsonObject;
}
