import { type BudgetNews } from './budget-channel.repository.js';
import { BudgetHold, type Hold } from './budget-hold.js';
import { type HoldAmounts } from './decide-lease.js';
import { type LeaseRepository } from './leases.repository.js';
import { BudgetAccountShare, type Reservation } from './budget-account-share.js';
import { type BudgetAccountLimit } from './budget-account.js';
import { storeUnavailable } from './store-unavailable.js';

const RENEW_MS = 60_000;
/** What nobody has used for so long goes back. */
const IDLE_MS = 60_000;
/** Well before anybody takes this process for dead. */
const TRUSTED_MS = 10 * 60_000;
/** How long a request waits for money that others may give back. */
const TIMEOUT_MS = 2_000;

/** Tells what other processes say on the channel of budgets. */
export interface BudgetFeed {
  start(listener: {
    onChange(news: string, account: string): Promise<void>;
    onGap(): Promise<void>;
  }): Promise<void>;
  /** Where it is there for budgets alone, it ends with them. */
  close?(): Promise<void>;
}

export interface BudgetsOptions {
  leases: Pick<LeaseRepository, 'take' | 'giveBack' | 'renew' | 'limit' | 'limitedTokenBudgetAccounts'>;
  feed: BudgetFeed;
  now?: () => Date;
}

/** Sets money aside for requests, out of slices that this process has leased: the database is asked only for more. */
export class Budgets {
  private readonly shares = new Map<string, BudgetAccountShare>();
  /** Budget accounts that had a limit when this process began, and may have lost it. */
  private formerlyLimited = new Set<string>();
  private renewedAtMs = performance.now();
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly parts: BudgetsOptions) {}

  async start(): Promise<void> {
    this.formerlyLimited = new Set(await this.parts.leases.limitedTokenBudgetAccounts());
    await this.parts.feed.start({
      onChange: async (news, account) => this.shares.get(account)?.receive(news as BudgetNews),
      // Somebody may have asked while nobody listened.
      onGap: async () => this.shares.forEach((share) => share.receive('wanted')),
    });
    this.renewal = setInterval(() => void this.renew().catch(() => undefined), RENEW_MS);
    this.renewal.unref();
  }

  /** What is leased stays so until the spool owner is closed. */
  async stop(): Promise<void> {
    clearInterval(this.renewal);
    await this.parts.feed.close?.();
    await Promise.all([...this.shares.values()].map((share) => share.quiet()));
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** All budget accounts or none. At once where this process has the money; throws or rejects where nobody has. */
  hold(budgetAccounts: readonly BudgetAccountLimit[], amounts: HoldAmounts): Hold | Promise<Hold> {
    const { certainMicroUsd } = amounts;
    const wanted = { certainMicroUsd, likelyMicroUsd: Math.max(certainMicroUsd, amounts.likelyMicroUsd) };
    const limited = wanted.likelyMicroUsd > 0 ? budgetAccounts.filter(isLimited) : [];
    const missing = limited.filter(
      (budgetAccount) => !this.getShare(budgetAccount.account).covers(budgetAccount, wanted),
    );
    for (const budgetAccount of missing)
      this.getShare(budgetAccount.account).refuseAtOnce(budgetAccount, wanted);
    const lifted = budgetAccounts.filter((budgetAccount) => this.isLifted(budgetAccount));
    if (missing.length > 0 || lifted.length > 0 || !this.isTrusted()) {
      return this.holdInTime(budgetAccounts, { limited, lifted, wanted });
    }
    const reserved = limited.map(
      ({ account }) => [account, this.getShare(account).reserve(wanted.likelyMicroUsd)] as const,
    );
    return this.buildHold(budgetAccounts, new Map(reserved));
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

  /**
   * One budget account after the other, always in the order of their scopes: two requests never wait for each other.
   */
  private async holdInTime(
    budgetAccounts: readonly BudgetAccountLimit[],
    {
      limited,
      lifted,
      wanted,
    }: { limited: BudgetAccountLimit[]; lifted: BudgetAccountLimit[]; wanted: HoldAmounts },
  ): Promise<Hold> {
    const giveUpAtMs = performance.now() + TIMEOUT_MS;
    await this.catchUp(lifted);
    const reservations = new Map<string, Reservation>();
    try {
      for (const budgetAccount of limited) {
        reservations.set(
          budgetAccount.account,
          await this.getShare(budgetAccount.account).obtain(budgetAccount, wanted, giveUpAtMs),
        );
      }
    } catch (error) {
      for (const reservation of reservations.values()) reservation.settle(0);
      throw error;
    }
    return this.buildHold(budgetAccounts, reservations);
  }

  private buildHold(
    budgetAccounts: readonly BudgetAccountLimit[],
    reservations: ReadonlyMap<string, Reservation>,
  ): Hold {
    const shares = budgetAccounts.map(
      ({ account }) =>
        reservations.get(account) ?? {
          settle: (costMicroUsd: number) => this.shares.get(account)?.note(costMicroUsd),
        },
    );
    return new BudgetHold(shares);
  }

  /** What has to be known to the database before anything is given out. */
  private async catchUp(lifted: readonly BudgetAccountLimit[]): Promise<void> {
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

  private isLifted({ account, limitMicroUsd }: BudgetAccountLimit): boolean {
    if (limitMicroUsd !== undefined) return false;
    return this.formerlyLimited.has(account) || this.shares.get(account)?.isLimited === true;
  }

  /** A process that was silent for long may have lost its leases without knowing. */
  private isTrusted(): boolean {
    return performance.now() - this.renewedAtMs < TRUSTED_MS;
  }

  private getShare(account: string): BudgetAccountShare {
    const known = this.shares.get(account);
    if (known !== undefined) return known;
    const share = new BudgetAccountShare(account, { leases: this.parts.leases, now: this.parts.now ?? now });
    this.shares.set(account, share);
    return share;
  }
}

function isLimited({ limitMicroUsd }: BudgetAccountLimit): boolean {
  return limitMicroUsd !== undefined;
}

function now(): Date {
  return new Date();
}
