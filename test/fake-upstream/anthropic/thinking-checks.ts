import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { Refused } from '../refused.js';
import { checkObject, checkOneOf } from '../value-checks.js';
import { checkKnownFields } from './known-fields.js';

const MIN_BUDGET = 1024;
const MIN_TOP_P = 0.95;

export function checkThinking(fields: Fields): void {
  const { thinking } = fields;
  if (isAbsent(thinking)) return;
  checkObject(thinking, ['thinking']);
  checkOneOf(thinking.type, ['thinking', 'type'], ['enabled', 'adaptive', 'disabled', 'between_tools']);
  checkKnownFields(thinking, ['type', 'budget_tokens', 'display'], ['thinking']);
  if (thinking.type === 'enabled') checkBudget(thinking.budget_tokens, fields.max_tokens);
  if (thinking.type === 'disabled') return;
  checkForcedTool(fields.tool_choice);
  checkSampling(fields);
  if (thinking.type === 'enabled') checkFinalTurn(asList(fields.messages).map(asFields));
}

function checkBudget(budget: unknown, maxTokens: unknown): void {
  const path = ['thinking', 'enabled', 'budget_tokens'];
  if (typeof budget !== 'number') throw new Refused('Field required', { path });
  if (budget < MIN_BUDGET) {
    throw new Refused(`Input should be greater than or equal to ${MIN_BUDGET}`, { path });
  }
  if (typeof maxTokens === 'number' && maxTokens <= budget) {
    throw new Refused('must be greater than `thinking.budget_tokens`', { path: ['max_tokens'] });
  }
}

function checkForcedTool(choice: unknown): void {
  if (!['any', 'tool'].includes(String(asFields(choice).type))) return;
  const message = 'Thinking may not be enabled when tool_choice forces tool use.';
  throw new Refused(message, { path: ['tool_choice'] });
}

function checkSampling({ temperature, top_p: topP, top_k: topK }: Fields): void {
  if (typeof temperature === 'number' && temperature !== 1) {
    throw new Refused('may only be set to 1 when thinking is enabled.', { path: ['temperature'] });
  }
  if (typeof topP === 'number' && topP < MIN_TOP_P) {
    throw new Refused(`must be at least ${MIN_TOP_P} when thinking is enabled.`, { path: ['top_p'] });
  }
  if (!isAbsent(topK)) throw new Refused('must be unset when thinking is enabled.', { path: ['top_k'] });
}

/** A turn that continues after its tool calls must begin with the same thinking. */
function checkFinalTurn(messages: readonly Fields[]): void {
  const index = messages.findLastIndex(({ role }) => role === 'assistant');
  const blocks = asList(messages[index]?.content).map(asFields);
  if (!blocks.some(({ type }) => type === 'tool_use')) return;
  const first = String(blocks[0]?.type);
  if (first === 'thinking' || first === 'redacted_thinking') return;
  const message = `Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`;
  throw new Refused(message, { path: ['messages', index, 'content', 0, 'type'] });
}
