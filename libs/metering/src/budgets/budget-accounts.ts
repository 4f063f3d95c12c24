import { OwnerDirectory, type Token } from '#access';
import { toMicroUsd } from '#canonical';
import { LiveSettings } from '#settings';
import { Injectable } from '@nestjs/common';
import { type BudgetAccountLimit, getBudgetAccounts } from './budget-account.js';
import { hasBudget } from './unknown-price.js';

const DAY_MS = 86_400_000;

interface CachedAccounts {
  day: number;
  ownerBudget: Token['budget'];
  global: LiveSettings['current']['budgets.global'];
  accounts: readonly BudgetAccountLimit[];
}

/** The budget accounts that pay for a token's requests and tasks, by the current settings and owners. */
@Injectable()
export class BudgetAccounts {
  private readonly cache = new WeakMap<Token, CachedAccounts>();

  constructor(
    private readonly owners: OwnerDirectory,
    private readonly settings: LiveSettings,
  ) {}

  /** Returns the same array until a budget changes or the day ends. */
  of(token: Token): readonly BudgetAccountLimit[] {
    const ownerBudget = this.owners.find(token.owner)?.budget;
    const global = this.settings.current['budgets.global'];
    const nowMs = Date.now();
    const day = Math.floor(nowMs / DAY_MS);
    const cached = this.cache.get(token);
    if (cached?.day === day && cached.ownerBudget === ownerBudget && cached.global === global)
      return cached.accounts;
    const globalBudget =
      global === null ? undefined : { microUsd: toMicroUsd(global.usd), period: global.period };
    const accounts = getBudgetAccounts({ token, ownerBudget, globalBudget }, new Date(nowMs));
    this.cache.set(token, { day, ownerBudget, global, accounts });
    return accounts;
  }

  /** Whether a call that these accounts pay for needs a known price: without one, a budget cannot limit it. */
  requiresPrice(accounts: readonly BudgetAccountLimit[]): boolean {
    return hasBudget(accounts) && !this.settings.current['budgets.allow_unpriced_models'];
  }
}
