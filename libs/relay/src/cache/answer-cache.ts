import { type Form } from '#canonical';
import { type RouteHints } from '#wire';
import { Injectable } from '@nestjs/common';
import { type AttemptedCall } from '../attempts/attempt.js';
import { type Attempt } from '../attempts/attempt.js';
import { type BilledRequest } from '../billing/bill.js';
import { Billing } from '../billing/billing.js';
import { type ClientSide } from '../client-side.js';
import { buildCacheKey } from './cache-key.js';
import { type CacheHit } from './cached-answer.js';
import { CachingClient } from './caching-client.js';
import { readCacheTtl } from './read-cache-ttl.js';
import { replayHit } from './replay-hit.js';
import { ResponseCache } from './response-cache.js';

export interface CacheableRequest {
  /** The format in which it came. */
  operation: string;
  hints: RouteHints;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it goes on, after all policies. */
  body: Buffer | Form;
}

export interface Looked {
  /** Whom to answer; undefined where that has been done. */
  client?: ClientSide;
  /** To be told of the attempt that has answered. */
  keep?: (attempt: Attempt | undefined) => void;
}

/** Answers what was asked before, where the client or its token wants that. */
@Injectable()
export class AnswerCache {
  constructor(
    private readonly cache: ResponseCache,
    private readonly billing: Billing,
  ) {}

  async look(
    { operation, hints, headers, body }: CacheableRequest,
    billed: BilledRequest,
    { token, client, record }: Pick<AttemptedCall, 'token' | 'client' | 'record'>,
  ): Promise<Looked> {
    const ttlSeconds = readCacheTtl(headers, token.cacheTtlSeconds);
    if (ttlSeconds === 0 || !Buffer.isBuffer(body)) return { client };
    const key = buildCacheKey({ owner: token.owner, operation, hints, headers, body, ttlSeconds });
    if (key === undefined) return { client };
    const hit = await this.cache.find(key);
    if (hit !== undefined) {
      record.cache = 'hit';
      await this.replay(hit, billed, client);
      record.outcome = 'ok';
      return {};
    }
    record.cache = 'miss';
    const recording = new CachingClient(client, this.cache, key);
    return { client: recording, keep: (attempt) => void recording.keep(toOrigin(attempt)) };
  }

  private async replay(hit: CacheHit, billed: BilledRequest, client: ClientSide): Promise<void> {
    this.billing.noteCacheHit(billed, hit.answer.origin);
    await replayHit(hit, client, { 'x-modelgate-cost-usd': '0' });
  }
}

function toOrigin(attempt: Attempt | undefined): Parameters<CachingClient['keep']>[0] {
  if (attempt === undefined) return {};
  const { channel, upstreamModel } = attempt.candidate.target;
  return { usage: attempt.usage, channelId: channel.id, channel: channel.name, upstreamModel };
}
