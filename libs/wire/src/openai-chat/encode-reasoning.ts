import {
  type ChatRequest,
  type Effort,
  type JsonObject,
  type ReasoningSettings,
  type Warning,
} from '#canonical';
import { type ChatHabits } from '../chat-codec.js';
import { definedMembers } from '../validation/json-values.js';

/** The largest reasoning budget in tokens of each effort. */
const BUDGETS: readonly (readonly [number, Effort])[] = [
  [0, 'none'],
  [512, 'minimal'],
  [2048, 'low'],
  [8192, 'medium'],
];

const NO_EFFORTS: Warning = {
  field: 'reasoning',
  reason: 'the provider can only enable or disable reasoning',
};

export function encodeReasoning(
  { reasoning }: ChatRequest,
  { reasoning: mode }: ChatHabits,
  warnings: Warning[],
): JsonObject {
  const { effort, budgetTokens } = reasoning ?? {};
  if (effort === undefined && budgetTokens === undefined) return {};
  const isOn = effort !== 'none' && budgetTokens !== 0;
  switch (mode) {
    case undefined:
      return encodeEffort({ effort, budgetTokens }, warnings);
    case 'thinking':
      if (isOn) warnings.push(NO_EFFORTS);
      return { thinking: { type: isOn ? 'enabled' : 'disabled' } };
    case 'thinking-and-effort':
      return isOn
        ? { thinking: { type: 'enabled' }, ...encodeEffort({ effort, budgetTokens }, warnings) }
        : { thinking: { type: 'disabled' } };
    case 'enable_thinking':
      if (isOn && budgetTokens === undefined) warnings.push(NO_EFFORTS);
      return definedMembers({ enable_thinking: isOn, thinking_budget: isOn ? budgetTokens : undefined });
  }
}

/** The format has efforts only, so a budget becomes an effort. */
function encodeEffort({ effort, budgetTokens }: ReasoningSettings, warnings: Warning[]): JsonObject {
  if (effort !== undefined) return { reasoning_effort: effort };
  if (budgetTokens === undefined) return {};
  warnings.push({ field: 'reasoning', reason: 'the token budget was converted to a reasoning effort' });
  return { reasoning_effort: BUDGETS.find(([tokens]) => budgetTokens <= tokens)?.[1] ?? 'high' };
}
