import { Injectable } from '@nestjs/common';
import { type Attempt } from '../attempts/attempt.js';
import { Billing } from '../billing/billing.js';
import { type RelayedRequest } from '../relayed-request.js';
import { buildCacheKey } from './cache-key.js';
import { CachingClient } from './caching-client.js';
import { readCacheTtl } from './read-cache-ttl.js';
import { replayHit } from './replay-hit.js';
import { ResponseCache } from './response-cache.js';

/** A response that is recorded while it is sent, to be stored in the cache. */
export interface PendingEntry {
  /** Stores the response, with the attempt that it came from. */
  store(attempt: Attempt | undefined): void;
}

/** Responds to repeated requests from the cache, if the client or its token allows that. */
@Injectable()
export class CacheLookup {
  constructor(
    private readonly cache: ResponseCache,
    private readonly billing: Billing,
  ) {}

  /** Whether the cache may be used. Throws if the header of the client is invalid. */
  isEnabled({ headers, token }: RelayedRequest): boolean {
    return readCacheTtl(headers, token.cacheTtlSeconds ?? 0) > 0;
  }

  /**
   * Responds from the cache, or records the response so that it can be stored. Undefined if the request cannot be
   * cached.
   */
  async serveOrRecord(request: RelayedRequest): Promise<'hit' | PendingEntry | undefined> {
    const { format: operation, hints, headers, body, token, record, client } = request;
    const ttlSeconds = readCacheTtl(headers, token.cacheTtlSeconds ?? 0);
    if (!Buffer.isBuffer(body)) return undefined;
    const key = buildCacheKey({ owner: token.owner, operation, hints, headers, body, ttlSeconds });
    if (key === undefined) return undefined;
    const hit = await this.cache.find(key);
    if (hit !== undefined) {
      record.cache = 'hit';
      this.billing.recordCacheHit(request, hit.answer.origin, record.client);
      await replayHit(hit, client, { 'x-modelgate-cost-usd': '0' });
      record.outcome = 'ok';
      return 'hit';
    }
    record.cache = 'miss';
    const recording = new CachingClient(client, this.cache, key);
    request.client = recording;
    return { store: (attempt) => void recording.store(toOrigin(attempt)) };
  }
}

function toOrigin(attempt: Attempt | undefined): Parameters<CachingClient['store']>[0] {
  if (attempt === undefined) return {};
  const { channel, upstreamModel } = attempt.candidate.target;
  return { usage: attempt.usage, channelId: channel.id, channel: channel.name, upstreamModel };
}
