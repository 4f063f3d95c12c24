import { type ChatRequest, type Effort, type JsonObject, type Warning } from '#canonical';
import {
  DEFAULT_MAX_TOKENS,
  THINKING_EFFORTS,
  encodeDisplay,
  findObstacle,
  planBudget,
} from '../block-turns/thinking.js';
import { hasLostReasoning } from '../block-turns/turns.js';
import { BLOCK_KINDS, type Turn } from './block-kinds.js';

export interface ThinkingPlan {
  maxTokens: number;
  isOn: boolean;
  thinking?: JsonObject;
  effort?: string;
}

/** Added to the default limit if the client set none. */
const REASONING_TOKENS: Record<Exclude<Effort, 'none'>, number> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16384,
  xhigh: 24576,
  max: 32000,
};

const OFF: JsonObject = { type: 'disabled' };

/** Plans the thinking settings and `max_tokens`, which includes the thinking tokens. */
export function planThinking(
  request: ChatRequest,
  /** `canDisableThinking`: false for models that always think. */
  { turns, canDisableThinking = true }: { turns: readonly Turn[]; canDisableThinking?: boolean },
  warnings: Warning[],
): ThinkingPlan {
  const { reasoning, maxOutputTokens } = request;
  const withoutThinking = { isOn: false, maxTokens: maxOutputTokens ?? DEFAULT_MAX_TOKENS };
  if (reasoning === undefined) return withoutThinking;
  const { effort, budgetTokens } = reasoning;
  if (effort === 'none') return { ...withoutThinking, thinking: OFF };
  const obstacle = findObstacle(request, () => hasLostReasoning(turns, BLOCK_KINDS));
  if (obstacle !== undefined) {
    warnings.push({ field: 'reasoning', reason: obstacle });
    return canDisableThinking ? { ...withoutThinking, thinking: OFF } : withoutThinking;
  }
  const word = effort === undefined ? undefined : THINKING_EFFORTS[effort];
  if (budgetTokens !== undefined) {
    return { isOn: true, ...planBudget(request, budgetTokens, warnings), effort: word };
  }
  const maxTokens = maxOutputTokens ?? DEFAULT_MAX_TOKENS + REASONING_TOKENS[effort ?? 'high'];
  return { isOn: true, maxTokens, thinking: { type: 'adaptive', ...encodeDisplay(request) }, effort: word };
}
