import { OwnerDirectory, type Token } from '#access';
import { toMicroUsd } from '#canonical';
import { LiveSettings } from '#settings';
import { Injectable } from '@nestjs/common';
import { type BudgetAccountLimit, getBudgetAccounts } from './budget-account.js';

const DAY_MS = 86_400_000;

interface KnownAccounts {
  day: number;
  ownerBudget: Token['budget'];
  global: LiveSettings['current']['budgets.global'];
  accounts: readonly BudgetAccountLimit[];
}

/** Which budgets a token's requests and tasks are paid from, as settings and owners are now. */
@Injectable()
export class BudgetAccounts {
  private readonly known = new WeakMap<Token, KnownAccounts>();

  constructor(
    private readonly owners: OwnerDirectory,
    private readonly settings: LiveSettings,
  ) {}

  /** The same array until a budget changes, or a day ends and with it the budgets of that day. */
  of(token: Token): readonly BudgetAccountLimit[] {
    const ownerBudget = this.owners.find(token.owner)?.budget;
    const global = this.settings.current['budgets.global'];
    const nowMs = Date.now();
    const day = Math.floor(nowMs / DAY_MS);
    const known = this.known.get(token);
    if (known?.day === day && known.ownerBudget === ownerBudget && known.global === global)
      return known.accounts;
    const globalBudget =
      global === null ? undefined : { microUsd: toMicroUsd(global.usd), period: global.period };
    const accounts = getBudgetAccounts({ token, ownerBudget, globalBudget }, new Date(nowMs));
    this.known.set(token, { day, ownerBudget, global, accounts });
    return accounts;
  }

  /** Whether a budget lets pass what nobody knows the price of. */
  get allowsUnpriced(): boolean {
    return this.settings.current['budgets.allow_unpriced_models'];
  }
}
