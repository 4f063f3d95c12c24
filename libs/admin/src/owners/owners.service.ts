import { type ListedOwner, OwnerListRepository, OwnerRepository } from '#access';
import { MICRO_USD_PER_USD } from '#canonical';
import { isPrintableLine } from '#config';
import { Database, type Page, mapPage } from '#database';
import { UsageRepository } from '#metering';
import { Injectable } from '@nestjs/common';
import { type BudgetStateView } from '../budgets/budget.dto.js';
import { BudgetStatesService } from '../budgets/budget-states.service.js';
import { notFound } from '../input/id-param.js';
import { MemberTokenLimit } from '../tokens/member-token-limit.js';
import { type OwnerListQuery, type OwnerView } from './owner.dto.js';

const MAX_NAME_LENGTH = 254;
const HOUR_MS = 60 * 60 * 1000;
const SPENT_DAYS = 30;

/** An owner without a token, a user or a limit. */
const UNKNOWN = { userId: null, role: null, isDisabled: false, tokens: 0, activeTokens: 0, spentMicroUsd: 0 };

type SpendingByOwner = ReadonlyMap<string, { costMicroUsd: number; unpriced: number }>;

/** Owners of tokens, with their spend, limits and budgets. */
@Injectable()
export class OwnersService {
  constructor(
    private readonly database: Database,
    private readonly owners: OwnerListRepository,
    private readonly limits: MemberTokenLimit,
    private readonly budgets: BudgetStatesService,
    private readonly usage: UsageRepository,
  ) {}

  async list(query: OwnerListQuery): Promise<Page<OwnerView>> {
    const spending = await this.loadSpending();
    const page = await this.owners.list(query, toCosts(spending));
    const names = page.data.map(({ name }) => name);
    const budgets = await this.budgets.ofOwners(names);
    const origins = await new OwnerRepository(this.database).findOrigins(names);
    return mapPage(page, (owner) =>
      this.view(owner, {
        budgets: budgets.get(owner.name) ?? [],
        origin: origins.get(owner.name) ?? null,
        unpriced: spending.get(owner.name)?.unpriced ?? 0,
      }),
    );
  }

  async show(name: string): Promise<OwnerView> {
    if (!isPrintableLine(name, MAX_NAME_LENGTH)) throw notFound('owner');
    const spending = await this.loadSpending(name);
    const [owner] = (await this.owners.list({ name, limit: 1 }, toCosts(spending))).data;
    if (owner === undefined) throw notFound('owner');
    return this.viewDetailed(owner, spending);
  }

  /** Also for a name without tokens and limits. */
  async showLimited(name: string): Promise<OwnerView> {
    const spending = await this.loadSpending(name);
    const [owner] = (await this.owners.list({ name, limit: 1 }, toCosts(spending))).data;
    return this.viewDetailed(owner ?? { ...UNKNOWN, name }, spending);
  }

  /** The spending of the last 30 days by owner, or of one owner. */
  private async loadSpending(owner?: string): Promise<SpendingByOwner> {
    const to = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS);
    const from = new Date(to.getTime() - SPENT_DAYS * 24 * HOUR_MS);
    const sums = await this.usage.sums({ from, to, per: 'total', by: ['owner'], owner });
    return new Map(
      sums.map(({ names, costMicroUsd, unpriced }) => [names.owner ?? '', { costMicroUsd, unpriced }]),
    );
  }

  private async viewDetailed(owner: ListedOwner, spending: SpendingByOwner): Promise<OwnerView> {
    const origins = await new OwnerRepository(this.database).findOrigins([owner.name]);
    const budgets = await this.budgets.ofOwner(owner.name);
    const unpriced = spending.get(owner.name)?.unpriced ?? 0;
    return this.view(owner, { budgets, origin: origins.get(owner.name) ?? null, unpriced });
  }

  private view(owner: ListedOwner, { budgets, origin, unpriced }: OwnerFacts): OwnerView {
    const { name, userId, role, isDisabled, tokens, activeTokens, spentMicroUsd } = owner;
    return {
      name,
      user: userId === null || role === null ? null : { id: userId, role, disabled: isDisabled },
      tokens,
      active_tokens: activeTokens,
      limits: this.limits.viewOwner(name),
      limits_origin: origin,
      spent_30_days_usd: spentMicroUsd / MICRO_USD_PER_USD,
      unpriced_requests_30_days: unpriced,
      budgets,
    };
  }
}

interface OwnerFacts {
  budgets: BudgetStateView[];
  origin: string | null;
  unpriced: number;
}

function toCosts(spending: SpendingByOwner): ReadonlyMap<string, number> {
  return new Map([...spending].map(([owner, { costMicroUsd }]) => [owner, costMicroUsd]));
}
