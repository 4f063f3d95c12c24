import { BUDGET_PERIODS, MODEL_ID, MODERATION_ACTIONS, isModelId } from '#config';
import { OneOf, Usd, checkedText } from '../input/fields.js';

export class BudgetSettings {
  @Usd()
  usd: number;

  @OneOf(BUDGET_PERIODS, {
    optional: true,
    description: 'The budget period: total, or per day or month (UTC).',
  })
  period: (typeof BUDGET_PERIODS)[number] = 'total';
}

export class ModerationSettings {
  @checkedText(MODEL_ID, isModelId, { example: 'omni-moderation-latest' })
  model: string;

  @OneOf(MODERATION_ACTIONS, { optional: true })
  action: (typeof MODERATION_ACTIONS)[number] = 'block';
}
