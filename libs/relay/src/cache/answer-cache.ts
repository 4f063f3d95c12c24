import { Injectable } from '@nestjs/common';
import { type Attempt } from '../attempts/attempt.js';
import { Billing } from '../billing/billing.js';
import { type RelayedRequest } from '../relayed-request.js';
import { buildCacheKey } from './cache-key.js';
import { CachingClient } from './caching-client.js';
import { readCacheTtl } from './read-cache-ttl.js';
import { replayHit } from './replay-hit.js';
import { ResponseCache } from './response-cache.js';

/** An answer that is being recorded on its way to the client. */
export interface AnswerToKeep {
  /** To be told of the attempt that has answered. */
  keep(attempt: Attempt | undefined): void;
}

/** Answers what was asked before, where the client or its token wants that. */
@Injectable()
export class AnswerCache {
  constructor(
    private readonly cache: ResponseCache,
    private readonly billing: Billing,
  ) {}

  /** Throws where the client says it in a way that cannot be read. */
  isWanted({ headers, token }: RelayedRequest): boolean {
    return readCacheTtl(headers, token.cacheTtlSeconds) > 0;
  }

  /** Answers it, or has its answer recorded where it can be kept. */
  async look(request: RelayedRequest): Promise<'answered' | AnswerToKeep | undefined> {
    const { format: operation, hints, headers, body, token, record, client } = request;
    const ttlSeconds = readCacheTtl(headers, token.cacheTtlSeconds);
    if (!Buffer.isBuffer(body)) return undefined;
    const key = buildCacheKey({ owner: token.owner, operation, hints, headers, body, ttlSeconds });
    if (key === undefined) return undefined;
    const hit = await this.cache.find(key);
    if (hit !== undefined) {
      record.cache = 'hit';
      this.billing.noteCacheHit(request, hit.answer.origin);
      await replayHit(hit, client, { 'x-modelgate-cost-usd': '0' });
      record.outcome = 'ok';
      return 'answered';
    }
    record.cache = 'miss';
    const recording = new CachingClient(client, this.cache, key);
    request.client = recording;
    return { keep: (attempt) => void recording.keep(toOrigin(attempt)) };
  }
}

function toOrigin(attempt: Attempt | undefined): Parameters<CachingClient['keep']>[0] {
  if (attempt === undefined) return {};
  const { channel, upstreamModel } = attempt.candidate.target;
  return { usage: attempt.usage, channelId: channel.id, channel: channel.name, upstreamModel };
}
