import { type BudgetNotification } from './budget-channel.js';
import { BudgetHold, type Hold, type UnitReservation } from './budget-hold.js';
import { type HoldAmounts, getLeaseAmounts, getReserved } from './hold-amounts.js';
import { type LeaseRepository } from './leases.repository.js';
import { BudgetAccountShare, type Reservation } from './budget-account-share.js';
import { type BudgetAccountLimit } from './budget-account.js';
import { buildStoreUnavailable } from './store-unavailable.js';

const RENEW_MS = 60_000;
/** A lease that was unused for this long is returned. */
const IDLE_MS = 60_000;
/**
 * For how long leases are used without renewal. Shorter than the time after which they are swept (`ABANDONED_MINUTES`).
 */
const TRUSTED_MS = 10 * 60_000;
/** How long a request waits for money that other processes may return. */
const TIMEOUT_MS = 2_000;

/** Listens to the notifications of other processes. */
export interface BudgetFeed {
  start(listener: {
    onChange(news: string, account: string): Promise<void>;
    onGap(): Promise<void>;
  }): Promise<void>;
  /** Present if the feed is used for budgets alone and ends with them. */
  close?(): Promise<void>;
}

export interface BudgetsOptions {
  leases: Pick<LeaseRepository, 'take' | 'returnUnused' | 'renew' | 'limit' | 'loadLimitedTokenAccounts'>;
  feed: BudgetFeed;
  now?: () => Date;
}

