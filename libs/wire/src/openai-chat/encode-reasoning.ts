import {
  type ChatRequest,
  type Effort,
  type JsonObject,
  type ReasoningSettings,
  type Warning,
} from '#canonical';
import { type ChatHabits } from '../chat-codec.js';
import { definedMembers } from '../validation/json-values.js';

/** The most tokens of reasoning that each effort stands for. */
const BUDGETS: readonly (readonly [number, Effort])[] = [
  [0, 'none'],
  [512, 'minimal'],
  [2048, 'low'],
  [8192, 'medium'],
];

const ONLY_A_SWITCH: Warning = {
  field: 'reasoning',
  reason: 'the model service turns reasoning on and off, and no more',
};

export function encodeReasoning(
  { reasoning }: ChatRequest,
  { reasoning: habit }: ChatHabits,
  warnings: Warning[],
): JsonObject {
  const { effort, budgetTokens } = reasoning ?? {};
  if (effort === undefined && budgetTokens === undefined) return {};
  const isOn = effort !== 'none' && budgetTokens !== 0;
  switch (habit) {
    case undefined:
      return encodeEffort({ effort, budgetTokens }, warnings);
    case 'thinking':
      if (isOn) warnings.push(ONLY_A_SWITCH);
      return { thinking: { type: isOn ? 'enabled' : 'disabled' } };
    case 'thinking-and-effort':
      return isOn
        ? { thinking: { type: 'enabled' }, ...encodeEffort({ effort, budgetTokens }, warnings) }
        : { thinking: { type: 'disabled' } };
    case 'enable_thinking':
      if (isOn && budgetTokens === undefined) warnings.push(ONLY_A_SWITCH);
      return definedMembers({ enable_thinking: isOn, thinking_budget: isOn ? budgetTokens : undefined });
  }
}

/** The format itself knows efforts only: a budget becomes the effort that comes nearest. */
function encodeEffort({ effort, budgetTokens }: ReasoningSettings, warnings: Warning[]): JsonObject {
  if (effort !== undefined) return { reasoning_effort: effort };
  if (budgetTokens === undefined) return {};
  warnings.push({ field: 'reasoning', reason: 'the budget of tokens is approximated by an effort' });
  return { reasoning_effort: BUDGETS.find(([tokens]) => budgetTokens <= tokens)?.[1] ?? 'high' };
}
