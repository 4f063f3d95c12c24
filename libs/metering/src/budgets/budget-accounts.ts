import { OwnerDirectory, type Token, toBudgetWindows } from '#access';
import { LiveSettings } from '#settings';
import { Injectable } from '@nestjs/common';
import { type BudgetAccountLimit, getBudgetAccounts } from './budget-account.js';
import { getNextWindowMs } from './budget-period.js';
import { requiresPrices } from './unknown-price.js';

interface CachedAccounts {
  /** The accounts are those of requests from this time, until the other. */
  fromMs: number;
  untilMs: number;
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

  /** Returns the same array until a budget changes, or a period or slot ends. */
  of(token: Token): readonly BudgetAccountLimit[] {
    const ownerBudget = this.owners.find(token.owner)?.budget;
    const global = this.settings.current['budgets.global'];
    const nowMs = Date.now();
    const cached = this.cache.get(token);
    if (
      cached !== undefined &&
      cached.fromMs <= nowMs &&
      nowMs < cached.untilMs &&
      cached.ownerBudget === ownerBudget &&
      cached.global === global
    )
      return cached.accounts;
    const globalBudget = global === null ? undefined : toBudgetWindows(global);
    const now = new Date(nowMs);
    const accounts = getBudgetAccounts({ token, ownerBudget, globalBudget }, now);
    const untilMs = Math.min(...accounts.map(({ period }) => getNextWindowMs(period, now)));
    this.cache.set(token, { fromMs: nowMs, untilMs, ownerBudget, global, accounts });
    return accounts;
  }

  /** Whether a call that these accounts pay for needs a known price: without one, a budget cannot limit it. */
  requiresPrice(accounts: readonly BudgetAccountLimit[]): boolean {
    return requiresPrices(accounts) && !this.settings.current['budgets.allow_unpriced_models'];
  }
}