/** Holds money for requests, from leases of this process. A query is necessary only to enlarge a lease. */
export class Budgets {
  private readonly shares = new Map<string, BudgetAccountShare>();
  /** Budget accounts that had a limit when this process started. It may have been removed since. */
  private previouslyLimited = new Set<string>();
  private renewedAtMs = performance.now();
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly options: BudgetsOptions) {}

  async start(): Promise<void> {
    this.previouslyLimited = new Set(await this.options.leases.loadLimitedTokenAccounts());
    await this.options.feed.start({
      onChange: async (news, account) =>
        this.shares.get(account)?.handleNotification(news as BudgetNotification),
      // A notification may have been missed.
      onGap: async () => this.shares.forEach((share) => share.handleNotification('wanted')),
    });
    this.renewal = setInterval(() => void this.renew().catch(() => undefined), RENEW_MS);
    this.renewal.unref();
  }

  /** The leases stay until the spool owner is closed. */
  async stop(): Promise<void> {
    clearInterval(this.renewal);
    await this.options.feed.close?.();
    await Promise.all([...this.shares.values()].map((share) => share.waitForStatements()));
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /**
   * Holds the amounts in all budget accounts, or throws or rejects. Returns synchronously if the leases of this process
   * cover them.
   */
  hold(budgetAccounts: readonly BudgetAccountLimit[], amounts: HoldAmounts): Hold | Promise<Hold> {
    return this.holdNow(budgetAccounts, amounts) ?? this.holdLater(budgetAccounts, amounts);
  }

  /** Renews the leases, detects lost ones, and returns unused ones. */
  async renew(): Promise<void> {
    const withLease = [...this.shares].filter(([, share]) => share.hasLease);
    const leased = await this.options.leases.renew();
    this.renewedAtMs = performance.now();
    for (const [account, share] of withLease) if (!leased.has(account)) share.markUncertain();
    for (const [account, share] of this.shares) {
      if (!share.isIdle(IDLE_MS)) continue;
      if (share.hasLease) share.startReturn();
      else this.shares.delete(account);
    }
  }

  /** Undefined if a query is necessary. */
  private holdNow(budgetAccounts: readonly BudgetAccountLimit[], amounts: HoldAmounts): Hold | undefined {
    if (!this.isTrusted()) return undefined;
    for (const budgetAccount of budgetAccounts) {
      if (this.hasLostLimit(budgetAccount)) return undefined;
      if (!isLimiting(budgetAccount, amounts)) continue;
      const reserved = getReserved(amounts, budgetAccount.unit);
      if (!this.getShare(budgetAccount.account).covers(budgetAccount, reserved)) return undefined;
    }
    const reservations: UnitReservation[] = [];
    for (const budgetAccount of budgetAccounts) {
      const { account, unit } = budgetAccount;
      const reservation = isLimiting(budgetAccount, amounts)
        ? this.getShare(account).reserve(getReserved(amounts, unit))
        : this.toUnreservedCharge(account);
      reservations.push({ unit, reservation });
    }
    return new BudgetHold(reservations);
  }

  private holdLater(budgetAccounts: readonly BudgetAccountLimit[], amounts: HoldAmounts): Promise<Hold> {
    const limited = budgetAccounts.filter((budgetAccount) => isLimiting(budgetAccount, amounts));
    for (const budgetAccount of limited) {
      const share = this.getShare(budgetAccount.account);
      const needed = getLeaseAmounts(amounts, budgetAccount.unit);
      if (!share.covers(budgetAccount, needed.likely)) share.throwRecentFailure(budgetAccount, needed);
    }
    const lifted = budgetAccounts.filter((budgetAccount) => this.hasLostLimit(budgetAccount));
    return this.holdEach(budgetAccounts, { limited, lifted, amounts });
  }

  /** One budget account after the other, always in the order of their scopes, so that two requests cannot deadlock. */
  private async holdEach(
    budgetAccounts: readonly BudgetAccountLimit[],
    {
      limited,
      lifted,
      amounts,
    }: { limited: BudgetAccountLimit[]; lifted: BudgetAccountLimit[]; amounts: HoldAmounts },
  ): Promise<Hold> {
    const giveUpAtMs = performance.now() + TIMEOUT_MS;
    await this.synchronize(lifted);
    const reservations = new Map<string, Reservation>();
    try {
      for (const budgetAccount of limited) {
        const { account, unit } = budgetAccount;
        const needed = getLeaseAmounts(amounts, unit);
        reservations.set(
          account,
          await this.getShare(account).waitForReservation(budgetAccount, needed, giveUpAtMs),
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
    const each = budgetAccounts.map(({ account, unit }) => ({
      unit,
      reservation: reservations.get(account) ?? this.toUnreservedCharge(account),
    }));
    return new BudgetHold(each);
  }

  /** For a budget account in which nothing is held: the request is still charged to it. */
  private toUnreservedCharge(account: string): Reservation {
    return { settle: (amount) => this.shares.get(account)?.addCharge(amount) };
  }

  /** Renews the leases if necessary, and removes the limits that budget accounts have lost. */
  private async synchronize(lifted: readonly BudgetAccountLimit[]): Promise<void> {
    try {
      if (!this.isTrusted()) await this.renew();
      if (lifted.length === 0) return;
      await this.options.leases.limit(lifted);
      for (const { account } of lifted) {
        this.previouslyLimited.delete(account);
        this.shares.get(account)?.removeLimit();
      }
    } catch (error) {
      throw buildStoreUnavailable(error);
    }
  }

  private hasLostLimit({ account, limit }: BudgetAccountLimit): boolean {
    if (limit !== undefined) return false;
    return this.previouslyLimited.has(account) || this.shares.get(account)?.isLimited === true;
  }

  /** After a long time without renewal, the leases may have been swept. */
  private isTrusted(): boolean {
    return performance.now() - this.renewedAtMs < TRUSTED_MS;
  }

  private getShare(account: string): BudgetAccountShare {
    const existing = this.shares.get(account);
    if (existing !== undefined) return existing;
    const share = new BudgetAccountShare(account, {
      leases: this.options.leases,
      now: this.options.now ?? getCurrentTime,
    });
    this.shares.set(account, share);
    return share;
  }
}

/** Whether the request needs any of the limited amount of the account. */
function isLimiting({ limit, unit }: BudgetAccountLimit, amounts: HoldAmounts): boolean {
  return limit !== undefined && getReserved(amounts, unit) > 0;
}

function getCurrentTime(): Date {
  return new Date();
}
