import { randomUUID } from 'node:crypto';
import { Database, isUnstorableData } from '#database';
import { type ClientFacts, toNetwork } from '#access';
import { LOGGER, type Logger, OutageLog } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { RefusalSampler } from './refusal-sampler.js';
import { storeRefusals } from './refusal-store.js';
import { RefusalTotals } from './refusal-totals.js';
import { type RefusedRequest, type RefusedToken } from './refused-request.js';

const STORE_EVERY_MS = 1_000;
/** The limit while the database is unavailable; further refusals are only counted. */
const MAX_WAITING = 2_000;

/** The facts that decide whether a refusal gets a row. */
export interface Refusal {
  token: RefusedToken | undefined;
  client: ClientFacts;
  outcome: RefusedRequest['outcome'];
}

/**
 * Counts every request that the gateway refuses, and records a sample of them. A refusal costs a few map lookups; rows
 * and counts are stored once a second, by one transaction.
 */
@Injectable()
export class RefusalJournal {
  private readonly sampler = new RefusalSampler();
  private readonly totals = new RefusalTotals();
  private readonly process = randomUUID();
  private readonly outage: OutageLog;
  private readonly timer = setInterval(() => void this.flush(), STORE_EVERY_MS).unref();
  private waiting: RefusedRequest[] = [];
  private storing: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.outage = new OutageLog(logger, {
      gone: 'refused requests cannot be stored; they are counted in memory',
      back: 'refused requests are stored again',
    });
  }

  /** `describe` is called only for a refusal that is recorded. */
  note({ token, client, outcome }: Refusal, describe: () => RefusedRequest): void {
    const nowMs = Date.now();
    // An upstream failure is not a refusal by the gateway, although it can have no usage event.
    if (!outcome.startsWith('upstream-')) this.totals.add(token, outcome, nowMs);
    if (this.waiting.length >= MAX_WAITING) return;
    const sender = token?.id ?? (client.address === undefined ? '' : toNetwork(client.address));
    if (this.sampler.take(`${sender} ${outcome}`, token === undefined, nowMs)) this.waiting.push(describe());
  }

  /** Stores all waiting rows and counts. Never rejects. */
  async flush(): Promise<void> {
    this.storing ??= this.store().finally(() => {
      this.storing = undefined;
    });
    return this.storing;
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.storing;
    await this.flush();
  }

  private async store(): Promise<void> {
    if (this.waiting.length === 0 && !this.totals.hasChanged) return;
    const requests = this.waiting;
    const totals = this.totals.takeChanged();
    this.waiting = [];
    try {
      await storeRefusals(this.database, { requests, totals, process: this.process });
      this.outage.worked();
    } catch (error) {
      this.outage.failed(error);
      // Rows with invalid data are dropped, since retries of them would block all others.
      const retried = isUnstorableData(error) ? [] : requests;
      this.waiting = [...retried, ...this.waiting].slice(0, MAX_WAITING);
      this.totals.restore(totals);
    }
  }
}
