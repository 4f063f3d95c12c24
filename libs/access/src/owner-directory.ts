import { LiveSettings, memberLimits } from '#settings';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Budget,
  type LimitColumns,
  type MemberColumns,
  type UseLimits,
  limitColumns,
  toLimits,
} from './limits.js';
import { OwnerRepository } from './owner.repository.js';
import { type Token } from './token.js';
import { MemberLimitsRepository } from './users/member-limits.repository.js';

/** The limits that all tokens of one owner share. */
export interface OwnerLimits {
  readonly limits: UseLimits;
  readonly budget: Budget | undefined;
  /** The models that the tokens may use; undefined if all. */
  readonly models?: readonly string[] | undefined;
}

const UNLIMITED = limitColumns({});

/** All owners with limits, in memory. A member is the owner of the tokens that have their e-mail address as owner. */
@Injectable()
export class OwnerDirectory {
  private owners: ReadonlyMap<string, LimitColumns> = new Map();
  private members: ReadonlyMap<string, MemberColumns> = new Map();
  private cache = new Map<string, OwnerLimits>();
  /** The defaults that the cache was computed with. */
  private cachedDefaults: MemberColumns | undefined;
  /** Loads run one after the other: otherwise an older one that ends later would restore outdated rows. */
  private lastLoad: Promise<void> = Promise.resolve();

  /** The limits of members without their own: the same object until a setting changes. */
  private readonly getMemberDefaults: () => MemberColumns;

  constructor(
    @Inject(OwnerRepository) private readonly ownerRepository: Pick<OwnerRepository, 'findAll'>,
    @Inject(MemberLimitsRepository) private readonly memberRepository: Pick<
      MemberLimitsRepository,
      'findAll'
    >,
    @Inject(LiveSettings) settings: Pick<LiveSettings, 'derive'>,
  ) {
    this.getMemberDefaults = settings.derive((values) => {
      const { models, ...limits } = memberLimits(values);
      return { ...limitColumns(limits), models: models ?? null };
    });
  }

  find(name: string): OwnerLimits | undefined {
    const defaults = this.getMemberDefaults();
    if (this.cachedDefaults !== defaults) {
      this.cache = new Map();
      this.cachedDefaults = defaults;
    }
    const cached = this.cache.get(name);
    if (cached !== undefined) return cached;
    const limits = this.computeLimits(name, defaults);
    if (limits !== undefined) this.cache.set(name, limits);
    return limits;
  }

  /** All owners that have a budget. */
  listBudgets(): { name: string; budget: Budget }[] {
    const names = new Set([...this.owners.keys(), ...this.members.keys()]);
    return [...names].flatMap((name) => {
      const budget = this.find(name)?.budget;
      return budget === undefined ? [] : [{ name, budget }];
    });
  }

  /** The token with the current model list of its owner; the same object if it already has that list. */
  withOwnerModels(token: Token): Token {
    const ownerModels = this.find(token.owner)?.models;
    return token.ownerModels === ownerModels ? token : { ...token, ownerModels };
  }

  reload(): Promise<void> {
    const load = this.lastLoad.then(() => this.load());
    this.lastLoad = load.catch(() => undefined);
    return load;
  }

  /** Each limit comes from the owner, else from the user, else from the defaults for members. */
  private computeLimits(name: string, defaults: MemberColumns): OwnerLimits | undefined {
    const owner = this.owners.get(name);
    const member = this.members.get(name);
    if (member === undefined) return owner && toLimits(owner);
    const first = owner ?? UNLIMITED;
    const limits = toLimits({
      rpm: first.rpm ?? member.rpm ?? defaults.rpm,
      tpm: first.tpm ?? member.tpm ?? defaults.tpm,
      concurrency: first.concurrency ?? member.concurrency ?? defaults.concurrency,
      requestsPerDay: first.requestsPerDay ?? member.requestsPerDay ?? defaults.requestsPerDay,
      budget: first.budget ?? member.budget ?? defaults.budget,
    });
    return { ...limits, models: member.models ?? defaults.models ?? undefined };
  }

  private async load(): Promise<void> {
    const [owners, members] = await Promise.all([
      this.ownerRepository.findAll(),
      this.memberRepository.findAll(),
    ]);
    this.owners = new Map(owners.filter(({ enabled }) => enabled).map((owner) => [owner.id, owner]));
    this.members = new Map(members.map((member) => [member.email, member]));
    this.cache = new Map();
  }
}
