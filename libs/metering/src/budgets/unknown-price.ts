import { GatewayError } from '#canonical';
import { type PriceContext } from '../prices/price.js';
import { type BudgetAccountLimit } from './budget-account.js';

/** Whether anything limits what is spent here. */
export function hasBudget(budgetAccounts: readonly BudgetAccountLimit[]): boolean {
  return budgetAccounts.some(({ limitMicroUsd }) => limitMicroUsd !== undefined);
}

/** For a request that somebody with a budget makes, and of which nobody can say what it costs. */
export function unknownPrice(model: string, { serviceTier }: PriceContext = {}): GatewayError {
  const tier = serviceTier === undefined ? '' : ` in the service tier "${serviceTier.slice(0, 64)}"`;
  return new GatewayError(
    'model-not-allowed',
    `No price is known for the model "${model}"${tier}, so no budget can limit what it costs. ` +
      'An admin can set its price, or allow models without a price where there are budgets (budgets.allowUnpricedModels).',
    { param: 'model', code: 'model_price_unknown' },
  );
}
