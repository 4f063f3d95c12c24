import { OwnerDirectory, type TokenEntity, toBudgetWindows } from '#access';
import { MICRO_USD_PER_USD } from '#canonical';
import {
  type BudgetState,
  type BudgetStatesOptions,
  BudgetStatesRepository,
  type BudgetSubject,
} from '#metering';
import { type Principal, getOwnerScope } from '#rights';
import { LiveSettings } from '#settings';
import { Injectable } from '@nestjs/common';
import { type BudgetStateView } from './budget.dto.js';

type BudgetedToken = Pick<TokenEntity, 'id' | 'name' | 'owner' | 'budget'>;

const LISTED: BudgetStatesOptions = { withForecast: false };
const DETAILED: BudgetStatesOptions = { withForecast: true };

/** The current budgets of tokens and owners, and how much of each is left. */
@Injectable()
export class BudgetStatesService {
  constructor(
    private readonly states: BudgetStatesRepository,
    private readonly owners: OwnerDirectory,
    private readonly settings: LiveSettings,
  ) {}

  /** The budgets of each token: its own, that of its owner and, for callers that see all tokens, that of the gateway. */
  async ofTokens(
    principal: Principal,
    tokens: readonly BudgetedToken[],
    options = LISTED,
  ): Promise<ReadonlyMap<string, BudgetStateView[]>> {
    const listSubjects = (token: BudgetedToken): BudgetSubject[] => [
      ...this.tokenSubjects(token),
      ...this.ownerSubjects(token.owner),
      ...this.globalSubjects(principal),
    ];
    const subjects = new Map(tokens.flatMap(listSubjects).map((subject) => [getKey(subject), subject]));
    const states = await this.states.load([...subjects.values()], options);
    const byKey = new Map(states.map((state) => [getKey(state), state]));
    return new Map(
      tokens.map((token) => [
        token.id,
        listSubjects(token)
          .flatMap((subject) => byKey.get(getKey(subject)) ?? [])
          .map((state) => viewState(state, token.name)),
      ]),
    );
  }

  async ofToken(principal: Principal, token: BudgetedToken): Promise<BudgetStateView[]> {
    return (await this.ofTokens(principal, [token], DETAILED)).get(token.id) ?? [];
  }

  /** One list for each owner that has a budget. */
  async ofOwners(names: readonly string[]): Promise<ReadonlyMap<string, BudgetStateView[]>> {
    const states = await this.states.load(
      names.flatMap((name) => this.ownerSubjects(name)),
      LISTED,
    );
    const views = new Map<string, BudgetStateView[]>();
    for (const state of states) views.set(state.name, [...(views.get(state.name) ?? []), viewState(state)]);
    return views;
  }

  async ofOwner(name: string): Promise<BudgetStateView[]> {
    const states = await this.states.load(this.ownerSubjects(name), DETAILED);
    return states.map((state) => viewState(state));
  }

  /** The caller's most important budgets: that of the gateway or, for a member, their own; then the most used ones. */
  async list(principal: Principal, limit: number): Promise<BudgetStateView[]> {
    const ownerScope = getOwnerScope(principal);
    const first = ownerScope === undefined ? this.globalSubjects(principal) : this.ownerSubjects(ownerScope);
    const tokens = await this.states.findMostUsedTokens(limit, ownerScope);
    const names = new Map(tokens.map(({ id, name }) => [id, name]));
    const owners = ownerScope === undefined ? this.owners.listBudgets() : [];
    const others = [
      ...tokens.flatMap((token) => this.tokenSubjects(token)),
      ...owners.flatMap(({ name }) => this.ownerSubjects(name)),
    ];
    const listed = (await this.states.load(others, LISTED)).toSorted(byShareLeft).slice(0, limit);
    const states = await this.states.load([...first, ...listed.map(toSubject)], DETAILED);
    return states.map((state) => viewState(state, names.get(state.name)));
  }

  private tokenSubjects({ id, budget }: Pick<BudgetedToken, 'id' | 'budget'>): BudgetSubject[] {
    return (budget ?? []).map((window) => ({ scope: 'token', name: id, budget: window }));
  }

  private ownerSubjects(name: string | null): BudgetSubject[] {
    const budget = name === null ? undefined : this.owners.find(name)?.budget;
    return name === null ? [] : (budget ?? []).map((window) => ({ scope: 'owner', name, budget: window }));
  }

  /** Empty for members, who must not see the spending of others. */
  private globalSubjects(principal: Principal): BudgetSubject[] {
    const budget = this.settings.current['budgets.global'];
    if (budget === null || getOwnerScope(principal) !== undefined) return [];
    return toBudgetWindows(budget).map((window) => ({ scope: 'global', name: 'global', budget: window }));
  }
}

function getKey({ scope, name, budget: { unit, period } }: BudgetSubject): string {
  return `${scope} ${unit} ${period} ${name}`;
}

function toSubject({ scope, name, budget }: BudgetState): BudgetSubject {
  return { scope, name, budget };
}

function byShareLeft(one: BudgetState, other: BudgetState): number {
  return getShareLeft(one) - getShareLeft(other);
}

function getShareLeft({ left, budget: { limit }, isUsedUp }: BudgetState): number {
  return isUsedUp ? 0 : left / limit;
}

function viewState(state: BudgetState, tokenName?: string): BudgetStateView {
  const { scope, name, budget, isUsedUp, renewsAt, forecast } = state;
  const isMoney = budget.unit === 'usd';
  const divisor = isMoney ? MICRO_USD_PER_USD : 1;
  const limit = budget.limit / divisor;
  const spent = Math.max(0, state.spent) / divisor;
  const left = state.left / divisor;
  const names = { token: tokenName ?? name, owner: name, global: null };
  return {
    scope,
    name: names[scope],
    token_id: scope === 'token' ? name : null,
    unit: budget.unit,
    period: budget.period,
    limit,
    spent,
    left,
    limit_usd: isMoney ? limit : null,
    spent_usd: isMoney ? spent : null,
    left_usd: isMoney ? left : null,
    used_up: isUsedUp,
    renews_at: renewsAt?.toISOString() ?? null,
    forecast: forecast === undefined ? null : { runs_out_at: forecast.runsOutAt?.toISOString() ?? null },
  };
}
