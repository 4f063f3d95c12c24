import { OwnerDirectory, type TokenEntity } from '#access';
import { MICRO_USD_PER_USD, toMicroUsd } from '#canonical';
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
      ...this.tokenSubject(token),
      ...this.ownerSubject(token.owner),
      ...this.globalSubject(principal),
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

  /** At most one for each owner. */
  async ofOwners(names: readonly string[]): Promise<ReadonlyMap<string, BudgetStateView[]>> {
    const states = await this.states.load(
      names.flatMap((name) => this.ownerSubject(name)),
      LISTED,
    );
    return new Map(states.map((state) => [state.name, [viewState(state)]]));
  }

  async ofOwner(name: string): Promise<BudgetStateView[]> {
    const states = await this.states.load(this.ownerSubject(name), DETAILED);
    return states.map((state) => viewState(state));
  }

  /** The caller's most important budgets: that of the gateway or, for a member, their own; then the most used ones. */
  async list(principal: Principal, limit: number): Promise<BudgetStateView[]> {
    const ownerScope = getOwnerScope(principal);
    const first = ownerScope === undefined ? this.globalSubject(principal) : this.ownerSubject(ownerScope);
    const tokens = await this.states.findMostUsedTokens(limit, ownerScope);
    const names = new Map(tokens.map(({ id, name }) => [id, name]));
    const owners = ownerScope === undefined ? this.owners.listBudgets() : [];
    const others = [
      ...tokens.flatMap((token) => this.tokenSubject(token)),
      ...owners.map(({ name, budget }): BudgetSubject => ({ scope: 'owner', name, budget })),
    ];
    const listed = (await this.states.load(others, LISTED)).toSorted(byShareLeft).slice(0, limit);
    const states = await this.states.load([...first, ...listed.map(toSubject)], DETAILED);
    return states.map((state) => viewState(state, names.get(state.name)));
  }

  private tokenSubject({ id, budget }: Pick<BudgetedToken, 'id' | 'budget'>): BudgetSubject[] {
    return budget === null ? [] : [{ scope: 'token', name: id, budget }];
  }

  private ownerSubject(name: string | null): BudgetSubject[] {
    const budget = name === null ? undefined : this.owners.find(name)?.budget;
    return name === null || budget === undefined ? [] : [{ scope: 'owner', name, budget }];
  }

  /** Empty for members, who must not see the spending of others. */
  private globalSubject(principal: Principal): BudgetSubject[] {
    const budget = this.settings.current['budgets.global'];
    if (budget === null || getOwnerScope(principal) !== undefined) return [];
    const { usd, period } = budget;
    return [{ scope: 'global', name: 'global', budget: { microUsd: toMicroUsd(usd), period } }];
  }
}

function getKey({ scope, name }: BudgetSubject): string {
  return `${scope} ${name}`;
}

function toSubject({ scope, name, budget }: BudgetState): BudgetSubject {
  return { scope, name, budget };
}

function byShareLeft(one: BudgetState, other: BudgetState): number {
  return getShareLeft(one) - getShareLeft(other);
}

function getShareLeft({ leftMicroUsd, budget: { microUsd }, isUsedUp }: BudgetState): number {
  return isUsedUp ? 0 : leftMicroUsd / microUsd;
}

function viewState(state: BudgetState, tokenName?: string): BudgetStateView {
  const { scope, name, budget, spentMicroUsd, leftMicroUsd, isUsedUp, renewsAt, forecast } = state;
  const names = { token: tokenName ?? name, owner: name, global: null };
  return {
    scope,
    name: names[scope],
    token_id: scope === 'token' ? name : null,
    period: budget.period,
    limit_usd: budget.microUsd / MICRO_USD_PER_USD,
    spent_usd: Math.max(0, spentMicroUsd) / MICRO_USD_PER_USD,
    left_usd: leftMicroUsd / MICRO_USD_PER_USD,
    used_up: isUsedUp,
    renews_at: renewsAt?.toISOString() ?? null,
    forecast: forecast === undefined ? null : { runs_out_at: forecast.runsOutAt?.toISOString() ?? null },
  };
}
