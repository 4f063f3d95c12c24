import { type ReasoningSettings, type Warning } from '#canonical';
import { defined } from './defined.js';
import { type Field } from './field.js';

const MIN_BUDGET = 1024;
const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How much to think, which this format says in two places; undefined where neither is given. */
export function decodeReasoning(body: Field, warnings: Warning[]): ReasoningSettings | undefined {
  const asked = body.member('output_config').optional((config) => config.member('effort'));
  const effort = asked?.optional((field) => field.oneOf(EFFORTS));
  const thinking = body.member('thinking');
  if (thinking.isAbsent) return effort === undefined ? undefined : { effort };
  const type = thinking.member('type');
  switch (type.oneOf(['enabled', 'adaptive', 'disabled', 'between_tools'])) {
    case 'disabled':
      if (asked !== undefined && effort !== undefined) {
        warnings.push({
          field: { param: asked.path },
          reason: 'Without thinking there is no effort to set.',
        });
      }
      return { effort: 'none' };
    case 'enabled':
      return defined({ effort, budgetTokens: decodeBudget(body), isShown: isShown(thinking) });
    case 'between_tools':
      warnings.push({ field: { param: type.path }, reason: 'The model decides when to think.' });
      return defined({ effort, isShown: isShown(thinking) });
    case 'adaptive':
      return defined({ effort, isShown: isShown(thinking) });
  }
}

function decodeBudget(body: Field): number {
  const field = body.member('thinking').member('budget_tokens');
  const budget = field.integer({ min: MIN_BUDGET });
  if (budget >= body.member('max_tokens').integer()) {
    throw field.fault('invalid-value', 'must be less than "max_tokens"');
  }
  return budget;
}

/** Who turns thinking on sees it, unless they say otherwise. */
function isShown(thinking: Field): boolean {
  const display = thinking.member('display').optional((field) => field.oneOf(['summarized', 'omitted']));
  return display !== 'omitted';
}
