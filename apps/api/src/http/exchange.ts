import { type Token } from '#access';
import { type RelayRecord } from '#relay';

/** What is known of one request while it lives. */
export interface Exchange {
  startedAt: number;
  token?: Token;
  record: RelayRecord;
  /** Settles when all is known of the request, which may be after its connection has gone. */
  work?: Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange;
  }
}

export function newExchange(): Exchange {
  return { startedAt: performance.now(), record: { attempts: [] } };
}
