import { OwnerDirectory, type Token } from '#access';
import { toMicroUsd } from '#canonical';
import { LiveSettings } from '#settings';
import { Injectable } from '@nestjs/common';
import { type BudgetAccountLimit, getBudgetAccounts } from './budget-account.js';

/** Which budgets a token's requests and tasks are paid from, as settings and owners are now. */
@Injectable()
export class BudgetAccounts {
  constructor(
    private readonly owners: OwnerDirectory,
    private readonly settings: LiveSettings,
  ) {}

  of(token: Token): BudgetAccountLimit[] {
    const ownerBudget = this.owners.find(token.owner)?.budget;
    return getBudgetAccounts({ token, ownerBudget, globalBudget: this.globalBudget }, new Date());
  }

  /** Whether a budget lets pass what nobody knows the price of. */
  get allowsUnpriced(): boolean {
    return this.settings.current['budgets.allow_unpriced_models'];
  }

  private get globalBudget() {
    const budget = this.settings.current['budgets.global'];
    return budget === null ? undefined : { microUsd: toMicroUsd(budget.usd), period: budget.period };
  }
}
