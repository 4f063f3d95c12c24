import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from '#canonical';
import { type RefusedRequest, RefusedRequestRepository, type UsageRecord, UsageRepository } from '#metering';
import { Injectable } from '@nestjs/common';

const MAX_ID_LENGTH = 200;
const POLL_EVERY_MS = 400;
/** The callers that can wait at the same time in one process. All others get an immediate response. */
const MAX_WAITING = 100;

export interface FindOptions {
  owner: string;
  /** How long to wait for a request that is not stored yet. */
  waitMs: number;
  /** Whether the caller has disconnected. */
  isDisconnected: () => boolean;
}

/** A request with a usage event, or a request that was refused or failed before there was any usage. */
export type EndedRequest =
  | { kind: 'used'; record: UsageRecord }
  | { kind: 'refused'; request: RefusedRequest };

/** Requests that have ended. They are stored about once a second, so a caller can wait for one that has just ended. */
@Injectable()
export class EndedRequests {
  private waiting = 0;

  constructor(
    private readonly usage: UsageRepository,
    private readonly refused: RefusedRequestRepository,
  ) {}

  /** Throws if the owner has no such request. */
  async find(id: string, { owner, waitMs, isDisconnected }: FindOptions): Promise<EndedRequest> {
    if (id.length > MAX_ID_LENGTH) throw notFound();
    const untilMs = this.waiting < MAX_WAITING ? Date.now() + waitMs : 0;
    this.waiting += 1;
    try {
      for (;;) {
        const found = await this.load(id);
        if (found !== undefined && getOwner(found) === owner) return found;
        if (found !== undefined || isDisconnected() || Date.now() + POLL_EVERY_MS > untilMs) throw notFound();
        await sleep(POLL_EVERY_MS);
      }
    } finally {
      this.waiting -= 1;
    }
  }

  private async load(id: string): Promise<EndedRequest | undefined> {
    const record = await this.usage.find(id);
    if (record !== undefined) return { kind: 'used', record };
    const request = await this.refused.find(id);
    return request && { kind: 'refused', request };
  }

  /** Lists the newest requests of a session. The newest is the first. */
  async listSession(sessionId: string, owner: string, limit: number): Promise<EndedRequest[]> {
    const query = { owner, sessionId, limit };
    const [{ records }, requests] = await Promise.all([this.usage.list(query), this.refused.list(query)]);
    return [
      ...records.map((record) => ({ kind: 'used' as const, record })),
      ...requests.map((request) => ({ kind: 'refused' as const, request })),
    ]
      .toSorted((one, other) => getStart(other) - getStart(one))
      .slice(0, limit);
  }
}

/** Undefined if the request had no valid token. */
function getOwner(ended: EndedRequest): string | undefined {
  return ended.kind === 'used' ? ended.record.owner : ended.request.token?.owner;
}

function getStart(ended: EndedRequest): number {
  return ended.kind === 'used' ? ended.record.startedAtMs : ended.request.startedAtMs;
}

function notFound(): GatewayError {
  return new GatewayError(
    'resource-not-found',
    'No request found with this id. A request can be found about a second after it has finished.',
    { param: 'id' },
  );
}
