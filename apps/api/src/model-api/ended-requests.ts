import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type UsageRecord, UsageRepository } from '#metering';
import { Injectable } from '@nestjs/common';

const MAX_ID_LENGTH = 200;
const LOOK_EVERY_MS = 400;
/** So many callers wait at a time in one process; all others are told at once what is known. */
const MAX_WAITING = 100;

export interface Looking {
  owner: string;
  /** For how long a request that is not written down yet is waited for. */
  waitMs: number;
  isGone: () => boolean;
}

/** Requests that have ended. They are written down about once a second, so one that has just ended is waited for. */
@Injectable()
export class EndedRequests {
  private waiting = 0;

  constructor(private readonly usage: UsageRepository) {}

  /** Throws where there is none of this owner. */
  async find(id: string, { owner, waitMs, isGone }: Looking): Promise<UsageRecord> {
    if (id.length > MAX_ID_LENGTH) throw notFound();
    const untilMs = this.waiting < MAX_WAITING ? Date.now() + waitMs : 0;
    this.waiting += 1;
    try {
      for (;;) {
        const record = await this.usage.find(id);
        if (record?.owner === owner) return record;
        if (record !== undefined || isGone() || Date.now() + LOOK_EVERY_MS > untilMs) throw notFound();
        await sleep(LOOK_EVERY_MS);
      }
    } finally {
      this.waiting -= 1;
    }
  }

  /** The newest first. */
  async listSession(sessionId: string, owner: string, limit: number): Promise<UsageRecord[]> {
    return (await this.usage.list({ owner, sessionId, limit })).records;
  }
}

function notFound(): GatewayError {
  return new GatewayError(
    'resource-not-found',
    'There is no request with this id. One that has just ended can be found about a second later.',
    { param: 'id' },
  );
}
