import { type BudgetNews } from './budget-channel.repository.js';
import { BudgetHold, type Hold } from './budget-hold.js';
import { type HoldAmounts } from './decide-lease.js';
import { type LeaseRepository } from './leases.repository.js';
import { PurseShare, type Reservation } from './purse-share.js';
import { type PurseLimit } from './purses.js';
import { storeUnavailable } from './store-unavailable.js';

const RENEW_MS = 60_000;
/** What nobody has used for so long goes back. */
const IDLE_MS = 60_000;
/** Well before anybody takes this process for dead. */
const TRUSTED_MS = 10 * 60_000;
/** How long a request waits for money that others may give back. */
const PATIENCE_MS = 2_000;

/** Tells what other processes say on the channel of budgets. */
export interface BudgetFeed {
  start(listener: {
    onChange(news: string, account: string): Promise<void>;
    onGap(): Promise<void>;
  }): Promise<void>;
  close(): Promise<void>;
}

export interface BudgetsOptions {
  leases: Pick<LeaseRepository, 'take' | 'giveBack' | 'renew' | 'limit' | 'limitedTokenPurses'>;
  feed: BudgetFeed;
  now?: () => Date;
}

/** Sets money aside for requests, out of slices that this process has leased: the database is asked only for more. */
export class Budgets {
  private readonly shares = new Map<string, PurseShare>();
  /** Purses that had a limit when this process began, and may have lost it. */
  private formerlyLimited = new Set<string>();
  private renewedAtMs = performance.now();
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly parts: BudgetsOptions) {}

  async start(): Promise<void> {
    this.formerlyLimited = new Set(await this.parts.leases.limitedTokenPurses());
    await this.parts.feed.start({
      onChange: async (news, account) => this.shares.get(account)?.hear(news as BudgetNews),
      // Somebody may have asked while nobody listened.
      onGap: async () => this.shares.forEach((share) => share.hear('wanted')),
    });
    this.renewal = setInterval(() => void this.renew().catch(() => undefined), RENEW_MS);
    this.renewal.unref();
  }

  /** What is leased stays so until the drawer is closed. */
  async stop(): Promise<void> {
    clearInterval(this.renewal);
    await this.parts.feed.close();
    await Promise.all([...this.shares.values()].map((share) => share.quiet()));
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** All purses or none. At once where this process has the money; throws or rejects where nobody has. */
  hold(purses: readonly PurseLimit[], amounts: HoldAmounts): Hold | Promise<Hold> {
    const { certainMicroUsd } = amounts;
    const wanted = { certainMicroUsd, likelyMicroUsd: Math.max(certainMicroUsd, amounts.likelyMicroUsd) };
    const limited = wanted.likelyMicroUsd > 0 ? purses.filter(isLimited) : [];
    const missing = limited.filter((purse) => !this.shareOf(purse.account).covers(purse, wanted));
    for (const purse of missing) this.shareOf(purse.account).refuseAtOnce(purse, wanted);
    const lifted = purses.filter((purse) => this.isLifted(purse));
    if (missing.length > 0 || lifted.length > 0 || !this.isTrusted()) {
      return this.holdInTime(purses, { limited, lifted, wanted });
    }
    const reserved = limited.map(
      ({ account }) => [account, this.shareOf(account).reserve(wanted.likelyMicroUsd)] as const,
    );
    return this.holdOf(purses, new Map(reserved));
  }

  /** Says that this process lives, finds out what it has lost, and gives back what it does not use. */
  async renew(): Promise<void> {
    const believed = [...this.shares].filter(([, share]) => share.hasLease);
    const leased = await this.parts.leases.renew();
    this.renewedAtMs = performance.now();
    for (const [account, share] of believed) if (!leased.has(account)) share.distrust();
    for (const [account, share] of this.shares) {
      if (!share.isIdle(IDLE_MS)) continue;
      if (share.hasLease) share.giveBackSoon();
      else this.shares.delete(account);
    }
  }

  /** One purse after the other, always in the order of their scopes: two requests never wait for each other. */
  private async holdInTime(
    purses: readonly PurseLimit[],
    { limited, lifted, wanted }: { limited: PurseLimit[]; lifted: PurseLimit[]; wanted: HoldAmounts },
  ): Promise<Hold> {
    const giveUpAtMs = performance.now() + PATIENCE_MS;
    await this.catchUp(lifted);
    const reservations = new Map<string, Reservation>();
    try {
      for (const purse of limited) {
        reservations.set(purse.account, await this.shareOf(purse.account).obtain(purse, wanted, giveUpAtMs));
      }
    } catch (error) {
      for (const reservation of reservations.values()) reservation.settle(0);
      throw error;
    }
    return this.holdOf(purses, reservations);
  }

  private holdOf(purses: readonly PurseLimit[], reservations: ReadonlyMap<string, Reservation>): Hold {
    const shares = purses.map(
      ({ account }) =>
        reservations.get(account) ?? {
          settle: (costMicroUsd: number) => this.shares.get(account)?.note(costMicroUsd),
        },
    );
    return new BudgetHold(shares);
  }

  /** What has to be known to the database before anything is given out. */
  private async catchUp(lifted: readonly PurseLimit[]): Promise<void> {
    try {
      if (!this.isTrusted()) await this.renew();
      if (lifted.length === 0) return;
      await this.parts.leases.limit(lifted);
      for (const { account } of lifted) {
        this.formerlyLimited.delete(account);
        this.shares.get(account)?.lift();
      }
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  private isLifted({ account, limitMicroUsd }: PurseLimit): boolean {
    if (limitMicroUsd !== undefined) return false;
    return this.formerlyLimited.has(account) || this.shares.get(account)?.isLimited === true;
  }

  /** A process that was not heard of for long may have lost its leases without knowing. */
  private isTrusted(): boolean {
    return performance.now() - this.renewedAtMs < TRUSTED_MS;
  }

  private shareOf(account: string): PurseShare {
    const known = this.shares.get(account);
    if (known !== undefined) return known;
    const share = new PurseShare(account, { leases: this.parts.leases, now: this.parts.now ?? now });
    this.shares.set(account, share);
    return share;
  }
}

function isLimited({ limitMicroUsd }: PurseLimit): boolean {
  return limitMicroUsd !== undefined;
}

function now(): Date {
  return new Date();
}
