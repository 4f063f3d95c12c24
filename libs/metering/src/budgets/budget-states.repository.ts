import { readStoredBudget } from '#access';
import { BUDGET_UNITS, type BudgetWindow, CALENDAR_PERIODS, getRollingHours } from '#declarations';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { getHeldAccount } from '../accounts.js';
import { type BudgetSubject, describeBudgetAccount, getSubjectAccount } from './budget-account.js';
import { type BudgetForecast, forecastBudget, isUsedUp } from './budget-forecast.js';
import { getLastReturnedSlot, getSlotReturn, getWindowSuffix } from './budget-period.js';
import { SpendingPaceRepository, getPaceKey } from './spending-pace.repository.js';
import { buildSpentSql } from './spent-amount.js';

/** How much of a budget is spent and left in its current period. */
export interface BudgetState extends BudgetSubject {
  /** In the unit of the budget. */
  spent: number;
  /** Without the amounts held by video tasks; never less than 0. */
  left: number;
  isUsedUp: boolean;
  /** When the next part of a rolling budget renews. Undefined for a budget that never renews. */
  renewsAt?: Date | undefined;
  /** Undefined if not requested, or with less than three days of data. */
  forecast?: BudgetForecast | undefined;
}

export interface BudgetStatesOptions {
  /** A forecast needs the usage of the last days. Lists do not show it. */
  withForecast: boolean;
}

interface AmountsRow {
  spent: number;
  held: number;
  /** The first slot of a rolling budget whose amount has not returned yet. */
  next_slot: Date | null;
}

/** A token that has a budget. */
export interface BudgetedToken {
  id: string;
  name: string;
  owner: string | null;
  budget: readonly BudgetWindow[];
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
    const amounts = await this.loadAmounts(subjects, accounts, now);
    const states = subjects.map((subject, position) => {
      const { spent = 0, held = 0, next_slot: nextSlot = null } = amounts[position] ?? {};
      const left = Math.max(0, subject.budget.limit - spent - held);
      const hours = getRollingHours(subject.budget.period);
      const returnsAt = hours === undefined || nextSlot === null ? undefined : getSlotReturn(hours, nextSlot);
      const { renewsAt = returnsAt } = describeBudgetAccount(accounts[position] ?? '');
      return { ...subject, spent, left, renewsAt };
    });
    const paced = states.filter(({ left, budget }) => withForecast || left < budget.limit * LOW_SHARE);
    const paces = await this.paces.load(paced, now);
    return states.map((state) => {
      const pace = paces.get(getPaceKey(state));
      const forecast = withForecast ? forecastBudget(state, pace, now) : undefined;
      return { ...state, isUsedUp: isUsedUp(state.left, state.budget.unit, pace), forecast };
    });
  }

  /** In the order of the accounts. */
  private async loadAmounts(
    subjects: readonly BudgetSubject[],
    accounts: readonly string[],
    now: Date,
  ): Promise<AmountsRow[]> {
    const lastReturned = subjects.map(({ budget: { period } }) => {
      const hours = getRollingHours(period);
      return hours === undefined ? null : getLastReturnedSlot(hours, now);
    });
    return this.dataSource.query<AmountsRow[]>(
      `SELECT ${buildSpentSql('requested.account')} - coalesce((SELECT sum(amount) FROM budget_slots
           WHERE account = requested.account AND slot_start <= last_returned), 0)::float8 AS spent,
         coalesce((SELECT balance FROM ledger_accounts WHERE id = requested.held), 0)::float8 AS held,
         (SELECT min(slot_start) FROM budget_slots
           WHERE account = requested.account AND slot_start > last_returned AND amount > 0) AS next_slot
       FROM unnest($1::text[], $2::text[], $3::timestamptz[]) WITH ORDINALITY
         AS requested (account, held, last_returned, position) ORDER BY position`,
      [accounts, accounts.map(getHeldAccount), lastReturned],
    );
  }

  /** Usable tokens, those with the smallest remaining share of their budget first. */
  async findMostUsedTokens(limit: number, owner?: string, now = new Date()): Promise<BudgetedToken[]> {
    const rows = await this.dataSource.query<(Omit<BudgetedToken, 'budget'> & { budget: unknown })[]>(
      `SELECT id, name, owner, budget FROM (
         SELECT tokens.*, (
           SELECT max(CASE WHEN "limit" = 0 THEN 1 ELSE ${buildSpentSql('account')} / "limit" END) FROM (
             SELECT coalesce(one->>'limit', one->>'microUsd')::float8 AS "limit",
               'token:' || id || coalesce($1::jsonb->>(coalesce(one->>'unit', 'usd') || ' ' || (one->>'period')),
                 '@' || coalesce(nullif(one->>'unit', 'usd') || ':', '') || (one->>'period')) AS account
             FROM jsonb_path_query(budget, 'lax $[*]') AS one
           ) AS windows
         ) AS used
         FROM tokens WHERE budget IS NOT NULL AND enabled AND (expires_at IS NULL OR expires_at > now())
           AND origin <> 'playground' AND ($2::text IS NULL OR owner = $2)
       ) AS budgeted ORDER BY used DESC, name, id LIMIT $3`,
      [JSON.stringify(getCalendarSuffixes(now)), owner ?? null, limit],
    );
    return rows.map(({ budget, ...token }) => ({ ...token, budget: readStoredBudget(budget) ?? [] }));
  }
}

/** The ends of the names of current accounts, by unit and period. Those of rolling budgets do not change. */
function getCalendarSuffixes(now: Date): Readonly<Record<string, string>> {
  return Object.fromEntries(
    BUDGET_UNITS.flatMap((unit) =>
      CALENDAR_PERIODS.map((period) => [`${unit} ${period}`, getWindowSuffix(unit, period, now)]),
    ),
  );
}
