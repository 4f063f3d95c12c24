import { type Form } from '#canonical';
import { type RouteHints } from '#wire';
import { Injectable } from '@nestjs/common';
import { type AttemptedCall } from '../attempts/attempts.js';
import { type Trial } from '../attempts/trial.js';
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
  /** To be told of the trial that has answered. */
  keep?: (trial: Trial | undefined) => void;
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
    return { client: recording, keep: (trial) => void recording.keep(toOrigin(trial)) };
  }

  private async replay(hit: CacheHit, billed: BilledRequest, client: ClientSide): Promise<void> {
    this.billing.noteCacheHit(billed, hit.answer.origin);
    await replayHit(hit, client, { 'x-modelgate-cost-usd': '0' });
  }
}

function toOrigin(trial: Trial | undefined): Parameters<CachingClient['keep']>[0] {
  if (trial === undefined) return {};
  const { channel, upstreamModel } = trial.way.target;
  return { usage: trial.usage, channelId: channel.id, channel: channel.name, upstreamModel };
}
