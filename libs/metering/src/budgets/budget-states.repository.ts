import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { getHeldAccount } from '../accounts.js';
import {
  type BudgetSubject,
  describeBudgetAccount,
  getBudgetWindow,
  getSubjectAccount,
} from './budget-account.js';
import { type BudgetForecast, forecastBudget, isUsedUp } from './budget-forecast.js';
import { SpendingPaceRepository, getPaceKey } from './spending-pace.repository.js';
import { buildSpentSql } from './spent-amount.js';

/** How much of a budget is spent and left in its current period. */
export interface BudgetState extends BudgetSubject {
  spentMicroUsd: number;
  /** Without the amounts held by video tasks; never less than 0. */
  leftMicroUsd: number;
  isUsedUp: boolean;
  /** Undefined for a budget that never renews. */
  renewsAt?: Date | undefined;
  /** Undefined if not requested, or with less than three days of data. */
  forecast?: BudgetForecast | undefined;
}

export interface BudgetStatesOptions {
  /** A forecast needs the usage of the last days. Lists do not show it. */
  withForecast: boolean;
}

/** A token that has a budget. */
export interface BudgetedToken {
  id: string;
  name: string;
  owner: string | null;
  budget: BudgetSubject['budget'];
}

/** Below this share of a budget, the average cost of a request decides whether it is used up. */
const LOW_SHARE = 0.2;

/** The remaining amounts of budgets, by their current limits. */
@Injectable()
export class BudgetStatesRepository {
  private readonly paces: SpendingPaceRepository;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    this.paces = new SpendingPaceRepository(dataSource);
  }

  /** One state for each subject, in the same order. */
  async load(
    subjects: readonly BudgetSubject[],
    { withForecast }: BudgetStatesOptions,
    now = new Date(),
  ): Promise<BudgetState[]> {
    if (subjects.length === 0) return [];
    const accounts = subjects.map((subject) => getSubjectAccount(subject, now));
    const rows = await this.dataSource.query<{ spent: number; held: number }[]>(
      `SELECT ${buildSpentSql('requested.account')} AS spent,
         coalesce((SELECT balance FROM ledger_accounts WHERE id = requested.held), 0)::float8 AS held
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS requested (account, held, position) ORDER BY position`,
      [accounts, accounts.map(getHeldAccount)],
    );
    const states = subjects.map((subject, position) => {
      const { spent: spentMicroUsd = 0, held = 0 } = rows[position] ?? {};
      const leftMicroUsd = Math.max(0, subject.budget.microUsd - spentMicroUsd - held);
      const { renewsAt } = describeBudgetAccount(accounts[position] ?? '');
      return { ...subject, spentMicroUsd, leftMicroUsd, renewsAt };
    });
    const paced = states.filter(
      ({ leftMicroUsd, budget }) => withForecast || leftMicroUsd < budget.microUsd * LOW_SHARE,
    );
    const paces = await this.paces.load(paced, now);
    return states.map((state) => {
      const pace = paces.get(getPaceKey(state));
      const forecast = withForecast ? forecastBudget(state, pace, now) : undefined;
      return { ...state, isUsedUp: isUsedUp(state.leftMicroUsd, pace), forecast };
    });
  }

  /** Usable tokens, those with the smallest remaining share of their budget first. */
  async findMostUsedTokens(limit: number, owner?: string, now = new Date()): Promise<BudgetedToken[]> {
    return this.dataSource.query<BudgetedToken[]>(
      `SELECT id, name, owner, budget FROM (
         SELECT tokens.*, (budget->>'microUsd')::float8 AS "limit",
           'token:' || id || CASE budget->>'period' WHEN 'daily' THEN $1 WHEN 'monthly' THEN $2 ELSE '' END AS account
         FROM tokens WHERE budget IS NOT NULL AND enabled AND (expires_at IS NULL OR expires_at > now())
           AND origin <> 'playground' AND ($3::text IS NULL OR owner = $3)
       ) AS budgeted
       ORDER BY CASE WHEN "limit" = 0 THEN 1 ELSE ${buildSpentSql('budgeted.account')} / "limit" END DESC, name, id LIMIT $4`,
      [getBudgetWindow('daily', now), getBudgetWindow('monthly', now), owner ?? null, limit],
    );
  }
}
